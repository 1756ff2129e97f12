import { formatUtc, t } from '../../l10n';
import type { OpenedFeed, OpenedThreat } from '../../core/lookups/opened';
import type { RiskCounts, Breakdowns } from '../../core/records/counts';
import type { FeedRecord } from '../../core/records/feed';
import { changesIn, hasPreviousValues, type PropertyHistory, type PropertyValue } from '../../core/records/history';
import type { Known, Source, SourceReport } from '../../core/records/knowledge';
import { isDescription } from '../../core/records/labels/getDescription';
import { groupNames } from '../../core/records/labels/propertyLabels';
import type { FeedCount, LinkSummary, ThreatCount } from '../../core/records/linked';
import type { IndicatorRecord, UtcMillis } from '../../core/records/record';
import { type RiskWord, worseFirst } from '../../core/records/risk';
import { getSourceId } from '../../core/records/sourceId';
import type { Reference, ThreatRecord } from '../../core/records/threat';
import { parseTimestamp } from '../../core/records/timestamp';
import { getReference } from '../../core/records/webPage';
import { getMarkings } from '../../core/stix/tlp';
import type { LinkedTextView } from '../../webviews/messages/parts';
import type {
  BreakdownView,
  ComparisonView,
  MarkedText,
  RecordView,
  ShortenedList,
  TableRow,
  TableView,
} from '../../webviews/messages/record';
import { truncateText } from '../../core/text/visibleText';

/** JSON of any value, indented by `indent` spaces; a message if it is nested too deeply to be written. */
function toJson(value: unknown, indent = 0, replacer?: (key: string, value: unknown) => unknown): string {
  try {
    const json: unknown = JSON.stringify(value, replacer, indent);
    return typeof json === 'string' ? json : 'undefined';
  } catch {
    return JSON.stringify(t('(nested too deeply to be shown)'));
  }
}

const millisKeys: ReadonlySet<string> = new Set([
  'added',
  'updated',
  'seen',
  'probed',
  'retired',
  'linked',
  'updatedLastDomain',
  'at',
]);

/** Like {@link toJson}, but with known times in ISO 8601. */
function readableJson(value: unknown, indent = 2): string {
  return toJson(value, indent, (key, each) =>
    typeof each === 'number' && millisKeys.has(key) && each > 1e11 && each <= 8.64e15
      ? new Date(each).toISOString()
      : each,
  );
}

/** A threat or feed as one source reports it. */
export type GroupKnown = (({ readonly kind: 'threat' } & OpenedThreat) | ({ readonly kind: 'feed' } & OpenedFeed)) & {
  readonly source: Source;
  readonly asOf: UtcMillis;
  /** The source that its links are requested from, see `fromOf`. */
  readonly from: string;
  /** The local sources that report it, the newest first. */
  readonly reportedBy?: readonly SourceReport[];
};

/** Entries of a list that are sent; the raw JSON has the rest. */
const maxEntries = 300;
/** UTF-16 units of a text, a name, and a label. Queries find no longer names, and none of these is as long. */
const maxText = 8_000;
const maxName = 2_000;
const maxLabel = 600;
/** Maximum cost of all texts of reasons, redirects, and comments together; usual records cost far less. */
const maxTexts = 300_000;
/** The maximum length of each further text. */
const maxTextAfterwards = 200;
/** Groups with a table of their own; further ones share one. */
const maxGroups = 60;
/** Limits of a row: the number of its values, and their total cost. */
const maxValues = 1_000;
const maxRowCost = 50_000;
/** Number of rows of each table that are sent with the record, and the total cost of the rows of all tables. */
const firstRows = { rows: 100, cost: 200_000 };
/** Like {@link firstRows}, but for one request of further rows. */
const furtherRows = { rows: 2_000, cost: 400_000 };
const maxChanges = 1_000;
const maxChangedValues = 50;
const maxChangedText = 4_000;
/** Rows of one breakdown; the raw JSON has the rest. */
const maxBreakdownRows = 50;
/** The approximate cost of sending and rendering a link to an indicator, in characters. */
const linkCost = 100;

/** The texts of a message that contain indicators, which the page can't find itself. */
export class Marks {
  private readonly marked = new Map<string, LinkedTextView>();

