import type { LineRange } from '../../core/indicators/detect/incremental';

/** The distance of lines from the viewport; 0 if a part of them is visible. */
export function linesBetween(lines: LineRange, visible: readonly LineRange[]): number {
  const distances = visible.map(({ from, to }) => Math.max(0, from - lines.to + 1, lines.from - to + 1));
  return Math.min(Infinity, ...distances);
}
