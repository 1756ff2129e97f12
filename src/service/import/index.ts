import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type ChosenColumns,
  type GivenMeaning,
  readChosenColumns,
  type StoredSource,
} from '../../core/records/sourceDetails';
import { lookupKey } from '../../core/indicators';
import type { Exception, SkippedItem, Statement } from '../../core/records/statement';
import { StoreError } from '../../core/store/protocol/storeError';
import type { ImportResult, ImportFormat, ImportProgress } from '../../core/store/protocol/protocol';
import type { Store } from '../../core/store/store';
import type { SourceMeaning } from '../../core/store/writing/sourceMeaning';
import type { SourceTarget } from '../../core/store/writing/sources';
import type { InputFailure } from '../../core/records/problems/inputFailure';
import type { AnyInput } from '../files/parts';
import { getInputFailure } from '../files/getInputFailure';
import { ImportCounter } from './importCounter';
import { InputReading } from './readings';
import { creditLine } from '../../core/records/labels/credit';
import { GeoLocationRanges } from '../../core/context/geoLocation';
import type { UtcMillis } from '../../core/records/record';
import { rangesAtOnce } from '../../core/store/geoLocations';
import { type ImportSteps, type ImportStore, toImportStore, type GeoLocationWriter } from './importStore';
import type { ParsedChunk } from './parsedChunk';

/** Collects the ranges of a list of locations, which replace those of the source at the end. */
class GeoLocationImport {
  private ranges: GeoLocationRanges | undefined;

  constructor(private readonly source: SourceTarget) {}

  /** The number of ranges taken. */
  get count(): number {
    return this.ranges?.count ?? 0;
  }

  take({ locations }: ParsedChunk, counter: ImportCounter): void {
    if (locations === undefined) return;
    this.ranges ??= new GeoLocationRanges();
    for (const { value, geoLocation = {} } of locations)
      if (!this.ranges.add(value, geoLocation)) counter.skip([{ reason: { kind: 'noIndicator' }, example: value }]);
  }

  /** Replaces the locations of the source, or removes them if it has become a short list; `keep` is called between steps. */
  async finish(
    geoLocations: GeoLocationWriter,
    { sourceId, asOf }: { readonly sourceId: number; readonly asOf: UtcMillis },
    keep: () => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const step = async <T>(work: Promise<T>): Promise<T> => {
      const result = await work;
      await keep();
      await setImmediate();
      return result;
    };
    const { ranges, source } = this;
    if (ranges === undefined || ranges.count === 0) await step(geoLocations.hide(sourceId));
    else {
      const credit = creditLine(source.details ?? {});
      const list = await step(geoLocations.begin({ sourceId, asOf, credit }, ranges));
      for (const slice of slices(ranges.flat(), rangesAtOnce)) {
        if (signal?.aborted === true) break;
        await step(geoLocations.add(list, slice));
      }
      if (signal?.aborted !== true) await step(geoLocations.use(list));
    }
    while (await step(geoLocations.drop(sourceId)));
  }
}

function* slices<T>(all: Iterable<T>, size: number): Generator<readonly T[]> {
  let slice: T[] = [];
  for (const each of all) {
    if (slice.push(each) < size) continue;
    yield slice;
    slice = [];
  }
  yield slice;
}

