import { type RawBuilder, sql } from 'kysely';
import type { QueryNode } from '../../../core/explore';
import type { ThreatLink } from '../../../core/records/record';
import type { Condition } from '../../../core/store/query/condition';
import { isNever } from '../../../core/store/query/condition';
import type { SearchOptions } from '../../../core/store/query/search';
import {
  storedThreats,
  termsOver,
  usesIndicators,
  withoutIndicators,
  worstThreats,
} from '../../../core/store/query/threats';
import type { Row } from '../../../core/store/sqlite/sqlite';
import { WorkLimitError } from '../../http/workLimiter';
import type { Team } from '../database';
import { type TimeLimit, TimeLimitError, within } from '../timeLimit';
import { conditionSql } from './condition';
import { toCondition } from './names';
import { asksForGeoLocations, findByGeoLocation, findThreatsByGeoLocation } from './geoLocationSearch';

/** How long a query may take, in milliseconds. */
const searchMillis = 30_000;
/** How long rows are read in their order, before all that match are read and sorted instead. */
const orderedMillis = 1_000;
/** To find a row by an index of values takes as long as to read this many in order. */
const indexCost = 12;
/** The newest rows, of which the share of matches is taken for that of all. */
const sampleRows = 2_000;

/** The lookup keys of what matches a query, newest seen first, then by iid. Rejects with QueryRejectedError, WorkLimitError. */
export async function findKeys(
  team: Team,
  query: QueryNode,
  { limit, signal, now, millis = searchMillis }: SearchOptions & { readonly now: number; readonly millis?: number },
): Promise<readonly string[]> {
  const condition = await toCondition(team, query, { now, hasGeoLocations: await hasGeoLocations(team) });
  if (isNever(condition)) return [];
  return finished(async () => {
    if (asksForGeoLocations(condition))
      return within(team, { millis, signal }, (transaction) => findByGeoLocation(transaction, condition, limit));
    if (!(await isSelective(team, condition, limit, { millis, signal }))) {
      try {
        return await within(team, { millis: Math.min(millis, orderedMillis), signal }, (transaction) =>
          inOrder(transaction, conditionSql(condition), limit),
        );
      } catch (error) {
        if (!(error instanceof TimeLimitError)) throw error;
      }
    }
    return within(team, { millis, signal }, (transaction) =>
      condition.kind === 'classes'
        ? newestOfEach(transaction, condition.classes, limit)
        : sorted(transaction, condition, limit),
    );
  });
}

/** Reads the newest rows of each class, in whose order there is an index. */
async function newestOfEach(
  transaction: Team,
  classes: ReadonlySet<number>,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ lookup_key: string }>`
    SELECT found.lookup_key
    FROM unnest(${[...classes]}::smallint[]) AS one (class)
    CROSS JOIN LATERAL (
      SELECT i.lookup_key, i.newest, i.iid FROM indicator i WHERE i.class = one.class
      ORDER BY i.newest DESC, i.iid LIMIT ${limit}
    ) found
    ORDER BY found.newest DESC, found.iid LIMIT ${limit}`.execute(transaction);
  return rows.map((row) => row.lookup_key);
}

/** Reads rows from the newest on, until enough match. */
async function inOrder(transaction: Team, condition: RawBuilder<boolean>, limit: number): Promise<readonly string[]> {
  // The server only guesses how many rows match a pattern, and would rather read and sort a million of them.
  await sql`SELECT set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_seqscan', 'off', true)`.execute(transaction);
  const { rows } = await sql<{ lookup_key: string }>`
    SELECT i.lookup_key FROM indicator i WHERE ${condition} ORDER BY i.newest DESC, i.iid LIMIT ${limit}
  `.execute(transaction);
  return rows.map((row) => row.lookup_key);
}

