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

/** Values of `--by`, and the formats of grouped results. */
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
    'Finds the indicators in files, without a store. Prints one JSON line per occurrence: file, line and column (from 1), start and end (UTF-16 offsets, from 0), raw (as written), value (refanged and normalized), type, defanged, reserved. Encoded indicators are decoded; a URL inside another URL follows it.',
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
      text: 'Also print strings that are not indicators, and the detection rules that apply to each, strongest first (found, rules)',
    },
  ],
  json: 'the lines as results.',
  examples: ['find report.md', 'find - < changes.diff'],
};

export const queryDescription: CommandDescription = {
  name: 'query',
  summary: 'Search a store with a query',
  argument: { synopsis: "'QUERY'" },
  paragraphs: [
    'Searches a store with a query, as in the VS Code extension. Prints one JSON line per result, most recently seen first; with --format, one document with all results.',
    `The exit code is 1 if the store can't be read, or if ${maxQueryResults} results were found without --limit.`,
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
    'Finds the indicators in files, looks them up in the store, and prints what the store knows about them. Nothing is sent. On a terminal, the output is a table of the indicators found; otherwise, one JSON line per indicator.',
    filesParagraph,
    'A client is the IP address, user, or host that made the request, opened the connection, or sent the message. --by client prints, for each client, the indicators with at least low risk, highest risk first; without a terminal, as JSON lines: client (null for lines without one), risk, firstSeen, lastSeen, indicators (value, type, defanged, risk, lines, firstSeen, lastSeen, first (file, line, column), threats, sources).',
    'Indicators that match a .threatlookupsignore file in the current folder are never included in blocklists, rules, and queries. They are shown as ignored if the store has no data about them. --fail-on counts them anyway. --fail-on and --min-risk skip retired indicators and likely false positives in lists, such as a public resolver.',
    "The exit code is also 1 if a file contains more indicators than can be listed or lacks the --client-field field, or if, with --by client, an indicator has more than 1000 clients in a file. Results are printed anyway, unless the store can't be read.",
  ],
  options: [
    readStoreOption,
    {
      name: 'format',
      value: 'FORMAT',
      choices: triageFormats,
      text: 'table (indicators found), jsonl (JSON lines), json, csv, markdown, stix, sarif, github (GitHub Actions annotations), or a blocklist, rules, or queries: plain, hosts, rpz, suricata, suricata-domains, suricata-addresses, suricata-datasets (rules for both datasets), zeek, sigma, kql, spl, esql, or lucene',
    },
    {
      name: 'by',
      value: 'WHAT',
      choices: triageGroups,
      text: `client: group by client; formats: ${clientFormats.join(', ')}`,
    },
    {
      name: 'client-field',
      value: 'NAME',
      text: 'The field with the client: a column, a key (with dots for nested objects), or the position of a space-separated field, from 1; default: by file format',
    },
    {
      name: 'count-lists',
      text: 'Also include indicator lists, rule files, and imported files. By default, these are skipped and named on standard error if you pass more than one file, except with --fail-on, sarif, and github',
    },
    {
      name: 'fail-on',
      value: 'RISK',
      choices: riskChoices,
      text: 'Exit with 3 if an indicator has at least this risk (critical, high, medium, or low, which is more than very low), with 4 if nothing was checked',
    },
    {
      name: 'min-risk',
      value: 'RISK',
      choices: riskChoices,
      text: 'Print only indicators with at least this risk; default: all; low for sarif, github, and --by; high for blocklists, rules, and queries',
    },
    {
      name: 'hosts-of-urls',
      text: "In blocklists, rules, and queries: also add the hosts of listed URLs, even if the host itself isn't listed; this blocks everything on them",
    },
    { name: 'language', value: 'ID', text: 'VS Code language ID of the files; default: by file name' },
  ],
  json: 'the same as --format json.',
  examples: [
    'triage access.log',
    'triage --by client access.log dns.log',
    'triage --db store.sqlite --fail-on high --format github -- docs/*.md',
    'triage --format kql --min-risk medium report.md > hunt.kql',
  ],
};
