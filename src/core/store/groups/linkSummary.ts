import type { BreakdownRow, Breakdowns } from '../../records/counts';
import { type Known, byPrecedence } from '../../records/knowledge';
import type { FeedCount, LinkSummary, ThreatCount } from '../../records/linked';
import { type Attributes, emptyRecord } from '../../records/record';
import { parseRisk } from '../../records/risk';
import { feedLink, threatLink } from '../statements/links';
import { leadRank } from '../statements/merge';
import { RiskCounter } from './riskCounts';
import type { Steps } from '../sqlite/timeSlicer';
import { type Connection, integer, type Row, text, type Value } from '../sqlite/sqlite';

/** Attributes with a breakdown, in the order of the specification. */
const attributes = ['technology', 'hosttype', 'protocol', 'port'] as const;
/** Properties with a breakdown: location, network, and registrar of the hosts. */
const properties = [
  ['geo', 'countrycode'],
  ['geo', 'org'],
  ['whois', '++registrar'],
] as const;
/** The most frequent values of a property; there may be as many as indicators. */
const maxValues = 100;

/** Indicators per step; takes a few milliseconds. */
const perStep = 250;

/**
 * Statistics of all indicators linked to a threat or feed (lookup API: “Threat summary”), computed in steps. An
 * indicator counts once for each value in its merged record.
 */
export function* linkSummary(connection: Connection, kind: 'threat' | 'feed', id: number): Steps<LinkSummary> {
  const column = kind === 'threat' ? 'tid' : 'fid';
  const counter = new LinkCounter(kind);
  for (let after = 0; ;) {
    const upTo = integer(
      connection.get(
        `SELECT max(iid) AS last FROM (SELECT DISTINCT iid FROM ${kind}_link WHERE ${column} = ? AND iid > ? ORDER BY iid LIMIT ${perStep})`,
        id,
        after,
      )?.last,
    );
    if (upTo === undefined) return counter.summary(connection);
    const part = { connection, kind, among: [id, after, upTo] } as const;
    counter.count(part);
    yield;
    counter.breakDown(part);
    yield;
    after = upTo;
  }
}

/** Counts linked indicators, one part of them after the other. */
export class LinkCounter {
  private readonly risk = new RiskCounter();
  private readonly values = [...attributes, ...properties].map(() => new Map<string, RiskCounter>());
  private readonly groups = new Map<number, RiskCounter>();
  private updatedLastDomain: number | undefined;

  constructor(private readonly kind: 'threat' | 'feed') {}

  /** The IDs of the feeds of a threat's indicators, or of the threats of a feed's, so far. */
  get groupIds(): readonly number[] {
    return [...this.groups.keys()];
  }

  /** Counts the indicators of a part by their risks and groups. */
  count(part: Part): void {
    for (const row of rowsOf(part, 'i.risk, i.retired, i.type, i.stamp_updated AS at', '')) {
      this.risk.add(row.risk, row.retired);
      const at = row.type === 'domain' ? integer(row.at) : undefined;
      if (at !== undefined) this.updatedLastDomain = Math.max(at, this.updatedLastDomain ?? at);
    }
    countGroups(part, this.groups);
  }

  /** Counts the indicators of a part by their values. */
  breakDown(part: Part): void {
    breakDown(part, this.values);
  }

  /** Returns the counts; `connection` has the groups of all parts. */
  summary(connection: Connection): LinkSummary {
    return {
      updatedLastDomain: this.updatedLastDomain,
      risk: this.risk.counts(),
      ...brokenDown(this.values),
      feeds: this.kind === 'threat' ? feedCounts(connection, this.groups) : [],
      threats: this.kind === 'feed' ? threatCounts(connection, this.groups) : [],
      other: {},
    };
  }
}

/** A part of the linked indicators: those with an iid in a range. */
export interface Part {
  readonly connection: Connection;
  readonly kind: 'threat' | 'feed';
  readonly among: readonly [id: number, after: number, upTo: number];
}

/** One row per linked indicator (`l.iid`, with `indicator` as `i`), or per row that `joins` adds. */
function rowsOf({ connection, kind, among }: Part, columns: string, joins: string): readonly Row[] {
  const column = kind === 'threat' ? 'tid' : 'fid';
  return connection.all(
    `SELECT ${columns} FROM (SELECT DISTINCT iid FROM ${kind}_link WHERE ${column} = ? AND iid > ? AND iid <= ?) l
     JOIN indicator i ON i.iid = l.iid ${joins}`,
    ...among,
  );
}

/** One source's statement about one indicator, with the parts that have breakdowns. */
interface Statement {
  readonly known: Known;
  readonly attributes: Attributes;
  readonly values: readonly (readonly string[] | null)[];
}

const parts = [
  ...['$.attributes', ...properties.map(([group, key]) => `$.${group}."${key}"`)].map((path) =>
    path === '$.attributes' ? path : path.replace('$.', '$.properties.'),
  ),
  '$.risk',
  '$.retired',
  '$.manualRisk',
  '$.timestamps.seen',
];

