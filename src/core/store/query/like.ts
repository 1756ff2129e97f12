import { type Value } from '../sqlite';

/** SQL with its values, which stand in their order for the `?` in it. */
export interface Sql {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** A pattern with `*` as one of LIKE, with `\` as its escape. */
export function likePattern(pattern: string): string {
  return pattern.replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%');
}

/** True where an expression matches one of the patterns with `*`; letter case of ASCII does not count. */
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
    sql: `EXISTS (SELECT 1 FROM json_each(?) p WHERE ${expression} LIKE p.value ESCAPE '\\')`,
    values: [JSON.stringify(likes)],
  };
}
