/** A ready query to begin with. */
export interface ExampleQuery {
  readonly label: string;
  readonly meaning: string;
  /** As a snippet: `${1:what}` is to be filled in. */
  readonly snippet: string;
}

/** Ready queries, the commonest first. */
export const exampleQueries: readonly ExampleQuery[] = [
  {
    label: 'hunt fresh domains',
    meaning: 'Domains of high or critical risk seen in the last days.',
    snippet: 'type=domain and (risk=high or risk=critical) and seen=${1:7d} and retired=0$0',
  },
  {
    label: 'hunt threat',
    meaning: 'What is linked to a threat and still active.',
    snippet: 'threat="${1:Example Kit}" and retired=0 and seen=${2:30d}$0',
  },
  {
    label: 'hunt feed',
    meaning: 'What a feed has listed lately.',
    snippet: 'feed="${1:Example Feed}" and added=${2:24h}$0',
  },
  {
    label: 'hunt look-alikes',
    meaning: 'Domains that begin with a brand, without its own.',
    snippet: 'type=domain and ioc=${1:login}* and not ioc=${2:login.example}$0',
  },
  {
    label: 'hunt registrar',
    meaning: 'Domains of one registrar at some risk.',
    snippet: 'type=domain and ++registrar="${1:Example Registrar}*" and risk!=none and risk!=unknown$0',
  },
  {
    label: 'hunt ports',
    meaning: 'Addresses that serve the web on unusual ports.',
    snippet: 'type=ip and (port=${1:8080} or port=${2:8443}) and protocol=HTTP* and risk=${3:high}$0',
  },
  {
    label: 'hunt technology',
    meaning: 'Risky URLs that run one technology.',
    snippet: 'type=url and technology=${1:WordPress} and (risk=high or risk=critical)$0',
  },
  {
    label: 'hunt list',
    meaning: 'Whatever is known of a list of indicators.',
    snippet: 'ioc=${1:login-update.example}\n  or ioc=${2:203.0.113.77}$0',
  },
  {
    label: 'hunt retired',
    meaning: 'Retired, but seen again.',
    snippet: 'retired=1 and (risk=high or risk=critical) and seen=${1:30d}$0',
  },
  {
    label: 'hunt threats',
    meaning: 'Threats whose indicators have something in common.',
    snippet: '# @type threats\nport=${1:3389} or protocol=${2:RDP}$0',
  },
];
