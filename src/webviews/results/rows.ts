import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../l10n';
import type { ResultColumn, ResultRow, ResultsView, RowLine, RowQueryMessage } from '../messages/results';
import type { Order, ResultsState, Shown, Send } from './resultsState';

/** A row that is shown, whose content the host sends when it comes into view. */
export interface ShownRow {
  /** Its number, which stays the same in any order. */
  readonly index: number;
  /** Identifies it in the selection. */
  readonly key: string;
  /** Its content, or an empty row until the host has sent it. */
  readonly row: ResultRow;
  /** Shown instead of a row: the heading of a group, or a line of the row above. */
  readonly part?: LinePart | GroupHeading | undefined;
}

/** The heading of a group, which folds it. */
export interface GroupHeading {
  readonly kind: 'heading';
  /** Identifies the group, see {@link groupKey}. */
  readonly group: string;
  readonly first: ShownRow;
  readonly rows: number;
  /** The total lines of its rows, if rows have lines. */
  readonly lines: number | undefined;
  /** Whether this is only a maximum. */
  readonly isRough: boolean;
  readonly isOpen: boolean;
}

/** A part below an unfolded row: one of its lines, or a text about the row or further lines. */
export type LinePart =
  | { readonly kind: 'line'; readonly line: RowLine }
  | { readonly kind: 'rest'; readonly text: string; readonly canFind: boolean };

/** Rows, with the reasons for the risk and the lines below each unfolded row. */
export function withLines(rows: readonly ShownRow[], unfolded: ResultsState['lines']): readonly ShownRow[] {
  if (unfolded.size === 0) return rows;
  return rows.flatMap((row) => {
    if (row.part !== undefined || !unfolded.has(row.index)) return [row];
    const { lines = [], more = t('Reading the lines…'), canFind = false } = unfolded.get(row.index) ?? {};
    const reasons = (row.row.hovers?.['risk'] ?? '').replaceAll('\n', ' · ');
    const parts: LinePart[] = reasons === '' ? [] : [{ kind: 'rest', text: reasons, canFind: false }];
    parts.push(...lines.map((line) => ({ kind: 'line', line }) as const));
    if (more !== '' || canFind) parts.push({ kind: 'rest', text: more, canFind });
    const { index, key } = row;
    return [row, ...parts.map((part, at) => ({ index, key: `${key}${partMark}${at}`, row: emptyRow, part }))];
  });
}

/** A group of a column in the set of those that are folded. */
export function groupKey(column: string, text: string): string {
  return `${column}${partMark}${text}`;
}

/** Rows with a heading above each group, without the rows of folded groups. */
export function withHeadings(
  rows: readonly ShownRow[],
  { groups, groupTexts = [], groupLines, areLinesRough = [] }: Shown,
  { column, folded }: { readonly column: string | undefined; readonly folded: ReadonlySet<string> },
): readonly ShownRow[] {
  if (groups === undefined || column === undefined) return rows;
  let start = 0;
  return groups.flatMap((count, index) => {
    const first = rows[start];
    const groupRows = rows.slice(start, (start += count));
    if (first === undefined) return [];
    const group = groupKey(column, groupTexts[index] ?? '');
    const isOpen = !folded.has(group);
    const lines = { lines: groupLines?.[index], isRough: areLinesRough[index] === true };
    const part = { kind: 'heading', group, first, rows: count, ...lines, isOpen } as const;
    const heading = { index: first.index, key: `${partMark}${group}`, row: emptyRow, part };
    return isOpen ? [heading, ...groupRows] : [heading];
  });
}

/** Returns the index of a line's row, or of the heading of a row's group; otherwise -1. */
export function getParent(rows: readonly ShownRow[], index: number): number {
  const depth = depthOf(rows[index]);
  let at = index - 1;
  while (at >= 0 && depthOf(rows[at]) >= depth) at--;
  return at;
}

function depthOf(row: ShownRow | undefined): number {
  return row?.part === undefined ? 1 : row.part.kind === 'heading' ? 0 : 2;
}

/** No key of a row has it. */
const partMark = '\n';

/** Whether a key is that of a row, not of its lines. */
export function isRowKey(key: string): boolean {
  return !key.includes(partMark);
}

const emptyRow: ResultRow = { name: '', retired: false, timestamps: {}, cells: {} };

