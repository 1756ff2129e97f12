import { sourceIdOf } from '../../../core/records/sourceId';
import type { Known } from '../../../core/records/knowledge';
import {
  changeOf,
  type Comment,
  type IndicatorRecord,
  type RiskFactor,
  type UtcMillis,
} from '../../../core/records/record';
import { listReason } from '../../../core/records/sourceDetails';
import { riskRank, worseFirst } from '../../../core/records/risk';
import { formatList, t, formatAge, formatRelative, formatUtc } from '../../../l10n';
import { parseTimestamp } from '../../../core/records/timestamp';
import { referenceOf } from '../../../core/records/webPage';
import type {
  CommentView,
  RecordView,
  RowView,
  TimestampView,
  VerdictView,
  SectionView,
  ValidityView,
} from '../../../webviews/messages/recordParts';
import { formatSource, verdictNotes, riskStyle } from '../../shared/format/verdict';
import { truncateMiddle, truncateText, visibleText } from '../../shared/text/visibleText';
import { feedLinkView, threatLinkView } from './groupLinkViews';
import { skippedMessages, type ShownList } from './skippedMessages';
import { riskView } from '../../shared/format/riskView';
import type { RecordContext } from './recordContext';
import { strings } from '../strings';
import { costOf, type PiecesView } from '../../../webviews/messages/parts';
import { exactTerm, type ExactField } from '../../../core/explore/queries/exactTerms';
import {
  attributeTitle,
  formatPropertyValue,
  groupNames,
  groupTitle,
  keyLabel,
  otherLabel,
} from '../../../core/records/labels/propertyLabels';
import { markingsOf } from '../../../core/stix/tlp';
import { isDescription } from '../../../core/records/labels/descriptionOf';
import { toJson } from './json';

const timeKeys: ReadonlySet<string> = new Set(['valid_from', 'valid_until']);

/** A key of a record that the specification does not name: its label, the original key, and its formatted values. */
interface OtherRow {
  readonly label: string;
  readonly key: string;
  readonly values: readonly string[];
}

