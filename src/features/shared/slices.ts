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
