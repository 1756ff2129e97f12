import { withGeoLocation } from '../../context/geoLocation';
import { hasGeoLocations, getGeoLocation } from '../geoLocations';
import type { QueryNode } from '../../explore/syntax/ast';
import type { LinksOfRow } from '../../records/linksOfRow';
import type { IndicatorRecord, ThreatLink } from '../../records/record';
import { createTimeSlicer, type SliceOptions, type Steps } from '../sqlite/timeSlicer';
import { type Connection, integer, text, type Row } from '../sqlite/sqlite';
import { compileQuery } from './compile';
import { getLinks } from './getLinks';
import { queryNamesIn } from './queryNames';
import { defineGeoLocations } from './geoLocationTerms';
import { feedTrigrams } from '../searchIndex/textIndex';
import { findThreats } from './threats';
import { indexPending } from '../searchIndex/pendingIndex';
import type { IndicatorType } from '../../indicators/identity/types';
import { effectiveStatementsOfMany } from '../statements/statements';
import { mergeStatements } from '../statements/merge';
import { omit } from '../statements/omit';
import { type Condition, isNever } from './condition';
import type { Sql } from './like';
import { everything, linkRows, manyRows, type Plan, planFor, type Source } from './sources';
import { conditionSql, linkConditionSql } from './sql';

/** A position in the order of results: newest first, then by iid. */
interface RowPosition {
  readonly newest: number;
  readonly iid: number;
}

/** Number of rows after which a query yields even if nothing matches; a power of two. */
const rowsPerTick = 1_024;
/** Number of yields while reading rows in order, before all candidates are read and sorted instead. */
const maxEarlyTicks = 30;
/** Up to this many candidates are read and sorted immediately. */
const fewRows = 4_000;
/** Matching rows per step. */
const hitsPerStep = 2_000;

/** True if reading rows in order probably reaches the limit before as many rows as there are candidates. */
function mayEndEarly(connection: Connection, candidates: number, limit: number): boolean {
  if (candidates > manyRows) return true;
  const all = integer(connection.get('SELECT max(iid) AS last FROM indicator')?.['last']) ?? 0;
  return (limit * all) / candidates < candidates;
}

function compareRows(a: RowPosition, b: RowPosition): number {
  return b.newest - a.newest || a.iid - b.iid;
}

/** The ids that match a condition, newest seen first, then by iid, up to `limit`. */
function* findIds(connection: Connection, condition: Condition, limit: number): Steps<readonly number[]> {
  const positions = yield* findPositions(connection, condition, limit);
  return positions.map(({ iid }) => iid);
}

function* findPositions(connection: Connection, condition: Condition, limit: number): Steps<readonly RowPosition[]> {
  if (isNever(condition)) return [];
  if (condition.kind === 'any' && condition.of.length <= maxBranches) {
    const { alone, together } = yield* alternativesOf(connection, condition.of);
    const all: RowPosition[] = [];
    for (const each of alone) all.push(...(yield* findPositions(connection, each, limit)));
    for (let at = 0; at < together.length; at += maxTogether) {
      const rest = restOf({ kind: 'any', of: together.slice(at, at + maxTogether) });
      all.push(...((yield* inOrder(connection, everything, rest, limit, Infinity)) ?? []));
    }
    return newest(all, limit);
  }
  const rest = restOf(condition);
  const plan = yield* planFor(connection, condition);
  yield;
  if (plan === undefined) return (yield* inOrder(connection, everything, rest, limit, Infinity)) ?? [];
  if (plan.ordered) return (yield* inOrder(connection, plan, rest, limit, Infinity)) ?? [];
  if (plan.rows > fewRows && mayEndEarly(connection, plan.rows, limit)) {
    const early = yield* inOrder(connection, yield* orderedPart(connection, condition), rest, limit, maxEarlyTicks);
    if (early !== undefined) return early;
  }
  return yield* sorted(connection, plan, rest, limit);
}

/** Up to this many alternatives have separate plans; more are one condition. */
const maxBranches = 20_000;
/** Up to this many alternatives with very many rows are sorted separately. */
const maxLong = 8;
/** A statement with many more alternatives would be too long for SQLite. */
const maxTogether = 200;

