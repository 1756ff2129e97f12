/** What is asked of a document, so that a line of 10 MB is never copied. */
export interface LineSource {
  readonly length: number;
  slice(from: number, to: number): string;
}

/** How far to each side a first look goes, and how far at most (a `data:`-like URL longer than that is cut). */
const firstReach = 4096;
const lastReach = 65_536;

/**
 * Finds what stands at `character` by looking at a bounded piece of its line; the piece grows while what was found
 * touches its edge, since it may go on behind it.
 */
export function findInLine<T extends { readonly start: number; readonly end: number }>(
  line: LineSource,
  character: number,
  find: (text: string, offset: number) => T | undefined,
): { readonly found: T; readonly from: number } | undefined {
  for (let reach = firstReach; ; reach *= 4) {
    const from = Math.max(0, character - reach);
    const to = Math.min(line.length, character + reach);
    const text = line.slice(from, to);
    const found = find(text, character - from);
    if (found === undefined) return undefined;
    const cut = (found.start === 0 && from > 0) || (found.end === text.length && to < line.length);
    if (!cut || reach >= lastReach) return { found, from };
  }
}
