import { type ChosenColumns, type ChosenMeaning, chosenMeaningNames } from '../../records/sourceDetails';
import { listColumnsIn, reachColumn } from '../../results';
import { getEntries, isHash } from '../entries';
import { getValueType } from './types';

/** The meaning of a column. Several columns can be `indicator`; each cell is one. */
export type Meaning =
  | 'indicator'
  /** The type of the indicator beside it, or of another value. */
  | 'type'
  /** The last address of a range that begins with the indicator. */
  | 'rangeEnd'
  | 'risk'
  | 'added'
  | 'updated'
  | 'seen'
  | 'retired'
  | 'isRetired'
  /** Whether the entry is still current; the opposite of `isRetired`. */
  | 'isActive'
  /** The names that the entry is about, as in exports of this product. */
  | 'reach'
  /** Until when the entry is valid. */
  | 'until'
  /** A word such as `inactive`, `expired`, or `false positive`. */
  | 'status'
  | 'isMalicious'
  /** The opposite of `isMalicious`. */
  | 'isHarmless'
  /** Whether the entry is meant for detection, as `to_ids` of MISP. */
  | 'isForDetection'
  | 'reference'
  | 'port'
  | 'threat'
  | 'category'
  /** Threats, feeds, reasons, or attributes, as in exports of this product. */
  | 'list'
  | 'feed'
  | 'note'
  | 'other';

interface Column {
  readonly meaning: Meaning;
  /** As written in the file. */
  readonly name: string;
  /** In lower case, with words joined by underscores. */
  readonly plain: string;
  /** Whether it contains indicators as well, although another column does. */
  readonly isSecond?: boolean;
  /** The category of a column of threats, if its name implies one; as in `threatKinds`. */
  readonly category?: string;
}

/** The columns of a file. */
export type Columns = readonly Column[];

/** The category implied by the name of a column of threats. */
const categories: Readonly<Record<string, string>> = {
  malware: 'malware',
  malware_family: 'malware',
  family: 'malware',
  signature: 'malware',
  campaign: 'attack',
  actor: 'group',
  threat_actor: 'group',
  intrusion_set: 'apt',
};

const names: Readonly<Record<Exclude<Meaning, 'other' | 'type' | 'list'>, readonly string[]>> = {
  indicator: [
    'indicator',
    'indicators',
    'ioc',
    'iocs',
    'ioc_value',
    'indicator_value',
    'observable',
    'value',
    'artifact',
    'domain',
    'domain_name',
    'domainname',
    'hostname',
    'host',
    'fqdn',
    'ip',
    'ip_address',
    'ipaddress',
    'ipv4',
    'ipv6',
    'dst_ip',
    'src_ip',
    'c2',
    'address',
    'url',
    'uri',
    'pattern',
    'dns',
    'subdomain',
    'domains',
    'hostnames',
    'hosts',
    'fqdns',
    'ips',
    'ip_addresses',
    'urls',
    'uris',
    'c2_domain',
    'c2_host',
    'c2_ip',
    'c2_url',
    'c2_server',
    'malicious_domain',
    'malicious_ip',
    'malicious_url',
    'network',
    'cidr',
    'subnet',
    'prefix',
    'ip_range',
    'start_ip',
    'ip_start',
    'range_start',
    'ip_range_start',
    'ip_from',
    'from_ip',
    'first_ip',
    'start_address',
  ],
  rangeEnd: ['end_ip', 'ip_end', 'range_end', 'ip_range_end', 'ip_to', 'to_ip', 'last_ip', 'end_address'],
  risk: ['risk', 'risk_level', 'severity', 'threat_level', 'verdict', 'reputation'],
  added: [
    'stamp_added',
    'added',
    'date_added',
    'dateadded',
    'created',
    'first_seen',
    'firstseen',
    'first_seen_utc',
    'created_at',
    'first_reported',
    'listed',
  ],
  updated: ['stamp_updated', 'updated', 'modified', 'last_updated'],
  seen: [
    'stamp_seen',
    'seen',
    'last_seen',
    'lastseen',
    'last_seen_utc',
    'last_online',
    'date',
    'time',
    'timestamp',
    'last_reported',
    'last_report',
  ],
  port: ['port', 'dst_port', 'dest_port', 'destination_port', 'remote_port', 'c2_port'],
  retired: ['stamp_retired'],
  isRetired: [
    'retired',
    'is_retired',
    'revoked',
    'is_revoked',
    'expired',
    'is_expired',
    'deleted',
    'is_deleted',
    'deprecated',
    'is_deprecated',
    'inactive',
    'is_inactive',
    'disabled',
    'is_disabled',
  ],
  isActive: ['active', 'is_active', 'isactive', 'currently_active', 'enabled', 'is_enabled', 'valid', 'is_valid'],
  until: [
    'valid_until',
    'validuntil',
    'valid_to',
    'expires',
    'expires_at',
    'expires_on',
    'expire_at',
    'expired_at',
    'expiry',
    'expiration',
    'expiration_date',
    'expiration_time',
    'expirationtime',
    'expirationdatetime',
    'expiration_ts',
    'expiry_date',
    'date_expires',
  ],
  reach: [reachColumn],
  status: ['status', 'ioc_status', 'indicator_status'],
  isMalicious: ['malicious', 'is_malicious', 'ismalicious'],
  isHarmless: [
    'false_positive',
    'is_false_positive',
    'falsepositive',
    'benign',
    'is_benign',
    'harmless',
    'is_harmless',
    'whitelisted',
    'is_whitelisted',
    'iswhitelisted',
    'allowlisted',
    'is_allowlisted',
  ],
  isForDetection: ['to_ids'],
  reference: [
    'reference',
    'references',
    'ref',
    'refs',
    'source_url',
    'reference_url',
    'link',
    'links',
    'permalink',
    'report',
    'report_url',
    'article',
    'article_url',
    'blog',
    'blog_url',
    'advisory',
    'external_link',
  ],
  threat: ['threat', 'threat_name', ...Object.keys(categories)],
  category: ['category', 'threat_category'],
  feed: ['feed', 'feed_name', 'source'],
  note: ['description', 'comment', 'comments', 'note', 'notes', 'tags'],
};

