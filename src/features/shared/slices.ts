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
