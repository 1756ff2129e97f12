import type { Value } from '../sqlite/sqlite';

/** SQL with the values of its placeholders, in order. */
export interface Sql {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Converts a pattern with `*` to a LIKE pattern with `\` as escape. */
export function likePattern(pattern: string): string {
  return pattern.replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%');
}

/** SQL that matches patterns with `*`, ignoring the case of ASCII letters. */
export function likeSql(
  expression: string,
  patterns: readonly string[],
): { readonly sql: string; readonly values: readonly string[] } {
  const likes = patterns.map(likePattern);
  if (likes.length <= 4) {
    const each = likes.map(() => `${expression} LIKE ? ESCAPE '\\'`);
    return { sql: each.length === 1 ? (each[0] ?? '0') : `(${each.join(' OR ')})`, values: likes };
  }
  return {
    // The limit keeps SQLite from computing the expression for each pattern.
    sql: `EXISTS (SELECT 1 FROM (SELECT ${expression} AS text LIMIT 1) t CROSS JOIN json_each(?) p
      WHERE t.text LIKE p.value ESCAPE '\\')`,
    values: [JSON.stringify(likes)],
  };
}
