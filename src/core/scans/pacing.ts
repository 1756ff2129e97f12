import type { UtcMillis } from '../records/record';

/** The minimum time between two polls of a service, from the last answer (api-spec: “Limits”, polling). */
export const minPollGapMillis = 500;
const maxPollIntervalMillis = 60_000;
/** The maximum time between two polls of a service, however many scans are open. */
const maxGapMillis = 10_000;
/** A scan that isn't done by then is no longer tracked. */
export const maxTrackingMillis = 24 * 3_600_000;

const minBackoffMillis = 2_000;
const maxBackoffMillis = 60_000;

/** When to poll a scan again: after an eighth of its age, at most a minute. */
export function nextPoll(submitted: UtcMillis, lastPoll: UtcMillis): UtcMillis {
  const age = Math.max(0, lastPoll - submitted);
  return lastPoll + Math.min(Math.max(minPollGapMillis, age / 8), maxPollIntervalMillis);
}

/** Spaces out the requests to a service: a gap after an answer, growing pauses after errors. */
export class RequestPacer {
  private address = '';
  private until = -Infinity;
  private failures = 0;

  /** Consecutive polls without a change. */
  private unchangedPolls = 0;

  constructor(private readonly gapMillis: number) {}

  /** The earliest time for a request to the service. */
  nextAllowedAt(address: string): UtcMillis {
    return address === this.address ? this.until : -Infinity;
  }

  succeeded(address: string, now: UtcMillis): void {
    if (address !== this.address) this.unchangedPolls = 0;
    this.set(address, now + this.gapMillis);
    this.failures = 0;
  }

  /** Records a poll: the gap grows by a quarter with each round of all `open` scans without a change. */
  polled(isNew: boolean, open: number, now: UtcMillis): void {
    this.unchangedPolls = isNew ? 0 : this.unchangedPolls + 1;
    const rounds = Math.floor(this.unchangedPolls / Math.max(1, open));
    this.set(this.address, now + Math.min(this.gapMillis * 1.25 ** rounds, maxGapMillis));
  }

  /** Records an error of the service; `retryAt` is when it allows the next request. */
  backOff(address: string, now: UtcMillis, retryAt?: UtcMillis): void {
    if (address !== this.address) this.failures = 0;
    const grown = now + Math.min(minBackoffMillis * 2 ** this.failures, maxBackoffMillis);
    this.failures = Math.min(this.failures + 1, 10);
    this.set(address, Math.max(retryAt ?? grown, now + this.gapMillis));
  }

  private set(address: string, until: UtcMillis): void {
    this.address = address;
    this.until = until;
  }
}
