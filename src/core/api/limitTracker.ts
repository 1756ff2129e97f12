import type { RequestError } from './requestError';

/** A `limit` that the service has not granted yet: a 429 may be about it instead of the number of requests. */
export interface UntriedLimit {
  readonly limit: number;
  /** A larger one just got a 429: another 429 is the rate limit, unless it names this limit. */
  readonly isLowerTry: boolean;
}

/** Rows that every plan allows (api-spec: “Limits”). */
const minPlanLimit = 10;

/** Tracks which limits of one service's queries were granted, to interpret a 429. */
export class LimitTracker {
  #granted = minPlanLimit;
  /** The limit of the last query whose 429 was attributed to it. */
  #refused: number | undefined;

  /** What a 429 to a query with this limit may be about; undefined where it is the rate limit. */
  of(limit: number | undefined): UntriedLimit | undefined {
    if (limit === undefined || limit <= this.#granted) return undefined;
    return { limit, isLowerTry: this.#refused !== undefined && limit < this.#refused };
  }

  granted(limit: number | undefined): void {
    this.#granted = Math.max(this.#granted, limit ?? 0);
    this.#refused = undefined;
  }

  refused(error: RequestError, limit: number | undefined): void {
    if (error.kind === 'rateLimited') this.#refused = undefined;
    else if (error.kind === 'badRequest' && error.status === 429) this.#refused = limit;
  }
}
