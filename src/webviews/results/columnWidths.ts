import type { ResultColumn, ResultRow, ResultsView } from '../messages/results';
import { formatAge, formatUtc } from '../../l10n';
import { riskText } from '../common/riskBadge';
import { numberText } from './numberText';

/** Maximum number of rows to measure. */
export const maxMeasured = 300;
/** Share of texts that fit. */
const wholePart = 0.85;
const padding = 20;
/** A risk's icon and the space next to it. */
const riskIcon = 24;
/** The control that unfolds a row, in front of its name. */
const unfoldWidth = 18;
const maxMeasuredLength = 400;

/** Widths in pixels. */
interface ColumnNeed {
  /** Fits its title. */
  readonly title: number;
  /** Fits most texts. */
  readonly most: number;
  /** Fits all texts. */
  readonly all: number;
}

export type ColumnNeeds = Readonly<Record<string, ColumnNeed>>;

/** Measures the titles and the texts of columns in the font of the page and the language of the user. */
export function columnNeeds(
  { columns, risks, hasLines }: Pick<ResultsView, 'columns' | 'risks' | 'hasLines'>,
  rows: readonly ResultRow[],
  isWanted: (column: ResultColumn) => boolean = () => true,
): ColumnNeeds {
  const drawing = drawingInPageFont();
  const widthOf = (text: string): number =>
    Math.ceil(drawing?.measureText(text.slice(0, maxMeasuredLength)).width ?? 0) + padding;
  const now = Date.now();
  const textOf = ({ id, kind }: ResultColumn, { name, timestamps, cells, risk, retired }: ResultRow): string => {
    const at = timestamps[id];
    if (kind === 'risk') return riskText(risks[risk ?? 0], retired);
    if (at !== undefined) return kind === 'utc' ? formatUtc(at) : formatAge(at, now);
    if (kind === 'name') return name;
    const text = cells[id] ?? '';
    return kind === 'number' ? numberText(text) : text;
  };
  const needOf = (column: ResultColumn): ColumnNeed => {
    const { kind, title } = column;
    const texts = kind === 'timeline' ? [] : rows.map((row) => textOf(column, row)).filter((text) => text !== '');
    const extra = kind === 'risk' ? riskIcon : kind === 'name' && hasLines === true ? unfoldWidth : 0;
    const widths = texts.map((text) => widthOf(text) + extra).sort((a, b) => a - b);
    const all = widths.at(-1) ?? 0;
    return { title: widthOf(`${title} ↓`), most: widths[Math.floor(widths.length * wholePart)] ?? all, all };
  };
  return Object.fromEntries(columns.filter(isWanted).map((column) => [column.id, needOf(column)]));
}

/** Returns the larger one of two needs of each column, so that nothing jumps back. */
export function largerNeeds(before: ColumnNeeds, now: ColumnNeeds): ColumnNeeds {
  const larger = Object.entries(now).map(([id, { title, most, all }]): [string, ColumnNeed] => {
    const { most: mostBefore = 0, all: allBefore = 0 } = before[id] ?? {};
    return [id, { title, most: Math.max(most, mostBefore), all: Math.max(all, allBefore) }];
  });
  return { ...before, ...Object.fromEntries(larger) };
}

function drawingInPageFont(): CanvasRenderingContext2D | null {
  const drawing = document.createElement('canvas').getContext('2d');
  if (drawing !== null) drawing.font = getComputedStyle(document.body).font;
  return drawing;
}

/** Narrower panels show only the icon of a risk, and times without year and zone; in pixels. */
export const narrowPanel = 450;
/** Like {@link narrowPanel}, but for rows with clients, which matter more than the name of a risk beside its icon. */
const narrowWithClients = 520;

/** Whether columns have so little room that some show less. */
export function isNarrowFor(columns: readonly Pick<ResultColumn, 'kind'>[], room: number): boolean {
  return room < (columns.some(({ kind }) => kind === 'client') ? narrowWithClients : narrowPanel);
}

const riskIconWidth = 58;
/** Width of a time without year and zone. */
const shortTimeWidth = 112;
const defaultWidth = 120;
/** Texts become wider only if there is still room when all columns have the width that they need. */
const maxTextWidth = 300;
/** Texts that need no more than this don't shrink. */
const shrunkTextWidth = 140;
const minNameWidth = 120;
/** Names shrink to this, and to this share of the width that they need, so that more columns fit. */
const shrunkNameWidth = 200;
const shrunkNarrowWidth = 150;
const minNameShare = 0.75;
/** Maximum share of a wide panel for the name column. */
const maxNameShare = 0.5;
/** Like {@link maxNameShare}, but for a narrow panel: the column stays in view, so others need room beside it. */
const maxNarrowShare = 0.55;

/** Options in pixels. */
export interface WidthOptions {
  /** Widths set by the user. */
  readonly given: Readonly<Record<string, number>>;
  /** Needs of columns whose content is known. */
  readonly needs?: ColumnNeeds;
}

/**
 * Column widths in whole pixels, so that no column is cut off at the right edge: the columns that fit get the width
 * that their content needs, the names first, unless the user set widths; the others are out of view. Columns shrink to
 * their minimum if this lets more of them fit, and the last text, or the names, get the remaining room.
 */
