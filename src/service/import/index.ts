import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ChosenColumns, readChosenColumns } from '../../core/records/sourceDetails';
import { lookupKey } from '../../core/indicators';
import type { SourceKind } from '../../core/records/knowledge';
import type { Exception, Statement } from '../../core/records/statement';
import { StoreError } from '../../core/store/protocol/storeError';
import type { ImportResult, ImportFormat, ImportInput, ImportProgress } from '../../core/store/protocol/protocol';
import type { Store } from '../../core/store/store';
import { importLease } from '../../core/store/sqlite/leases';
import type { ImportRun } from '../../core/store/writing/importRun';
import type { SourceMeaning } from '../../core/store/writing/sourceMeaning';
import type { SourceTarget } from '../../core/store/writing/sources';
import type { InputFailure } from '../../core/records/problems/inputFailure';
import type { AnyInput } from '../files/parts';
import { inputFailureOf } from '../files/inputFailureOf';
import { ImportTally } from './importTally';
import { retryWhileLocked } from './retryWhileLocked';
import { InputReading } from './readings';
import { creditLine } from '../../core/records/labels/credit';
import { LayerBuilder } from '../../core/context/places';
import type { UtcMillis } from '../../core/records/record';
import { layerIdOf } from '../../core/store/places';
import type { ParsedChunk } from './parsedChunk';

/** What an import does with the ranges of a list of locations: they become location data at the end. */
class PlaceImport {
  private builder: LayerBuilder | undefined;

  constructor(private readonly source: SourceTarget) {}

  /** The number of ranges taken. */
  get count(): number {
    return this.builder?.count ?? 0;
  }

  take({ locations }: ParsedChunk, tally: ImportTally): void {
    if (locations === undefined) return;
    this.builder ??= new LayerBuilder();
    for (const { value, place = {} } of locations)
      if (!this.builder.add(value, place)) tally.skip([{ reason: { kind: 'noIndicator' }, example: value }]);
  }

  /** Whether there is location data of the source. */
  isIn(store: Store): boolean {
    const id = layerIdOf(this.source);
    return store.places.info()?.sources.some((each) => each.id === id) === true;
  }

  /** Replaces the location data of the source, or removes it if the source has become a short list. */
  async finish(store: Store, now: UtcMillis, signal: AbortSignal | undefined): Promise<void> {
    const { builder, source, count } = this;
    const id = layerIdOf(source);
    const { name, details } = source;
    const credit = creditLine(details ?? {});
    const layer = count === 0 ? undefined : builder?.build({ id, name, asOf: now, credit });
    await retryWhileLocked(() => (layer === undefined ? store.places.tidy(id) : store.places.put(layer)), signal);
  }
}

export { previewInput, readBytes } from './readings';

export interface ImportOptions {
  /** Detected from the content if absent. */
  readonly format?: ImportFormat | undefined;
  readonly kind?: Extract<SourceKind, 'import' | 'sample'>;
  /** The source of the data, if it isn't an import with the input's name. */
  readonly source?: SourceTarget;
  /** What columns of a table of unknown form contain; by default as chosen before, else as its header or content says. */
  readonly columns?: ChosenColumns | undefined;
  /** Further files of the same source. */
  readonly more?: readonly ImportInput[];
  /** The first indicators to import; by default all. */
  readonly maxIndicators?: number | undefined;
  /** Changes statements before they are written. */
  readonly change?: (statement: Statement) => Statement;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
  /**
   * Called once if another window is importing a source of this name, then waits. Without it, the import is rejected.
   */
  readonly onBusy?: () => void;
  readonly now?: () => number;
}

/** Items per transaction; more would block the thread for too long. */
const batchSize = 4_000;
/** Original objects may be large: this many characters of them are written at once. */
const batchCharacters = 8 * 1024 * 1024;
/** Lists have a few thousand; more are only reported. */
const [maxExceptions, exceptionBatch] = [100_000, 1_000];
const leaseMillis = 60_000;
const interrupted = { complete: false, failure: { kind: 'interrupted' }, skipped: undefined } as const;
const busyMillis = 250;

/**
 * Imports STIX bundles, CSV, and text lists as a source of the given name; importing the same name again updates it.
 * Resolves with exact counts, even if the import was canceled or failed midway: what was imported by then stays.
 * Rejects with a StoreError if the store has failed, or (`locked`) if another window is importing the same source.
 */
