import type { Rates } from './tiers';

const spans = ['second', 'day', 'month'] as const;
type Span = (typeof spans)[number];

interface Window {
  readonly ends: number;
  used: number;
}

export interface RateLimitState {
  readonly allowed: boolean;
  readonly remaining: Rates;
  /** Whole seconds until a request is allowed again; 0 if this one is. */
  readonly retryAfter: number;
  /** The period whose limit is exceeded. */
  readonly exceeded?: Span;
}

/** Counts the requests of one caller in memory; a restart resets it. */
export class RateLimiter {
  private readonly windows = new Map<Span, Window>();

  /** `now` in milliseconds since 1970. */
  constructor(
    private readonly rates: Rates,
    private readonly now: () => number,
  ) {}

  /** Counts one request; a rejected one doesn't count. A `cost` of 0 is never rejected. */
  take(cost: 0 | 1 = 1): RateLimitState {
    const at = this.now();
    const windows = spans.map((span) => ({ span, window: this.windowAt(span, at) }));
    const exceeded =
      cost === 0 ? undefined : windows.filter(({ span, window }) => window.used >= this.rates[span]).at(-1);
    if (exceeded === undefined) for (const { window } of windows) window.used += cost;
    const left = (span: Span): number => Math.max(0, this.rates[span] - (this.windows.get(span)?.used ?? 0));
    return {
      allowed: exceeded === undefined,
      remaining: { second: left('second'), day: left('day'), month: left('month') },
      retryAfter: exceeded === undefined ? 0 : Math.max(1, Math.ceil((exceeded.window.ends - at) / 1000)),
      exceeded: exceeded?.span,
    };
  }

  /** Doesn't count the last request after all. */
  giveBack(): void {
    for (const window of this.windows.values()) window.used = Math.max(0, window.used - 1);
  }

  private windowAt(span: Span, at: number): Window {
    const current = this.windows.get(span);
    // A clock that was set back must not lock a caller out for days.
    if (current !== undefined && at < current.ends && endOf(span, at) <= current.ends + 1000) return current;
    const window = { ends: endOf(span, at), used: 0 };
    this.windows.set(span, window);
    return window;
  }
}

/** A second starts with its first request; days and months are calendar periods in UTC. */
function endOf(span: Span, at: number): number {
  const date = new Date(at);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (span === 'second') return at + 1000;
  return span === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
}

/** Headers with the remaining requests, and when there will be more. */
export function budgetHeaders({ remaining, retryAfter }: RateLimitState): Record<string, string> {
  return {
    'X-Requests-Remaining-Second': String(remaining.second),
    'X-Requests-Remaining-Day': String(remaining.day),
    'X-Requests-Remaining-Month': String(remaining.month),
    ...(retryAfter > 0 ? { 'Retry-After': String(retryAfter) } : {}),
  };
}
