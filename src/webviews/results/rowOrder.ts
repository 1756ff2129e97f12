import type { ResultColumn, ResultRow } from '../messages/results';

/** Which column orders the rows, and whether the other way round; absent: the order of the answer. */
export interface Order {
  readonly column: string;
  readonly descending: boolean;
}

/** A row with its place in the answer, which stays its name however rows are ordered. */
export interface IndexedRow {
  readonly index: number;
  readonly row: ResultRow;
}

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The rows in an order; what has no value stands last either way, equal ones stay in the order of the answer. */
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
        : words.compare(String(a.key), String(b.key));
    return sign * found || a.indexed.index - b.indexed.index;
  });
  return keyed.map(({ indexed }) => indexed);
}

/** The rows that have one of the tags chosen of each group (`group:name`) of which any is. */
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

/** The order in which an answer came, where its rows say so: the newest sign of them first. */
export function naturalOrder(rows: readonly IndexedRow[]): Order | undefined {
  const seen = rows.map(({ row }) => row.timestamps.seen ?? -Infinity);
  const falls = seen.every((at, index) => index === 0 || at <= (seen[index - 1] ?? Infinity));
  return falls && seen[0] !== seen.at(-1) ? { column: 'seen', descending: true } : undefined;
}

/** What a click on a column's title leads to: the way that tells most first, then the other, then the answer's order. */
export function nextOrder(order: Order | undefined, { id, kind }: ResultColumn): Order | undefined {
  const first = kind === 'risk' || kind === 'timestamp' || kind === 'number';
  if (order?.column !== id) return { column: id, descending: first };
  return order.descending === first ? { column: id, descending: !first } : undefined;
}

function sortKey(row: ResultRow, { id, kind }: ResultColumn): number | string | undefined {
  switch (kind) {
    case 'risk':
      // A retired one stands below an active one of the same level.
      return row.risk * 2 - (row.retired ? 1 : 0);
    case 'name':
      return row.name;
    case 'timestamp':
      return timestampOf(row, id);
    case 'number':
      return row.cells[id] === undefined ? undefined : Number(row.cells[id]);
    case 'place':
    case 'text':
      return row.cells[id];
  }
}

/** The time in a column. */
export function timestampOf(row: ResultRow, id: string): ResultRow['timestamps']['seen'] {
  return id === 'seen' || id === 'added' || id === 'updated' || id === 'retired' ? row.timestamps[id] : undefined;
}

/** Retired rows are counted apart from the risks, as the interface counts them (api-spec: “Threat summary”). */
export const retiredLevel = -1;

/** The risk under which a row is counted: the place of its level in the view's `risks`, or {@link retiredLevel}. */
export function riskBucket({ risk, retired }: ResultRow): number {
  return retired ? retiredLevel : risk;
}

/** What of a row a filter looks at, as {@link matchesFilter} reads it. */
export function searchTextOf(row: ResultRow, riskWords: string): string {
  const shown = [row.name, riskWords, row.retired ? 'retired' : '', ...Object.values(row.cells)]
    .join('\n')
    .toLowerCase();
  return `${shown}\n${plain(row.name.toLowerCase())}`;
}

/** Whether a row's text holds what was typed, be it as a log has a name or as the panel writes it (`evil[.]example`). */
export function matchesFilter(text: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return text.includes(wanted) || text.includes(plain(wanted));
}

/** What the panel writes so that nobody follows it, as it stands in a log. */
function plain(text: string): string {
  return text
    .replaceAll('[.]', '.')
    .replaceAll('[:]', ':')
    .replaceAll('[@]', '@')
    .replace(/\bhxxp(?=s?:\/\/)/g, 'http');
}
