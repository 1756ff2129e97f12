import { setImmediate } from 'node:timers/promises';
import {
  addTriaged,
  beginTriaged,
  changeNewlyRisky,
  dropTriaged,
  hideTriaged,
  readTriaged,
  readTriagedFiles,
  readNewlyRisky,
  type StoredTriage,
  triagedSlice,
  useTriaged,
  writeRisky,
} from '../../core/store/activity/triagedFiles';
import { maxLeaseMillis, takeLease, releaseLease } from '../../core/store/sqlite/leases';
import type { Store } from '../../core/store/store';
import { lookupKey } from '../../core/indicators/identity/lookupKey';
import type { Indicator } from '../../core/indicators/identity/types';
import type { AssessingContext } from '../../core/triage/triageMessages';
import {
  countNewlyRisky,
  filterNewlyRisky,
  type NewIndicator,
  withNewlyRisky,
} from '../../core/triage/history/newlyRisky';
import type { TriagedEntry, TriagedFile } from '../../core/triage/history/triagedFile';
import { triageKey } from '../../core/triage/triageEntry';
import { Assessor } from './assessor';

export type RememberingStore = Pick<Store, 'file' | 'use'>;
export type KeptFile = Omit<TriagedFile, 'count'>;

/** An indicator of a text with its first location. */
interface FoundEntry extends Indicator {
  readonly reserved: boolean;
  /** Line, column, and further ones. */
  readonly locations: readonly number[];
}

/** The indicators of a text that was read. */
interface FoundText {
  readonly size: number;
  entry(number: number): FoundEntry;
  readonly isRisky: (indicator: Indicator) => boolean;
}

/**
 * Remembers the indicators of a file instead of those of its earlier triage. Internal and reserved ones aren't. Returns
 * whether any are.
 */
export async function keepTriaged(
  store: RememberingStore,
  file: KeptFile,
  text: FoundText,
  signal: AbortSignal,
): Promise<boolean> {
  const numbers = await byKey(text);
  const count = numbers.length;
  if (count === 0) {
    store.use((connection) => hideTriaged(connection, file.uri));
    await dropHidden(store);
    return false;
  }
  const id = store.use((connection) => beginTriaged(connection, { ...file, count }));
  for (let from = 0; from < count; from += triagedSlice) {
    const entries = numbers.slice(from, from + triagedSlice).map((number): TriagedEntry => {
      const { type, value, locations } = text.entry(number);
      const [line = 1, column = 1] = locations;
      return { type, value, line, column, isRisky: text.isRisky({ type, value }) };
    });
    store.use((connection) => addTriaged(connection, id, from, entries));
    await setImmediate();
    // Entries written so far are removed later.
    if (signal.aborted) return false;
  }
  store.use((connection) => useTriaged(connection, id));
  await dropHidden(store);
  return true;
}

/** Indicators to sort at once, which takes some dozens of milliseconds. */
const sortedAtOnce = 50_000;

/**
 * The numbers of indicators to remember, each {@link sortedAtOnce} of them ordered by key: pages of the index of keys are
 * then written a few times instead of once for each row.
 */
async function byKey(text: FoundText): Promise<readonly number[]> {
  const sorted: number[] = [];
  for (let from = 0; from < text.size; from += sortedAtOnce) {
    const some: { readonly key: string; readonly number: number }[] = [];
    for (let number = from; number < Math.min(from + sortedAtOnce, text.size); number++) {
      const { type, value, reserved } = text.entry(number);
      if (!reserved) some.push({ key: lookupKey({ type, value }), number });
    }
    some.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    for (const { number } of some) sorted.push(number);
    await setImmediate();
  }
  return sorted;
}

async function dropHidden(store: RememberingStore): Promise<void> {
  while (store.use(dropTriaged)) await setImmediate();
}

/** One window checks at a time. */
const checkLease = 'triaged';
const sliceMillis = 15;

/** Result of a check. */
export interface CheckedTriage {
  /** Indicators that became risky since the last check, and the number of their files. */
  readonly found: ReturnType<typeof countNewlyRisky>;
  /** Another window checks. */
  readonly isBusy?: boolean;
}

