import { allClasses, type Condition, isAlways, isNever } from './condition';
import { likeSql, type Sql } from './like';
import { geoLocationSql } from './geoLocationTerms';
import { QueryRejectedError } from './queryRejected';

/** SQLite accepts expressions of 1,000 levels; the rest is for the enclosing statement. */
const maxLevels = 900;
const fewIds = 8;

interface Built extends Sql {
  readonly levels: number;
}

/**
 * The condition on a row `i` of `indicator` (and `t` of `threat` in searches for threats), true or false and never NULL.
 * Every value is bound. Throws {@link QueryRejectedError} if it is too deep for SQLite.
 */
export function conditionSql(condition: Condition): Sql {
  const { sql, values, levels } = build(condition);
  if (levels > maxLevels) throw new QueryRejectedError('Nesting is too deep.');
  return { sql, values };
}

/** The condition on a row `a` of `assertion` to be of sources, whose IDs are one bound value. */
export const ofSources = 'a.source_id IN (SELECT value FROM json_each(?))';

/** Any number of values as one bound value. */
function list(values: readonly (string | number)[]): string {
  return JSON.stringify(values);
}

function build(condition: Condition): Built {
  switch (condition.kind) {
    case 'classes':
      if (isAlways(condition)) return leaf('1');
      if (isNever(condition)) return leaf('0');
      return leaf('i.class IN (SELECT value FROM json_each(?))', list([...condition.classes]));
    case 'keys':
      return leaf('i.key IN (SELECT value FROM json_each(?))', list(condition.keys));
    case 'text': {
      const { sql, values } = likeSql('i.value', condition.patterns);
      return { sql, values, levels: 5 };
    }
    case 'facets':
      return facets(condition.ids);
    case 'sources':
      return {
        ...leaf(`EXISTS (SELECT 1 FROM assertion a WHERE a.iid = i.iid AND ${ofSources})`, list(condition.ids)),
        levels: 6,
      };
    case 'threats':
      return leaf('t.tid IN (SELECT value FROM json_each(?))', list(condition.tids));
    case 'timeRange': {
      const { column, from, to } = condition;
      const tests = [
        `i.${column} IS NOT NULL`,
        ...(from === undefined ? [] : [`i.${column} >= ?`]),
        ...(to === undefined ? [] : [`i.${column} < ?`]),
      ];
      return { ...leaf(`(${tests.join(' AND ')})`, ...[from, to].filter((end) => end !== undefined)), levels: 4 };
    }
    case 'geoLocation':
      return { ...geoLocationSql(condition), levels: 20 };
    case 'timestampText': {
      const column = `i.${condition.column}`;
      const seconds = `(${column} - ((${column} % 1000) + 1000) % 1000) / 1000`;
      const { sql, values } = likeSql(`strftime('%Y-%m-%d %H:%M:%S', ${seconds}, 'unixepoch')`, condition.patterns);
      return { sql: `coalesce(${sql}, 0)`, values, levels: 10 };
    }
    case 'not': {
      const { sql, values, levels } = build(condition.of);
      return { sql: `NOT ${sql}`, values, levels: levels + 1 };
    }
    case 'all':
      return joined(condition.of.map(build), 'AND');
    case 'any':
      return joined(condition.of.map(build), 'OR');
  }
}

function leaf(sql: string, ...values: readonly (string | number)[]): Built {
  return { sql, values, levels: 2 };
}

function facets(ids: readonly number[]): Built {
  if (ids.length <= fewIds) return { ...linked(ids, 'i'), levels: 6 };
  const sql = 'EXISTS (SELECT 1 FROM json_each(i.facets) f WHERE f.value IN (SELECT value FROM json_each(?)))';
  return { ...leaf(sql, list(ids)), levels: 6 };
}

/** Joins as a balanced tree, since each `OR` in `a OR b OR c …` is a level in SQLite. */
function joined(parts: readonly Built[], word: 'AND' | 'OR'): Built {
  const [first, second] = parts;
  if (first === undefined) return leaf(word === 'AND' ? '1' : '0');
  if (second === undefined) return first;
  const half = Math.ceil(parts.length / 2);
  const left = joined(parts.slice(0, half), word);
  const right = joined(parts.slice(half), word);
  return {
    sql: `(${left.sql} ${word} ${right.sql})`,
    values: left.values.concat(right.values),
    levels: Math.max(left.levels, right.levels) + 1,
  };
}

/** Up to this many index lookups cost less than reading the row. */
const fewClasses = 14;

/**
 * The condition on a row `s` of `facet_link` that uses only indexes, since reading rows of `indicator` is slow. Undefined if
 * no index has the required data in that order.
 */
export function linkConditionSql(condition: Condition): Sql | undefined {
  switch (condition.kind) {
    case 'classes':
      return classesOfLink(condition.classes);
    case 'facets':
      return condition.ids.length > fewIds ? undefined : linked(condition.ids, 's');
    case 'not': {
      const negate = linkConditionSql(condition.of);
      return negate === undefined ? undefined : { sql: `NOT ${negate.sql}`, values: negate.values };
    }
    case 'all':
    case 'any': {
      if (condition.of.length > fewIds) return undefined;
      const parts = condition.of.map(linkConditionSql);
      const known = parts.filter((part) => part !== undefined);
      if (known.length < parts.length) return undefined;
      const word = condition.kind === 'all' ? ' AND ' : ' OR ';
      return { sql: `(${known.map(({ sql }) => sql).join(word)})`, values: known.flatMap(({ values }) => values) };
    }
    default:
      return undefined;
  }
}

function classesOfLink(classes: ReadonlySet<number>): Sql | undefined {
  const others = [...allClasses].filter((each) => !classes.has(each));
  const isPositive = classes.size <= others.length;
  const listed = isPositive ? [...classes] : others;
  if (listed.length === 0) return { sql: isPositive ? '0' : '1', values: [] };
  if (listed.length > fewClasses) return undefined;
  const sql = `EXISTS (SELECT 1 FROM indicator c INDEXED BY indicator_class WHERE c.indexed = 1
    AND c.class IN (${listed.map(() => '?').join(', ')}) AND c.newest = s.newest AND c.iid = s.iid)`;
  return { sql: isPositive ? sql : `NOT ${sql}`, values: listed };
}

function linked(ids: readonly number[], row: 'i' | 's'): Sql {
  return {
    sql: `EXISTS (SELECT 1 FROM facet_link l WHERE l.facet_id IN (${ids.map(() => '?').join(', ')}) AND l.newest = ${row}.newest AND l.iid = ${row}.iid)`,
    values: ids,
  };
}
