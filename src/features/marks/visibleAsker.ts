import type { BatchAccount, BatchOptions } from '../../core/lookups/lookups';
import type { Indicator } from '../../core/indicators/types';

export interface VisibleAskerParts {
  /** The indicators in sight of which a service might know more. */
  readonly inSight: () => readonly Indicator[];
  readonly ask: (indicators: readonly Indicator[], options: BatchOptions) => Promise<BatchAccount>;
  readonly now?: () => number;
  /** Who scrolls past asks for nothing: so long the same must be in sight, milliseconds. */
  readonly restMillis?: number;
}

/** What is asked for at once at most; the rest follows when it is still in sight. */
const mostAtOnce = 300;
const longestWait = 3_600_000;

/** Asks for what is in sight in mode `automatic`, once the reader has come to rest. */
export class VisibleAsker {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: { readonly names: string; readonly leaving: AbortController } | undefined;

  constructor(private readonly parts: VisibleAskerParts) {}

  /** Something else is in sight, or something became known. */
  look(afterMillis = this.parts.restMillis ?? 300): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), afterMillis);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.leaving.abort();
  }

  private async ask(): Promise<void> {
    const wanted = this.parts.inSight().slice(0, mostAtOnce);
    const names = wanted.map(({ value }) => value).join('\n');
    if (names === this.asking?.names) return;
    // What scrolled away and is not sent yet stays unsent.
    this.asking?.leaving.abort();
    this.asking = undefined;
    if (wanted.length === 0) return;
    const asking = { names, leaving: new AbortController() };
    this.asking = asking;
    const { error } = await this.parts.ask(wanted, { signal: asking.leaving.signal });
    if (this.asking !== asking) return;
    this.asking = undefined;
    if (error?.kind !== 'rateLimited') return;
    const wait = error.retryAt - (this.parts.now ?? Date.now)();
    this.look(Math.min(longestWait, Math.max(1_000, wait)));
  }
}