  /** @param linkedText marks the indicators of a text */
  constructor(private readonly linkedText: (text: string) => LinkedTextView) {}

  /** Marks the indicators of a text; returns the cost of sending and rendering it. */
  add(text: string): number {
    const parts = this.marked.get(text) ?? this.linkedText(text);
    if (typeof parts === 'string') return text.length;
    this.marked.set(text, parts);
    return parts.reduce((sum, part) => sum + (typeof part === 'string' ? 0 : linkCost), text.length * 2);
  }

  /** Adds a text that isn't longer than a page shows. */
  whole(text: string): string {
    const shown = truncateText(text, maxText);
    this.add(shown);
    return shown;
  }

  all(): MarkedText[] {
    return [...this.marked];
  }
}

/** Keeps whole texts until they cost too much together, and cuts further ones. */
class TextBudget {
  isExceeded = false;
  private left = maxTexts;

  constructor(private readonly marks: Marks) {}

  readonly cut = (text: string): string => {
    const isSpent = this.left <= 0 && text.length > maxTextAfterwards;
    if (isSpent) this.isExceeded = true;
    const shown = truncateText(text, isSpent ? maxTextAfterwards : maxText);
    this.left -= this.marks.add(shown);
    return shown;
  };
}

/** One source's data about an indicator, within limits. */
export function sentIndicator(known: Known, marks: Marks): RecordView {
  const { record, source } = known;
  const texts = new TextBudget(marks);
  const { riskFactors, redirects, comments, threats, feeds, toplist } = record;
  // Their order decides which are cut.
  const sent = {
    reasons: worstOf(riskFactors).map((each) => ({ ...each, description: texts.cut(each.description) })),
    from: first(redirects.from).map(({ value }) => ({ value: texts.cut(value) })),
    to: first(redirects.to).map(({ value }) => ({ value: texts.cut(value) })),
    comments: first(comments).map((each) => ({
      ...each,
      username: label(each.username),
      title: label(each.title),
      text: texts.cut(each.text),
    })),
  };
  return {
    kind: 'indicator',
    id: recordId(known),
    sourceKey: truncateText(sourceKey(known), 500),
    sources: [source],
    asOf: known.asOf,
    from: getSourceId(source),
    detail: known.detail,
    record: {
      ...record,
      retiredReason: label(record.retiredReason),
      toplist: toplist && {
        ...toplist,
        domain: toplist.domain === undefined ? undefined : marks.whole(toplist.domain),
      },
      riskFactors: sent.reasons,
      redirects: { from: sent.from, to: sent.to },
      comments: sent.comments,
      threats: worstOf(threats).map(sentThreat),
      feeds: first(feeds).map(sentFeed),
      attributes: {},
      properties: {},
      other: {},
      contexts: undefined,
    },
    tables: firstTables(tablesOf(record), marks),
    shortened: [
      ...shortened('reasons', riskFactors),
      ...shortened('threats', threats),
      ...shortened('feeds', feeds),
      ...shortened('redirectsFrom', redirects.from),
      ...shortened('redirectsTo', redirects.to),
      ...shortened('comments', comments),
    ],
    isTextCut: texts.isExceeded,
    pageHost: getReference(record, source.address)?.host,
  };
}

/** Further rows of one of its tables. */
export function sentRows(known: Known, table: string, from: number, marks: Marks): readonly TableRow[] {
  const found = tablesOf(known.record).find(({ id }) => id === table);
  return found === undefined ? [] : rowsFrom(found, from, furtherRows, marks).rows;
}

/** One source's data about a threat or feed, within limits. */
export function sentGroup(known: GroupKnown, marks: Marks): RecordView {
  const summary = getSummary(known);
  const group = known.kind === 'threat' ? known.threat : known.feed;
  const reports = known.reportedBy ?? [];
  const rows = Object.entries({ ...group.other, ...summary?.other }).map(([key, value]) =>
    row('other', key, asTexts(value)),
  );
  const basis = {
    id: groupRecordId(known),
    sourceKey: truncateText(`${known.kind} ${known.from}`, 500),
    sources: reports.length === 0 ? [known.source] : reports.map(({ source }) => source),
    asOf: reports[0]?.asOf ?? known.asOf,
    from: known.from,
    tables: firstTables(rows.length === 0 ? [] : [{ id: 'other', kind: 'other', group: '', rows: first(rows) }], marks),
    shortened: shortenedOf(known, summary),
    isTextCut: false,
    summary: summary && sentSummary(summary),
    breakdowns: summary === undefined ? [] : sentBreakdowns(summary, marks),
  };
  return known.kind === 'threat'
    ? { ...basis, kind: 'threat', threat: sentThreatRecord(known.threat, marks) }
    : { ...basis, kind: 'feed', feed: sentFeedRecord(known.feed, marks) };
}

