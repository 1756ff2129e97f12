import { type BreakdownRow, type Breakdowns } from '../records/counts';
import { type Known, leadFirst } from '../records/knowledge';
import { type FeedCount, type LinkSummary, type ThreatCount } from '../records/linked';
import { type Attributes, emptyRecord } from '../records/record';
import { parseRisk } from '../records/risk';
import { feedLink, threatLink } from './links';
import { leadRank } from './merge';
import { countRisks, linkedSql, RiskTally } from './riskCounts';
import { type Connection, integer, type Row, text, type Value } from './sqlite';

/** Attributes that are broken down, in the order of the specification. */
const attributes = ['technology', 'hosttype', 'protocol', 'port'] as const;
/** Properties that are broken down, too: where the hosts are, whose networks, who registered the names. */
const properties = [
  ['geo', 'countrycode'],
  ['geo', 'org'],
  ['whois', '++registrar'],
] as const;
/** The most frequent values of a property; there may be as many as indicators. */
const mostValues = 100;

/**
 * What can be said of all indicators linked to a threat or a feed (api-spec: “Threat summary”). An indicator counts once
 * under each value that its merged record has.
 */
export function linkSummary(connection: Connection, kind: 'threat' | 'feed', id: number): LinkSummary {
  const last = connection.get(
    `SELECT max(i.stamp_updated) AS at FROM ${linkedSql(kind)} l JOIN indicator i ON i.iid = l.iid WHERE i.type = 'domain'`,
    id,
  );
  const updatedLastDomain = integer(last?.at);
  return {
    ...(updatedLastDomain === undefined ? {} : { updatedLastDomain }),
    risk: countRisks(connection, kind, id),
    ...breakDown(connection, kind, id),
    feeds: kind === 'threat' ? feedCounts(connection, id) : [],
    threats: kind === 'feed' ? threatCounts(connection, id) : [],
    other: {},
  };
}

/** What one source says of one indicator, as far as it is broken down. */
interface Part {
  readonly known: Known;
  readonly attributes: Attributes;
  readonly values: readonly (readonly string[] | null)[];
}

const parts = [
  ...['$.attributes', ...properties.map(([group, key]) => `$.${group}."${key}"`)].map((path) =>
    path === '$.attributes' ? path : path.replace('$.', '$.properties.'),
  ),
  ...['$.risk', '$.retired', '$.manualRisk', '$.stamps.seen'],
];

function breakDown(
  connection: Connection,
  kind: 'threat' | 'feed',
  id: number,
): Pick<LinkSummary, 'breakdowns' | 'properties'> {
  const tallies = [...attributes, ...properties].map(() => new Map<string, RiskTally>());
  const rows = connection.all(
    `SELECT l.iid, i.risk, i.retired, s.kind, a.as_of, json_extract(a.body, ${parts.map((path) => `'${path}'`).join(', ')}) AS said
     FROM ${linkedSql(kind)} l JOIN indicator i ON i.iid = l.iid
     JOIN assertion a ON a.iid = l.iid JOIN source s ON s.id = a.source_id
     WHERE a.body LIKE '%"attributes"%' OR a.body LIKE '%"properties"%' ORDER BY l.iid`,
    id,
  );
  for (let at = 0; at < rows.length;) {
    const first = rows[at];
    if (first === undefined) break;
    let end = at + 1;
    while (rows[end]?.iid === first.iid) end++;
    // The served record takes each attribute and property from the source that leads in it.
    const said = rows
      .slice(at, end)
      .map(partOf)
      .sort((a, b) => leading(a.known) - leading(b.known) || leadFirst(a.known, b.known));
    attributes.forEach((name, index) => {
      const lists = said.map((part) => part.attributes[name]);
      const list = lists.find((each) => each !== undefined) ?? [];
      tally(
        tallies[index],
        list.map(([value]) => value),
        first,
      );
    });
    properties.forEach((_, index) => {
      const list = said.map((part) => part.values[index]).find((each) => each !== undefined && each !== null) ?? [];
      tally(tallies[attributes.length + index], list, first);
    });
    at = end;
  }
  const rowsOf = (index: number): readonly BreakdownRow[] => sorted(tallies[index]);
  const groups: Record<string, Breakdowns> = {};
  properties.forEach(([group, key], index) => {
    const values = rowsOf(attributes.length + index).slice(0, mostValues);
    if (values.length > 0) groups[group] = { ...groups[group], [key]: values };
  });
  return {
    breakdowns: Object.fromEntries(attributes.map((name, index) => [name, rowsOf(index)])),
    properties: groups,
  };
}

