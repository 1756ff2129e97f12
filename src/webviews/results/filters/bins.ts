/** The height of a bar: the root of its share, so that few occurrences can be seen beside many. */
export function barHeight(count: number, most: number, height: number): number {
  return count === 0 ? 0 : Math.max(2, Math.sqrt(count / Math.max(1, most)) * height);
}