/** Reads all that matches, by whatever index has the fewest rows, and sorts it. */
async function sorted(transaction: Team, condition: Condition, limit: number): Promise<readonly string[]> {
  // The server would rather compare hundreds of facets with those of each row, and with values that it doesn't know at that.
  await sql`SELECT set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)
  `.execute(transaction);
  const matching = (test: RawBuilder<boolean>): RawBuilder<unknown> =>
    sql`SELECT i.lookup_key, i.newest, i.iid FROM indicator i WHERE ${test}`;
  const isText = asksForText(condition);
  // The server expects far too many names that match, and would read all indicators instead of looking up each one.
  if (isText)
    await sql`SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
      transaction,
    );
  const all = isText
    ? [
        matching(sql`i.own_value = '' AND ${conditionSql(condition, 'name')}`),
        matching(sql`i.own_value <> '' AND ${conditionSql(condition, 'ownValue')}`),
      ]
    : [matching(conditionSql(condition))];
  const { rows } = await sql<{ lookup_key: string }>`
    WITH found AS MATERIALIZED (${sql.join(all, sql` UNION ALL `)})
    SELECT lookup_key FROM found ORDER BY newest DESC, iid LIMIT ${limit}
  `.execute(transaction);
  return rows.map((row) => row.lookup_key);
}

/** Whether an index of names may find rows. */
function asksForText(condition: Condition): boolean {
  if (condition.kind === 'all' || condition.kind === 'any') return condition.of.some(asksForText);
  return condition.kind === 'text';
}

/** Whether an index leaves few rows, or more rows would have to be read in order until enough match. */
async function isSelective(team: Team, condition: Condition, limit: number, time: TimeLimit): Promise<boolean> {
  const parts = condition.kind === 'all' ? condition.of : [condition];
  if (parts.some(({ kind }) => kind === 'keys')) return true;
  return within(team, time, async (transaction) => {
    const { rows } = await sql<{ all: number; matching: number }>`
      SELECT count(*)::integer AS all, count(*) FILTER (WHERE ${conditionSql(condition)})::integer AS matching
      FROM (SELECT * FROM indicator ORDER BY newest DESC, iid LIMIT ${sampleRows}) i
    `.execute(transaction);
    const { all, matching } = rows[0] ?? { all: 0, matching: 0 };
    if (all < sampleRows) return true;
    // The server keeps an estimate of the size of each table.
    const size = await sql<{ rows: number }>`
      SELECT coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 AS rows
      FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid WHERE h.inhparent = 'indicator'::regclass
    `.execute(transaction);
    const expected = ((size.rows[0]?.rows ?? 0) * (matching + 1)) / all;
    // As many rows are read in order as it takes to find enough.
    return (limit * all) / Math.max(1, matching) > indexCost * expected;
  });
}

/** Threats that match a query, most severe first, then by name; what the terms mean is as in the embedded store. */
export async function findThreats(
  team: Team,
  query: QueryNode,
  { limit, signal, now }: SearchOptions & { readonly now: number },
): Promise<readonly ThreatLink[]> {
  const statements = await sql<Row>`
    SELECT t.tid, t.name, a.risk, a.category, a.body FROM threat t LEFT JOIN threat_statement a ON a.tid = t.tid
    ORDER BY t.tid, a.risk DESC, a.as_of DESC`.execute(team);
  const threats = storedThreats(statements.rows);
  const condition = await toCondition(team, query, {
    now,
    hasGeoLocations: await hasGeoLocations(team),
    termOf: termsOver(threats),
  });
  const tids = await finished(() =>
    within(team, { millis: searchMillis, signal }, async (transaction) => {
      const isLocated = asksForGeoLocations(condition);
      const { rows } = await sql<{ tid: number }>`
        SELECT t.tid FROM threat t WHERE ${isLocated ? aloneSql(condition) : threatSql(condition)}`.execute(
        transaction,
      );
      const alone = rows.map(({ tid }) => tid);
      return isLocated ? [...alone, ...(await findThreatsByGeoLocation(transaction, condition))] : alone;
    }),
  );
  return worstThreats(
    tids.flatMap((tid) => threats.get(tid) ?? []),
    limit,
  );
}

function threatSql(condition: Condition): RawBuilder<boolean> {
  if (!usesIndicators(condition)) return conditionSql(condition);
  return sql`(
    EXISTS (SELECT FROM threat_link k JOIN indicator i ON i.key = k.key WHERE k.tid = t.tid AND ${conditionSql(condition)})
    OR ${aloneSql(condition)})`;
}

/** Threats without indicators that match. */
function aloneSql(condition: Condition): RawBuilder<boolean> {
  return sql`(NOT EXISTS (SELECT FROM threat_link k WHERE k.tid = t.tid) AND ${conditionSql(withoutIndicators(condition))})`;
}

async function hasGeoLocations(team: Team): Promise<boolean> {
  const { rows } = await sql`SELECT FROM place_list WHERE complete = 1 LIMIT 1`.execute(team);
  return rows.length > 0;
}

/** A query that isn't finished fails with that reason, instead of an answer that isn't whole. */
async function finished<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    throw new WorkLimitError(400, `The query was ${error.message}. Narrow it, for example by date or risk.`);
  }
}
