/** Longer work on the thread of the editor is done in slices of this length, so that other work isn't blocked. */
const sliceMillis = 8;

/** Lets other work run after a slice. */
export class Slices {
  private start = performance.now();

  /** Whether the slice is over. */
  get isOver(): boolean {
    return performance.now() - this.start >= sliceMillis;
  }

  /** Waits until other work had its turn. */
  async next(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.start = performance.now();
  }
}

/** Processes items one after the other in time slices; stops when canceled. */
export async function forEachInSlices<T>(
  items: Iterable<T>,
  signal: AbortSignal | undefined,
  work: (item: T) => void,
): Promise<void> {
  const slices = new Slices();
  for (const item of items) {
    if (signal?.aborted === true) return;
    work(item);
    if (slices.isOver) await slices.next();
  }
}

/** Items sorted at once, which takes about a millisecond. */
const runLength = 1_000;

/** Sorts in time slices; equal items stay in their order. Returns what is sorted when canceled. */
export async function sortInSlices<T>(
  items: readonly T[],
  order: (a: T, b: T) => number,
  signal?: AbortSignal,
): Promise<T[]> {
  const slices = new Slices();
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += runLength) {
    runs.push(items.slice(from, from + runLength).sort(order));
    if (slices.isOver) await slices.next();
  }
  while (runs.length > 1 && signal?.aborted !== true) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], order, slices));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(first: T[], second: T[], order: (a: T, b: T) => number, slices: Slices): Promise<T[]> {
  if (second.length === 0) return first;
  const merged: T[] = [];
  let [at, other] = [0, 0];
  while (at < first.length || other < second.length) {
    const [a, b] = [first[at], second[other]];
    if (b === undefined || (a !== undefined && order(a, b) <= 0)) {
      if (a !== undefined) merged.push(a);
      at++;
    } else {
      merged.push(b);
      other++;
    }
    if (merged.length % 256 === 0 && slices.isOver) await slices.next();
  }
  return merged;
}