/** The lists that are longer than the sent part of them. */
function shortenedOf(known: GroupKnown, summary: ReturnType<typeof getSummary>): RecordView['shortened'] {
  const summarized = [...shortened('threats', summary?.threats ?? []), ...shortened('feeds', summary?.feeds ?? [])];
  if (known.kind === 'feed') return [...summarized, ...shortened('references', known.feed.references)];
  const { otherNames, references, news } = known.threat;
  return [
    ...summarized,
    ...shortened('otherNames', otherNames),
    ...shortened('references', references),
    ...shortened('news', news),
  ];
}

function sentThreatRecord(threat: ThreatRecord, marks: Marks): ThreatRecord {
  const text = (each: string | undefined): string | undefined => (each === undefined ? undefined : marks.whole(each));
  const texts = (list: readonly string[]): readonly string[] => first(list).map((each) => marks.whole(each));
  return {
    ...threat,
    name: truncateText(threat.name, maxName),
    category: label(threat.category),
    retiredReason: label(threat.retiredReason),
    description: text(threat.description),
    wikiSummary: text(threat.wikiSummary),
    wikiReference: text(threat.wikiReference),
    otherNames: texts(threat.otherNames),
    ttps: texts(threat.ttps),
    references: sentReferences(threat.references, marks),
    news: first(threat.news).map(({ title, channel, link, at }) => ({
      title: marks.whole(title),
      channel: label(channel),
      link: text(link),
      at,
    })),
    other: {},
  };
}

function sentFeedRecord(feed: FeedRecord, marks: Marks): FeedRecord {
  const text = (each: string | undefined): string | undefined => (each === undefined ? undefined : marks.whole(each));
  return {
    ...feed,
    name: truncateText(feed.name, maxName),
    category: label(feed.category),
    organization: text(feed.organization),
    pricing: text(feed.pricing),
    description: text(feed.description),
    website: text(feed.website),
    schedule: text(feed.schedule),
    references: sentReferences(feed.references, marks),
    other: {},
  };
}

function sentReferences(references: readonly Reference[], marks: Marks): readonly Reference[] {
  const text = (each: string | undefined): string | undefined =>
    each === undefined ? undefined : marks.whole(truncateText(each, maxName));
  return first(references).map(({ name, id, description, url }) => ({
    name: text(name),
    id: text(id),
    description: text(description),
    url: text(url),
  }));
}

function sentSummary(summary: LinkSummary): LinkSummary {
  return {
    ...summary,
    breakdowns: {},
    properties: {},
    threats: worstOf(summary.threats).map(sentThreat),
    feeds: first(summary.feeds).map(sentFeed),
    other: {},
  };
}

function sentBreakdowns({ breakdowns, properties }: LinkSummary, marks: Marks): readonly BreakdownView[] {
  const sent = (group: string, all: Breakdowns): readonly BreakdownView[] =>
    Object.entries(all).map(([key, rows]) => ({
      group: truncateText(group, maxLabel),
      key: truncateText(key, maxLabel),
      rows: rows.slice(0, maxBreakdownRows).map(({ value, name, counts }) => {
        const shown = { value: truncateText(value, maxLabel), name: label(name), counts };
        marks.add(shown.value);
        if (shown.name !== undefined) marks.add(shown.name);
        return shown;
      }),
      total: rows.length,
    }));
  return [
    ...sent('attributes', breakdowns),
    ...Object.entries(properties).flatMap(([group, keys]) => sent(group, keys)),
  ].filter(({ total }) => total > 0);
}

function sentThreat(threat: ThreatCount): ThreatCount {
  return { ...threat, name: truncateText(threat.name, maxName), category: label(threat.category) };
}