/** Specific names come first: in a file with `ioc` and `host`, `ioc` is the indicator. */
const soleIndicator = new Set(names.indicator.slice(0, 9));

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');
}

function columnOf(name: string): Column {
  const plain = plainName(name);
  const meaning = Object.entries(names).find(([, known]) => known.includes(plain))?.[0] as Meaning | undefined;
  const category = meaning === 'threat' && Object.hasOwn(categories, plain) ? categories[plain] : undefined;
  return { meaning: meaning ?? 'other', name, plain, category };
}

/** Columns of registrations of domains, which expire on their own. */
const registration = /registrar|registrant|registered|registration|creation_date|whois/;

function knownColumns(header: readonly string[]): Columns {
  const named = header.map(columnOf);
  const isAboutDomains = named.some(({ plain }) => registration.test(plain));
  const found = named.map((column): Column =>
    isAboutDomains && column.meaning === 'until' ? { ...column, meaning: 'other' } : column,
  );
  const lists = listColumnsIn(found.map(({ plain }) => plain));
  return lists.size === 0
    ? found
    : found.map((column) => (lists.has(column.plain) ? { ...column, meaning: 'list' } : column));
}

/** The columns of a list of threats without indicators, as in exports of threats; undefined for other files. */
function threatColumnsOf(header: readonly string[]): Columns | undefined {
  const found = knownColumns(header);
  const isList = found.some(({ plain }) => plain === 'threat') && found.some(({ meaning }) => meaning === 'category');
  return isList && !found.some(({ meaning }) => meaning === 'indicator') ? found : undefined;
}

/** The meaning of the columns in a header; undefined without a column of indicators. */
export function getColumns(header: readonly string[]): Columns | undefined {
  const found = knownColumns(header);
  const sole = found.find(({ meaning, plain }) => meaning === 'indicator' && soleIndicator.has(plain));
  if (!found.some(({ meaning }) => meaning === 'indicator')) return undefined;
  if (sole === undefined) return found;
  return found.map((column) =>
    column.meaning === 'indicator' && column !== sole ? { ...column, meaning: 'other' } : column,
  );
}

/** A column with such a name has files, or pages about an indicator, whatever its cells look like. */
const otherContent =
  /(?:^|_)(?:links?|refs?|references?|reports?|articles?|blog|permalink|screenshot|news|files?|filename|path|process|sample|referr?er|email|sender)(?:_|$)/;

/** Whether indicators in a column can't be what the table lists. */
function isAbout({ meaning, plain }: Column): boolean {
  return meaning === 'reference' || meaning === 'note' || meaning === 'feed' || otherContent.test(plain);
}

