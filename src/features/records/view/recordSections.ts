import { exactTerm, type ExactField } from '../../../core/explore/queries/exactTerm';
import type { IndicatorRecord, UtcMillis } from '../../../core/records/record';
import { costOf, type PiecesView } from '../../../webviews/messages/parts';
import type { RowView, SectionView, ValidityView } from '../../../webviews/messages/recordParts';
import { riskStyle } from '../../shared/format/verdict';
import { truncateText, visibleText } from '../../shared/text/visibleText';
import { otherRows } from './otherSections';
import { attributeTitle, formatPropertyValue, groupNames, groupTitle, keyLabel } from './propertyLabels';
import type { RecordContext } from './recordContext';
import { parseTimestamp } from '../../../core/records/timestamp';
import { t, formatRelative } from '../../../l10n';

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
export type Show = (text: string) => PiecesView;

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
export function recordSections(record: IndicatorRecord, show: Show, context: RecordContext): SectionView[] {
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
      ...(validity === undefined ? {} : { validity }),
    };
  });
}

/** More rows of a group, starting at `from`; none if there is no such group or row. */
export function furtherRowsOf(record: IndicatorRecord, sectionId: string, from: number, show: Show): RowView[] {
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
    ...(key.toLowerCase() === 'fingerprint' ? { copied: true } : {}),
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
      ...(others.some((term) => term !== null) ? { others } : {}),
      ...(copied === true ? { copied } : {}),
    },
    cost,
  };
}

/** Untrusted text, limited to what a panel shows of one value. */
export function shownText(text: string, pieces: Show): PiecesView {
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
