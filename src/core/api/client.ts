import type { Indicator } from '../indicators/types';
import type { IndicatorRecord } from '../records/record';
import type { ScanState, ScanRequest } from '../records/scan';
import type { ExploreAnswer, ExploreRequest } from './exploreRequest';
import type { RecordClient } from './recordClient';
import type { RequestOptions } from './requestOptions';
import type { Outcome, RequestError } from './requestError';

export type { RequestOptions } from './requestOptions';

/** What is left of the service's allowance; a key is missing where the service does not say (API: budget headers). */
export interface Budget {
  readonly second?: number;
  readonly day?: number;
  readonly month?: number;
  /** Requests wait until then, after a 429 or a 503; milliseconds since 1970. */
  readonly pausedUntil?: number;
  /** The answer that asked for the pause, while it lasts. */
  readonly pausedBy?: RequestError;
  /** The service said that nothing is left of a day or a month; `until` is when its count, in UTC, is over. */
  readonly spent?: { readonly span: 'day' | 'month'; readonly until: number };
}

/** What a check asks for: a name that everybody may ask for (RFC 2606), which says nothing about who asks. */
export const checkedIndicator: Indicator = { type: 'domain', value: 'example.com' };

export interface BatchRequestOptions extends RequestOptions {
  /**
   * The service has not granted a limit as large yet: a 429 may be about that, and is a `badRequest` then. `lower` where
   * a larger one has just met a 429: another 429 is the rate limit.
   */
  readonly untriedLimit?: 'first' | 'lower';
}

/** A service that speaks the documented interface, as typed functions. Never throws for an expected fault. */
export interface ServiceClient extends RecordClient {
  /** The base URL without a trailing slash; for the embedded local service `local:`. */
  readonly address: string;
  /** What the user is shown: the host (with port where it is not the default), or “local service”. */
  readonly host: string;
  /** False for the embedded local service alone: only to it may reserved and ignored indicators go. */
  readonly remote: boolean;
  /** `undefined` means that the service does not know it (api-spec: “Indicator by identifier”). */
  indicator(indicator: Indicator, options?: RequestOptions): Promise<Outcome<IndicatorRecord | undefined>>;
  indicatorByIid(iid: number, options?: RequestOptions): Promise<Outcome<IndicatorRecord | undefined>>;
  /** Explore with `ioc=` terms joined by `or`; summaries of those that are known (api-spec: “Explore search”). */
  exploreIndicators(
    values: readonly string[],
    limit: number,
    options?: BatchRequestOptions,
  ): Promise<Outcome<readonly IndicatorRecord[]>>;
  /**
   * One question of the user's to Explore (api-spec: “Explore search”): exactly one request, never repeated by itself, and
   * none where the address would be too long. `exploreRefusal` says which troubles are due to the question.
   */
  explore(request: ExploreRequest, options?: RequestOptions): Promise<Outcome<ExploreAnswer>>;
  /**
   * Puts a scan into the service's queue (api-spec: “Submit an indicator”); sent once and never again by itself. After a
   * trouble it may have been taken all the same, see `isUnheard`.
   */
  submitScan(request: ScanRequest, options?: RequestOptions): Promise<Outcome<{ readonly qid: number }>>;
  /**
   * Asks how a scan stands (api-spec: “Poll for scan results”). Does not count against the rate limit; the caller keeps
   * polls of one service 500 ms apart. `asked` is what was submitted.
   */
  pollScan(qid: number, asked: Indicator, options?: RequestOptions): Promise<Outcome<ScanState>>;
  /** Asks for one documentation name, to see whether address and key are right. */
  check(options?: RequestOptions): Promise<Outcome<{ readonly withKey: boolean }>>;
  budget(): Budget;
  onBudget(listener: (budget: Budget) => void): () => void;
}
