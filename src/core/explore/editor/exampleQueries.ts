import { t } from '../../../l10n';

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
    label: () => t('example: new risky domains'),
    meaning: () => t('High-risk and critical domains seen recently.'),
    snippet: 'type=domain and (risk=high or risk=critical) and seen=${1:7d} and retired=0$0',
  },
  {
    label: () => t('example: threat'),
    meaning: () => t('Active indicators linked to a threat.'),
    snippet: 'threat="${1:Example Kit}" and retired=0 and seen=${2:30d}$0',
  },
  {
    label: () => t('example: feed'),
    meaning: () => t('Indicators recently added to a feed.'),
    snippet: 'feed="${1:Example Feed}" and added=${2:24h}$0',
  },
  {
    label: () => t('example: lookalike domains'),
    meaning: () => t("Domains that start with a brand name, except the brand's own."),
    snippet: 'type=domain and ioc=${1:login}* and not ioc=${2:login.example}$0',
  },
  {
    label: () => t('example: registrar'),
    meaning: () => t('Domains of a registrar that have a known risk.'),
    snippet: 'type=domain and ++registrar="${1:Example Registrar}*" and risk!=none and risk!=unknown$0',
  },
  {
    label: () => t('example: ports'),
    meaning: () => t('IP addresses with web servers on unusual ports.'),
    snippet: 'type=ip and (port=${1:8080} or port=${2:8443}) and protocol=HTTP* and risk=${3:high}$0',
  },
  {
    label: () => t('example: technology'),
    meaning: () => t('Risky URLs that run a technology.'),
    snippet: 'type=url and technology=${1:WordPress} and (risk=high or risk=critical)$0',
  },
  {
    label: () => t('example: list of indicators'),
    meaning: () => t('Everything known about a list of indicators.'),
    snippet: 'ioc=${1:login-update.example}\n  or ioc=${2:203.0.113.77}$0',
  },
  {
    label: () => t('example: retired'),
    meaning: () => t('Retired indicators that were seen again.'),
    snippet: 'retired=1 and (risk=high or risk=critical) and seen=${1:30d}$0',
  },
  {
    label: () => t('example: threats'),
    meaning: () => t('Threats whose indicators have something in common.'),
    snippet: '# @type threats\nport=${1:3389} or protocol=${2:RDP}$0',
  },
];