/** Alternatives to find one by one, and those to test together on each row, since each alone would read all of them. */
function* alternativesOf(
  connection: Connection,
  alternatives: readonly Condition[],
): Steps<{ readonly alone: readonly Condition[]; readonly together: readonly Condition[] }> {
  const [alone, long, together]: [Condition[], Condition[], Condition[]] = [[], [], []];
  for (const each of alternatives) {
    const plan = yield* planFor(connection, each);
    const isLong = plan !== undefined && !plan.ordered && plan.rows > manyRows;
    (plan === undefined ? together : isLong ? long : alone).push(each);
  }
  return long.length > maxLong ? { alone, together: [...together, ...long] } : { alone: [...alone, ...long], together };
}

/** The best plan without sorting, for a part of the condition or for all rows. */
function* orderedPart(connection: Connection, condition: Condition): Steps<Plan> {
  const parts = condition.kind === 'all' ? condition.of : [condition];
  let best: Plan | undefined;
  for (const part of parts) {
    if (part.kind !== 'classes' && part.kind !== 'timeRange' && part.kind !== 'facets') continue;
    const plan = yield* planFor(connection, part);
    if (plan?.ordered === true && (best === undefined || plan.rows < best.rows)) best = plan;
  }
  return best ?? everything;
}

/** A condition on rows of `indicator`, and on `facet_link` if its indexes are sufficient. */
interface Rest extends Sql {
  readonly ofLinks: Sql | undefined;
}

function restOf(condition: Condition): Rest {
  return { ...conditionSql(condition), ofLinks: linkConditionSql(condition) };
}

function rowsOf(connection: Connection, { from, counted, where, ordered }: Source, rest: Rest): IterableIterator<Row> {
  const isLinks = counted === linkRows;
  const alone = isLinks ? rest.ofLinks : undefined;
  const row = isLinks ? 's' : 'i';
  const { sql, values } = alone ?? rest;
  return connection.rows(
    `SELECT ${row}.iid AS iid, ${row}.newest AS newest, ${sql} AS hit FROM ${alone === undefined ? from : counted}
     WHERE ${where.sql} AND (hit OR (${row}.iid & ${rowsPerTick - 1}) = 0)${ordered ? ` ORDER BY ${row}.newest DESC, ${row}.iid` : ''}`,
    ...values,
    ...where.values,
  );
}

function positionOf(row: Row): RowPosition & { readonly hit: boolean } {
  return { iid: integer(row['iid']) ?? 0, newest: integer(row['newest']) ?? 0, hit: row['hit'] === 1 };
}

/** Merges ordered sources up to the limit; undefined after more than `maxTicks` yields. */
function* inOrder(
  connection: Connection,
  plan: Plan,
  rest: Rest,
  limit: number,
  maxTicks: number,
): Steps<readonly RowPosition[] | undefined> {
  const open = plan.sources.map((source) => rowsOf(connection, source, rest));
  try {
    const heads = open.map((rows) => nextOf(rows));
    const found: RowPosition[] = [];
    let ticks = 0;
    for (;;) {
      let first = -1;
      for (const [at, head] of heads.entries()) {
        const best = heads[first];
        if (head !== undefined && (best === undefined || compareRows(head, best) < 0)) first = at;
      }
      const head = heads[first];
      const rows = open[first];
      if (head === undefined || rows === undefined) return found;
      if (head.hit && found.at(-1)?.iid !== head.iid && found.push(head) >= limit) return found;
      if (!head.hit && ++ticks > maxTicks) return undefined;
      if (!head.hit || found.length % hitsPerStep === 0) yield;
      heads[first] = nextOf(rows);
    }
  } finally {
    for (const rows of open) rows.return?.();
  }
}

function nextOf(rows: IterableIterator<Row>): (RowPosition & { readonly hit: boolean }) | undefined {
  const { value, done } = rows.next() as IteratorResult<Row, unknown>;
  return done === true ? undefined : positionOf(value);
}

/** Reads all candidates and returns the newest. */
function* sorted(connection: Connection, plan: Plan, rest: Rest, limit: number): Steps<readonly RowPosition[]> {
  let newestSoFar: readonly RowPosition[] = [];
  let pending: RowPosition[] = [];
  for (const source of plan.sources) {
    const rows = rowsOf(connection, { ...source, ordered: false }, rest);
    try {
      for (const row of rows) {
        const position = positionOf(row);
        if (position.hit) pending.push(position);
        if (pending.length >= limit + hitsPerStep) {
          newestSoFar = newest([...newestSoFar, ...pending], limit);
          pending = [];
          yield;
        } else if (!position.hit) yield;
      }
    } finally {
      rows.return?.();
    }
  }
  return newest([...newestSoFar, ...pending], limit);
}

