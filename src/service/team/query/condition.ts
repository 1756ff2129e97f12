import { type RawBuilder, sql } from 'kysely';
import { type Condition, isAlways, isNever } from '../../../core/store/query/condition';
import { likePattern } from '../../../core/store/query/like';
import { getKey } from '../keys';

type Test = RawBuilder<boolean>;

/** The value with ASCII letters in lowercase, for comparison with patterns. */
const foldedValue = sql.raw(`lower((CASE i.own_value WHEN '' THEN i.lookup_key ELSE i.own_value END) COLLATE "C")`);

/** How rows are found whose values match patterns: one after the other, or by an index of names, or of values that aren't their keys. */
export type TextSearch = 'row' | 'name' | 'ownValue';

/**
 * The condition on a row `i` of `indicator` (and `t` of `threat` in searches for threats), true or false and never NULL.
 * Every value is bound.
 */
export function conditionSql(condition: Condition, by: TextSearch = 'row'): Test {
  switch (condition.kind) {
    case 'classes':
      if (isAlways(condition)) return sql`true`;
      if (isNever(condition)) return sql`false`;
      return sql`i.class = any(${[...condition.classes]}::smallint[])`;
    case 'keys':
      return sql`i.key = any(${condition.keys.map(getKey)}::bytea[])`;
    case 'text':
      return valueTest(condition.patterns, by);
    case 'facets':
      return sql`(i.facets <> '{}' AND i.facets && ${condition.ids}::bigint[])`;
    case 'sources':
      return sql`EXISTS (
        SELECT FROM statement a WHERE a.key = i.key AND a.source_id = any(${condition.ids}::integer[]))`;
    case 'threats':
      return sql`t.tid = any(${condition.tids}::integer[])`;
    case 'timeRange':
      return timeRange(condition);
    case 'timestampText':
      return timestampText(condition);
    case 'geoLocation':
      throw new RangeError('the database does not know locations');
    case 'not':
      return sql`NOT ${conditionSql(condition.of)}`;
    case 'all':
      return joined(
        condition.of.map((each) => conditionSql(each, by)),
        sql` AND `,
      );
    case 'any':
      return anyOf(condition.of.map((each) => conditionSql(each, by)));
  }
}

function anyOf(tests: readonly Test[]): Test {
  return joined(tests, sql` OR `);
}

function joined(tests: readonly Test[], word: RawBuilder<unknown>): Test {
  return sql`(${sql.join(tests, word)})`;
}

/** A pattern of LIKE, with the letters of ASCII in lowercase. */
function foldedPattern(pattern: string): string {
  return likePattern(pattern).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function valueTest(patterns: readonly string[], by: TextSearch): Test {
  const like = (text: RawBuilder<unknown>): Test =>
    anyOf(patterns.map((pattern) => sql<boolean>`${text} LIKE ${foldedPattern(pattern)}`));
  switch (by) {
    case 'row':
      return like(foldedValue);
    case 'name':
      return sql`i.key IN (
        SELECT n.key FROM indicator_name n WHERE ${like(sql.raw('lower(n.lookup_key COLLATE "C")'))})`;
    case 'ownValue':
      return like(sql.raw('lower(i.own_value COLLATE "C")'));
  }
}

function timeRange({ column, from, to }: Extract<Condition, { kind: 'timeRange' }>): Test {
  // Both have the same time, and one of them has an index.
  const indexed = column === 'stamp_seen' ? 'newest' : column;
  const tests: Test[] = [
    sql`i.${sql.ref(column)} IS NOT NULL`,
    ...(from === undefined ? [] : [sql<boolean>`i.${sql.ref(indexed)} >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`i.${sql.ref(indexed)} < ${to}`]),
  ];
  return joined(tests, sql` AND `);
}

function timestampText({ column, patterns }: Extract<Condition, { kind: 'timestampText' }>): Test {
  const stamp = sql.ref(column);
  const text = sql`to_char(to_timestamp(floor(i.${stamp} / 1000.0)) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
  const likes = patterns.map((pattern) => sql<boolean>`${text} LIKE ${likePattern(pattern)}`);
  return sql`(i.${stamp} IS NOT NULL AND ${anyOf(likes)})`;
}
