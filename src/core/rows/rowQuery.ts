import { compareText } from '../../l10n';
import { getFilterTerm } from './rowText';
import { sortedBy } from './sortedBy';

/** A part of a timeline: bins, both included. */
export interface BinRange {
  readonly from: number;
  readonly to: number;
}

/** The column and direction of sorting. */
interface RowOrder {
  readonly column: string;
  readonly descending: boolean;
}

/** Which rows of a table to show, and in what order. */
export interface RowQuery {
  /** The text that was typed. */
  readonly filter: string;
  /** Risk levels to show, see {@link retiredLevel}; empty for all. */
  readonly levels: readonly number[];
  /** Tags to show (`group:name`): rows with any chosen tag of each group; empty for all. */
  readonly tags: readonly string[];
  /** The part of the timeline that rows must occur in. */
  readonly range?: BinRange | undefined;
  /** Absent: the order of the table. */
  readonly order?: RowOrder | undefined;
  /** The column that rows are grouped by. */
  readonly group?: string | undefined;
  /** Shows rows that are folded by default. */
  readonly unfolded: boolean;
}

/** The query that shows all rows as they are. */
export const allRows: RowQuery = { filter: '', levels: [], tags: [], unfolded: true };

/** Why a row is out of view until the user asks for it: nothing is known about it, or it is internal. */
export type Fold = 'unknown' | 'internal';

/** A value to sort rows by; undefined is last in both directions. */
export type SortKey = number | string | undefined;

/** The rows of a table, each by a number that stays the same. */
export interface TableRows {
  /** The numbers of all rows, in the order of the table. */
  readonly rows: readonly number[];
  /** The length of the timeline, in bins. */
  readonly bins: number;
  /** Rows about the part that a query asks for, in place of rows: of a client, a file, or a part of the timeline. */
  narrowed?(rows: readonly number[], query: RowQuery): readonly number[];
  /** Returns a function that checks whether a text is in a row. */
  matcher(typed: string): (row: number) => boolean;
  levelOf(row: number): number;
  tagsOf(row: number): readonly string[];
  foldOf(row: number): Fold | undefined;
  /** Whether it occurs in a part of the timeline. */
  occursIn(row: number, range: BinRange): boolean;
  /** Adds its occurrences to the sums by bin. */
  addBins(row: number, sums: number[]): void;
  /** Returns a function for the value that rows are sorted by; undefined if they can't be sorted by the column. */
  sortKey(column: string): ((row: number) => SortKey) | undefined;
  /** Returns a function for the text that rows are grouped by, which is empty for rows without one. */
  groupText(column: string): (row: number) => string;
  /** The lines of a row, where rows are about lines. */
  linesOf?(row: number): number;
  /** The lines of some rows together; `isRough`: they are an upper limit. */
  linesTogether?(rows: readonly number[]): { readonly lines: number; readonly isRough: boolean };
  /** The columns that have no text in any of some rows, as far as that is known. */
  emptyIn(rows: readonly number[]): readonly string[];
}

/** Counts of rows by risk level and by tag, and of their occurrences by bin of the timeline. */
interface RowCounts {
  readonly rows: number;
  readonly levels: readonly (readonly [level: number, count: number])[];
  readonly tags: readonly (readonly [tag: string, count: number])[];
  readonly bins: readonly number[];
}

/** The rows that a query shows. */
export interface ShownRows {
  /** Their numbers, in the order shown. */
  readonly rows: readonly number[];
  /** The number of rows of each group, in the order shown; absent if they aren't grouped. */
  readonly groups?: readonly number[] | undefined;
  /** The text of each group, and the lines of its rows together where rows are about lines. */
  readonly groupTexts?: readonly string[] | undefined;
  readonly groupLines?: readonly number[] | undefined;
  /** By group, whether its lines are an upper limit. */
  readonly areLinesRough?: readonly boolean[] | undefined;
  /** How many different rows there are, whatever the number of groups that they are in. */
  readonly count: number;
  /** The columns that have no text in any row shown. */
  readonly empty: readonly string[];
  /** Rows that are out of view because they are folded; also if the user unfolded them. */
  readonly folded: readonly number[];
  /** Whether filters exclude rows. */
  readonly isNarrowed: boolean;
  readonly all: RowCounts;
  /** The rows that match the text and the part of the timeline. */
  readonly matching: RowCounts;
  /** The occurrences of the rows shown, by bin of the timeline. */
  readonly bins: readonly number[];
}