/** The contents of rows by number that the host has sent. */
export class RowCache {
  private rows = new Map<number, { readonly row: ResultRow; readonly version: number }>();
  /** Rows that were requested, or will be. */
  private readonly wanted = new Set<number>();
  private next: number[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Rows of an older version are requested again, and shown until then. */
  version = 0;

  /** @param ask requests rows from the host */
  constructor(private readonly ask: (rows: number[]) => void) {}

  add(rows: readonly (readonly [number: number, row: ResultRow])[]): void {
    for (const [number, row] of rows) {
      this.rows.set(number, { row, version: this.version });
      this.wanted.delete(number);
    }
  }

  /** Returns the content of a row, and requests it from the host if it isn't there. */
  at(number: number): ResultRow {
    const found = this.rows.get(number);
    if (found?.version !== this.version && !this.wanted.has(number)) {
      this.wanted.add(number);
      this.next.push(number);
      // All rows that come into view together are one request.
      this.timer ??= setTimeout(() => this.askForWanted(), 0);
    }
    return found?.row ?? emptyRow;
  }

  /** Returns the contents that are there. */
  present(numbers: readonly number[]): readonly ResultRow[] {
    return numbers.flatMap((number) => this.rows.get(number)?.row ?? []);
  }

  /** Forgets all rows, because others are shown. */
  clear(): void {
    this.rows = new Map();
    this.wanted.clear();
    this.next = [];
  }

  private askForWanted(): void {
    this.timer = undefined;
    const rows = this.next;
    this.next = [];
    for (let from = 0; from < rows.length; from += atOnce) this.ask(rows.slice(from, from + atOnce));
  }
}

const atOnce = 500;

/** The query for the user's choices. */
function queryOf(view: ResultsView, state: ResultsState): RowQueryMessage {
  const { filter, levels, tags, range, order, unfolded } = state;
  return {
    filter,
    levels: [...levels],
    tags: [...tags],
    range: range && { from: range.from, to: range.to },
    order: order ?? view.order,
    group: groupColumn(view, state)?.id,
    unfolded,
  };
}

/** The column that rows are grouped by, if the view has it. */
export function groupColumn({ columns }: ResultsView, { group }: ResultsState): ResultColumn | undefined {
  return columns.find(({ id, isGroup }) => id === group && isGroup === true);
}

/**
 * Asks the host which rows to show, whenever the user has chosen others, or rows have changed. Returns whether the user is
 * waiting for others.
 */
export function useQuery(view: ResultsView | undefined, state: ResultsState, send: Send): boolean {
  const asked = useRef(0);
  const [chosen, setChosen] = useState<{ readonly query?: string; readonly asked: number }>({ asked: 0 });
  const query = view === undefined || view.count === 0 ? undefined : JSON.stringify(queryOf(view, state));
  useEffect(() => {
    if (view === undefined || query === undefined) return;
    send({ kind: 'query', id: view.id, asked: ++asked.current, query: JSON.parse(query) as RowQueryMessage });
    if (chosen.query !== query) setChosen({ query, asked: asked.current });
  }, [view?.id, view?.version, query]);
  return state.shown !== undefined && state.shown.asked < chosen.asked;
}

/** The rows of an answer, with the contents that the page has. */
export function useShownRows(shown: Shown | undefined, cache: RowCache): readonly ShownRow[] {
  return useMemo(() => {
    if (shown === undefined) return [];
    const { rows, keys } = shown;
    return rows.map((number, at) => new LazyRow(number, keys?.[at] ?? String(number), cache));
  }, [shown, cache]);
}

class LazyRow implements ShownRow {
  constructor(
    readonly index: number,
    readonly key: string,
    private readonly cache: RowCache,
  ) {}

  get row(): ResultRow {
    return this.cache.at(this.index);
  }
}

/** Whether rows have a risk. */
export function hasRisks({ columns }: ResultsView): boolean {
  return columns.some(({ kind }) => kind === 'risk');
}

/** The order after a click on a column's title: the more useful direction, the other one, then the original order. */
export function nextOrder(order: Order | undefined, { id, kind }: ResultColumn): Order | undefined {
  const first = kind !== 'name' && kind !== 'text' && kind !== 'location' && kind !== 'timeline';
  if (order?.column !== id) return { column: id, descending: first };
  return order.descending === first ? { column: id, descending: !first } : undefined;
}

/** Retired rows are counted separately, as the level of a risk. */
export const retiredLevel = -1;
