import type { IndexedRow } from './rowOrder';

/** Maximum number of rows to measure, evenly distributed. */
const maxMeasured = 300;
/** Share of names that fit. */
const wholePart = 0.85;
const padding = 20;

/** The width in pixels in which most names fit, in the font of the page. */
export function namesWidth(rows: readonly IndexedRow[]): number {
  const drawing = document.createElement('canvas').getContext('2d');
  if (drawing === null || rows.length === 0) return 0;
  drawing.font = getComputedStyle(document.body).font;
  const step = Math.max(1, Math.floor(rows.length / maxMeasured));
  const widths = rows
    .filter((_, index) => index % step === 0)
    .map(({ row }) => drawing.measureText(row.name.slice(0, 400)).width)
    .sort((a, b) => a - b);
  return Math.ceil(widths[Math.min(widths.length - 1, Math.floor(widths.length * wholePart))] ?? 0) + padding;
}
