import type { UtcMillis } from '../records/record';

/** Polls of one service are never closer together (api-spec: “Limits”, polling), counted from the last answer. */
export const minPollGapMillis = 500;
const maxPollIntervalMillis = 60_000;
/** However many scans go on and nothing moves: the service is asked this often. */
const maxGapMillis = 10_000;
/** A scan that is not done by then is not followed any longer. */
export const maxTrackingMillis = 24 * 3_600_000;

const minBackoffMillis = 2_000;
const maxBackoffMillis = 60_000;

/** When a scan is asked for again: soon while it is young, an eighth of its age later, a minute at most. */
export function nextPoll(submitted: UtcMillis, asked: UtcMillis): UtcMillis {
  const age = Math.max(0, asked - submitted);
  return asked + Math.min(Math.max(minPollGapMillis, age / 8), maxPollIntervalMillis);
}

/** When the next request to one service may go: its gap after an answer, a growing pause after troubles. */
export class RequestPacer {
  private address = '';
  private until = -Infinity;
  private failures = 0;

  /** Answers in a row that told nothing new. */
  private unchangedPolls = 0;

  constructor(private readonly gapMillis: number) {}

  /** The earliest moment for a request to the service. */
  nextAllowedAt(address: string): UtcMillis {
    return address === this.address ? this.until : -Infinity;
  }

  succeeded(address: string, now: UtcMillis): void {
    if (address !== this.address) this.unchangedPolls = 0;
    this.set(address, now + this.gapMillis);
    this.failures = 0;
  }

  /**
   * An answer told something new, or nothing: with each round over all `open` scans in which nothing moved, the gap grows
   * by a quarter.
   */
  polled(isNew: boolean, open: number, now: UtcMillis): void {
    this.unchangedPolls = isNew ? 0 : this.unchangedPolls + 1;
    const rounds = Math.floor(this.unchangedPolls / Math.max(1, open));
    this.set(this.address, now + Math.min(this.gapMillis * 1.25 ** rounds, maxGapMillis));
  }

  /** A trouble of the service's own; `retryAt` where it said when it wants to be asked again. */
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
