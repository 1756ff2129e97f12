import { parseIndicator } from '../../core/indicators';
import { emptyRecord, type IndicatorRecord, type Properties, type Stamps } from '../../core/records/record';
import { parseRisk, type RiskLevel } from '../../core/records/risk';
import { type LeftOut, type Said } from '../../core/records/said';
import { isNoStamp, parseStamp } from '../../core/records/stamp';

/** What a column means. `indicator` may stand over several columns: each cell is one. */
type Meaning =
  'indicator' | 'risk' | 'added' | 'updated' | 'seen' | 'retired' | 'reference' | 'threat' | 'feed' | 'note' | 'other';

/** Column by column: what it means, and its name as it stands in the file. */
export type Columns = readonly { readonly meaning: Meaning; readonly name: string }[];

const names: Readonly<Record<Exclude<Meaning, 'other'>, readonly string[]>> = {
  indicator: [
    ...['indicator', 'indicators', 'ioc', 'iocs', 'ioc_value', 'indicator_value', 'observable', 'value', 'artifact'],
    ...['domain', 'domain_name', 'domainname', 'hostname', 'host', 'fqdn', 'ip', 'ip_address', 'ipaddress', 'ipv4'],
    ...['ipv6', 'dst_ip', 'src_ip', 'c2', 'address', 'url', 'uri', 'link'],
  ],
  risk: ['risk', 'risk_level', 'severity', 'threat_level', 'verdict', 'reputation'],
  added: ['stamp_added', 'added', 'date_added', 'dateadded', 'created', 'first_seen', 'firstseen', 'first_seen_utc'],
  updated: ['stamp_updated', 'updated', 'modified', 'last_updated'],
  seen: ['stamp_seen', 'seen', 'last_seen', 'lastseen', 'last_seen_utc', 'last_online', 'date', 'time', 'timestamp'],
  retired: ['stamp_retired'],
  reference: ['reference'],
  threat: ['threat', 'threat_name', 'malware', 'malware_family', 'family', 'signature', 'campaign', 'actor'],
  feed: ['feed', 'feed_name', 'source'],
  note: ['description', 'comment', 'comments', 'note', 'notes', 'tags'],
};

/** Single names for one thing come before general ones: a file with `ioc` and `host` means the first. */
const soleIndicator = new Set(names.indicator.slice(0, 9));

const riskWords: Readonly<Record<string, RiskLevel>> = {
  malicious: 'high',
  severe: 'critical',
  suspicious: 'medium',
  moderate: 'medium',
  informational: 'very low',
  info: 'very low',
  benign: 'none',
  clean: 'none',
  harmless: 'none',
};

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');
}

/** What the columns of a header mean; undefined where it names no column of indicators. */
export function columnsOf(header: readonly string[]): Columns | undefined {
  const found = header.map((name): { meaning: Meaning; name: string } => {
    const plain = plainName(name);
    const meaning = Object.entries(names).find(([, known]) => known.includes(plain))?.[0] as Meaning | undefined;
    return { meaning: meaning ?? 'other', name };
  });
  const sole = found.find(({ meaning, name }) => meaning === 'indicator' && soleIndicator.has(plainName(name)));
  if (!found.some(({ meaning }) => meaning === 'indicator')) return undefined;
  if (sole === undefined) return found;
  return found.map((column) =>
    column.meaning === 'indicator' && column !== sole ? { ...column, meaning: 'other' } : column,
  );
}

/** Without a telling header: the column in which most cells are indicators; undefined where hardly any is. */
export function columnsByContent(
  rows: readonly (readonly string[])[],
  header?: readonly string[],
): Columns | undefined {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const hits = Array.from(
    { length: width },
    (_, column) => rows.filter((row) => parseIndicator(row[column] ?? '') !== undefined).length,
  );
  const most = Math.max(0, ...hits);
  if (most === 0 || most * 4 < rows.length) return undefined;
  const best = hits.indexOf(most);
  const named =
    header === undefined ? undefined : columnsOf([...header.slice(0, best), 'ioc', ...header.slice(best + 1)]);
  return hits.map((_, column) =>
    column === best
      ? { meaning: 'indicator', name: header?.[column] ?? 'indicator' }
      : (named?.[column] ?? { meaning: 'other', name: header?.[column] ?? `column ${column + 1}` }),
  );
}

