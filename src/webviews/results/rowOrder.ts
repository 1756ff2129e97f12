import { compareText } from '../../l10n';
import type { ResultColumn, ResultRow, ResultsView } from '../messages/results';

/** The column and direction of sorting; absent for the original order. */
export interface Order {
  readonly column: string;
  readonly descending: boolean;
}

/** A row with its index in the answer, which identifies it in any order. */
export interface IndexedRow {
  readonly index: number;
  readonly row: ResultRow;
}

/** Whether rows have a risk. */
export function hasRisks({ columns }: ResultsView): boolean {
  return columns.some(({ kind }) => kind === 'risk');
}

/** Identifies a row in the selection. */
export function rowKey({ index, row }: IndexedRow): string {
  return row.key ?? String(index);
}

/** The indexes of the selected rows. */
export function selectedIndexes(selected: ReadonlySet<string>, rows: readonly IndexedRow[]): readonly number[] {
  if (rows[0]?.row.key === undefined) return [...selected].map(Number);
  return rows.filter((indexed) => selected.has(rowKey(indexed))).map(({ index }) => index);
}

/** Sorts rows; missing values are last in both directions, equal rows keep their order. */
export function sortRows(
  rows: readonly IndexedRow[],
  order: Order | undefined,
  columns: readonly ResultColumn[],
): readonly IndexedRow[] {
  const column = columns.find(({ id }) => id === order?.column);
  if (order === undefined || column === undefined) return rows;
  const sign = order.descending ? -1 : 1;
  const keyed = rows.map((indexed) => ({ indexed, key: sortKey(indexed.row, column) }));
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined);
    const found =
      typeof a.key === 'number' && typeof b.key === 'number'
        ? a.key - b.key
        : compareText(String(a.key), String(b.key));
    return sign * found || a.indexed.index - b.indexed.index;
  });
  return keyed.map(({ indexed }) => indexed);
}

/** Rows with the same text in a column, in the order of their first rows; those without a text are last. */
export function groupRows(rows: readonly IndexedRow[], column: string): ReadonlyMap<string, readonly IndexedRow[]> {
  const groups = Map.groupBy(rows, (indexed) => groupOf(indexed, column));
  const rest = groups.get('');
  if (rest !== undefined && groups.delete('')) groups.set('', rest);
  return groups;
}

/** The text that a row is grouped by; empty if it has none. */
export function groupOf({ row }: IndexedRow, column: string): string {
  return row.cells[column] ?? '';
}

/** The rows that have one of the chosen tags of each group (`group:name`). */
export function withTags(rows: readonly IndexedRow[], chosen: ReadonlySet<string>): readonly IndexedRow[] {
  const groups = new Map<string, string[]>();
  for (const tag of chosen) {
    const group = tag.slice(0, tag.indexOf(':'));
    groups.set(group, [...(groups.get(group) ?? []), tag]);
  }
  const wanted = [...groups.values()];
  if (wanted.length === 0) return rows;
  return rows.filter(({ row }) => wanted.every((tags) => tags.some((tag) => row.tags?.includes(tag) === true)));
}

/**
 * The rows without those that are folded. If nothing else is left, only internal ones are folded, and if these are all, none.
 */
export function withoutFolded(rows: readonly IndexedRow[]): readonly IndexedRow[] {
  for (const foldsUnknown of [true, false]) {
    const left = rows.filter(({ row: { folded } }) => folded === undefined || (folded === 'unknown' && !foldsUnknown));
    if (left.length > 0) return left;
  }
  return rows;
}

/** The order of the answer if it is sorted by newest first. */
export function naturalOrder(rows: readonly IndexedRow[]): Order | undefined {
  const seen = rows.map(({ row }) => row.timestamps['seen'] ?? -Infinity);
  const falls = seen.every((at, index) => index === 0 || at <= (seen[index - 1] ?? Infinity));
  return falls && seen[0] !== seen.at(-1) ? { column: 'seen', descending: true } : undefined;
}

/** The order after a click on a column's title: the more useful direction, the other one, then the original order. */
export function nextOrder(order: Order | undefined, { id, kind }: ResultColumn): Order | undefined {
  const first = kind !== 'name' && kind !== 'text' && kind !== 'place' && kind !== 'timeline';
  if (order?.column !== id) return { column: id, descending: first };
  return order.descending === first ? { column: id, descending: !first } : undefined;
}

function sortKey(row: ResultRow, { id, kind }: ResultColumn): number | string | undefined {
  switch (kind) {
    case 'risk':
      // Retired rows follow active ones of the same level.
      return row.risk === undefined ? undefined : row.risk * 2 - (row.retired ? 1 : 0);
    case 'name':
      return row.name;
    case 'timestamp':
    case 'utc':
      return row.timestamps[id];
    case 'number':
      return row.cells[id] === undefined ? undefined : Number(row.cells[id]);
    case 'timeline':
      return row.bins?.[0];
    case 'place':
    case 'text':
      return row.cells[id];
  }
}

/** Retired rows are counted separately, as in the interface (api-spec: “Threat summary”). */
export const retiredLevel = -1;

/** The index in the view's `risks` that a row counts toward, or {@link retiredLevel}. */
export function riskBucket({ risk = 0, retired }: ResultRow): number {
  return retired ? retiredLevel : risk;
}
