import type { LineRange } from '../../core/indicators/incremental';

/** How far lines lie from what is in sight; 0 where a part of them is in sight. */
export function linesBetween(lines: LineRange, visible: readonly LineRange[]): number {
  const distances = visible.map(({ from, to }) => Math.max(0, from - lines.to + 1, lines.from - to + 1));
  return Math.min(Infinity, ...distances);
}