export interface ImportOptions {
  /** Detected from the content if absent. */
  readonly format?: ImportFormat | undefined;
  /** The source of the data; by default, an import with the input's name. */
  readonly source?: SourceTarget;
  /** The meaning of an entry, if the user was asked; it also applies to earlier statements of the source. */
  readonly meaning?: GivenMeaning | undefined;
  /** Meanings of columns in a table of unknown form; by default those chosen before, or by header or content. */
  readonly columns?: ChosenColumns | undefined;
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
export const batchSize = 4_000;
/** Original objects may be large: this many characters of them are written at once. */
const batchCharacters = 8 * 1024 * 1024;
/** Lists have a few thousand; more are only reported. */
const [maxExceptions, exceptionBatch] = [100_000, 1_000];
const interrupted = { complete: false, failure: { kind: 'interrupted' }, skipped: undefined } as const;
const busyMillis = 250;

/**
 * Imports STIX bundles, CSV, and text lists as a source of the given name; importing the same name again updates it.
 * Resolves with exact counts, even if the import was canceled or failed midway: what was imported by then stays.
 * Rejects with a StoreError if the store has failed, or (`locked`) if another window is importing the same source.
 */
export function importInto(
  store: Store | ImportStore,
  input: AnyInput,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { format, now = Date.now } = options;
  return importRead(store, [new InputReading(input, { format, now: now() })], options);
}

/** Imports what is read of inputs as one source, like {@link importInto}, and closes them. */
export async function importRead(
  target: Store | ImportStore,
  readings: readonly [InputReading, ...InputReading[]],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const store = toImportStore(target, options.signal);
  const [{ input }] = readings;
  const source = options.source ?? { kind: 'import', name: input.name };
  try {
    const meaning = await appliedMeaning(store, source, options);
    await reserve(store, source.name, options);
    try {
      await store.bulk(true);
      const before = readChosenColumns((await store.sources.details(source.kind, source.name)).columns);
      const chosen = options.columns ?? before;
      const isOther = !isDeepStrictEqual(chosen, before) && (await hasEntry(readings, chosen, options.signal));
      const columns = isOther ? chosen : before;
      // Entries from other columns must not stay, unless the chosen columns yield none.
      const kept = isOther ? await emptied(store, source) : {};
      const run = await store.beginImport({ ...source, ...kept, ...meaning });
      const path = 'path' in input ? input.path : undefined;
      // Replaced at the end, which isn't reached if the window is closed or crashes.
      if (source.kind === 'import') await run.note({ ...interrupted, path });
      return await new RunningImport(store, run, { source, path, columns }, options).take(readings);
    } finally {
      await store.bulk(false);
      // The import is complete; a lease that can't be released expires.
      await store.release(source.name).catch(() => undefined);
    }
  } finally {
    for (const reading of readings) await reading.close();
  }
}

/** Whether columns make an entry of anything in a file. They stay those that are read. */
async function hasEntry(
  readings: readonly InputReading[],
  columns: ChosenColumns | undefined,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (const reading of readings) if ((await reading.begin(columns, 1, signal)).entries > 0) return true;
  return false;
}

/** Source that an import writes to. */
interface ImportTarget {
  readonly source: SourceTarget;
  /** Path of the file, to import it again. */
  readonly path: string | undefined;
  readonly columns: ChosenColumns | undefined;
}

/** Result of a batch. */
interface Written {
  readonly indicators: number;
  readonly skipped: readonly SkippedItem[];
}

/** An import from its first entry to its end. */
class RunningImport {
  private readonly counter = new ImportCounter();
  private readonly geoLocations: GeoLocationImport;
  private readonly exceptions: Exception[] = [];
  private readonly now: () => number;
  private waiting: Statement[] = [];
  /** Batches that are being written, in their order. */
  private readonly writing: Promise<Written>[] = [];
  /** Of original objects that wait. */
  private characters = 0;
  private taken = 0;
  /** How many more indicators are taken. */
  private left: number;
  private ages = false;
  private format: ImportFormat;

  constructor(
    private readonly store: ImportStore,
    private readonly run: ImportSteps,
    private readonly target: ImportTarget,
    private readonly options: ImportOptions,
  ) {
    this.geoLocations = new GeoLocationImport(target.source);
    this.now = options.now ?? Date.now;
    this.left = options.maxIndicators ?? Infinity;
    this.format = options.format ?? 'list';
  }

  async take(readings: readonly InputReading[]): Promise<ImportResult> {
    try {
      return await this.takeAll(readings);
    } finally {
      // Nobody else may write the source before.
      await Promise.allSettled(this.writing);
    }
  }