/** A source's description of an indicator (`about`), and everything else that the specification does not name. */
export function otherRows({ other }: IndicatorRecord): {
  readonly about: readonly OtherRow[];
  readonly other: readonly OtherRow[];
} {
  const { names } = markingsOf({ other });
  const rows = Object.entries(other)
    // The ids of markings add nothing to their names.
    .filter(([key]) => !(names.length > 0 && key === 'markings' && Object.hasOwn(other, 'object_marking_refs')))
    .map(([key, value]) => ({
      label: otherLabel(key),
      key,
      values:
        names.length > 0 && (key === 'object_marking_refs' || key === 'markings')
          ? names
          : (Array.isArray(value) ? value : [value]).map((each: unknown) => formatValue(key, each)),
    }));
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

/** Groups with a card of their own; further ones share a card. */
const maxGroups = 60;
/** Limits for one property: its values, and UTF-16 units of each; the raw JSON has the rest. */
const maxValues = 1000;
const maxChars = 8000;
const maxRowCost = 50_000;
/** Rows of each card that are sent with the record, and what they may cost together (`costOf`); the panel requests more. */
const firstRows = 100;
const firstCost = 200_000;
/** The same limits for one such request. */
const furtherRows = 2000;
const furtherCost = 400_000;

/** Makes untrusted text safe to show in the panel. */
type Show = (text: string) => PiecesView;

interface Entry {
  readonly label: string;
  readonly key: string;
  readonly values: readonly string[];
  readonly copied?: boolean;
  /** What a query can search for: the field of the values, and each of them as its source has it. */
  readonly searched?: { readonly field: ExactField; readonly values: readonly string[] };
}

/** A group of the record; its rows are formatted one by one as the panel needs them. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly total: number;
  readonly entryAt: (index: number) => Entry | undefined;
}

/** Every group with values and its first rows: the description, the groups of the specification in its order, then the rest. */
function recordSections(record: IndicatorRecord, show: Show, context: RecordContext): SectionView[] {
  let budget = firstCost;
  return sectionsOf(record).map((section) => {
    const { id, title, total } = section;
    const { rows, cost } = rowsFrom(section, 0, show, { rows: firstRows, cost: budget });
    budget = Math.max(0, budget - cost);
    const validity = id === 'ssl' ? certificateValidity(record, context) : undefined;
    return {
      id,
      title: truncateText(visibleText(title), 100),
      rows,
      total,
      validity,
    };
  });
}

/** More rows of a group, starting at `from`; none if there is no such group or row. */
function furtherRowsOf(record: IndicatorRecord, sectionId: string, from: number, show: Show): RowView[] {
  const section = sectionsOf(record).find(({ id }) => id === sectionId);
  if (section === undefined) return [];
  return rowsFrom(section, from, show, { rows: furtherRows, cost: furtherCost }).rows;
}

function rowsFrom(
  { total, entryAt }: Section,
  from: number,
  show: Show,
  limit: { readonly rows: number; readonly cost: number },
): { readonly rows: RowView[]; readonly cost: number } {
  const rows: RowView[] = [];
  let cost = 0;
  for (let index = from; index < Math.min(total, from + limit.rows) && cost < limit.cost; index++) {
    const entry = entryAt(index);
    if (entry === undefined) break;
    const made = rowOf(entry, show);
    rows.push(made.row);
    cost += made.cost;
  }
  return { rows, cost };
}

const known = new WeakMap<IndicatorRecord, readonly Section[]>();

/** Cached, since a panel requests rows many times. */
function sectionsOf(record: IndicatorRecord): readonly Section[] {
  const cached = known.get(record);
  if (cached !== undefined) return cached;
  const { about, other } = otherRows(record);
  const sections = [
    listed('about', t('About'), about),
    ...propertySections(record),
    attributeSection(record),
    listed('listing', t('Service data'), listing(record)),
    listed('other', t('Other properties'), other),
  ].filter(({ total }) => total > 0);
  known.set(record, sections);
  return sections;
}

function listed(id: string, title: string, entries: readonly Entry[]): Section {
  return { id, title, total: entries.length, entryAt: (index) => entries[index] };
}

function propertySections({ properties }: IndicatorRecord): readonly Section[] {
  const groups = Object.keys(properties);
  const there = new Set(groups);
  const ordered = [...groupNames.filter((id) => there.has(id)), ...groups.filter((id) => !groupNames.includes(id))];
  const own = ordered.slice(0, maxGroups).map((group): Section => {
    const keys = keysOf(properties, group);
    return {
      id: group,
      title: groupTitle(group) ?? group,
      total: keys.length,
      entryAt: (index) => entryOf(properties, group, keys[index]),
    };
  });
  const further = ordered
    .slice(maxGroups)
    .flatMap((group) => keysOf(properties, group).map((key) => [group, key] as const));
  return [
    ...own,
    {
      id: 'moreGroups',
      title: t('More groups'),
      total: further.length,
      entryAt: (index) => {
        const [group = '', key] = further[index] ?? [];
        const entry = entryOf(properties, group, key);
        return entry === undefined ? undefined : { ...entry, label: `${group} · ${entry.label}` };
      },
    },
  ];
}

function keysOf(properties: IndicatorRecord['properties'], group: string): readonly string[] {
  return Object.entries(properties[group] ?? {}).flatMap(([key, values]) => (values.length > 0 ? [key] : []));
}

function entryOf(properties: IndicatorRecord['properties'], group: string, key: string | undefined): Entry | undefined {
  const values = key === undefined ? undefined : properties[group]?.[key];
  if (key === undefined || values === undefined) return undefined;
  return {
    label: keyLabel(group, key),
    key,
    values: values.slice(0, maxValues + 1).map((value) => formatPropertyValue(group, key, value)),
    copied: key.toLowerCase() === 'fingerprint' ? true : undefined,
    searched: { field: { of: 'property', key }, values },
  };
}

/** Ports, protocols and technologies in one section, one row each; display names follow the value. */
function attributeSection({ attributes }: IndicatorRecord): Section {
  const entries = Object.entries(attributes).flatMap(([name, values]): readonly Entry[] => {
    const rows = values.filter((parts) => parts.length > 0);
    const shown = rows.map((parts) => [...new Set(parts)].join(' · '));
    const searched = { field: { of: 'attribute', key: name }, values: rows.map(([value = '']) => value) } as const;
    return shown.length === 0
      ? []
      : [{ label: attributeTitle(name) ?? keyLabel('attributes', name), key: name, values: shown, searched }];
  });
  return listed('attributes', t('Ports, protocols, and technologies'), entries);
}

function listing(record: IndicatorRecord): readonly Entry[] {
  const { iid, qid, submissions, toplist, riskRecommended, manualRisk } = record;
  const entries: Entry[] = [];
  const add = (label: string, key: string, value: string): void => {
    entries.push({ label, key, values: [value] });
  };
  if (toplist !== undefined) {
    const { rank, domain } = toplist;
    add(t('Popularity rank'), 'toplist_rank', domain === undefined ? String(rank) : t('{0} ({1})', rank, domain));
  }
  if (submissions !== undefined) add(t('Submissions'), 'submissions', String(submissions));
  if (riskRecommended !== undefined && (manualRisk || riskRecommended !== record.risk)) {
    add(t('Automatic score'), 'risk_recommended', riskStyle(riskRecommended).label);
  }
  if (iid !== undefined) add(t('Indicator ID'), 'iid', String(iid));
  if (qid !== undefined) add(t('Queue ID'), 'qid', String(qid));
  return entries;
}

function rowOf(entry: Entry, show: Show): { readonly row: RowView; readonly cost: number } {
  const { label, key, values, copied, searched } = entry;
  let cost = label.length + key.length;
  const shown: PiecesView[] = [];
  const others: (string | null)[] = [];
  for (const [index, value] of values.slice(0, maxValues).entries()) {
    if (cost > maxRowCost) break;
    const text = show(value);
    shown.push(text);
    const term = (searched && exactTerm(searched.field, searched.values[index] ?? '')) ?? null;
    others.push(term);
    cost += costOf(text) + (term?.length ?? 0);
  }
  const more = values.length - shown.length;
  return {
    row: {
      label: truncateText(visibleText(label), 200),
      key: truncateText(visibleText(key), 200),
      values: more > 0 ? [...shown, t('… more in the raw JSON')] : shown,
      others: others.some((term) => term !== null) ? others : undefined,
      copied: copied === true ? copied : undefined,
    },
    cost,
  };
}

/** Untrusted text, limited to what a panel shows of one value. */
function shownText(text: string, pieces: Show): PiecesView {
  return pieces(truncateText(text, maxChars));
}

const day = 24 * 60 * 60 * 1000;
/** A certificate expires soon when this little time is left. */
const soon = 14 * day;

/** How much of a certificate's validity has passed; undefined unless the record has both its start and its end. */
function certificateValidity(record: IndicatorRecord, { now }: RecordContext): ValidityView | undefined {
  const from = timestampOf(record, ['valid', 'valid_from', 'not_before', 'issued']);
  const until = timestampOf(record, ['expires', 'valid_until', 'not_after']);
  if (from === undefined || until === undefined || until <= from) return undefined;
  return {
    from,
    until,
    passed: Math.min(1, Math.max(0, (now - from) / (until - from))),
    tone: now >= until ? 'over' : until - now < soon ? 'soon' : 'fine',
    label:
      now < from
        ? t('Becomes valid {0}', formatRelative(from, now))
        : now < until
          ? t('Expires {0}', formatRelative(until, now))
          : t('Expired {0}', formatRelative(until, now)),
  };
}

function timestampOf({ properties }: IndicatorRecord, names: readonly string[]): UtcMillis | undefined {
  for (const [key, values] of Object.entries(properties.ssl ?? {})) {
    const at = names.includes(key.toLowerCase().replace(/^\+\+/, '')) ? parseTimestamp(values[0] ?? '') : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}

const maxLinks = 300;
/** What reasons, redirects and comments together may cost (`costOf`); usual records cost far less. */
const maxTexts = 300_000;

/** What one source says, ready to be shown: untrusted text is made visible and limited. */
export function recordView(known: Known, context: RecordContext): RecordView {
  const { record } = known;
  const show = showIn(context);
  const texts = new TextBudget(maxTexts, show);
  const reasons = [...reasonsOf(known)]
    .sort((a, b) => worseFirst(a.risk, b.risk))
    .slice(0, maxLinks)
    .map(({ description, risk }) => ({ text: texts.show(description), risk: riskView(risk) }));
  const redirects = {
    from: record.redirects.from.slice(0, maxLinks).map(({ value }) => texts.show(value)),
    to: record.redirects.to.slice(0, maxLinks).map(({ value }) => texts.show(value)),
  };
  const comments = record.comments.slice(0, maxLinks).map((comment) => commentView(comment, texts.show));
  return {
    id: recordId(known),
    sourceKey: truncateText(sourceId(known), 500),
    source: name(formatSource(known.source)),
    ...creditView(record),
    asOf: known.asOf,
    verdict: verdictView(known),
    facts: [],
    now: context.now,
    summaryOnly: known.detail === 'summary',
    skipped: [...skippedMessages(listsOf(record), maxLinks, record.skipped ?? []), ...texts.messages()],
    reasons,
    timestamps: [...timestampViews(known)],
    threats: [...record.threats]
      .sort((a, b) => worseFirst(a.risk, b.risk))
      .slice(0, maxLinks)
      .map((threat) => threatLinkView(threat, sourceIdOf(known.source))),
    feeds: record.feeds.slice(0, maxLinks).map((feed) => feedLinkView(feed, sourceIdOf(known.source))),
    redirects,
    breakdowns: [],
    links: [],
    news: [],
    sections: recordSections(record, show, context),
    comments,
    ...pageView(known),
  };
}

/** The reasons that the source gives; a list that gives none for its own rating is the reason. */
function reasonsOf({ record, source }: Known): readonly RiskFactor[] {
  const { riskFactors, risk, feeds, manualRisk } = record;
  const isListed = (source.kind === 'import' || source.kind === 'mirror') && source.urls === undefined;
  if (riskFactors.length > 0 || feeds.length > 0 || manualRisk || !isListed || riskRank(risk) <= riskRank('none'))
    return riskFactors;
  return [{ description: listReason(source.name), risk }];
}

function creditView({ credits = [] }: IndicatorRecord): Pick<RecordView, 'credit'> {
  return credits.length === 0 ? {} : { credit: t('Credit: {0}', formatList(credits.map(name))) };
}

/** The page that the source names for the indicator; the button shows its host. */
function pageView({ record, source }: Known): Pick<RecordView, 'page'> {
  const page = referenceOf(record, source.address);
  return page === undefined ? {} : { page: { label: t('Open Page on {0}…', truncateMiddle(page.host, 60)) } };
}

function listsOf({ riskFactors, threats, feeds, redirects, comments }: IndicatorRecord): readonly ShownList[] {
  return [
    { kind: 'reasons', total: riskFactors.length },
    { kind: 'threats', total: threats.length },
    { kind: 'feeds', total: feeds.length },
    { kind: 'redirectsFrom', total: redirects.from.length },
    { kind: 'redirectsTo', total: redirects.to.length },
    { kind: 'comments', total: comments.length },
  ];
}

/** Identifies a record in messages; a newer version of it has another id. */
export function recordId(known: Known): string {
  return truncateText(`${sourceId(known)} ${known.asOf} ${known.detail}`, 500);
}

/** Identifies the source of a record, whatever its version. */
export function sourceId({ source }: Known): string {
  return [source.kind, source.address ?? source.name, source.urls === undefined ? (source.range ?? '') : 'urls']
    .join(' ')
    .trimEnd();
}

/** Further rows of one of the record's sections, see the message `rows`. */
export function recordRows(known: Known, section: string, from: number, context: RecordContext): RowView[] {
  return furtherRowsOf(known.record, section, from, showIn(context));
}

/** Shows untrusted text: a timestamp with its age, everything else unchanged. */
export function showIn({ pieces, now }: RecordContext): Show {
  return (text) => {
    const at = timestampShape.test(text) ? parseTimestamp(text) : undefined;
    return at === undefined ? shownText(text, pieces) : t('{0} UTC · {1}', text, formatAge(at, now));
  };
}

/** A timestamp as the API writes it (api-spec: “Resources and their fields”), which is UTC. */
const timestampShape = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

function verdictView({ record, source }: Known): VerdictView {
  const notes = verdictNotes({ record, source });
  return {
    ...riskView(record.risk),
    retired: record.retired,
    retiredReason: record.retiredReason === undefined ? undefined : name(record.retiredReason),
    manual: notes.length === 0 ? undefined : notes.join(' · '),
  };
}

/** The dates of a record in the order of their importance, and that a service never scanned it actively. */
function timestampViews({ record: { timestamps }, detail }: Known): readonly TimestampView[] {
  const kinds = ['seen', 'added', 'updated', 'probed', 'retired'] as const;
  return kinds.flatMap((kind): readonly TimestampView[] => {
    const at = timestamps[kind];
    const view = { kind, label: strings.fields.timestamps[kind](), about: `stamp_${kind}` };
    if (at !== undefined) return [{ ...view, at }];
    return kind === 'probed' && detail === 'full' && timestamps.seen !== undefined ? [view] : [];
  });
}

function commentView(comment: Comment, show: Show): CommentView {
  const changed = changeOf(comment);
  return {
    title: name(comment.title ?? ''),
    by: name(comment.username ?? ''),
    text: show(comment.text),
    added: comment.added,
    changed,
  };
}

function name(text: string): string {
  return truncateText(visibleText(text), 500);
}

/** The length of each text once the budget is spent, in UTF-16 units. */
const maxLengthAfterwards = 200;

/** Shows whole texts until they cost too much together, and truncates further ones. */
class TextBudget {
  private isTruncated = false;

  constructor(
    private left: number,
    private readonly all: Show,
  ) {}

  readonly show: Show = (text) => {
    const isSpent = this.left <= 0 && text.length > maxLengthAfterwards;
    if (isSpent) this.isTruncated = true;
    const shown = this.all(isSpent ? truncateText(text, maxLengthAfterwards) : text);
    this.left -= costOf(shown);
    return shown;
  };

  /** A sentence if anything was truncated. */
  messages(): readonly string[] {
    return this.isTruncated
      ? [t('Long text was truncated. Copy the JSON or export the record to get everything.')]
      : [];
  }
}
