import { exampleStrings as strings } from '../strings/reference';

/** A query to start from. */
export interface ExampleQuery {
  readonly label: () => string;
  readonly meaning: () => string;
  /** As a snippet: `${1:text}` is a placeholder. */
  readonly snippet: string;
}

/** Example queries, most common first. */
export const exampleQueries: readonly ExampleQuery[] = [
  {
    label: strings.freshDomains,
    meaning: strings.freshDomainsMeaning,
    snippet: 'type=domain and (risk=high or risk=critical) and seen=${1:7d} and retired=0$0',
  },
  {
    label: strings.threat,
    meaning: strings.threatMeaning,
    snippet: 'threat="${1:Example Kit}" and retired=0 and seen=${2:30d}$0',
  },
  {
    label: strings.feed,
    meaning: strings.feedMeaning,
    snippet: 'feed="${1:Example Feed}" and added=${2:24h}$0',
  },
  {
    label: strings.lookalikes,
    meaning: strings.lookalikesMeaning,
    snippet: 'type=domain and ioc=${1:login}* and not ioc=${2:login.example}$0',
  },
  {
    label: strings.registrar,
    meaning: strings.registrarMeaning,
    snippet: 'type=domain and ++registrar="${1:Example Registrar}*" and risk!=none and risk!=unknown$0',
  },
  {
    label: strings.ports,
    meaning: strings.portsMeaning,
    snippet: 'type=ip and (port=${1:8080} or port=${2:8443}) and protocol=HTTP* and risk=${3:high}$0',
  },
  {
    label: strings.technology,
    meaning: strings.technologyMeaning,
    snippet: 'type=url and technology=${1:WordPress} and (risk=high or risk=critical)$0',
  },
  {
    label: strings.list,
    meaning: strings.listMeaning,
    snippet: 'ioc=${1:login-update.example}\n  or ioc=${2:203.0.113.77}$0',
  },
  {
    label: strings.retired,
    meaning: strings.retiredMeaning,
    snippet: 'retired=1 and (risk=high or risk=critical) and seen=${1:30d}$0',
  },
  {
    label: strings.threats,
    meaning: strings.threatsMeaning,
    snippet: '# @type threats\nport=${1:3389} or protocol=${2:RDP}$0',
  },
];
