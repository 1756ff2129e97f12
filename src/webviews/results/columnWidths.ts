import type { ResultColumn, ResultRow } from '../messages/results';
import { formatUtc } from '../../l10n';
import type { RiskView } from '../messages/parts';

/** Maximum number of rows to measure. */
export const maxMeasured = 300;
/** Share of names that fit. */
const wholePart = 0.85;
const padding = 20;
/** A risk's icon and the space next to it. */
const riskIcon = 24;

/** The width in pixels in which most names fit, in the font of the page. */
export function namesWidth(rows: readonly ResultRow[]): number {
  const drawing = drawingInPageFont();
  if (drawing === null || rows.length === 0) return 0;
  const widths = rows.map(({ name }) => drawing.measureText(name.slice(0, 400)).width).sort((a, b) => a - b);
  return Math.ceil(widths[Math.min(widths.length - 1, Math.floor(widths.length * wholePart))] ?? 0) + padding;
}

/** The width in pixels that the title of each column needs, and all risks and exact times, in the language of the user. */
export function minimumWidths(
  columns: readonly ResultColumn[],
  risks: readonly RiskView[],
): Readonly<Record<string, { readonly title: number; readonly content: number }>> {
  const drawing = drawingInPageFont();
  const widthOf = (text: string): number => Math.ceil(drawing?.measureText(text).width ?? 0) + padding;
  const contentOf = ({ kind }: ResultColumn): number => {
    if (kind === 'utc') return widthOf(formatUtc(0));
    return kind === 'risk' ? Math.max(0, ...risks.map(({ label }) => widthOf(label) + riskIcon)) : 0;
  };
  return Object.fromEntries(
    columns.map((column) => [column.id, { title: widthOf(`${column.title} ↓`), content: contentOf(column) }]),
  );
}

function drawingInPageFont(): CanvasRenderingContext2D | null {
  const drawing = document.createElement('canvas').getContext('2d');
  if (drawing !== null) drawing.font = getComputedStyle(document.body).font;
  return drawing;
}

/** Narrower panels show only the icon of a risk; in pixels. */
export const narrowPanel = 450;

const riskIconWidth = 58;
const defaultWidth = 120;
const minNameWidth = 120;
/** If the name would be narrower, the location column may be out of view. */
const minBesideLocation = 160;
/** Maximum share of a wide panel for the name column. */
const maxNameShare = 0.5;
/** The same for a narrow panel: the column stays in view, so others need room beside it. */
const maxNarrowShare = 0.55;

/** Options in pixels. */
export interface WidthOptions {
  /** Widths set by the user. */
  readonly given: Readonly<Record<string, number>>;
  /** Width in which most names fit. */
  readonly names: number;
  /** Widths that the title of a column and its content need, where known. */
  readonly minimums?: Readonly<Record<string, { readonly title: number; readonly content: number }>>;
}

/**
 * Column widths in whole pixels, so that no column is cut off at the right edge: columns that fit share the available width,
 * names first, unless the user set widths; the others are out of view. Columns shrink to their minimum if more of them fit so.
 */
export function columnWidths(
  columns: readonly ResultColumn[],
  room: number,
  options: WidthOptions,
): Readonly<Record<string, number>> {
  const { given, names } = options;
  const isNarrow = room < narrowPanel;
  const wanted = wantedWidths(columns, room, options);
  const wantedOf = ({ id }: ResultColumn): number => wanted.get(id) ?? 0;
  const widths = new Map(
    columns.map((column) => [column.id, Math.floor(leastWidth(column, wantedOf(column), options))]),
  );
  const widthOf = ({ id }: ResultColumn): number => widths.get(id) ?? 0;
  const { matching, used } = matchingColumns(columns, room, widthOf);
  let left = room - used;
  const widen = (column: ResultColumn, by: number): void => {
    widths.set(column.id, widthOf(column) + by);
    left -= by;
  };
  const free = matching.filter(({ id }) => given[id] === undefined);
  const name = free.find(({ kind }) => kind === 'name');
  const others = free.filter((column) => column !== name);
  for (const column of name === undefined ? others : [name, ...others])
    widen(column, Math.min(left, Math.floor(wantedOf(column)) - widthOf(column)));
  for (const column of columns.slice(matching.length)) widths.set(column.id, Math.floor(wantedOf(column)));
  if (name !== undefined) widen(name, Math.max(0, Math.min(left, names - widthOf(name))));
  // Neither an icon nor an exact time needs more space.
  const growing = free.filter(({ kind }) => kind !== 'utc' && !(isNarrow && kind === 'risk'));
  const whole = growing.reduce((sum, column) => sum + widthOf(column), 0);
  const shared = left;
  for (const [index, column] of growing.entries()) {
    const share = Math.floor((shared * widthOf(column)) / whole);
    widen(column, index === growing.length - 1 ? left : share);
  }
  return Object.fromEntries(widths);
}

/** The width of each column where there is room for all of them. */
function wantedWidths(
  columns: readonly ResultColumn[],
  room: number,
  { given, names, minimums = {} }: WidthOptions,
): ReadonlyMap<string, number> {
  const isNarrow = room < narrowPanel;
  const at = columns.findIndex(({ kind }) => kind === 'name');
  const place = columns.findIndex(({ kind }) => kind === 'place');
  const sumOf = (some: readonly ResultColumn[]): number => some.reduce((sum, column) => sum + widthOf(column), 0);
  const nameWidth = (): number => {
    const rest = room - sumOf(columns.slice(0, at));
    const besidePlace = rest - sumOf(columns.slice(at + 1, place + 1));
    const most = isNarrow ? Math.min(rest, room * maxNarrowShare) : room * maxNameShare;
    return Math.max(
      minNameWidth,
      Math.min(names, most, place > at && besidePlace >= minBesideLocation ? besidePlace : most),
    );
  };
  const widthOf = ({ id, kind, width = defaultWidth }: ResultColumn): number => {
    const own = given[id];
    if (own !== undefined) return own;
    if (kind === 'name') return nameWidth();
    const { title = 0, content = 0 } = minimums[id] ?? {};
    return kind === 'risk' && isNarrow ? Math.max(riskIconWidth, title) : Math.max(width, title, content);
  };
  return new Map(columns.map((column) => [column.id, widthOf(column)]));
}

/** The width to which a column shrinks if more columns fit so. */
function leastWidth({ id, minWidth }: ResultColumn, wanted: number, { given, minimums = {} }: WidthOptions): number {
  if (minWidth === undefined || given[id] !== undefined) return wanted;
  const { title = 0, content = 0 } = minimums[id] ?? {};
  return Math.min(wanted, Math.max(minWidth, title, content));
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
