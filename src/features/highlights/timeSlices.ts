import { delay } from '../../core/api/http/waiting';

/** Divides work into small slices, between which the editor stays responsive. */
export class TimeSlices {
  private startedAt = performance.now();

  /** `millis` is the length of a slice, `pauseMillis` the minimum pause between two. */
  constructor(
    private readonly signal: AbortSignal,
    private readonly millis = 6,
    private readonly pauseMillis = 0,
  ) {}

  /** True when the slice is used up and `pause` is due. */
  readonly shouldYield = (): boolean => performance.now() - this.startedAt >= this.millis;

  /** True if the work was canceled. */
  get isCanceled(): boolean {
    return this.signal.aborted;
  }

  /** Yields to other work; false if canceled. */
  async pause(): Promise<boolean> {
    if (!(await delay(this.pauseMillis, this.signal))) return false;
    this.startedAt = performance.now();
    return true;
  }
}
