import { formatUtc } from '../../l10n';
import type { RiskView } from '../messages/parts';
import type { ResultColumn, ResultRow } from '../messages/results';

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
