import type { Indicator } from '../indicators/identity/types';
import type { IndicatorRecord } from '../records/record';
import type { ScanState, ScanRequest } from '../records/scan';
import type { ExploreAnswer, ExploreRequest } from './exploreRequest';
import type { RecordClient } from './recordClient';
import type { RequestOptions } from './requestOptions';
import type { TeamClient } from './teamClient';
import type { Outcome, RequestError } from './requestError';

export type { RequestOptions } from './requestOptions';

/** The remaining quota of the service; a key is missing if the service doesn't report it (API: budget headers). */
export interface Budget {
  readonly second?: number;
  readonly day?: number;
  readonly month?: number;
  /** Requests wait until then, after a 429 or a 503; milliseconds since 1970. */
  readonly pausedUntil?: number;
  /** The response that requested the pause, while it lasts. */
  readonly pausedBy?: RequestError;
  /** The service reported that nothing is left of a day or a month; `until` is when that day or month ends, in UTC. */
  readonly spent?: { readonly span: 'day' | 'month'; readonly until: number };
}

/** The domain that a check requests. It is reserved for documentation (RFC 2606) and reveals nothing about the user. */
export const checkedIndicator: Indicator = { type: 'domain', value: 'example.com' };

export interface BatchRequestOptions extends RequestOptions {
  /**
   * The service has not granted a limit this large yet: a 429 may be about the limit, and is a `badRequest` then.
   * `lower`: a larger limit just got a 429, so another 429 is about the rate limit.
   */
  readonly untriedLimit?: 'first' | 'lower';
}

/** A service with the documented API, as typed functions. Never throws for an expected error. */
export interface ServiceClient extends RecordClient {
  /** The base URL without a trailing slash; for the embedded local service `local:`. */
  readonly address: string;
  /** The name shown to the user: the host (with a nonstandard port), or “local service”. */
  readonly host: string;
  /** False for the embedded local service only: reserved and ignored indicators may be sent to it alone. */
  readonly remote: boolean;
  /** `undefined` means that the service does not know it (lookup API: “Indicator by identifier”). */
  indicator(indicator: Indicator, options?: RequestOptions): Promise<Outcome<IndicatorRecord | undefined>>;
  indicatorByIid(iid: number, options?: RequestOptions): Promise<Outcome<IndicatorRecord | undefined>>;
  /** Explore with `ioc=` terms joined by `or`; summaries of those that are known (lookup API: “Explore search”). */
  exploreIndicators(
    values: readonly string[],
    limit: number,
    options?: BatchRequestOptions,
  ): Promise<Outcome<readonly IndicatorRecord[]>>;
  /**
   * One query to Explore (lookup API: “Explore search”): exactly one request, never retried automatically, and none
   * where the URL would be too long. `exploreRefusal` selects the errors of the query.
   */
  explore(request: ExploreRequest, options?: RequestOptions): Promise<Outcome<ExploreAnswer>>;
  /**
   * Submits a scan to the service's queue (lookup API: “Submit an indicator”); sent once, never retried automatically.
   * After an error it may have been accepted anyway, see `isUnheard`.
   */
  submitScan(request: ScanRequest, options?: RequestOptions): Promise<Outcome<{ readonly qid: number }>>;
  /**
   * Polls a scan (lookup API: “Poll for scan results”). Doesn't count against the rate limit; the caller keeps polls of
   * one service 500 ms apart. `requested` is what was submitted.
   */
  pollScan(qid: number, requested: Indicator, options?: RequestOptions): Promise<Outcome<ScanState>>;
  /** The judgments of a team; undefined for the local service, which has none. */
  readonly team?: TeamClient;
  /** Requests one documentation name, to check the address and the key. */
  check(options?: RequestOptions): Promise<Outcome<{ readonly withKey: boolean }>>;
  budget(): Budget;
  onBudget(listener: (budget: Budget) => void): () => void;
}
