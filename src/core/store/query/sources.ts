import { type Connection, integer } from '../sqlite';
import { type Condition, type TimestampColumn } from './condition';
import { type Sql } from './like';
import { hasTrigrams, trigramsOf } from './textIndex';

/** Rows of `indicator` as `i`, read by one index. */
export interface Source {
  /** FROM clause and WHERE conditions. */
  readonly from: string;
  readonly where: Sql;
  /** FROM clause that counts the same rows, without `indicator` where the index says enough. */
  readonly counted: string;
  /** True where rows come newest first, then by iid, without sorting. */
  readonly ordered: boolean;
}

/** Sources that together hold everything that a condition can find, and about how many rows they have. */
export interface Plan {
  readonly sources: readonly Source[];
  /** Exact up to {@link manyRows}; beyond that it only says “many”. */
  readonly rows: number;
  readonly ordered: boolean;
}

export const manyRows = 20_000;
/** So many ordered sources are merged; more are read one after the other and sorted. */
const maxMerged = 64;
const fewKeys = 100;
/** More patterns than that are not looked up one by one. */
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

function planOf(connection: Connection, sources: readonly Source[], mergeable = true): Plan {
  let rows = 0;
  for (const { counted: table, where } of sources) {
    if (rows > manyRows) break;
    const counted = connection.get(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ${table} WHERE ${where.sql} LIMIT ${manyRows + 1})`,
      ...where.values,
    );
    rows += integer(counted?.['n']) ?? 0;
  }
  const ordered = mergeable && sources.length <= maxMerged && sources.every((source) => source.ordered);
  return { sources, rows, ordered };
}

function source(from: string, sql: string, values: Sql['values'], ordered: boolean): Source {
  // Rows of a join are those of its left side: ids of indicators that are gone are few.
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
  // Where nobody says when, the row stands below every time: only a span without a beginning could take it in.
  const tests = [
    ...(from === undefined ? (column === 'stamp_seen' ? ['i.stamp_seen IS NOT NULL'] : []) : [`i.${indexed} >= ?`]),
    ...(to === undefined ? [] : [`i.${indexed} < ?`]),
  ];
  const values = [from, to].filter((end) => end !== undefined);
  return source(`indicator i INDEXED BY ${index}`, ['i.indexed = 1', ...tests].join(' AND '), values, ordered);
}

function texts(connection: Connection, patterns: readonly string[]): readonly Source[] | undefined {
  if (patterns.length > maxPatterns || !hasTrigrams(connection)) return undefined;
  const trigrams = patterns.map(trigramsOf);
  const known = trigrams.filter((each) => each !== undefined);
  if (known.length < trigrams.length) return undefined;
  return known.map((each) =>
    source('indicator_text x CROSS JOIN indicator i ON i.iid = x.rowid', 'x.indicator_text MATCH ?', [each], false),
  );
}

/** What sources of facets count, which is also enough to read them by. */
export const linkRows = 'facet_link s';

function facets(ids: readonly number[]): readonly Source[] {
  const from = `${linkRows} CROSS JOIN indicator i ON i.iid = s.iid`;
  if (ids.length <= maxMerged) return ids.map((id) => source(from, 's.facet_id = ?', [id], true));
  const listed = 's.facet_id IN (SELECT value FROM json_each(?))';
  return [source(from, listed, [JSON.stringify(ids)], false)];
}

/** The cheapest way to all that a condition can find; undefined where only looking at every indicator will do. */
export function planFor(connection: Connection, condition: Condition): Plan | undefined {
  switch (condition.kind) {
    case 'classes':
      return planOf(
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
      return found === undefined ? undefined : planOf(connection, found);
    }
    case 'facets':
      return planOf(connection, facets(condition.ids));
    case 'timeRange': {
      const found = timeRange(condition);
      return found === undefined ? undefined : planOf(connection, [found]);
    }
    case 'any': {
      const plans = condition.of.map((each) => planFor(connection, each));
      const known = plans.filter((plan) => plan !== undefined);
      if (known.length < plans.length) return undefined;
      const sources = known.flatMap((plan) => plan.sources);
      const rows = known.reduce((sum, plan) => sum + plan.rows, 0);
      return { sources, rows, ordered: sources.length <= maxMerged && known.every((plan) => plan.ordered) };
    }
    case 'all':
      return cheapest(connection, condition.of);
    case 'not':
    case 'timestampText':
    case 'threats':
      return undefined;
  }
}

/** Asks of single indicators first: where they are few, nothing else need be counted. */
function cheapest(connection: Connection, parts: readonly Condition[]): Plan | undefined {
  const keys = parts.find(({ kind }) => kind === 'keys');
  const known = keys === undefined ? undefined : planFor(connection, keys);
  if (known !== undefined && known.rows <= fewKeys) return known;
  return parts.map((each) => planFor(connection, each)).reduce(cheaper, undefined);
}

/** Rows in their order need not all be read: they win a tie. */
function cheaper(a: Plan | undefined, b: Plan | undefined): Plan | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const [left, right] = [Math.min(a.rows, manyRows), Math.min(b.rows, manyRows)];
  if (left === right) return b.ordered && !a.ordered ? b : a;
  return left < right ? a : b;
}
