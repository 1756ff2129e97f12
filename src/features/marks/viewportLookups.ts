import type { BatchResult, BatchOptions } from '../../core/lookups/lookups';
import type { Indicator } from '../../core/indicators/types';

export interface ViewportLookupsParts {
  /** The indicators in sight of which a service might know more. */
  readonly inView: () => readonly Indicator[];
  readonly lookUp: (indicators: readonly Indicator[], options: BatchOptions) => Promise<BatchResult>;
  readonly now?: () => number;
  /** Who scrolls past asks for nothing: so long the same must be in sight, milliseconds. */
  readonly restMillis?: number;
}

/** What is asked for at once at most; the rest follows when it is still in sight. */
const maxAtOnce = 300;
const maxWaitMillis = 3_600_000;

/** Asks for what is in sight in mode `automatic`, once the reader has come to rest. */
export class ViewportLookups {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending: { readonly names: string; readonly abort: AbortController } | undefined;

  constructor(private readonly parts: ViewportLookupsParts) {}

  /** Something else is in sight, or something became known. */
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
    // What scrolled away and is not sent yet stays unsent.
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
