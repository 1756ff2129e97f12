import type { BatchResult, BatchOptions } from '../../core/lookups/lookups';
import type { Indicator } from '../../core/indicators/identity/types';

export interface ViewportLookupsParts {
  /** The visible indicators that a service might know more about. */
  readonly inView: () => readonly Indicator[];
  readonly lookUp: (indicators: readonly Indicator[], options: BatchOptions) => Promise<BatchResult>;
  readonly now?: () => number;
  /** How long the same indicators must stay visible before they are looked up, milliseconds. */
  readonly restMillis?: number;
}

/** The maximum number per lookup; the others follow if they are still visible. */
const maxAtOnce = 300;
const maxWaitMillis = 3_600_000;

/** Looks up visible indicators in mode `automatic`, once scrolling pauses. */
export class ViewportLookups {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending: { readonly names: string; readonly abort: AbortController } | undefined;

  constructor(private readonly parts: ViewportLookupsParts) {}

  /** Call when the viewport or a verdict changes. */
  schedule(afterMillis = this.parts.restMillis ?? 300): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.lookUp(), afterMillis);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.pending?.abort.abort();
  }

  private async lookUp(): Promise<void> {
    const requested = this.parts.inView().slice(0, maxAtOnce);
    const names = requested.map(({ value }) => value).join('\n');
    if (names === this.pending?.names) return;
    // Unsent indicators that scrolled out of view are dropped.
    this.pending?.abort.abort();
    this.pending = undefined;
    if (requested.length === 0) return;
    const pending = { names, abort: new AbortController() };
    this.pending = pending;
    const { error } = await this.parts.lookUp(requested, { signal: pending.abort.signal });
    if (this.pending !== pending) return;
    this.pending = undefined;
    if (error?.kind !== 'rateLimited') return;
    const wait = error.retryAt - (this.parts.now ?? Date.now)();
    this.schedule(Math.min(maxWaitMillis, Math.max(1_000, wait)));
  }
}