/** Numbers of filled cells of a column, and of those with entries and hashes. */
interface Content {
  readonly filled: number;
  readonly entries: number;
  readonly hashes: number;
}

function contentsOf(rows: readonly (readonly string[])[]): readonly Content[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, at): Content => {
    const cells = rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '');
    const entries = cells.filter((cell) => getEntries(cell).length > 0).length;
    return { filled: cells.length, entries, hashes: cells.filter(isHash).length };
  });
}

/** The columns of rows by their header, or numbered. */
function unnamed(width: number, header: readonly string[] | undefined): Columns {
  const found = knownColumns(header ?? []);
  return Array.from({ length: width }, (_, at) => found[at] ?? columnOf(`column ${at + 1}`));
}

/**
 * Without a useful header: the column in which most cells are indicators, or hashes beside some; undefined if there are
 * hardly any.
 */
function columnsByContent(rows: readonly (readonly string[])[], header?: readonly string[]): Columns | undefined {
  const contents = contentsOf(rows);
  const found = unnamed(contents.length, header);
  let [best, most] = [-1, 0];
  for (const [at, { entries, hashes }] of contents.entries()) {
    const column = found[at];
    if (entries === 0 || column === undefined || isAbout(column) || entries + hashes <= most) continue;
    [best, most] = [at, entries + hashes];
  }
  const { entries = 0, hashes = 0 } = contents[best] ?? {};
  if (entries === 0 || entries * 4 < rows.length - hashes) return undefined;
  return found.map((column, at): Column => {
    if (at === best) return { ...column, meaning: 'indicator' };
    return header === undefined || column.meaning === 'indicator' ? { ...column, meaning: 'other' } : column;
  });
}

const typeNames = /(?:^|_)types?$|^(?:indicator|indicators|ioc|iocs|observable|kind)$/;

/** How much of a column has to be types: less if its name shows it. */
const shareOfTypes = (column: Column): number => (typeNames.test(column.plain) ? 0.5 : 0.9);

/** The columns of a table with a column of types: the value is the column that fits them best. */
function typedColumns(
  rows: readonly (readonly string[])[],
  header: readonly string[] | undefined,
): Columns | undefined {
  const width = Math.max(0, header?.length ?? 0, ...rows.map((row) => row.length));
  const found = unnamed(width, header);
  const candidates = found.map((column, at) => {
    const cells = rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '');
    const known = cells.filter((cell) => getValueType(cell) !== undefined).length;
    const isTypes = known > 0 && known >= cells.length * shareOfTypes(column);
    return { at, score: !isTypes || isAbout(column) ? 0 : known + (typeNames.test(column.plain) ? rows.length : 0) };
  });
  const [types] = candidates.toSorted((a, b) => b.score - a.score);
  if (types === undefined || types.score === 0) return undefined;
  const fitsOf = (at: number): number =>
    rows.filter((row) => {
      const type = getValueType(row[types.at] ?? '');
      const cell = row[at]?.trim() ?? '';
      return type === 'hash' ? isHash(cell) : type === 'indicator' && getEntries(cell).length > 0;
    }).length;
  const values = found
    .map((column, at) => ({
      at,
      fits: at === types.at ? 0 : fitsOf(at),
      isAbout: isAbout(column),
      isNamed: column.meaning === 'indicator',
    }))
    .filter(({ fits }) => fits > 0)
    .toSorted(
      (a, b) => Number(a.isAbout) - Number(b.isAbout) || b.fits - a.fits || Number(b.isNamed) - Number(a.isNamed),
    );
  const [value] = values;
  if (value === undefined) return undefined;
  return found.map((column, at): Column => {
    if (at === types.at) return { ...column, meaning: 'type' };
    if (at === value.at) return { ...column, meaning: 'indicator' };
    return column.meaning === 'indicator' ? { ...column, meaning: 'other' } : column;
  });
}

/** Columns by their names, unless what they contain shows that another one has the indicators. */
function checkedColumns(named: Columns, rows: readonly (readonly string[])[], header: readonly string[]): Columns {
  const contents = contentsOf(rows);
  const fits = (at: number): number => (contents[at]?.entries ?? 0) + (contents[at]?.hashes ?? 0);
  const indicators = named.flatMap(({ meaning }, at) => (meaning === 'indicator' ? [at] : []));
  if (indicators.some((at) => fits(at) > 0) || !indicators.some((at) => (contents[at]?.filled ?? 0) > 0)) return named;
  const all = knownColumns(header);
  if (all.some(({ meaning }, at) => meaning === 'indicator' && fits(at) > 0)) {
    return all.map((column, at) =>
      column.meaning === 'indicator' && fits(at) === 0 ? { ...column, meaning: 'other' } : column,
    );
  }
  return columnsByContent(rows, header) ?? named;
}