/** A scan's values are laid over those of all others, and the user's come last. */
function leading(known: Known): number {
  return known.source.kind === 'scan' ? -1 : leadRank(known);
}

type Said = readonly [Attributes | null, ...(readonly string[] | null)[]];

function partOf(row: Row): Part {
  const all = JSON.parse(text(row.said)) as readonly unknown[];
  const [held, ...values] = all.slice(0, properties.length + 1) as unknown as Said;
  const [risk, retired, manual, seen] = all.slice(properties.length + 1);
  const record = {
    ...emptyRecord('', 'domain'),
    risk: parseRisk(risk),
    retired: retired === true,
    manualRisk: manual === true,
    stamps: typeof seen === 'number' ? { seen } : {},
  };
  const source = { kind: text(row.kind) as Known['source']['kind'], name: '' };
  return {
    known: { kind: 'known', source, asOf: integer(row.as_of) ?? 0, record, detail: 'full' },
    attributes: held ?? {},
    values,
  };
}

function tally(
  into: Map<string, RiskTally> | undefined,
  values: readonly (string | undefined)[],
  { risk, retired }: { readonly risk?: Value; readonly retired?: Value },
): void {
  for (const value of new Set(values)) {
    if (into === undefined || value === undefined) continue;
    const held = into.get(value) ?? new RiskTally();
    held.add(risk, retired);
    into.set(value, held);
  }
}

/** The most frequent first, then by value. */
function sorted(tallies: Map<string, RiskTally> | undefined): readonly BreakdownRow[] {
  return [...(tallies ?? [])]
    .sort(([a, x], [b, y]) => y.total - x.total || (a < b ? -1 : 1))
    .map(([value, held]) => ({ value, counts: held.counts() }));
}

/** Feeds that the linked indicators of a threat stand in, those with most of them first. */
function feedCounts(connection: Connection, tid: number): readonly FeedCount[] {
  const rows = connection.all(
    `SELECT fid, risk, retired, count(*) AS n FROM (
       SELECT DISTINCT f.fid, f.iid, i.risk, i.retired FROM ${linkedSql('threat')} l
       JOIN indicator i ON i.iid = l.iid JOIN feed_link f ON f.iid = l.iid)
     GROUP BY fid, risk, retired`,
    tid,
  );
  return counted(rows, 'fid', (fid) => {
    const row = connection.get(
      `SELECT f.fid, f.name, max(a.category) AS category, max(a.organization) AS organization, max(a.pricing) AS pricing
       FROM feed f LEFT JOIN feed_assertion a ON a.fid = f.fid WHERE f.fid = ?`,
      fid,
    );
    return feedLink(row ?? {}, true);
  });
}

/** Threats that the indicators of a feed are linked to, those with most of them first. */
function threatCounts(connection: Connection, fid: number): readonly ThreatCount[] {
  const rows = connection.all(
    `SELECT tid, risk, retired, count(*) AS n FROM (
       SELECT DISTINCT t.tid, t.iid, i.risk, i.retired FROM ${linkedSql('feed')} l
       JOIN indicator i ON i.iid = l.iid JOIN threat_link t ON t.iid = l.iid)
     GROUP BY tid, risk, retired`,
    fid,
  );
  return counted(rows, 'tid', (tid) => {
    const row = connection.get(
      `SELECT t.tid, t.name, max(a.category) AS category, max(a.risk) AS risk
       FROM threat t LEFT JOIN threat_assertion a ON a.tid = t.tid WHERE t.tid = ?`,
      tid,
    );
    return threatLink(row ?? {}, true);
  });
}

function counted<T extends { readonly name: string }>(
  rows: readonly Row[],
  key: 'tid' | 'fid',
  read: (id: number) => T,
) {
  const tallies = new Map<number, RiskTally>();
  for (const row of rows) {
    const id = integer(row[key]) ?? 0;
    const held = tallies.get(id) ?? new RiskTally();
    held.add(row.risk, row.retired, integer(row.n) ?? 0);
    tallies.set(id, held);
  }
  return [...tallies]
    .map(([id, held]) => ({ ...read(id), counts: held.counts() }))
    .sort((a, b) => b.counts.total - a.counts.total || (a.name < b.name ? -1 : 1));
}
