import { type Connection, integer } from '../sqlite/sqlite';
import type { Steps } from '../sqlite/timeSlicer';
import type { Condition, TimestampColumn } from './condition';
import type { Sql } from './like';
import { ofSources } from './sql';
import { hasTrigrams, toTrigrams } from '../searchIndex/textIndex';
import { rangesOfPatterns } from './timestampPatterns';

/** Rows of `indicator` as `i`, read by one index. */
export interface Source {
  /** FROM clause and WHERE conditions. */
  readonly from: string;
  readonly where: Sql;
  /** FROM clause that counts the same rows, without `indicator` if the index is sufficient. */
  readonly counted: string;
  /** True if rows are newest first, then by iid, without sorting. */
  readonly ordered: boolean;
}

/** Sources that together contain everything that a condition can match, with an estimate of their rows. */
export interface Plan {
  readonly sources: readonly Source[];
  /** Exact up to {@link manyRows}. */
  readonly rows: number;
  readonly ordered: boolean;
}

export const manyRows = 20_000;
/** Maximum number of ordered sources to merge; more are read one after another and sorted. */
const maxMerged = 64;
const fewKeys = 100;
/** Maximum number of patterns to look up separately. */
const maxPatterns = 200;

/** Every indicator, newest first. */
export const everything: Plan = {
  sources: [
    {
      from: 'indicator i INDEXED BY indicator_newest',
      counted: 'indicator i',
      where: { sql: 'i.indexed = 1', values: [] },
      ordered: true,
    },
  ],
  rows: Infinity,
  ordered: true,
};

function* planOf(connection: Connection, sources: readonly Source[]): Steps<Plan> {
  let rows = 0;
  for (const { counted: table, where } of sources) {
    if (rows > manyRows) break;
    const counted = connection.get(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ${table} WHERE ${where.sql} LIMIT ${manyRows + 1})`,
      ...where.values,
    );
    rows += integer(counted?.['n']) ?? 0;
    yield;
  }
  const ordered = sources.length <= maxMerged && sources.every((source) => source.ordered);
  return { sources, rows, ordered };
}

function source(from: string, sql: string, values: Sql['values'], ordered: boolean): Source {
  // A join has as many rows as its left side, apart from a few deleted indicators.
  return { from, where: { sql, values }, counted: from.replace(/ CROSS JOIN .*$/, ''), ordered };
}

const indexOf: Readonly<
  Record<TimestampColumn, { readonly index: string; readonly column: string; readonly ordered: boolean }>
> = {
  stamp_seen: { index: 'indicator_newest', column: 'newest', ordered: true },
  stamp_added: { index: 'indicator_added', column: 'stamp_added', ordered: false },
  stamp_updated: { index: 'indicator_updated', column: 'stamp_updated', ordered: false },
};

function timeRange({ column, from, to }: Extract<Condition, { kind: 'timeRange' }>): Source | undefined {
  if (from === undefined && to === undefined) return undefined;
  const { index, column: indexed, ordered } = indexOf[column];
  // Rows without a time sort before all others, so only a range without a start could include them.
  const tests = [
    ...(from === undefined ? (column === 'stamp_seen' ? ['i.stamp_seen IS NOT NULL'] : []) : [`i.${indexed} >= ?`]),
    ...(to === undefined ? [] : [`i.${indexed} < ?`]),
  ];
  const values = [from, to].filter((end) => end !== undefined);
  return source(`indicator i INDEXED BY ${index}`, ['i.indexed = 1', ...tests].join(' AND '), values, ordered);
}

function texts(connection: Connection, patterns: readonly string[]): readonly Source[] | undefined {
  if (patterns.length > maxPatterns || !hasTrigrams(connection)) return undefined;
  const trigrams = patterns.map(toTrigrams);
  const known = trigrams.filter((each) => each !== undefined);
  if (known.length < trigrams.length) return undefined;
  return known.map((each) =>
    source('indicator_text x CROSS JOIN indicator i ON i.iid = x.rowid', 'x.indicator_text MATCH ?', [each], false),
  );
}

/** FROM clause for counting and reading facet sources. */
export const linkRows = 'facet_link s';

function facets(ids: readonly number[]): readonly Source[] {
  const from = `${linkRows} CROSS JOIN indicator i ON i.iid = s.iid`;
  if (ids.length <= maxMerged) return ids.map((id) => source(from, 's.facet_id = ?', [id], true));
  const listed = 's.facet_id IN (SELECT value FROM json_each(?))';
  return [source(from, listed, [JSON.stringify(ids)], false)];
}

/** The cheapest plan for a condition; undefined if all indicators have to be read. Counts rows in steps. */
export function* planFor(connection: Connection, condition: Condition): Steps<Plan | undefined> {
  switch (condition.kind) {
    case 'classes':
      return yield* planOf(
        connection,
        [...condition.classes].map((each) =>
          source('indicator i INDEXED BY indicator_class', 'i.indexed = 1 AND i.class = ?', [each], true),
        ),
      );
    case 'keys': {
      const listed = source(
        'indicator i',
        'i.key IN (SELECT value FROM json_each(?))',
        [JSON.stringify(condition.keys)],
        false,
      );
      return { sources: [listed], rows: condition.keys.length, ordered: false };
    }
    case 'text': {
      const found = texts(connection, condition.patterns);
      return found === undefined ? undefined : yield* planOf(connection, found);
    }
    case 'facets':
      return yield* planOf(connection, facets(condition.ids));
    case 'sources':
      return yield* planOf(connection, [
        source(
          'assertion a CROSS JOIN indicator i ON i.iid = a.iid',
          ofSources,
          [JSON.stringify(condition.ids)],
          false,
        ),
      ]);
    case 'timeRange': {
      const found = timeRange(condition);
      return found === undefined ? undefined : yield* planOf(connection, [found]);
    }
    case 'timestampText': {
      const ranges = rangesOfPatterns(condition.patterns);
      const found = ranges?.map((range) => timeRange({ kind: 'timeRange', column: condition.column, ...range }));
      const known = found?.filter((each) => each !== undefined);
      return known === undefined ? undefined : yield* planOf(connection, known);
    }
    case 'any': {
      const known: Plan[] = [];
      for (const each of condition.of) {
        const plan = yield* planFor(connection, each);
        if (plan === undefined) return undefined;
        known.push(plan);
      }
      const sources = known.flatMap((plan) => plan.sources);
      const rows = known.reduce((sum, plan) => sum + plan.rows, 0);
      return { sources, rows, ordered: sources.length <= maxMerged && known.every((plan) => plan.ordered) };
    }
    case 'all':
      return yield* cheapest(connection, condition.of);
    case 'not':
    case 'geoLocation':
    case 'threats':
      return undefined;
  }
}

/** Checks single indicators first: if there are few, nothing else has to be counted. */
function* cheapest(connection: Connection, parts: readonly Condition[]): Steps<Plan | undefined> {
  const keys = parts.find(({ kind }) => kind === 'keys');
  const known = keys === undefined ? undefined : yield* planFor(connection, keys);
  if (known !== undefined && known.rows <= fewKeys) return known;
  let best: Plan | undefined;
  for (const each of parts) best = cheaper(best, yield* planFor(connection, each));
  return best;
}

/** Ordered rows win a tie, since not all of them have to be read. */
function cheaper(a: Plan | undefined, b: Plan | undefined): Plan | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const [left, right] = [Math.min(a.rows, manyRows), Math.min(b.rows, manyRows)];
  if (left === right) return b.ordered && !a.ordered ? b : a;
  return left < right ? a : b;
}