function riskOf(word: string): RiskLevel {
  const level = parseRisk(word);
  if (level !== 'unknown') return level;
  const plain = word.trim().toLowerCase();
  return Object.hasOwn(riskWords, plain) ? (riskWords[plain] ?? 'unknown') : 'unknown';
}

/** `geo_city` and the like of an Explore CSV are properties (api-spec: “Explore CSV result”). */
function propertiesOf(cells: readonly (readonly [string, string])[]): Properties {
  const groups: Record<string, Record<string, string[]>> = {};
  for (const [name, cell] of cells) {
    const [, group = '', key = ''] = /^(geo|dns)_(\w+)$/.exec(name) ?? [];
    if (group !== '' && cell !== '') (groups[group] ??= {})[key] = [cell];
  }
  return groups;
}

function stampsOf(cell: (meaning: Meaning) => string): Stamps {
  const at = (meaning: 'added' | 'updated' | 'seen' | 'retired'): Stamps => {
    const stamp = parseStamp(cell(meaning));
    return stamp === undefined ? {} : { [meaning]: stamp };
  };
  return { ...at('added'), ...at('updated'), ...at('seen'), ...at('retired') };
}

/** What a row says of each of its indicators, whose value and type are still to be set. A threat that is named, without a risk, means high, as in STIX bundles. */
function recordOf(columns: Columns, row: readonly string[]): IndicatorRecord {
  const cell = (meaning: Meaning): string =>
    row[columns.findIndex((column) => column.meaning === meaning)]?.trim() ?? '';
  const named = columns.map(({ meaning, name }, at) => ({
    meaning,
    name: plainName(name),
    text: row[at]?.trim() ?? '',
  }));
  const threat = cell('threat');
  const feed = cell('feed');
  const own = riskOf(cell('risk'));
  const byThreat = own === 'unknown' && threat !== '';
  const iid = /[?&]iid=(\d+)/.exec(cell('reference'))?.[1];
  const retiredCell = cell('retired');
  const properties = propertiesOf(named.map(({ name, text }) => [name, text] as const));
  const others = named.filter(
    ({ meaning, name, text }) =>
      text !== '' && (meaning === 'note' || (meaning === 'other' && name !== 'type' && !/^(?:geo|dns)_/.test(name))),
  );
  return {
    ...emptyRecord('', 'domain'),
    ...(iid === undefined ? {} : { iid: Number(iid) }),
    risk: byThreat ? 'high' : own,
    riskFactors: byThreat ? [{ description: `Named with ${threat}`, risk: 'high' }] : [],
    retired: cell('risk').toLowerCase() === 'retired' || (retiredCell !== '' && !isNoStamp(retiredCell)),
    stamps: stampsOf(cell),
    threats: threat === '' ? [] : [{ name: threat, risk: byThreat ? 'high' : own }],
    feeds: feed === '' ? [] : [{ name: feed }],
    properties,
    other: Object.fromEntries(others.map(({ name, text }) => [name === '' ? 'column' : name, text])),
  };
}

/** What one row says, and what of it is no indicator. */
export function readRow(
  columns: Columns,
  row: readonly string[],
): { readonly said: readonly Said[]; readonly leftOut: readonly LeftOut[] } {
  const cells = columns
    .map(({ meaning }, at) => (meaning === 'indicator' ? (row[at]?.trim() ?? '') : ''))
    .filter((cell) => cell !== '');
  if (cells.length === 0)
    return { said: [], leftOut: [{ reason: 'Row without an indicator', example: row.join(',') }] };
  const withheld = cells.filter((cell) => /^\[privacy\]$|^REDACTED/i.test(cell));
  const shared = recordOf(columns, row);
  const read = cells
    .filter((cell) => !withheld.includes(cell))
    .map((cell) => ({ cell, indicator: parseIndicator(cell) }));
  return {
    said: read.flatMap(({ indicator }) => {
      if (indicator === undefined) return [];
      const record: IndicatorRecord = { ...shared, value: indicator.value, type: indicator.type };
      return [
        { kind: 'indicator' as const, record, ...(shared.iid === undefined ? {} : { foreignId: String(shared.iid) }) },
      ];
    }),
    leftOut: [
      ...withheld.map((example) => ({ reason: 'Withheld by the service that wrote the file', example })),
      ...read
        .filter(({ indicator }) => indicator === undefined)
        .map(({ cell }) => ({ reason: 'No domain, address or URL', example: cell })),
    ],
  };
}