function breakDown(part: Part, counters: readonly Map<string, RiskCounter>[]): void {
  const rows = rowsOf(
    part,
    `l.iid, i.risk, i.retired, s.kind, a.as_of, json_extract(a.body, ${parts.map((path) => `'${path}'`).join(', ')}) AS statements`,
    `JOIN assertion a ON a.iid = l.iid JOIN source s ON s.id = a.source_id
     WHERE a.body LIKE '%"attributes"%' OR a.body LIKE '%"properties"%' ORDER BY l.iid`,
  );
  for (let at = 0; at < rows.length;) {
    const first = rows[at];
    if (first === undefined) break;
    let end = at + 1;
    while (rows[end]?.iid === first.iid) end++;
    // The served record takes each attribute and property from the leading source.
    const statements = rows
      .slice(at, end)
      .map(statementIn)
      .sort((a, b) => leading(a.known) - leading(b.known) || byPrecedence(a.known, b.known));
    attributes.forEach((name, index) => {
      const lists = statements.map((part) => part.attributes[name]);
      const list = lists.find((each) => each !== undefined) ?? [];
      countValues(
        counters[index],
        list.map(([value]) => value),
        first,
      );
    });
    properties.forEach((_, index) => {
      const list =
        statements.map((part) => part.values[index]).find((each) => each !== undefined && each !== null) ?? [];
      countValues(counters[attributes.length + index], list, first);
    });
    at = end;
  }
}

function brokenDown(counters: readonly Map<string, RiskCounter>[]): Pick<LinkSummary, 'breakdowns' | 'properties'> {
  const ranked = (index: number): readonly BreakdownRow[] => sorted(counters[index]);
  const groups: Record<string, Breakdowns> = {};
  properties.forEach(([group, key], index) => {
    const values = ranked(attributes.length + index).slice(0, maxValues);
    if (values.length > 0) groups[group] = { ...groups[group], [key]: values };
  });
  return {
    breakdowns: Object.fromEntries(attributes.map((name, index) => [name, ranked(index)])),
    properties: groups,
  };
}

/** Values of a scan take precedence over all others; the user's come last. */
function leading(known: Known): number {
  return known.source.kind === 'scan' ? -1 : leadRank(known);
}

type StatementValues = readonly [Attributes | null, ...(readonly string[] | null)[]];

function statementIn(row: Row): Statement {
  const all = JSON.parse(text(row.statements)) as readonly unknown[];
  const [stated, ...values] = all.slice(0, properties.length + 1) as unknown as StatementValues;
  const [risk, retired, manual, seen] = all.slice(properties.length + 1);
  const record = {
    ...emptyRecord('', 'domain'),
    risk: parseRisk(risk),
    retired: retired === true,
    manualRisk: manual === true,
    timestamps: typeof seen === 'number' ? { seen } : {},
  };
  const source = { kind: text(row.kind) as Known['source']['kind'], name: '' };
  return {
    known: { kind: 'known', source, asOf: integer(row.as_of) ?? 0, record, detail: 'full' },
    attributes: stated ?? {},
    values,
  };
}

function countValues(
  into: Map<string, RiskCounter> | undefined,
  values: readonly (string | undefined)[],
  { risk, retired }: { readonly risk?: Value; readonly retired?: Value },
): void {
  for (const value of new Set(values)) {
    if (into === undefined || value === undefined) continue;
    const counter = into.get(value) ?? new RiskCounter();
    counter.add(risk, retired);
    into.set(value, counter);
  }
}

/** Most frequent first, then by value. */
function sorted(counters: Map<string, RiskCounter> | undefined): readonly BreakdownRow[] {
  return [...(counters ?? [])]
    .sort(([a, x], [b, y]) => y.total - x.total || (a < b ? -1 : 1))
    .map(([value, counter]) => ({ value, counts: counter.counts() }));
}

/** Adds the feeds of a threat's indicators, or the threats of a feed's, for one part of the indicators. */
function countGroups(part: Part, groups: Map<number, RiskCounter>): void {
  const [table, key] = part.kind === 'threat' ? ['feed_link', 'fid'] : ['threat_link', 'tid'];
  const rows = rowsOf(
    part,
    `x.${key} AS id, i.risk, i.retired, count(DISTINCT l.iid) AS n`,
    `JOIN ${table} x ON x.iid = l.iid GROUP BY x.${key}, i.risk, i.retired`,
  );
  for (const row of rows) {
    const id = integer(row.id) ?? 0;
    const counter = groups.get(id) ?? new RiskCounter();
    counter.add(row.risk, row.retired, integer(row.n) ?? 0);
    groups.set(id, counter);
  }
}

/** Feeds that contain indicators of a threat, those with most of them first. */
function feedCounts(connection: Connection, groups: ReadonlyMap<number, RiskCounter>): readonly FeedCount[] {
  return counted(groups, (fid) => {
    const row = connection.get(
      `SELECT f.fid, f.name, max(a.category) AS category, max(a.organization) AS organization, max(a.pricing) AS pricing
       FROM feed f LEFT JOIN feed_assertion a ON a.fid = f.fid WHERE f.fid = ?`,
      fid,
    );
    return feedLink(row ?? {}, true);
  });
}

/** Threats linked to indicators of a feed, those with most of them first. */
function threatCounts(connection: Connection, groups: ReadonlyMap<number, RiskCounter>): readonly ThreatCount[] {
  return counted(groups, (tid) => {
    const row = connection.get(
      `SELECT t.tid, t.name, max(a.category) AS category, max(a.risk) AS risk
       FROM threat t LEFT JOIN threat_assertion a ON a.tid = t.tid WHERE t.tid = ?`,
      tid,
    );
    return threatLink(row ?? {}, true);
  });
}

function counted<T extends { readonly name: string }>(
  groups: ReadonlyMap<number, RiskCounter>,
  read: (id: number) => T,
) {
  return [...groups]
    .map(([id, counter]) => ({ ...read(id), counts: counter.counts() }))
    .sort((a, b) => b.counts.total - a.counts.total || (a.name < b.name ? -1 : 1));
}