/** The level of retired rows, which are counted separately (lookup API: “Threat summary”). */
export const retiredLevel = -1;

/** Filters, sorts, and groups rows. */
export function queryRows(table: TableRows, query: RowQuery): ShownRows {
  const everything = table.rows;
  const matching = withText(table, withinRange(table, everything, query.range), query.filter);
  const chosen = withTags(table, withLevels(table, matching, query.levels), query.tags);
  const { left, folded } = isFolding(query) ? fold(table, chosen) : { left: chosen, folded: [] };
  const visible = query.unfolded ? chosen : left;
  const narrowed = table.narrowed?.(visible, query) ?? visible;
  // A row may be in several groups, but counts once.
  const ungrouped =
    query.group === undefined ? narrowed : (table.narrowed?.(visible, { ...query, group: undefined }) ?? visible);
  const byLines = narrowed === visible ? narrowed : withMostLinesFirst(table, narrowed, query.order);
  const sorted = sortRows(table, byLines, query.order);
  const grouped = inGroups(table, sorted, query);
  const { rows } = grouped;
  const all = countsOfAll(table, everything);
  return {
    ...grouped,
    count: ungrouped.length,
    empty: table.emptyIn(rows),
    folded,
    isNarrowed: chosen.length < everything.length,
    all,
    matching: matching === everything ? all : countsOf(table, matching),
    bins: matching === everything && rows.length === everything.length ? all.bins : binSums(table, ungrouped),
  };
}

/** Counts of all rows of a table, by the list of these rows, which is a new one after any change. */
const countsByRows = new WeakMap<readonly number[], RowCounts>();

function countsOfAll(table: TableRows, rows: readonly number[]): RowCounts {
  const known = countsByRows.get(rows) ?? countsOf(table, rows);
  countsByRows.set(rows, known);
  return known;
}

/** Whether rows may be folded: not while the user looks for something other than a client, a file, or a source. */
function isFolding({ filter, levels, tags }: RowQuery): boolean {
  const isAnyName = filter.trim() === '' || getFilterTerm(filter) !== undefined;
  return isAnyName && levels.length === 0 && !tags.some((tag) => tag.startsWith('status:'));
}

function withText(table: TableRows, rows: readonly number[], typed: string): readonly number[] {
  return typed.trim() === '' ? rows : rows.filter(table.matcher(typed));
}

function withinRange(table: TableRows, rows: readonly number[], range: BinRange | undefined): readonly number[] {
  return range === undefined ? rows : rows.filter((row) => table.occursIn(row, range));
}

function withLevels(table: TableRows, rows: readonly number[], levels: readonly number[]): readonly number[] {
  return levels.length === 0 ? rows : rows.filter((row) => levels.includes(table.levelOf(row)));
}

/** The rows that have one of the chosen tags of each group. */
function withTags(table: TableRows, rows: readonly number[], chosen: readonly string[]): readonly number[] {
  const groups = [...Map.groupBy(chosen, (tag) => tag.slice(0, tag.indexOf(':'))).values()];
  if (groups.length === 0) return rows;
  return rows.filter((row) => {
    const tags = table.tagsOf(row);
    return groups.every((wanted) => wanted.some((tag) => tags.includes(tag)));
  });
}

