import type { Budget } from '../client';
import type { RequestError } from '../requestError';
import { isAhead, maxPauseMillis } from '../../records/clockBounds';

/** How long nothing is sent where no requests are left for a second. */
const holdMillis = 1_000;

/** The service's rate limits according to its responses (lookup API: “Limits”). */
export class RateLimitState {
  private counts: { second?: number; day?: number; month?: number } = {};
  private currentPause: { readonly until: number; readonly error: RequestError } | undefined;
  private holdUntil = 0;
  /** When the counts were received. */
  private heardAt = 0;
  private refusals = 0;
  private readonly listeners = new Set<(budget: Budget) => void>();

  constructor(
    private readonly now: () => number,
    private readonly initialPauseMillis: number,
    private readonly maxPauseMillis: number,
  ) {}

  /** Reads the headers of a response; a missing header changes nothing. */
  readHeaders(headers: Headers): void {
    const heard = { ...this.counts };
    let heardAny = false;
    for (const span of ['second', 'day', 'month'] as const) {
      const text = headers.get(`x-requests-remaining-${span}`)?.trim();
      if (text === undefined || !/^\d{1,12}$/.test(text)) continue;
      heard[span] = Number(text);
      heardAny = true;
    }
    if (headers.has('x-requests-remaining-second') && heard.second === 0) this.holdUntil = this.now() + holdMillis;
    const changed = (['second', 'day', 'month'] as const).some((span) => heard[span] !== this.counts[span]);
    this.counts = heard;
    if (heardAny) this.heardAt = this.now();
    if (changed) this.notify();
  }

  /** The service didn't report a rate limit: the next pause starts small again. */
  resetBackoff(): void {
    this.refusals = 0;
  }

  /** When to send the next request after a 429 or 503; without Retry-After the pause grows. */
  nextRetryAt(headers: Headers): number {
    const now = this.now();
    const requested = retryAfter(headers, now);
    const grown = Math.min(this.initialPauseMillis * 2 ** this.refusals, this.maxPauseMillis);
    this.refusals = Math.min(this.refusals + 1, 16);
    return requested ?? now + grown;
  }

  /** Until then requests fail with `error` without being sent. */
  pause(until: number, error: RequestError): void {
    const current = this.currentPause?.until ?? 0;
    if (until <= current && isAhead(current, maxPauseMillis, this.now())) return;
    this.currentPause = { until, error };
    this.notify();
  }

  /** Milliseconds until the next request may be sent, and the error for the wait. */
  wait(): { readonly millis: number; readonly error?: RequestError } {
    const now = this.now();
    const paused = this.currentPause;
    if (paused !== undefined && isAhead(paused.until, maxPauseMillis, now))
      return { millis: paused.until - now, error: paused.error };
    return { millis: isAhead(this.holdUntil, holdMillis, now) ? this.holdUntil - now : 0 };
  }

  /** True where the service counts per second or has rejected a request: then one request at a time. */
  isThrottled(): boolean {
    return this.counts.second !== undefined || this.refusals > 0;
  }

  budget(): Budget {
    const pause = this.currentPause;
    const spent = this.spent();
    return {
      ...this.counts,
      ...(pause !== undefined && isAhead(pause.until, maxPauseMillis, this.now())
        ? { pausedUntil: pause.until, pausedBy: pause.error }
        : {}),
      spent,
    };
  }

  /** A count that has run out applies to its own day or month only, in UTC. */
  private spent(): Budget['spent'] {
    if (this.heardAt > this.now()) return undefined;
    const at = new Date(this.heardAt);
    const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
    const ends = [
      { span: 'month', left: this.counts.month, until: Date.UTC(year, month + 1) },
      { span: 'day', left: this.counts.day, until: Date.UTC(year, month, day + 1) },
    ] as const;
    const found = ends.find(({ left, until }) => left === 0 && until > this.now());
    return found && { span: found.span, until: found.until };
  }

  onBudget(listener: (budget: Budget) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(): void {
    const budget = this.budget();
    for (const listener of [...this.listeners]) listener(budget);
  }
}

/** `Retry-After` in seconds or as a date (by the server's clock, where known); at least a second, at most a day. */
function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (text === '') return undefined;
  const bounded = (millis: number): number => now + Math.min(Math.max(millis, 1_000), maxPauseMillis);
  if (/^\d+(?:\.\d+)?$/.test(text)) return bounded(Number(text) * 1_000);
  const date = Date.parse(text);
  if (Number.isNaN(date)) return undefined;
  const serverNow = Date.parse(headers.get('date') ?? '');
  return bounded(date - (Number.isNaN(serverNow) ? now : serverNow));
}
