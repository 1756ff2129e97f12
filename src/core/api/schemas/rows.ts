import { isMissing, isObject } from './fields';

/** Names under which services return rows, the most specific first. */
const rowNames = ['results', 'indicators', 'threats', 'links', 'data', 'items', 'rows'] as const;
export type RowName = (typeof rowNames)[number];

/** Whether rows may be under this name, in any letter case. */
export function isRowName(name: string): boolean {
  return rowNames.some((each) => each === name.toLowerCase());
}

/** Names beside rows that aren't rows. */
const besideRows =
  /^(?:q|query|total|count|limit|offset|type|format|pages?|page_(?:current|next|previous|total|count|size)|more|next)$/i;

const totals =
  /^(?:total|count|hits|found|matches|(?:total|num|number)_?(?:of_?)?(?:results|rows|count|hits|found|matches|indicators|threats))$/i;

/** An answer may wrap its rows twice: `{"data": {"results": […]}}`. */
const mostWraps = 3;

/** Whether a response reports more rows than it contains, beside them or beside what wraps them. */
export function hasMore(body: unknown, rows: number, depth = 0): boolean {
  if (!isObject(body)) return false;
  return Object.entries(body).some(([key, value]) => {
    // A row may have a total of its own; a wrapper has the rows.
    if (isRowName(key) && isObject(value) && depth < mostWraps)
      return Object.keys(value).some(isRowName) && !hasAny(value, rowFields) && hasMore(value, rows, depth + 1);
    if (/^(?:more|has_?more)$/i.test(key)) return value === true;
    const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value));
    return totals.test(key) && isNumber && Number(value) > rows;
  });
}

/** Fields that identify a row. */
const rowFields = ['iid', 'indicator', 'tid', 'threat', 'fid', 'feed'];

/**
 * The rows of a response, whatever wraps them (lookup API: “Explore JSON result”): a bare list, a list under one of the
 * usual names in any letter case, an object with numbered keys instead of a list, or one row instead of a list of one.
 * Other keys don't matter. `first` are the preferred names, `isRow` distinguishes a row from a wrapper. Undefined for
 * another response.
 */
export function rowsIn(
  body: unknown,
  first: readonly RowName[],
  isRow: (value: Readonly<Record<string, unknown>>) => boolean,
): readonly unknown[] | undefined {
  if (!Array.isArray(body) && !isObject(body)) return undefined;
  return unwrapped(body, [...new Set([...first, ...rowNames])], isRow, 0);
}

function unwrapped(
  body: unknown,
  names: readonly string[],
  isRow: (value: Readonly<Record<string, unknown>>) => boolean,
  depth: number,
): readonly unknown[] | undefined {
  if (depth > 0 && isObject(body) && isRow(body)) return [body];
  const bare = bareRows(body);
  if (bare !== undefined) return bare;
  if (!isObject(body)) return undefined;
  const byName = new Map(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]));
  const wrapped = names.filter((name) => byName.has(name)).map((name) => byName.get(name));
  const lists =
    depth < mostWraps
      ? wrapped.map((list) => unwrapped(list, names, isRow, depth + 1)).filter((rows) => rows !== undefined)
      : [];
  const found = lists.find((rows) => rows.length > 0) ?? lists[0];
  if (found !== undefined) return found;
  if (wrapped.length === 0 && Object.keys(body).every((key) => besideRows.test(key))) return [];
  // A value in place of a list that can't be read counts as an unreadable row.
  return depth > 0 ? [body] : undefined;
}

/** Rows that nothing wraps. */
function bareRows(body: unknown): readonly unknown[] | undefined {
  if (isMissing(body)) return [];
  if (Array.isArray(body)) return body as unknown[];
  return isObject(body) ? numberedValues(body) : undefined;
}

/** The objects under numbered keys, in the order of the numbers; undefined if there are none. */
export function numberedValues(body: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  const rows = Object.entries(body).filter(([key, value]) => /^\d+$/.test(key) && isObject(value));
  return rows.length === 0 ? undefined : rows.map(([, value]) => value);
}

/** Whether an object has any of these fields, in any letter case. */
export function hasAny(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return Object.keys(value).some((key) => names.includes(key.toLowerCase()));
}