/** Folds rows. If nothing else is left, only internal ones are folded, and if these are all, none. */
function fold(
  table: TableRows,
  rows: readonly number[],
): { readonly left: readonly number[]; readonly folded: readonly number[] } {
  for (const foldsUnknown of [true, false]) {
    const isLeft = (row: number): boolean => {
      const folded = table.foldOf(row);
      return folded === undefined || (folded === 'unknown' && !foldsUnknown);
    };
    const left = rows.filter(isLeft);
    if (left.length > 0) return { left, folded: left.length === rows.length ? [] : rows.filter((row) => !isLeft(row)) };
  }
  return { left: rows, folded: [] };
}

/** Puts rows with the most lines first if only a part of each counts, before they are sorted by `order`. */
function withMostLinesFirst(table: TableRows, rows: readonly number[], order: RowOrder | undefined): readonly number[] {
  const linesOf = table.linesOf?.bind(table);
  return order === undefined || linesOf === undefined ? rows : sortedBy(rows, (row) => -linesOf(row));
}

/** Sorts rows; missing values are last in both directions, equal rows keep their order. */
function sortRows(table: TableRows, rows: readonly number[], order: RowOrder | undefined): readonly number[] {
  const keyOf = order && table.sortKey(order.column);
  if (keyOf === undefined) return rows;
  const sign = order?.descending === true ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined);
    const areNumbers = typeof a.key === 'number' && typeof b.key === 'number';
    return sign * (areNumbers ? Number(a.key) - Number(b.key) : compareText(String(a.key), String(b.key)));
  });
  return keyed.map(({ row }) => row);
}

/**
 * Rows with the same text follow each other. Groups are in the order of their first rows, and where these are equal, larger
 * ones are first; rows without a text are last.
 */
function inGroups(
  table: TableRows,
  rows: readonly number[],
  { group: column, order }: RowQuery,
): Pick<ShownRows, 'rows' | 'groups' | 'groupTexts' | 'groupLines' | 'areLinesRough'> {
  if (column === undefined) return { rows };
  const keyOf = (order && table.sortKey(order.column)) ?? ((row: number) => row);
  const ranks = new Map<SortKey, number>();
  const groups = Array.from(Map.groupBy(rows, table.groupText(column)), ([text, own]) => {
    const [first = 0] = own;
    const key = keyOf(first);
    const rank = ranks.get(key) ?? ranks.size;
    ranks.set(key, rank);
    return { text, own, rank: text === '' ? Infinity : rank };
  });
  groups.sort((a, b) => (a.rank === b.rank ? b.own.length - a.own.length : a.rank - b.rank));
  const linesTogether = table.linesTogether?.bind(table);
  const lines = linesTogether && groups.map(({ own }) => linesTogether(own));
  return {
    rows: groups.flatMap(({ own }) => own),
    groups: groups.map(({ own }) => own.length),
    groupTexts: groups.map(({ text }) => text),
    groupLines: lines?.map((each) => each.lines),
    areLinesRough: lines?.map(({ isRough }) => isRough),
  };
}

function countsOf(table: TableRows, rows: readonly number[]): RowCounts {
  const levels = new Map<number, number>();
  // Many rows have the same list of tags.
  const lists = new Map<readonly string[], number>();
  for (const row of rows) {
    const level = table.levelOf(row);
    levels.set(level, (levels.get(level) ?? 0) + 1);
    const list = table.tagsOf(row);
    lists.set(list, (lists.get(list) ?? 0) + 1);
  }
  const tags = new Map<string, number>();
  for (const [list, count] of lists) for (const tag of list) tags.set(tag, (tags.get(tag) ?? 0) + count);
  return { rows: rows.length, levels: [...levels], tags: [...tags], bins: binSums(table, rows) };
}

/** The occurrences of rows by bin. */
function binSums(table: TableRows, rows: readonly number[]): readonly number[] {
  const sums = Array.from({ length: table.bins }, () => 0);
  if (table.bins === 0) return sums;
  for (const row of rows) table.addBins(row, sums);
  return sums;
}
