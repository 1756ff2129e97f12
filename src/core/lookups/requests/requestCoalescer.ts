import type { Outcome } from '../../api/requestError';
import { UserCanceledError } from './userCanceledError';

export type SettledRequest<T> =
  | { readonly kind: 'settled'; readonly outcome: Outcome<T> }
  /** The caller's time is up; the request continues. */
  | { readonly kind: 'timedOut' }
  /** The caller canceled. */
  | { readonly kind: 'abandoned' };

export interface WaitOptions {
  readonly signal?: AbortSignal;
  readonly waitMillis?: number;
}

interface InFlightRequest<T> {
  readonly outcome: Promise<Outcome<T>>;
  readonly controller: AbortController;
  waiting: number;
  /** A caller timed out and expects to find the answer later. */
  wantedLater: boolean;
}

/** Requests in flight: identical ones are shared, and a request without callers is aborted. */
export class RequestCoalescer<T> {
  private readonly requests = new Map<string, InFlightRequest<T>>();

  has(key: string): boolean {
    return this.requests.has(key);
  }

  /** Joins the request for this key or starts it; never rejects as long as `start` doesn't. */
  async join(
    key: string,
    start: (signal: AbortSignal) => Promise<Outcome<T>>,
    options: WaitOptions,
  ): Promise<SettledRequest<T>> {
    const request = this.requests.get(key) ?? this.begin(key, start);
    request.waiting++;
    const settled = await this.wait(request, options);
    request.waiting--;
    if (settled.kind === 'timedOut') request.wantedLater = true;
    if (settled.kind === 'abandoned' && request.waiting === 0) {
      const isCanceled = options.signal?.reason instanceof UserCanceledError;
      if (isCanceled || !request.wantedLater) this.abortRequest(key, request);
    }
    return settled;
  }

  /** Aborts requests that are no longer allowed. */
  abort(isForbidden: (key: string) => boolean): void {
    for (const [key, request] of [...this.requests]) if (isForbidden(key)) this.abortRequest(key, request);
  }

  private begin(key: string, start: (signal: AbortSignal) => Promise<Outcome<T>>): InFlightRequest<T> {
    const controller = new AbortController();
    const outcome = start(controller.signal).finally(() => {
      if (this.requests.get(key) === request) this.requests.delete(key);
    });
    const request: InFlightRequest<T> = { outcome, controller, waiting: 0, wantedLater: false };
    this.requests.set(key, request);
    return request;
  }

  private abortRequest(key: string, request: InFlightRequest<T>): void {
    // New callers start a new request instead of joining one that is being canceled.
    if (this.requests.get(key) === request) this.requests.delete(key);
    request.controller.abort();
  }

  private wait(request: InFlightRequest<T>, { signal, waitMillis }: WaitOptions): Promise<SettledRequest<T>> {
    return new Promise((resolve, reject) => {
      const settle = (settled: SettledRequest<T>): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        resolve(settled);
      };
      const abandon = (): void => settle({ kind: 'abandoned' });
      const timer = waitMillis === undefined ? undefined : setTimeout(() => settle({ kind: 'timedOut' }), waitMillis);
      if (signal?.aborted === true) abandon();
      else signal?.addEventListener('abort', abandon);
      request.outcome.then((outcome) => settle({ kind: 'settled', outcome }), reject);
    });
  }
}
