import { model, type ModelFeed, type ModelIndicator, type ModelThreat, type ModelValue } from './model';
import type { Pen } from './pen';

/** Threats and feeds were linked then. */
const linked = Date.UTC(2026, 0, 5, 7, 30, 0);

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** The groups of `properties` in the form of the wording; `all` are current values unless `marked`. */
export function propertiesJson(
  pen: Pen,
  today: readonly ModelValue[],
  earlier: readonly ModelValue[] = [],
): Record<string, unknown> {
  const { form, latest } = pen.wording.properties;
  const all = [...today, ...earlier];
  const marked = earlier.length > 0 && today.length > 0;
  const row = (value: ModelValue, named: boolean): unknown => {
    const isLatest = !earlier.includes(value);
    const mark = latest === 'string' ? (isLatest ? '1' : '0') : isLatest ? 1 : 0;
    return {
      pid: pen.number(all.indexOf(value) + 1),
      stamp_seen: pen.timestamp(value.seen),
      value: value.value,
      ...(named ? { name: pen.key(value.name) } : {}),
      ...(marked || (latest !== 'no' && earlier.length === 0) ? { latest: mark } : {}),
    };
  };
  // Values of several scans can only be distinguished as rows.
  const kind = marked && (form === 'values' || form === 'lists') ? 'rows' : form;
  return Object.fromEntries(
    [...grouped(all, ({ group }) => group)].map(([group, values]) => {
      if (kind === 'rows') return [group, values.map((value) => row(value, true))];
      const keys = [...grouped(values, ({ name }) => pen.key(name))].map(([name, same]) => {
        if (kind === 'rowsPerKey') return [name, same.map((value) => row(value, false))] as const;
        const texts = same.map(({ value }) => value);
        return [name, kind === 'lists' || texts.length > 1 ? texts : texts[0]] as const;
      });
      return [group, Object.fromEntries(keys)];
    }),
  );
}

function historicalProperties(pen: Pen, { today, earlier }: ModelIndicator): Record<string, unknown> {
  switch (pen.wording.properties.historical) {
    case 'marked':
      return propertiesJson(pen, today, earlier);
    case 'earlierUnmarked':
      return propertiesJson(pen, [], earlier);
    case 'ignored':
      return propertiesJson(pen, today);
  }
}

function attributesJson(pen: Pen, { attributes }: ModelIndicator): unknown {
  const isFlat = pen.wording.values.attributes === 'flat';
  return pen.object(
    Object.fromEntries(
      Object.entries(attributes).map(([name, rows]) => [name, isFlat ? rows.map(([value]) => value) : rows]),
    ),
  );
}

/** An Indicator object with the switches `historical` and `schema`. */
export function indicatorJson(
  pen: Pen,
  entry: ModelIndicator,
  { historical = false, schema = false } = {},
): Record<string, unknown> {
  return pen.record({
    ...headJson(pen, entry),
    manualrisk: pen.flag(false),
    stamp_added: pen.timestamp(entry.added),
    stamp_updated: pen.timestamp(entry.updated),
    stamp_seen: pen.timestamp(entry.seen),
    stamp_probed: pen.timestamp(entry.probed),
    submissions: pen.number(entry.submissions),
    ...(entry.rank === undefined ? {} : { toplist_rank: pen.number(entry.rank), toplist_domain: 'lookups-test-1.com' }),
    riskfactors: entry.factors.map(({ rfid, description, risk }, at) =>
      pen.record({
        rfid: pen.number(rfid),
        description,
        risk: pen.factorRisk(risk, entry.retired && at === entry.factors.length - 1),
      }),
    ),
    redirects: pen.object(
      entry.redirectsTo.length === 0
        ? {}
        : { from: [], to: entry.redirectsTo.map((to) => pen.record({ ...to, iid: pen.number(to.iid) })) },
    ),
    threats: entry.threats.flatMap((at) => threatRow(pen, model.threats[at])),
    feeds: entry.feeds.flatMap((at) => feedRow(pen, model.feeds[at])),
    comments: entry.comments.map(({ added, updated, ...comment }) =>
      pen.record({
        ...comment,
        cid: pen.number(comment.cid),
        stamp_added: pen.timestamp(added),
        stamp_updated: pen.timestamp(updated),
      }),
    ),
    attributes: attributesJson(pen, entry),
    properties: pen.object(historical ? historicalProperties(pen, entry) : propertiesJson(pen, entry.today)),
    ...(schema ? { schema: pen.object(displayNames(entry)) } : {}),
  });
}