  private async takeAll(readings: readonly InputReading[]): Promise<ImportResult> {
    const { store, run, target, counter, geoLocations, exceptions } = this;
    const { signal } = this.options;
    let failure = await this.read(readings);
    await this.write();
    await this.written(0);
    await applyExceptions(run, exceptions, failure === undefined, signal);
    const { counts, unresolved } = await run.finish();
    await index(store, signal);
    counter.add({ kind: 'unresolvedRelationship' }, unresolved);
    if (!this.isCanceled) failure ??= counter.unread();
    const complete = failure === undefined && !this.isCanceled;
    const result = counter.result(target.source.name, this.format, counts, failure, complete);
    const { path, columns } = target;
    await run.note({ ...detailsOf(result, path, exceptions), columns });
    return complete && geoLocations.count > 0 ? { ...result, ranges: geoLocations.count } : result;
  }

  private get isCanceled(): boolean {
    return this.options.signal?.aborted === true;
  }

  /** Imports the contents of inputs, one after the other. Returns why they can't be read to their end. */
  private async read(readings: readonly InputReading[]): Promise<InputFailure | undefined> {
    try {
      let before = 0;
      for (const reading of readings) {
        await this.readOne(reading, before, readings.length === 1);
        before += reading.bytes;
      }
      if (!this.isCanceled) await this.finishGeoLocations(before);
      return undefined;
    } catch (error) {
      if (error instanceof StoreError) throw error;
      return getInputFailure(error);
    }
  }

  private async finishGeoLocations(bytes: number): Promise<void> {
    const { store, run, target, options } = this;
    const keep = async (): Promise<void> => {
      await store.reserve(target.source.name);
      options.onProgress?.({ bytes, totalBytes: bytes, taken: this.taken + this.geoLocations.count });
    };
    await this.geoLocations.finish(
      store.geoLocations,
      { sourceId: run.sourceId, asOf: this.now() },
      keep,
      options.signal,
    );
  }

  private async readOne(reading: InputReading, bytesBefore: number, isOnly: boolean): Promise<void> {
    for await (const chunk of reading.chunks(this.target.columns)) {
      if (this.isCanceled || this.left <= 0) return;
      this.format = reading.format;
      await this.takeChunk(chunk);
      this.options.onProgress?.({
        bytes: bytesBefore + reading.bytes,
        totalBytes: isOnly ? reading.totalBytes : undefined,
        taken: this.taken + this.geoLocations.count,
      });
      // Lets the thread handle cancellation and lookups between two chunks.
      await setImmediate();
    }
  }

  private async takeChunk(chunk: ParsedChunk): Promise<void> {
    const { statements, shape, exceptions = [] } = chunk;
    this.counter.read(chunk);
    this.geoLocations.take(chunk, this.counter);
    this.exceptions.push(...exceptions.slice(0, maxExceptions - this.exceptions.length));
    if (shape?.kind === 'threats') await this.letAge();
    for (const found of statements) {
      if (found.kind === 'indicator' && this.left-- <= 0) return;
      const each = this.options.change?.(found) ?? found;
      if (each.kind === 'object') this.characters += each.body.length;
      if (this.waiting.push(each) >= batchSize || this.characters >= batchCharacters) await this.write();
    }
  }

  /** A publisher's rating of an old entry is worth less than that of a new one. */
  private async letAge(): Promise<void> {
    if (this.ages) return;
    this.ages = true;
    await this.run.describe({ ages: true });
  }

  private async write(): Promise<void> {
    const { store, run, target, waiting: batch } = this;
    // A batch that can't be written isn't tried again.
    this.waiting = [];
    this.characters = 0;
    const indicators = batch.filter(({ kind }) => kind === 'indicator').length;
    const writing = run.take(batch).then((skipped) => ({ indicators, skipped }));
    // Who waits for it learns that it failed.
    writing.catch(() => undefined);
    this.writing.push(writing);
    await this.written((run.atOnce ?? 1) - 1);
    await store.reserve(target.source.name);
  }

