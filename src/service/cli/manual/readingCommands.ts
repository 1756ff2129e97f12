import { blockForms } from '../../../core/export/blocking';
import { tiers } from '../../http/tiers';
import { filesArgument, filesParagraph, readStoreOption } from './shared';
import type { CommandDescription } from './types';

/** The formats of `triage`; `jsonl` is the default for files and programs, `table` for terminals. */
export const triageFormats = [
  ...(['table', 'jsonl', 'json', 'csv', 'markdown', 'stix', 'sarif', 'github'] as const),
  ...blockForms,
] as const;
export type TriageFormat = (typeof triageFormats)[number];

/** What `--by` groups by, and the formats that it has. */
export const triageGroups = ['client'] as const;
export const clientFormats = ['table', 'jsonl', 'json', 'csv'] as const;

/** The risks of `--fail-on` and `--min-risk`. */
export const riskChoices = ['critical', 'high', 'medium', 'low'] as const;

/** The formats and types of `query`. */
export const queryFormats = ['json', 'csv', 'stix'] as const;
export const queryTypes = ['indicators', 'threats'] as const;
export const maxQueryResults = tiers.business.exploreLimit;

export const findDescription: CommandDescription = {
  name: 'find',
  summary: 'List domains, IP addresses, and URLs in files, defanged or not',
  argument: filesArgument,
  paragraphs: [
    'Prints one JSON line per occurrence: file, line and column (from 1), start and end (UTF-16 offsets, from 0), raw (as written), value (refanged and normalized), type, defanged, reserved. Encoded indicators are decoded, and a URL inside another URL is printed after it.',
    filesParagraph,
  ],
  options: [
    {
      name: 'language',
      value: 'ID',
      text: 'VS Code language ID of the text (typescript, markdown, …); default: prose or log',
    },
    {
      name: 'explain',
      text: 'Also print examined strings that are not indicators, and the detection rules that apply to each string, strongest first (found, rules)',
    },
  ],
  json: 'the lines as results.',
  examples: ['find report.md', 'find - < changes.diff'],
};

export const queryDescription: CommandDescription = {
  name: 'query',
  summary: 'Search a store with an Explore query',
  argument: { synopsis: "'QUERY'" },
  paragraphs: [
    'Prints the response of /api/explore.php, most recently seen first; without a format, one JSON line per result.',
    `The exit code is 2 if the query is invalid, and 1 if the store can't be read, or if ${maxQueryResults} results were found without --limit.`,
  ],
  options: [
    readStoreOption,
    { name: 'format', value: 'FORMAT', choices: queryFormats, text: 'json, csv, or stix' },
    { name: 'type', value: 'TYPE', choices: queryTypes, text: 'indicators (default) or threats' },
    {
      name: 'limit',
      value: 'N',
      text: `Maximum number of results; default and maximum: ${maxQueryResults}`,
    },
  ],
  json: 'the rows as results.',
  examples: ["query --db store.sqlite 'risk=high and type=domain'"],
};

export const triageDescription: CommandDescription = {
  name: 'triage',
  summary: 'Find the indicators in files and look them up in a store, highest risk first',
  argument: filesArgument,
  paragraphs: [
    'Prints the data of the store about the indicators in files. No service is queried, and nothing is sent.',
    filesParagraph,
    'On a terminal, the output is a table of the indicators found. Otherwise, it is one JSON line per indicator, see docs/reference/exports.md.',
    'A client is the IP address, user, or host that made the request, opened the connection, or sent the message. --by client prints the indicators with at least low risk of each client, the client with the highest risk first. Without a terminal, it is one JSON line per client: client (null for lines without a client), risk, firstSeen, lastSeen, indicators (value, type, defanged, risk, lines, firstSeen, lastSeen, first (file, line, column), threats, sources).',
    'Entries of a file .threatlookupsignore in the current folder are shown as ignored if the store has no data about them, and never in blocklists, rules, and queries. --fail-on counts them anyway.',
    '--fail-on and --min-risk skip retired indicators and likely mistakes of lists, such as a public resolver on a blocklist.',
    "The exit code is also 1 if a file contains more indicators than are listed, or doesn't have the field named by --client-field, or if an indicator has more than 1000 clients in a file with --by client; the others aren't named. Indicators found are printed anyway. Nothing is printed if the store can't be read.",
  ],
  options: [
    readStoreOption,
    {
      name: 'format',
      value: 'FORMAT',
      choices: triageFormats,
      text: 'table (indicators found, for reading), jsonl (one JSON line per indicator), json (one document), csv, markdown, stix, sarif, github (annotations of GitHub Actions), or a blocklist, rules, or queries: plain (a blocklist), hosts, rpz, suricata, suricata-domains, suricata-addresses, suricata-datasets (rules for both datasets), zeek, sigma, kql, spl, esql, or lucene',
    },
    {
      name: 'by',
      value: 'WHAT',
      choices: triageGroups,
      text: `client: print the indicators of each client; formats: ${clientFormats.join(', ')}`,
    },
    {
      name: 'client-field',
      value: 'NAME',
      text: 'The field with the client of a line: a column, a key (with dots for nested objects), or the position of a space-separated field, starting at 1; default: by the format of the file',
    },
    {
      name: 'count-lists',
      text: 'Also count lists (STIX, tables and lists of indicators, hosts files, rules) and files that were imported into the store. By default, if you pass more than one file, these are skipped and named on standard error. They always count with --fail-on, sarif, and github',
    },
    {
      name: 'fail-on',
      value: 'RISK',
      choices: riskChoices,
      text: 'Exit with 3 if an indicator has at least this risk: critical, high, medium, or low; with 4 if nothing was checked',
    },
    {
      name: 'min-risk',
      value: 'RISK',
      choices: riskChoices,
      text: 'Print only indicators with at least this risk; default: all; low for sarif, github, and --by; high for blocklists, rules, and queries',
    },
    {
      name: 'hosts-of-urls',
      text: 'In blocklists, rules, and queries: also hosts that only have listed URLs, which blocks everything on them',
    },
    { name: 'language', value: 'ID', text: 'VS Code language ID of the files; default: by file name' },
  ],
  json: 'the same as --format json.',
  examples: [
    'triage access.log',
    'triage --by client access.log dns.log',
    'triage --db store.sqlite --fail-on high --format github -- docs/*.md',
    'triage --db store.sqlite --format sarif report.md > triage.sarif',
    'triage --format kql --min-risk medium report.md > hunt.kql',
  ],
};
