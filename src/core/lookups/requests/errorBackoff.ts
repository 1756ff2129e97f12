import type { RequestError } from '../../api/requestError';
import type { UtcMillis } from '../../records/record';
import { isAhead, isWithin, maxPauseMillis } from '../../records/clockBounds';

/** How long an error of the whole service prevents requests, so that ten hovers don't repeat it ten times. */
const serviceBackoffMillis = 15_000;
/** An error with one indicator is likely to recur. */
const indicatorBackoffMillis = 60_000;
/** How long the last failure of an indicator is shown. */
const triedMillis = 600_000;
const maxEntries = 1_000;

/** A failed lookup. */
export interface FailedAttempt {
  readonly error: RequestError;
  readonly at: UtcMillis;
}

/** Recent errors; while one is remembered, only a click sends another request. */
export class ErrorBackoff {
  private readonly errors = new Map<string, { readonly error: RequestError; readonly until: number }>();
  private readonly attempts = new Map<string, FailedAttempt>();

  constructor(private readonly now: () => number) {}

  remember(address: string, key: string, error: RequestError): void {
    const [name, until] = this.scopeOf(address, key, error);
    setNewest(this.errors, name, { error, until });
    setNewest(this.attempts, `${address} ${key}`, { error, at: this.now() });
  }

  /** The service answered, so its errors no longer apply. */
  answered(address: string, key: string): void {
    this.errors.delete(address);
    this.errors.delete(`${address} ${key}`);
    this.attempts.delete(`${address} ${key}`);
  }

  find(address: string, key: string): RequestError | undefined {
    return this.active(address, key)?.error;
  }

  /** When a lookup retries automatically; undefined if it may do so now. */
  nextAt(address: string, key: string): UtcMillis | undefined {
    return this.active(address, key)?.until;
  }

  private active(
    address: string,
    key: string,
  ): { readonly error: RequestError; readonly until: UtcMillis } | undefined {
    return [address, `${address} ${key}`]
      .map((name) => this.errors.get(name))
      .find((existing) => existing !== undefined && isAhead(existing.until, maxPauseMillis, this.now()));
  }

  /** The last failure of one indicator, unless it was answered since or the rate limit is over. */
  tried(address: string, key: string): FailedAttempt | undefined {
    const tried = this.attempts.get(`${address} ${key}`);
    if (tried === undefined || !isWithin(tried.at, triedMillis, this.now())) return undefined;
    const isOver = tried.error.kind === 'rateLimited' && !isAhead(tried.error.retryAt, maxPauseMillis, this.now());
    return isOver ? undefined : tried;
  }

  clear(): void {
    this.errors.clear();
    this.attempts.clear();
  }

  private scopeOf(address: string, key: string, error: RequestError): readonly [name: string, until: number] {
    const ofService = this.now() + serviceBackoffMillis;
    const ofIndicator = this.now() + indicatorBackoffMillis;
    switch (error.kind) {
      case 'rateLimited':
        return [address, error.retryAt];
      case 'badBaseUrl':
      case 'nameNotFound':
      case 'connectionRefused':
      case 'unreachable':
      case 'certificate':
      case 'noTls':
      case 'redirectRefused':
      case 'keyRejected':
      case 'notFound':
      case 'notJson':
      case 'timeout':
        return [address, ofService];
      case 'canceled':
      case 'tooLarge':
      case 'partial':
      case 'badShape':
      case 'badRequest':
      case 'serverError':
        return [`${address} ${key}`, ofIndicator];
    }
  }
}

function setNewest<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name);
  map.set(name, value);
  const [oldest] = map.keys();
  if (map.size > maxEntries && oldest !== undefined) map.delete(oldest);
}