export async function importInto(store: Store, input: AnyInput, options: ImportOptions = {}): Promise<ImportResult> {
  const { signal, now = Date.now } = options;
  const lease = importLease(input.name);
  await reserve(store, lease, input.name, options);
  try {
    await retryWhileLocked(() => store.bulk(true), signal);
    const tally = new ImportTally();
    const source = options.source ?? { kind: options.kind ?? 'import', name: input.name };
    const before = chosenBefore(store, source);
    const columns = options.columns ?? before;
    // What other columns made of the file must not stay.
    const meaning = isDeepStrictEqual(columns, before) ? {} : await emptied(store, source, lease);
    const run = await retryWhileLocked(() => store.beginImport({ ...source, ...meaning }), signal);
    // Until the end says otherwise: nothing does if the window is closed or crashes.
    const { path } = 'path' in input ? input : { path: undefined };
    if (source.kind === 'import') await retryWhileLocked(() => run.note({ ...interrupted, path }), signal);
    const places = new PlaceImport(source);
    let format: ImportFormat = options.format ?? 'list';
    let [taken, left] = [0, options.maxIndicators ?? Infinity];
    let failure: InputFailure | undefined;
    let waiting: Statement[] = [];
    let characters = 0;
    let ages = false;
    const exceptions: Exception[] = [];
    const write = async (): Promise<void> => {
      const batch = waiting;
      // A batch that can't be written isn't tried again.
      waiting = [];
      characters = 0;
      tally.skip(await retryWhileLocked(() => run.take(batch), signal));
      taken += batch.filter(({ kind }) => kind === 'indicator').length;
      await retryWhileLocked(() => store.takeLease(lease, leaseMillis), signal);
    };
    try {
      const reading = new InputReading([input, ...(options.more ?? [])], options.format, now(), columns);
      for await (const chunk of reading.chunks()) {
        if (signal?.aborted === true || left <= 0) break;
        format = reading.format;
        tally.read(chunk);
        places.take(chunk, tally);
        exceptions.push(...(chunk.exceptions ?? []).slice(0, maxExceptions - exceptions.length));
        // A publisher's opinion of an old entry is worth less than that of a new one.
        if (chunk.shape?.kind === 'malicious' && !ages) {
          ages = true;
          await retryWhileLocked(() => run.describe({ ages }), signal);
        }
        for (const found of chunk.statements) {
          if (found.kind === 'indicator' && left-- <= 0) break;
          const each = options.change?.(found) ?? found;
          if (each.kind === 'object') characters += each.body.length;
          if (waiting.push(each) >= batchSize || characters >= batchCharacters) await write();
        }
        options.onProgress?.({
          bytes: reading.bytes,
          totalBytes: reading.totalBytes,
          taken: taken + places.count,
        });
        // Lets the thread handle cancellation and lookups between two pieces.
        await setImmediate();
      }
      if (signal?.aborted !== true) await places.finish(store, now(), signal);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      failure = inputFailureOf(error);
    }
    await write();
    await applyExceptions(run, exceptions, failure === undefined, signal);
    const { counts, unresolved } = await retryWhileLocked(() => run.finish(places.isIn(store)), signal);
    await index(store, signal);
    tally.add({ kind: 'unresolvedRelationship' }, unresolved);
    if (signal?.aborted !== true) failure ??= tally.unread();
    const complete = failure === undefined && signal?.aborted !== true;
    const result = tally.result(input.name, format, counts, failure, complete);
    await retryWhileLocked(() => run.note({ ...detailsOf(result, input, exceptions), columns }), signal);
    return complete && places.count > 0 ? { ...result, places: places.count } : result;
  } finally {
    store.bulk(false);
    // The import is complete; a lease that can't be released expires.
    await retryWhileLocked(() => store.releaseLease(lease), signal).catch(() => undefined);
  }
}

/** Makes what was imported searchable. The first search indexes what a canceled import leaves. */
async function index(store: Store, signal: AbortSignal | undefined): Promise<void> {
  while (signal?.aborted !== true && (await retryWhileLocked(() => store.indexSome(), signal))) await setImmediate();
}

/** Removes the rules that the list itself excepts, and exceptions that only an earlier version of it had. */
async function applyExceptions(
  run: ImportRun,
  all: readonly Exception[],
  isComplete: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const keyOf = ({ indicator, reach }: Exception): string => `${lookupKey(indicator)} ${reach ?? ''}`;
  const removed = new Set(all.filter(({ removes }) => removes === 'exception').map(keyOf));
  const exceptions = all.filter((each) => each.removes === 'rule' || !removed.has(keyOf(each)));
  for (let at = 0; at < exceptions.length; at += exceptionBatch) {
    await retryWhileLocked(() => run.except(exceptions.slice(at, at + exceptionBatch)), signal);
    await setImmediate();
  }
  while (isComplete && signal?.aborted !== true && (await retryWhileLocked(() => run.removeOldExceptions(), signal)))
    await setImmediate();
}

/** Removes all that an import of this name stated before. Resolves with what it means, to be kept. */
async function emptied(store: Store, { kind, name }: SourceTarget, lease: string): Promise<SourceMeaning> {
  const found = store.sources.list().find((source) => source.kind === kind && source.name === name);
  if (found === undefined || kind === 'mirror') return {};
  for (;;) {
    const step = await retryWhileLocked(() => store.sources.removeSome(found.id));
    if (step.done) break;
    store.takeLease(lease, leaseMillis);
    await setImmediate();
  }
  const { risk, ages, details } = found;
  const { asked, describes } = details;
  return { risk, ages, details: { asked, describes } };
}

/** The columns that were chosen for an earlier import of the same name. */
export function chosenBefore(
  store: Pick<Store, 'sources'>,
  { kind, name }: Pick<SourceTarget, 'kind' | 'name'>,
): ChosenColumns | undefined {
  return readChosenColumns(store.sources.details(kind, name).columns);
}

/** What the store remembers of an import; it replaces that of an earlier one. */
function detailsOf({ format, ...result }: ImportResult, input: AnyInput, { length }: readonly Exception[]) {
  const { kind, shape, kinds, unrated, skipped, complete, failure } = result;
  const path = 'path' in input ? input.path : undefined;
  const isTable = format === 'csv' && shape === undefined ? true : undefined;
  // An incomplete import may leave those of an earlier one.
  const exceptions = Math.max(length, complete ? 0 : 1);
  return { kind, shape, kinds, unrated, skipped, complete, failure, path, isTable, exceptions };
}

/** Acquires the lease of a source, and waits for another holder if the caller does. */
async function reserve(store: Store, lease: string, name: string, { signal, onBusy }: ImportOptions): Promise<void> {
  for (
    let isReported = false;
    !(await retryWhileLocked(() => store.takeLease(lease, leaseMillis), signal));
    isReported = true
  ) {
    if (onBusy === undefined || signal?.aborted === true) {
      throw new StoreError({ kind: 'locked', detail: `another window is importing ${name}` });
    }
    if (!isReported) onBusy();
    await delay(busyMillis, undefined, { signal }).catch(() => undefined);
  }
}