  /** Waits until at most this many batches are being written. */
  private async written(atMost: number): Promise<void> {
    for (const writing of this.writing.splice(0, Math.max(0, this.writing.length - atMost))) {
      const { indicators, skipped } = await writing;
      this.counter.skip(skipped);
      this.taken += indicators;
    }
  }
}

/**
 * Returns the meaning to import with. Also applies it to earlier statements of the source, which the file may no longer
 * contain; if that is canceled, the meaning isn't used at all.
 */
async function appliedMeaning(
  store: ImportStore,
  source: SourceTarget,
  { meaning }: ImportOptions,
): Promise<GivenMeaning> {
  const earlier = meaning === undefined ? undefined : await store.sources.find(source);
  if (meaning === undefined || earlier === undefined) return meaning ?? {};
  return (await store.sources.change(earlier.id, meaning)) ? meaning : {};
}

/** A source of this kind and name, if there is one. */
export function getSource(
  store: Pick<Store, 'sources'>,
  { kind, name }: Pick<SourceTarget, 'kind' | 'name'>,
): StoredSource | undefined {
  return store.sources.list().find((source) => source.kind === kind && source.name === name);
}

/** Makes what was imported searchable. The first search indexes what a canceled import leaves. */
async function index(store: ImportStore, signal: AbortSignal | undefined): Promise<void> {
  while (signal?.aborted !== true && (await store.indexSome())) await setImmediate();
}

/** Removes the rules that the list itself excepts, and exceptions that only an earlier version of it had. */
async function applyExceptions(
  run: ImportSteps,
  all: readonly Exception[],
  isComplete: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const keyOf = ({ indicator, reach }: Exception): string => `${lookupKey(indicator)} ${reach ?? ''}`;
  const removed = new Set(all.filter(({ removes }) => removes === 'exception').map(keyOf));
  const exceptions = all.filter((each) => each.removes === 'rule' || !removed.has(keyOf(each)));
  for (let at = 0; at < exceptions.length; at += exceptionBatch) {
    await run.except(exceptions.slice(at, at + exceptionBatch));
    await setImmediate();
  }
  while (isComplete && signal?.aborted !== true && (await run.removeOldExceptions())) await setImmediate();
}

/** Removes all that an import of this name stated before. Resolves with what it means, to be kept. */
async function emptied(store: ImportStore, source: SourceTarget): Promise<SourceMeaning> {
  const found = await store.sources.find(source);
  if (found === undefined || source.kind === 'mirror') return {};
  for (;;) {
    const step = await store.sources.removeSome(found.id);
    if (step.done) break;
    await store.reserve(source.name);
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

/** Returns the details that the store keeps of an import, instead of those of an earlier one. */
function detailsOf({ format, ...result }: ImportResult, path: string | undefined, { length }: readonly Exception[]) {
  const { kind, shape, kinds, unrated, risks, taken, skipped, complete, failure } = result;
  const isTable = format === 'csv' && shape === undefined ? true : undefined;
  // An incomplete import may leave those of an earlier one.
  const exceptions = Math.max(length, complete ? 0 : 1);
  return { kind, shape, kinds, unrated, risks, taken, skipped, complete, failure, path, isTable, exceptions };
}

/** Acquires the lease of a source, and waits for another holder if the caller does. */
async function reserve(store: ImportStore, name: string, { signal, onBusy }: ImportOptions): Promise<void> {
  for (let isReported = false; !(await store.reserve(name)); isReported = true) {
    if (onBusy === undefined || signal?.aborted === true) {
      throw new StoreError({ kind: 'locked', detail: `another window is importing ${name}` });
    }
    if (!isReported) onBusy();
    await delay(busyMillis, undefined, { signal }).catch(() => undefined);
  }
}
