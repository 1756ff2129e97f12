import { isoTimestamp } from '../../records/timestamp';
import type { UtcMillis } from '../../records/record';
import type { RiskLevel } from '../../records/risk';
import { stixUuid } from '../results/stixWriter';
import { type BlockEntry, loggedAddresses, loggedNames, loggedUrls } from './entry';
import { type BlockFormat, linesOfEntries } from './format';

/** A kind of rule: for names in DNS queries, addresses of connections, or URLs in the log of a proxy. */
interface Kind {
  readonly what: string;
  readonly category: string;
  readonly values: readonly string[];
  /** The selections of its rule, each with its name and lines. */
  readonly selections: (values: readonly string[]) => readonly (readonly [name: string, ...lines: string[]])[];
}

/** Rules that are about all entries together. */
export const sigma: BlockFormat = {
  extension: 'sigma.yml',
  language: 'yaml',
  comment: (text) => `# ${text}`,
  body: (entries, { lowest, created }) => ({
    lines: sigmaLines(entries, lowest, created),
    written: linesOfEntries(entries, ({ indicator }) => [
      ...loggedNames(indicator),
      ...loggedAddresses(indicator),
      ...loggedUrls(indicator),
    ]).written,
  }),
};

/** A Sigma rule for each kind of indicator. Rules are documents of one YAML file. */
function sigmaLines(entries: readonly BlockEntry[], lowest: RiskLevel, created: UtcMillis): readonly string[] {
  const valuesOf = (read: (indicator: BlockEntry['indicator']) => readonly string[]): readonly string[] => [
    ...new Set(entries.flatMap(({ indicator }) => read(indicator))),
  ];
  const kinds: readonly Kind[] = [
    {
      what: 'domains',
      category: 'dns',
      values: valuesOf(loggedNames),
      selections: (values) => [
        ['selection_name', ...field('query', values)],
        [
          'selection_below',
          ...field(
            'query|endswith',
            values.map((value) => `.${value}`),
          ),
        ],
      ],
    },
    {
      what: 'addresses',
      category: 'firewall',
      values: valuesOf(loggedAddresses),
      selections: (values) => [['selection_address', ...field('dst_ip', values)]],
    },
    {
      what: 'URLs',
      category: 'proxy',
      values: valuesOf(loggedUrls),
      selections: (values) => [['selection_url', ...field('c-uri', values)]],
    },
  ];
  return kinds
    .filter(({ values }) => values.length > 0)
    .flatMap((kind, at) => [...(at === 0 ? [] : ['---']), ...ruleOf(kind, lowest, created)]);
}

function ruleOf(
  { what, category, values, selections }: Kind,
  lowest: RiskLevel,
  created: UtcMillis,
): readonly string[] {
  return [
    `title: Contact with ${what} of ${lowest === 'critical' ? lowest : `${lowest} or higher`} risk`,
    `id: ${stixUuid(`sigma:${what}:${created}`)}`,
    'status: experimental',
    'description: Exported from a triage in Threat Lookups',
    `date: ${(isoTimestamp(created) ?? '1970-01-01').slice(0, 10)}`,
    'logsource:',
    `    category: ${category}`,
    'detection:',
    ...selections(values).flatMap(([name, ...lines]) => [`    ${name}:`, ...lines.map((line) => `        ${line}`)]),
    '    condition: 1 of selection_*',
    'falsepositives:',
    '    - Indicators that lists rate by mistake',
    `level: ${levels[lowest] ?? 'low'}`,
  ];
}

const levels: Readonly<Partial<Record<RiskLevel, string>>> = { critical: 'critical', high: 'high', medium: 'medium' };

function field(name: string, values: readonly string[]): readonly string[] {
  return [`${name}:`, ...values.map((value) => `    - ${quoted(value)}`)];
}

/** A value in single quotes (YAML), in which nothing is a wildcard (Sigma). */
function quoted(value: string): string {
  return `'${value.replace(/[\\*?]/g, '\\$&').replaceAll("'", "''")}'`;
}
