import { assessAll } from '../../core/assistant';
import type { Indicator } from '../../core/indicators/identity/types';
import { LookupEngine } from '../../core/lookups';
import type { LookupSettings } from '../../core/lookups/options';
import type { StoreProblem } from '../../core/records/problems/storeProblem';
import { StoreError } from '../../core/store/protocol/storeError';
import { StoreReader } from '../../core/store/reader';
import type { Assessment } from '../../core/triage/assess';

const settings: LookupSettings = { mode: 'offline', urls: 'hostOnly', freshMillis: 0, missMillis: 0, ignore: [] };

/** How long to work before messages, such as a cancellation, are handled. */
const sliceMillis = 40;

/** Assesses indicators from a store file. Nothing is sent: there is no service. */
export class StoreAssessor {
  private readonly reader: StoreReader;
  private readonly lookups: LookupEngine;
  private unread: StoreProblem | undefined;

  constructor(file: string) {
    this.reader = new StoreReader(file, {
      onUnread: (why) => {
        this.unread ??= typeof why === 'string' ? { kind: 'failed', detail: 'it was replaced while being read' } : why;
      },
    });
    this.lookups = new LookupEngine({
      places: this.reader,
      store: {
        find: (key) => this.reader.find(key),
        hasRealData: () => this.reader.hasRealData(),
        keep: () => Promise.resolve(),
      },
      service: () => undefined,
      // The same object each time, since what follows from an ignore list is remembered for it.
      settings: () => settings,
      now: Date.now,
    });
  }

  /** Assesses indicators in their order. Throws a StoreError if the store can't be read. */
  async assess(indicators: readonly Indicator[], signal: AbortSignal): Promise<readonly Assessment[]> {
    // Imports of others since the last call must be seen.
    this.lookups.forget();
    this.unread = undefined;
    const together = <T>(work: () => T, keys: readonly string[]): T => this.reader.together(work, keys);
    const assessments = await assessAll(indicators, { lookups: this.lookups, together, sliceMillis }, signal);
    // A store that can't be read must not look like an empty one.
    const unread = this.problem();
    if (unread !== undefined) throw new StoreError(unread);
    return assessments;
  }

  /** Why the store couldn't be read, which reads report through a listener. */
  private problem(): StoreProblem | undefined {
    return this.unread;
  }

  /** Closes the store. */
  close(): void {
    this.reader.close();
  }
}
