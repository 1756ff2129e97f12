/** The candidate that a misspelled word most likely means. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  if (lower.length > 40) return undefined;
  let best: string | undefined;
  let min = lower.length <= 4 ? 2 : 3;
  for (const candidate of candidates) {
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance >= min) continue;
    best = candidate;
    min = distance;
  }
  return best;
}

/** The Damerau-Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let older: readonly number[] = [];
  let before: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (same ? 0 : 1),
        isSwap(a, i, b, j) ? (older[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    older = before;
    before = row;
  }
  return before[b.length] ?? 0;
}

/** Whether the two letters before `i` are those before `j` in the other order. */
function isSwap(a: string, i: number, b: string, j: number): boolean {
  return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
}
