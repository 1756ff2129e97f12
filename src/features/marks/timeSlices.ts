import { delay } from '../../core/api/waiting';

/** Work in small slices, between which the editor and everybody else get their turn. */
export class TimeSlices {
  private began = performance.now();

  /** `millis` is the length of a slice, `pauseMillis` what lies between two at least. */
  constructor(
    private readonly signal: AbortSignal,
    private readonly millis = 6,
    private readonly pauseMillis = 0,
  ) {}

  /** True when the slice is used up: time for `pause`. */
  readonly shouldYield = (): boolean => performance.now() - this.began >= this.millis;

  /** True where this work is no longer wanted. */
  get isCanceled(): boolean {
    return this.signal.aborted;
  }

  /** Lets others work; false where this work is no longer wanted. */
  async pause(): Promise<boolean> {
    if (!(await delay(this.pauseMillis, this.signal))) return false;
    this.began = performance.now();
    return true;
  }
}