export function columnWidths(
  columns: readonly ResultColumn[],
  room: number,
  options: WidthOptions,
): Readonly<Record<string, number>> {
  const { given, needs = {} } = options;
  const isNarrow = isNarrowFor(columns, room);
  const panel = { room, isNarrow };
  const wantedOf = (column: ResultColumn): number => Math.floor(wantedWidth(column, panel, options));
  // In narrow reports, whole names matter more than columns behind them.
  const isWhole = ({ kind, minWidth }: ResultColumn): boolean =>
    isNarrow && kind === 'name' && minWidth !== undefined && columns.at(-1)?.kind !== 'name';
  const leastOf = (column: ResultColumn): number =>
    isWhole(column) ? wantedOf(column) : leastWidth(column, wantedOf(column), isNarrow, options);
  const widths = new Map(columns.map((column) => [column.id, leastOf(column)]));
  const widthOf = ({ id }: ResultColumn): number => widths.get(id) ?? 0;
  const { matching, used } = matchingColumns(columns, room, widthOf);
  let left = room - used;
  const widen = (column: ResultColumn, to: number): void => {
    const by = Math.min(left, to - widthOf(column));
    if (by <= 0) return;
    widths.set(column.id, widthOf(column) + by);
    left -= by;
  };
  const free = matching.filter(({ id }) => given[id] === undefined);
  const names = free.filter(({ kind }) => kind === 'name');
  const others = free.filter(({ kind }) => kind !== 'name' && !(isNarrow && kind in shortWidths));
  for (const column of [...names, ...others]) widen(column, wantedOf(column));
  for (const column of columns.slice(matching.length)) widths.set(column.id, wantedOf(column));
  for (const column of [...others, ...names]) widen(column, needs[column.id]?.all ?? 0);
  const last = others.at(-1);
  for (const column of [...(last?.kind === 'text' ? [last] : []), ...names, ...free.toReversed()])
    widen(column, Infinity);
  return Object.fromEntries(widths);
}

/** The width of a column if there is room for all of them. */
function wantedWidth(
  column: ResultColumn,
  { room, isNarrow }: { readonly room: number; readonly isNarrow: boolean },
  { given, needs = {} }: WidthOptions,
): number {
  const { id, kind } = column;
  const need = needs[id] ?? noNeed;
  if (given[id] !== undefined) return given[id];
  if (kind === 'name')
    return Math.max(minNameWidth, Math.min(need.most, room * (isNarrow ? maxNarrowShare : maxNameShare)));
  const short = isNarrow ? shortWidths[kind] : undefined;
  return short === undefined ? contentWidth(column, need) : Math.max(short, need.title);
}

/** Widths of columns that show less in narrow panels, in pixels. */
const shortWidths: Readonly<Partial<Record<ResultColumn['kind'], number>>> = {
  risk: riskIconWidth,
  utc: shortTimeWidth,
};

const noNeed: ColumnNeed = { title: 0, most: 0, all: 0 };

/** The width that a column's content needs; for all texts if it can't shrink, otherwise for most of them. */
function contentWidth({ width = defaultWidth, minWidth }: ResultColumn, { title, most, all }: ColumnNeed): number {
  if (all === 0) return Math.max(title, width);
  return Math.max(title, Math.min(minWidth === undefined ? all : most, maxTextWidth));
}

/** The width to which a column shrinks if this lets more columns fit. */
function leastWidth(
  { id, kind, minWidth }: ResultColumn,
  wanted: number,
  isNarrow: boolean,
  { given, needs = {} }: WidthOptions,
): number {
  if (given[id] !== undefined) return wanted;
  if (kind === 'name' && minWidth === undefined) {
    const shrunk = isNarrow ? shrunkNarrowWidth : shrunkNameWidth;
    return Math.min(wanted, Math.max(shrunk, Math.floor(wanted * minNameShare)));
  }
  const { title, most } = needs[id] ?? noNeed;
  return minWidth === undefined ? wanted : Math.min(wanted, Math.max(minWidth, title, Math.min(most, shrunkTextWidth)));
}

/** The first columns that fit beside each other, and the room that they use. */
function matchingColumns(
  columns: readonly ResultColumn[],
  room: number,
  widthOf: (column: ResultColumn) => number,
): { readonly matching: readonly ResultColumn[]; readonly used: number } {
  let used = 0;
  const matching: ResultColumn[] = [];
  for (const column of columns) {
    const next = used + widthOf(column);
    if (next > room) break;
    used = next;
    matching.push(column);
  }
  return { matching, used };
}

/** Columns with one of them right behind the names if it is out of view: the rows would look unsorted without it. */
export function withInView(
  columns: readonly ResultColumn[],
  id: string | undefined,
  room: number,
  options: WidthOptions,
): readonly ResultColumn[] {
  const wanted = columns.find((column) => column.id === id);
  if (wanted === undefined || room === 0) return columns;
  const widths = columnWidths(columns, room, options);
  const { matching } = matchingColumns(columns, room, (column) => widths[column.id] ?? 0);
  if (matching.includes(wanted)) return columns;
  const others = columns.filter((column) => column !== wanted);
  return others.toSpliced(others.findIndex(({ kind }) => kind === 'name') + 1, 0, wanted);
}
