import type { RequestError } from '../requestError';

/** A `limit` that the service has not granted yet: a 429 may be about it instead of the number of requests. */
export interface UntriedLimit {
  readonly limit: number;
  /** A larger one just got a 429: another 429 is the rate limit, unless it names this limit. */
  readonly isLowerTry: boolean;
}

/** Rows that every plan allows (lookup API: “Limits”). */
const minPlanLimit = 10;

/** Tracks which limits of one service's queries were granted, to interpret a 429. */
export class LimitTracker {
  private maxGranted = minPlanLimit;
  /** The limit of the last query whose 429 was attributed to it. */
  private lastRefused: number | undefined;

  /** The untried limit that a 429 to this query may be about; undefined if it is about the rate limit. */
  of(limit: number | undefined): UntriedLimit | undefined {
    if (limit === undefined || limit <= this.maxGranted) return undefined;
    return { limit, isLowerTry: this.lastRefused !== undefined && limit < this.lastRefused };
  }

  granted(limit: number | undefined): void {
    this.maxGranted = Math.max(this.maxGranted, limit ?? 0);
    this.lastRefused = undefined;
  }

  refused(error: RequestError, limit: number | undefined): void {
    if (error.kind === 'rateLimited') this.lastRefused = undefined;
    else if (error.kind === 'badRequest' && error.status === 429) this.lastRefused = limit;
  }
}