function sentFeed(feed: FeedCount): FeedCount {
  return {
    ...feed,
    name: truncateText(feed.name, maxName),
    category: label(feed.category),
    organization: feed.organization === undefined ? undefined : truncateText(feed.organization, maxName),
    pricing: label(feed.pricing),
  };
}

/** The properties that differ from previous scans, within limits. */
export function sentComparison(history: PropertyHistory, marks: Marks): ComparisonView {
  const changes = changesIn(history);
  const values = (all: readonly PropertyValue[]): readonly PropertyValue[] =>
    all.slice(0, maxChangedValues).map((each) => {
      const value = truncateText(each.value, maxChangedText);
      marks.add(value);
      return { ...each, value };
    });
  const seen = changes.flatMap(({ before }) => before.flatMap((each) => each.seen ?? []));
  return {
    changes: changes.slice(0, maxChanges).map(({ group, name, before, now }) => ({
      group: truncateText(group, maxLabel),
      name: truncateText(name, maxLabel),
      before: values(before),
      now: values(now),
    })),
    total: changes.length,
    since: seen.length === 0 ? undefined : seen.reduce((oldest, at) => Math.min(oldest, at)),
    hasPreviousScans: hasPreviousValues(history),
  };
}

/** Identifies a record in messages; a newer version of it has another id. */
export function recordId(known: Known): string {
  return truncateText(`${sourceKey(known)} ${known.asOf} ${known.detail}`, 500);
}

/** Identifies the source of a record, whatever its version. */
export function sourceKey({ source }: Known): string {
  return [
    source.kind,
    source.address ?? source.name,
    source.urls === undefined ? (source.range ?? source.parent?.name ?? '') : 'urls',
  ]
    .join(' ')
    .trimEnd();
}

/** {@link recordId} of a threat or feed. */
export function groupRecordId({ kind, from, asOf }: GroupKnown): string {
  return truncateText(`${kind} ${from} ${asOf}`, 500);
}

/** The summary if it was loaded. */
export function getSummary({ summary }: GroupKnown): LinkSummary | undefined {
  return summary !== undefined && 'breakdowns' in summary ? summary : undefined;
}

/** The source's counts of indicators, if it has any. */
export function getCounts(known: GroupKnown): RiskCounts | undefined {
  return getSummary(known)?.risk ?? (known.kind === 'feed' ? known.feed.counts : undefined);
}

/** A table with all its rows. */
type Table = Omit<TableView, 'total'>;

const tables = new WeakMap<IndicatorRecord, readonly Table[]>();

/**
 * The tables of a record: its description, the groups of the specification in its order, other groups, attributes, and
 * everything that the specification does not name. Kept, since a panel requests their rows many times.
 */
function tablesOf(record: IndicatorRecord): readonly Table[] {
  const there = tables.get(record);
  if (there !== undefined) return there;
  const { about, other } = otherRows(record);
  const all = [
    { id: 'about', kind: 'about', group: '', rows: about } as const,
    ...propertyTables(record),
    { id: 'attributes', kind: 'attributes', group: 'attributes', rows: attributeRows(record) } as const,
    { id: 'other', kind: 'other', group: '', rows: other } as const,
  ].filter(({ rows }) => rows.length > 0);
  tables.set(record, all);
  return all;
}

function propertyTables({ properties }: IndicatorRecord): readonly Table[] {
  const groups = Object.keys(properties);
  const there = new Set(groups);
  const ordered = [...groupNames.filter((name) => there.has(name)), ...groups.filter((name) => !isNamed.has(name))];
  const rowsOf = (group: string): readonly TableRow[] =>
    Object.entries(properties[group] ?? {}).flatMap(([key, values]) =>
      values.length === 0 ? [] : [row(group, key, values)],
    );
  return [
    ...ordered.slice(0, maxGroups).map((group): Table => {
      const name = truncateText(group, maxLabel);
      return { id: truncateText(`properties ${group}`, 500), kind: 'properties', group: name, rows: rowsOf(group) };
    }),
    { id: 'more', kind: 'more', group: '', rows: ordered.slice(maxGroups).flatMap(rowsOf) },
  ];
}

const isNamed: ReadonlySet<string> = new Set(groupNames);