function displayNames({ attributes }: ModelIndicator): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([name, rows]) => [name, Object.fromEntries(rows)]));
}

/** Returns the first properties of every row about an indicator. */
function headJson(pen: Pen, { iid, value, type, risk, retired, retiredAt }: ModelIndicator): Record<string, unknown> {
  const own = { iid: pen.number(iid), indicator: value, type };
  return { ...own, ...pen.risk(risk, retired), ...pen.retirement(retired, retiredAt) };
}

/** A row of Explore. */
export function rowJson(pen: Pen, entry: ModelIndicator): Record<string, unknown> {
  return pen.record({
    ...headJson(pen, entry),
    stamp_added: pen.timestamp(entry.added),
    stamp_updated: pen.timestamp(entry.updated),
    stamp_seen: pen.timestamp(entry.seen),
    summary: pen.object(summaryOf(pen, entry)),
  });
}

/** A row among links. */
export function linkJson(pen: Pen, entry: ModelIndicator): Record<string, unknown> {
  const summary = pen.object(summaryOf(pen, entry));
  return pen.record({ ...headJson(pen, entry), stamp_linked: pen.timestamp(linked), summary });
}

function summaryOf(pen: Pen, { today }: ModelIndicator): Record<string, unknown> {
  const shown = today.filter(({ group }) => group === 'geo' || group === 'whois');
  return pen.record({ properties: propertiesJson(pen, shown) });
}

function threatRow(pen: Pen, threat: ModelThreat | undefined): readonly unknown[] {
  if (threat === undefined) return [];
  const { tid, name, category, risk, retired } = threat;
  const words = { tid: pen.number(tid), name, category, risk: pen.threatRisk(risk, retired) };
  return [pen.record({ ...words, stamp_linked: pen.timestamp(linked) })];
}

function feedRow(pen: Pen, feed: ModelFeed | undefined): readonly unknown[] {
  if (feed === undefined) return [];
  const { fid, name, category, organization, pricing } = feed;
  const words = { fid: pen.number(fid), name, category, organization, pricing };
  return [pen.record({ ...words, stamp_linked: pen.timestamp(linked) })];
}

export function threatJson(pen: Pen, threat: ModelThreat): Record<string, unknown> {
  const { tid, name, category, risk, retired, description, otherNames, added } = threat;
  return pen.record({
    tid: pen.number(tid),
    threat: name,
    category,
    risk: pen.threatRisk(risk, retired),
    description,
    othernames: otherNames,
    stamp_added: pen.timestamp(added),
    ...pen.retirement(retired, retired ? added : undefined),
  });
}

export function feedJson(pen: Pen, { fid, name, ...rest }: ModelFeed): Record<string, unknown> {
  return pen.record({ fid: pen.number(fid), feed: name, ...rest });
}

/** Returns the summary of links. */
export function summaryJson(pen: Pen, entries: readonly ModelIndicator[]): Record<string, unknown> {
  const counts = new Map<string, number>([['total', entries.length]]);
  for (const { risk, retired } of entries) {
    const level = retired ? 'retired' : risk;
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  return pen.record({
    updated_last_domain: pen.timestamp(linked),
    risk: Object.fromEntries([...counts].map(([level, count]) => [level, pen.number(count)])),
    attributes: { port: { 443: { total: pen.number(entries.length) } } },
    properties: pen.object({}),
    feeds: model.feeds.flatMap((feed) => feedRow(pen, feed)),
  });
}