/** Marks columns of unknown meaning in which at least half of the filled cells contain indicators. */
function withSecond(columns: Columns, rows: readonly (readonly string[])[]): Columns {
  const contents = contentsOf(rows);
  return columns.map((column, at) => {
    const { entries = 0, filled = 0 } = contents[at] ?? {};
    return column.meaning === 'other' &&
      entries > 0 &&
      entries * 2 >= filled &&
      !isAbout(column) &&
      !isUnderstood(column)
      ? { ...column, isSecond: true }
      : column;
  });
}

const chosenMeanings = {
  value: 'indicator',
  risk: 'risk',
  threat: 'threat',
  category: 'category',
  firstSeen: 'added',
  lastSeen: 'seen',
  port: 'port',
  reference: 'reference',
  comment: 'note',
} as const satisfies Readonly<Record<ChosenMeaning, Meaning>>;

/** The columns of a table with those that a user chose; the others keep a meaning that nobody chose. */
export function withChosen(columns: Columns, chosen: ChosenColumns): Columns {
  const at = new Map<number, Meaning>(
    Object.entries(chosen).map(([index, name]) => [Number(index), name === 'none' ? 'other' : chosenMeanings[name]]),
  );
  const taken = new Set(at.values());
  const length = Math.max(columns.length, ...[...at.keys()].map((index) => index + 1));
  return Array.from({ length }, (_, index): Column => {
    const column = columns[index] ?? columnOf(`column ${index + 1}`);
    const meaning = at.get(index) ?? (taken.has(column.meaning) ? 'other' : column.meaning);
    // Who chose knows what is in the others.
    return { ...column, meaning, isSecond: false };
  });
}

/** The meanings of columns that a user can choose. */
export function chosenIn(columns: Columns): ChosenColumns {
  return Object.fromEntries(
    columns.flatMap(({ meaning }, index) => {
      const name = chosenMeaningNames.find((each) => chosenMeanings[each] === meaning);
      return name === undefined ? [] : [[index, name]];
    }),
  );
}

/** Whether a column is understood, also as something that can't be chosen, such as `geo_city`. */
export function isUnderstood({ meaning, plain }: Column): boolean {
  return meaning !== 'other' || plain === 'type' || /^(?:geo|dns)_/.test(plain);
}

/** Columns without any known meaning. */
export function unknownColumns(header: readonly string[]): Columns {
  return header.map((name) => ({ ...columnOf(name), meaning: 'other' }));
}

/** The columns of a table, and whether its first row is a header; undefined without a column of indicators or threats. */
export function understandTable(
  rows: readonly (readonly string[])[],
): { readonly columns: Columns; readonly isHeader: boolean } | undefined {
  const [first = [], ...rest] = rows;
  // A row of a list that begins with files has a hash, but no indicator.
  const hasNone = first.every((cell) => !isHash(cell) && getEntries(cell).length === 0);
  const byTypes = typedColumns(hasNone ? rest : rows, hasNone ? first : undefined);
  const types = byTypes?.findIndex(({ meaning }) => meaning === 'type') ?? -1;
  const isHeader = hasNone && getValueType(first[types] ?? '') === undefined;
  const [header, data] = isHeader ? [first, rest] : [undefined, rows];
  const typed = isHeader === hasNone ? byTypes : typedColumns(rows, undefined);
  const columns = typed ?? untypedColumns(data, header);
  return columns === undefined ? undefined : { columns: withSecond(columns, data), isHeader };
}

/** The columns of a table without a column of types: by their names if possible, otherwise by their content. */
function untypedColumns(
  rows: readonly (readonly string[])[],
  header: readonly string[] | undefined,
): Columns | undefined {
  return (header === undefined ? undefined : namedTable(header, rows)) ?? columnsByContent(rows, header);
}

function namedTable(header: readonly string[], rows: readonly (readonly string[])[]): Columns | undefined {
  const named = getColumns(header);
  // A threat may have a name like a domain, which must not make it an indicator.
  return named === undefined ? threatColumnsOf(header) : checkedColumns(named, rows, header);
}