/** The first unique positions in the order of results. */
function newest(positions: readonly RowPosition[], limit: number): readonly RowPosition[] {
  const unique = new Map(positions.map((position) => [position.iid, position]));
  return [...unique.values()].sort(compareRows).slice(0, limit);
}

export interface SearchOptions extends SliceOptions {
  /** At least 1. */
  readonly limit: number;
}

/** Explore searches in a store, in time slices of a few milliseconds. */
export interface Search {
  /** Indicators, newest `stamp_seen` first, then by iid. Rejects with QueryRejectedError. */
  search(query: QueryNode, options: SearchOptions): Promise<readonly IndicatorRecord[]>;
  /** Threats, most severe first, then by name. Rejects with QueryRejectedError. */
  searchThreats(query: QueryNode, options: SearchOptions): Promise<readonly ThreatLink[]>;
}

/** Links for results of the local store. */
export interface FoundLinks {
  /** The threats and feeds of indicators that have any. */
  linksOf(iids: readonly number[], signal?: AbortSignal): Promise<readonly LinksOfRow[]>;
}

function hasWildcard(query: QueryNode): boolean {
  const open: QueryNode[] = [query];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'term') {
      if (node.value.includes('*')) return true;
    } else if (node.kind === 'not') open.push(node.operand);
    else for (const operand of node.operands) open.push(operand);
  }
  return false;
}

/** Updates the indexes that searches read. */
function* updateIndexes(connection: Connection, query: QueryNode): Steps<undefined> {
  while (indexPending(connection)) yield;
  if (hasWildcard(query)) while (feedTrigrams(connection)) yield;
  return undefined;
}

interface Sought {
  readonly query: QueryNode;
  readonly limit: number;
  readonly now: number;
}

function* indicators(connection: Connection, { query, limit, now }: Sought) {
  yield* updateIndexes(connection, query);
  defineGeoLocations(connection);
  const condition = yield* compileQuery(query, {
    names: queryNamesIn(connection),
    now,
    hasGeoLocations: hasGeoLocations(connection),
  });
  return yield* foundRecords(connection, yield* findIds(connection, condition, limit));
}

function* threats(connection: Connection, { query, limit, now }: Sought) {
  yield* updateIndexes(connection, query);
  defineGeoLocations(connection);
  return yield* findThreats(connection, query, { limit, now, hasGeoLocations: hasGeoLocations(connection) });
}

export interface SearchPorts {
  readonly withConnection: <T>(work: (connection: Connection) => T) => T;
  readonly now: () => number;
}

/** Implements {@link Search} and {@link FoundLinks} over a connection. */
export function createSearch({ withConnection, now }: SearchPorts): Search & FoundLinks {
  const timeSliced = createTimeSlicer(withConnection);
  return {
    search: (query, options) => timeSliced((c) => indicators(c, { query, limit: options.limit, now: now() }), options),
    searchThreats: (query, options) =>
      timeSliced((c) => threats(c, { query, limit: options.limit, now: now() }), options),
    linksOf: (iids, signal) => timeSliced((c) => getLinks(c, iids), { signal }),
  };
}

const chunk = 250;

/**
 * The merged records of ids in their order, without the ids of risk factors and comments, which `localRecord` looks up.
 * Skips deleted ids.
 */
function* foundRecords(connection: Connection, iids: readonly number[]): Steps<readonly IndicatorRecord[]> {
  const records: IndicatorRecord[] = [];
  const geoLocations = { geoLocationOf: (address: string) => getGeoLocation(connection, address) };
  for (let at = 0; at < iids.length; at += chunk) {
    const wanted = iids.slice(at, at + chunk);
    const rows = connection.all(
      'SELECT iid, value, type FROM indicator WHERE iid IN (SELECT value FROM json_each(?))',
      JSON.stringify(wanted),
    );
    const subjects = rows.map((row) => ({
      iid: integer(row['iid']) ?? 0,
      value: text(row['value']),
      type: text(row['type']) as IndicatorType,
    }));
    const statements = effectiveStatementsOfMany(connection, subjects);
    for (const iid of wanted) {
      const [first, ...rest] = statements.get(iid) ?? [];
      if (first === undefined) continue;
      records.push(withGeoLocation({ ...omit(mergeStatements([first, ...rest]), 'qid'), iid }, geoLocations));
    }
    yield;
  }
  return records;
}
