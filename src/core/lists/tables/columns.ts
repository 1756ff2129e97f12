import { parseListEntry } from '../../indicators';
import { type ChosenColumns, type ChosenMeaning, chosenMeaningNames } from '../../records/sourceDetails';

/** The meaning of a column. Several columns can be `indicator`; each cell is one. */
export type Meaning =
  | 'indicator'
  /** The last address of a range that begins with the indicator. */
  | 'rangeEnd'
  | 'risk'
  | 'added'
  | 'updated'
  | 'seen'
  | 'retired'
  | 'isRetired'
  | 'reference'
  | 'port'
  | 'threat'
  | 'category'
  | 'threats'
  | 'threatCategories'
  | 'feed'
  | 'note'
  | 'other';

interface Column {
  readonly meaning: Meaning;
  /** As written in the file. */
  readonly name: string;
  /** In lower case, with words joined by underscores. */
  readonly plain: string;
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

const names: Readonly<Record<Exclude<Meaning, 'other'>, readonly string[]>> = {
  indicator: [
    ...['indicator', 'indicators', 'ioc', 'iocs', 'ioc_value', 'indicator_value', 'observable', 'value', 'artifact'],
    ...['domain', 'domain_name', 'domainname', 'hostname', 'host', 'fqdn', 'ip', 'ip_address', 'ipaddress', 'ipv4'],
    ...['ipv6', 'dst_ip', 'src_ip', 'c2', 'address', 'url', 'uri', 'link'],
    ...['network', 'cidr', 'subnet', 'prefix', 'ip_range'],
    ...['start_ip', 'ip_start', 'range_start', 'ip_range_start', 'ip_from', 'from_ip', 'first_ip', 'start_address'],
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
  isRetired: ['retired'],
  reference: ['reference', 'references', 'ref', 'source_url', 'reference_url'],
  threat: ['threat', 'threat_name', ...Object.keys(categories)],
  category: ['category', 'threat_category'],
  threats: ['threats'],
  threatCategories: ['threat_categories'],
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
  return { meaning: meaning ?? 'other', name, plain, ...(category === undefined ? {} : { category }) };
}

/** Lists of threats have both of these columns; a single one may mean something else. */
function knownColumns(header: readonly string[]): Columns {
  const found = header.map(columnOf);
  const has = (meaning: Meaning): boolean => found.some((column) => column.meaning === meaning);
  if (has('threats') && has('threatCategories')) return found;
  return found.map((column) =>
    column.meaning === 'threats' || column.meaning === 'threatCategories' ? { ...column, meaning: 'other' } : column,
  );
}

/** The columns of a list of threats without indicators, as in exports of threats; undefined for other files. */
export function threatColumnsOf(header: readonly string[]): Columns | undefined {
  const found = knownColumns(header);
  const isList = found.some(({ plain }) => plain === 'threat') && found.some(({ meaning }) => meaning === 'category');
  return isList && !found.some(({ meaning }) => meaning === 'indicator') ? found : undefined;
}

/** The meaning of the columns in a header; undefined without a column of indicators. */
export function columnsOf(header: readonly string[]): Columns | undefined {
  const found = knownColumns(header);
  const sole = found.find(({ meaning, plain }) => meaning === 'indicator' && soleIndicator.has(plain));
  if (!found.some(({ meaning }) => meaning === 'indicator')) return undefined;
  if (sole === undefined) return found;
  return found.map((column) =>
    column.meaning === 'indicator' && column !== sole ? { ...column, meaning: 'other' } : column,
  );
}

/** Without a useful header: the column in which most cells are indicators; undefined if there are hardly any. */
export function columnsByContent(
  rows: readonly (readonly string[])[],
  header?: readonly string[],
): Columns | undefined {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const hits = Array.from(
    { length: width },
    (_, column) => rows.filter((row) => parseListEntry(row[column] ?? '') !== undefined).length,
  );
  const max = Math.max(0, ...hits);
  if (max === 0 || max * 4 < rows.length) return undefined;
  const best = hits.indexOf(max);
  const named =
    header === undefined ? undefined : columnsOf([...header.slice(0, best), 'ioc', ...header.slice(best + 1)]);
  return hits.map((_, at): Column => {
    const column = columnOf(header?.[at] ?? `column ${at + 1}`);
    return at === best ? { ...column, meaning: 'indicator' } : (named?.[at] ?? { ...column, meaning: 'other' });
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
    return { ...column, meaning };
  });
}

/** What columns contain, as far as it can be chosen. */
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
  const hasNone = first.every((cell) => parseListEntry(cell) === undefined);
  const named = hasNone ? columnsOf(first) : undefined;
  if (named !== undefined) return { columns: named, isHeader: true };
  // A threat may have a name like a domain, which must not make it an indicator.
  const threats = hasNone ? threatColumnsOf(first) : undefined;
  if (threats !== undefined) return { columns: threats, isHeader: true };
  const columns = hasNone ? columnsByContent(rest, first) : columnsByContent(rows);
  return columns === undefined ? undefined : { columns, isHeader: hasNone };
}
