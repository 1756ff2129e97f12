import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { SkippedCount } from '../core/mirror/ports';
import type { Store } from '../core/store/store';
import type { Service } from './index';

/** How far what waits is taken in: ids that still wait, by mirror. */
export type IntakeProgress = readonly { readonly id: number; readonly waiting: number }[];

/** What was left out of mirrors whose pages are all taken in now. */
export type IntakeEnd = readonly { readonly id: number; readonly skipped: readonly SkippedCount[] }[];

export interface IntakeDesk {
  /** Begins to take in what waits, if anything does, beside all else; ends by itself. */
  begin(): void;
  /** The same, and resolves as soon as nothing waits any more, whoever takes it in. Rejects with a StoreFault. */
  follow(signal: AbortSignal, onProgress: (progress: IntakeProgress) => void): Promise<IntakeEnd>;
  /** Takes in at once what waits; what is asked for afterwards finds it. Never rejects. */
  settle(signal: AbortSignal): Promise<void>;
  /** A service that first takes in what an answer rests on. */
  before(service: Service): Service;
  /** No more is taken in by {@link begin} while a sync brings pages. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

export interface IntakeDeskPorts {
  readonly store: () => Store;
  readonly onFault: (error: unknown) => void;
  /** Called when all is taken in. */
  readonly onEnded: () => void;
}

const leaseMillis = 30_000;
/** Another window takes it in: it is looked at again after so long. */
const lookMillis = 1_000;
const progressMillis = 150;
const slicesALease = 200;
/** One window does it; should two, the outcome is the same. */
const lease = 'mirror intake';

/** Takes in what first syncs kept as it came, beside the other jobs of the thread. */
export function createIntakeDesk({ store, onFault, onEnded }: IntakeDeskPorts): IntakeDesk {
  let going: Promise<void> | undefined;
  let holds = 0;
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;
  const ends = new Set<(end: IntakeEnd[number]) => void>();

  /** Takes in a slice; false where nothing waits. */
  const some = (): boolean => {
    const taken = store().mirrors.intake.takeSome();
    if (taken?.ended !== undefined) {
      for (const tell of [...ends]) tell({ id: taken.sourceId, skipped: taken.ended });
    }
    return taken !== undefined;
  };

  const run = async (): Promise<void> => {
    const { intake } = store().mirrors;
    if (isClosing() || !intake.waits() || !store().takeLease(lease, leaseMillis)) return;
    try {
      for (let slices = 1; !isClosing(); slices++) {
        if (holds > 0) await delay(20);
        else if (!some()) break;
        if (slices % slicesALease === 0 && !store().takeLease(lease, leaseMillis)) return;
        await setImmediate();
      }
    } finally {
      if (!isClosing()) store().giveLease(lease);
    }
    if (!isClosing()) onEnded();
  };

  const go = (): Promise<void> => {
    going ??= run()
      .catch((error: unknown) => {
        // Whoever asked for a job may stay silent about this.
        onFault(error);
        throw error;
      })
      .finally(() => {
        going = undefined;
      });
    return going;
  };

  const settle = async (signal: AbortSignal): Promise<void> => {
    try {
      for (let any = false; !signal.aborted && !isClosing(); any = true) {
        if (!some()) {
          if (any) onEnded();
          return;
        }
        await setImmediate();
      }
    } catch (error) {
      onFault(error);
    }
  };

  return {
    begin: () => void go().catch(() => undefined),
    async follow(signal, onProgress) {
      const ended: IntakeEnd[number][] = [];
      const note = (end: IntakeEnd[number]): void => void ended.push(end);
      ends.add(note);
      try {
        while (!signal.aborted && !isClosing() && store().mirrors.intake.waits()) {
          onProgress(store().mirrors.intake.waitingBySource());
          const pause = delay(going === undefined && holds === 0 ? lookMillis : progressMillis);
          const work = go();
          const isTakenElsewhere = await Promise.race([work.then(() => true), pause.then(() => false)]);
          if (isTakenElsewhere) await pause;
        }
        return ended;
      } finally {
        ends.delete(note);
      }
    },
    settle,
    before: (service) => async (request) => {
      if (!isOfOneIndicator(request.url)) await settle(request.signal);
      return service(request);
    },
    hold() {
      holds++;
    },
    release() {
      holds = Math.max(0, holds - 1);
    },
    async close() {
      closing.abort();
      await going?.catch(() => undefined);
      try {
        store().giveLease(lease);
      } catch {
        // The store has failed; the claim runs out by time.
      }
    },
  };
}

/** What is said of one indicator is taken in when it is asked for; everything else rests on all of it. */
function isOfOneIndicator(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname === '/api/analyze.php' || (pathname === '/api/indicator.php' && searchParams.get('get') !== 'links');
}
