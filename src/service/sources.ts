import { setImmediate } from 'node:timers/promises';
import type { SourceKind } from '../core/records/knowledge';
import type { RiskLevel } from '../core/records/risk';
import type { SourceDetails, StoredSource } from '../core/records/sourceDetails';
import type { DataKind, SourceProgress } from '../core/store/protocol/protocol';
import { StoreError } from '../core/store/protocol/storeError';
import type { Store } from '../core/store/store';
import type { ChangedDetails } from '../core/store/writing/sourceMeaning';
import { retryWhileLocked } from './retryWhileLocked';
import { takeLease, releaseLease } from '../core/store/sqlite/leases';

const leaseMillis = 60_000;

type MergedSlice = ReturnType<Store['sources']['remergeSome']>;
type OnProgress = (progress: SourceProgress) => void;

interface ChangeOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Changes the default risk and the details of a source, and merges its indicators again in short transactions. If that
 * is canceled, the risk is taken back. Returns whether the change was made; rejects with a StoreError (`locked`) while
 * another window writes the source.
 */
export async function changeSource(
  store: Store,
  id: number,
  change: { readonly risk?: RiskLevel; readonly details?: SourceDetails },
  { signal, onProgress = () => undefined }: ChangeOptions = {},
): Promise<{ readonly changed: boolean }> {
  const source = store.sources.list().find((each) => each.id === id);
  if (source === undefined) return { changed: false };
  return reserved(store, source, async (keep) => {
    if (!store.sources.change(id, change)) return { changed: true };
    const total = source.indicators;
    let done = 0;
    const mergeUntil = async (end: number, isEnded: () => boolean): Promise<number | undefined> => {
      let from: number | undefined = 0;
      while (from !== undefined && from < end) {
        if (isEnded()) return from;
        const start = from;
        const slice: MergedSlice = await retryWhileLocked(() => store.sources.remergeSome(id, start));
        from = slice.next;
        done += slice.merged;
        onProgress({ done: Math.min(done, total), total });
        keep();
        // Lets the thread handle cancellation and lookups between two slices.
        await setImmediate();
      }
      return undefined;
    };
    const canceledAt = await mergeUntil(Infinity, () => signal?.aborted === true);
    if (canceledAt === undefined) return { changed: true };
    store.sources.change(id, { risk: source.risk ?? 'unknown', details: before(change.details, source.details) });
    done = 0;
    await mergeUntil(canceledAt, () => false);
    return { changed: false };
  });
}

function before(changed: SourceDetails = {}, stored: SourceDetails): ChangedDetails {
  const keys = Object.keys(changed) as (keyof SourceDetails)[];
  return Object.fromEntries(keys.map((key) => [key, stored[key]]));
}

/** Removes a source in short transactions. Returns the number of indicators it mentioned. */
export async function removeSource(
  store: Store,
  id: number,
  onProgress: OnProgress = () => undefined,
): Promise<number> {
  const source = store.sources.list().find((each) => each.id === id);
  if (source === undefined) return 0;
  return reserved(store, source, async (keep) => {
    let removed = 0;
    for (;;) {
      const step = await retryWhileLocked(() => store.sources.removeSome(id));
      removed += step.removed;
      onProgress({ done: removed, total: Math.max(source.indicators, removed) });
      if (step.done) return removed;
      keep();
      await setImmediate();
    }
  });
}

/** Removes all sources of a kind. Returns the number of indicators they mentioned. */
export async function removeKind(store: Store, kind: SourceKind, onProgress?: OnProgress): Promise<number> {
  const sources = store.sources.list().filter((source) => source.kind === kind);
  const total = sources.reduce((sum, { indicators }) => sum + indicators, 0);
  let removed = 0;
  for (const { id } of sources) {
    const before = removed;
    removed += await removeSource(store, id, ({ done }) => onProgress?.({ done: before + done, total }));
  }
  return removed;
}

const sourcesOf: Partial<Record<DataKind, SourceKind>> = { imports: 'import', mirrors: 'mirror', sample: 'sample' };

/** Deletes data by kind; what may be much is deleted in short transactions. Returns the number of rows. */
export async function clearData(store: Store, kinds: readonly DataKind[], onProgress?: OnProgress): Promise<number> {
  let removed = 0;
  for (const kind of kinds) {
    const ofSource = sourcesOf[kind];
    removed += ofSource === undefined ? store.clear([kind]) : await removeKind(store, ofSource, onProgress);
  }
  return removed;
}

/**
 * Works on a source while no other window imports it. Mirrors aren't reserved: their removal ends a running sync, and a
 * sync writes with the new risk once it starts again.
 */
async function reserved<T>(
  store: Store,
  { kind, name }: StoredSource,
  work: (keep: () => void) => Promise<T>,
): Promise<T> {
  if (kind === 'mirror') return work(() => undefined);
  const lease = `import:${name}`;
  const take = (): boolean => store.use((connection) => takeLease(connection, lease, leaseMillis));
  if (!take()) throw new StoreError({ kind: 'locked', detail: `another window is importing ${name}` });
  try {
    return await work(take);
  } finally {
    store.use((connection) => releaseLease(connection, lease));
  }
}