/** Ports, protocols and technologies, one row each; display names follow the value. */
function attributeRows({ attributes }: IndicatorRecord): readonly TableRow[] {
  return Object.entries(attributes).flatMap(([key, all]) => {
    const values = all.filter((parts) => parts.length > 0).map((parts) => [...new Set(parts)]);
    return values.length === 0 ? [] : [{ group: 'attributes', key, values }];
  });
}

function row(group: string, key: string, values: readonly string[]): TableRow {
  return { group, key, values: values.map((value) => [value]) };
}

const timeKeys: ReadonlySet<string> = new Set(['valid_from', 'valid_until']);

/** A source's description of an indicator (`about`), and everything else that the specification does not name, as text. */
export function otherRows({ other }: IndicatorRecord): {
  readonly about: readonly TableRow[];
  readonly other: readonly TableRow[];
} {
  const { names } = getMarkings({ other });
  const rows = Object.entries(other)
    // The ids of markings add nothing to their names.
    .filter(([key]) => !(names.length > 0 && key === 'markings' && Object.hasOwn(other, 'object_marking_refs')))
    .map(([key, value]) =>
      row(
        '',
        key,
        names.length > 0 && (key === 'object_marking_refs' || key === 'markings')
          ? names
          : (Array.isArray(value) ? value : [value]).map((each: unknown) => formatValue(key, each)),
      ),
    );
  return {
    about: rows.filter(({ key }) => isDescription(key)),
    other: rows.filter(({ key }) => !isDescription(key)),
  };
}

function formatValue(key: string, value: unknown): string {
  if (typeof value === 'string') {
    const at = timeKeys.has(key) ? parseTimestamp(value) : undefined;
    return at === undefined ? value : formatUtc(at);
  }
  if (typeof value !== 'object' || value === null) return toJson(value);
  const texts = new Map(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const known =
    key === 'kill_chain_phases'
      ? [texts.get('phase_name'), texts.get('kill_chain_name')]
      : key === 'external_references'
        ? [texts.get('source_name'), texts.get('external_id'), texts.get('description'), texts.get('url')]
        : [];
  const parts = known.filter((part) => part !== undefined);
  return parts.length === 0 ? toJson(value) : parts.join(' · ');
}

function asTexts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map((each: unknown) =>
    typeof each === 'string' ? each : readableJson(each, 0),
  );
}

function firstTables(all: readonly Table[], marks: Marks): readonly TableView[] {
  let budget = firstRows.cost;
  return all.map((table) => {
    const { rows, cost } = rowsFrom(table, 0, { rows: firstRows.rows, cost: budget }, marks);
    budget = Math.max(0, budget - cost);
    return { ...table, rows, total: table.rows.length };
  });
}

function rowsFrom(
  { rows }: Table,
  from: number,
  limit: { readonly rows: number; readonly cost: number },
  marks: Marks,
): { readonly rows: readonly TableRow[]; readonly cost: number } {
  const sent: TableRow[] = [];
  let cost = 0;
  for (const each of rows.slice(from, from + limit.rows)) {
    if (cost >= limit.cost) break;
    const made = sentRow(each, marks);
    sent.push(made.row);
    cost += made.cost;
  }
  return { rows: sent, cost };
}

function sentRow({ group, key, values }: TableRow, marks: Marks): { readonly row: TableRow; readonly cost: number } {
  const shown = { group: truncateText(group, maxLabel), key: truncateText(key, maxLabel) };
  let cost = shown.group.length + shown.key.length;
  const sent: string[][] = [];
  for (const parts of values.slice(0, maxValues)) {
    if (cost > maxRowCost) break;
    const cut = parts.map((part) => truncateText(part, maxText));
    for (const part of cut) cost += marks.add(part);
    sent.push(cut);
  }
  return { row: { ...shown, values: sent, hasMore: values.length > sent.length ? true : undefined }, cost };
}

function first<T>(list: readonly T[]): readonly T[] {
  return list.slice(0, maxEntries);
}

function worstOf<T extends { readonly risk: RiskWord }>(list: readonly T[]): readonly T[] {
  return first(list.toSorted((a, b) => worseFirst(a.risk, b.risk)));
}

function shortened(list: ShortenedList, { length: total }: readonly unknown[]): RecordView['shortened'] {
  return total > maxEntries ? [{ list, shown: maxEntries, total }] : [];
}

function label(text: string | undefined): string | undefined {
  return text === undefined ? undefined : truncateText(text, maxLabel);
}