/**
 * Assesses the indicators of all remembered files again, and keeps which of them are risky, and those that are risky now and
 * weren't at the last look. `sources` is the version of the sources that they are assessed by: a check that isn't completed
 * doesn't note it, and the next one finds the rest.
 */
export async function checkTriaged(
  store: RememberingStore,
  { assessing, sources }: { readonly assessing: AssessingContext; readonly sources: string },
  signal: AbortSignal,
): Promise<CheckedTriage> {
  if (!store.use((connection) => takeLease(connection, checkLease, maxLeaseMillis)))
    return { found: countNewlyRisky([]), isBusy: true };
  const assessor = new Assessor(store.file, assessing);
  const risks = new KnownRisks(assessor, signal);
  try {
    await dropHidden(store);
    const found: NewIndicator[] = [];
    for (const file of store.use(readTriagedFiles)) {
      store.use((connection) => takeLease(connection, checkLease, maxLeaseMillis));
      const more = await checkFile(store, file, risks);
      if (more === undefined) return { found: countNewlyRisky(found) };
      found.push(...more);
    }
    await finishCheck(store, sources, risks);
    return { found: countNewlyRisky(found) };
  } finally {
    assessor.close();
    store.use((connection) => releaseLease(connection, checkLease));
  }
}

/** Checks a file. Returns what is new in it; undefined if it couldn't be assessed to its end. */
async function checkFile(
  store: RememberingStore,
  file: StoredTriage,
  risks: KnownRisks,
): Promise<readonly NewIndicator[] | undefined> {
  const found: NewIndicator[] = [];
  const changed = new Map<number, boolean>();
  const next = (after: number) => store.use((connection) => readTriaged(connection, file.id, after));
  for (let entries = next(-1); entries.length > 0; entries = next(entries.at(-1)?.number ?? 0)) {
    const known = await risks.of(entries);
    if (known === undefined) return undefined;
    for (const [at, { number, isRisky, type, value, line, column }] of entries.entries()) {
      const isRiskyNow = known[at] === true;
      if (isRiskyNow !== isRisky) changed.set(number, isRiskyNow);
      if (isRiskyNow && !isRisky) found.push({ type, value, uri: file.uri, line, column });
    }
  }
  if (changed.size === 0) return [];
  found.sort((a, b) => a.line - b.line || a.column - b.column);
  store.use((connection) =>
    connection.transaction(() => {
      if (found.length > 0)
        changeNewlyRisky(connection, (newlyRisky) => withNewlyRisky(newlyRisky, found, newlyRisky.sources));
      writeRisky(connection, file.id, changed);
    }),
  );
  return found;
}

/** Drops what isn't risky any longer from what the user hasn't seen, and notes what was checked by. */
async function finishCheck(store: RememberingStore, sources: string, risks: KnownRisks): Promise<void> {
  const { rows, isSeen } = store.use(readNewlyRisky);
  const known = isSeen ? [] : await risks.of(rows);
  const gone = new Set(rows.filter((_, at) => known?.[at] === false).map(triageKey));
  if (risks.isCanceled) return;
  const isKept = (row: NewIndicator): boolean => !gone.has(triageKey(row));
  store.use((connection) =>
    changeNewlyRisky(connection, (newlyRisky) => ({ ...filterNewlyRisky(newlyRisky, isKept), sources })),
  );
}

/** Assesses many indicators in slices of time. */
export class KnownRisks {
  private sliceEnds = performance.now() + sliceMillis;

  constructor(
    private readonly assessor: Assessor,
    private readonly signal: AbortSignal,
  ) {}

  get isCanceled(): boolean {
    return this.signal.aborted;
  }

  /** Whether a risk is known of each; undefined if that can't be read, or if the check is canceled. */
  async of(indicators: readonly Indicator[]): Promise<readonly boolean[] | undefined> {
    const all: boolean[] = [];
    const { atOnce } = this.assessor;
    for (let at = 0; at < indicators.length; at += atOnce) {
      const known = this.assessor.knownRisks(indicators.slice(at, at + atOnce));
      if (this.isCanceled || known.includes(undefined)) return undefined;
      all.push(...known.map((isRisky) => isRisky === true));
      if (performance.now() < this.sliceEnds) continue;
      await setImmediate();
      this.sliceEnds = performance.now() + sliceMillis;
    }
    return all;
  }
}
