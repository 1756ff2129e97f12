import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { SourceKind } from '../../core/records/knowledge';
import type { Statement } from '../../core/records/statement';
import { StoreError } from '../../core/store/protocol/storeError';
import type { ImportResult, ImportFormat, ImportInput, ImportProgress } from '../../core/store/protocol/protocol';
import type { Store } from '../../core/store/store';
import type { InputFailure } from '../../core/records/problems/inputFailure';
import { inputFailureOf } from './inputFailureOf';
import { ImportTally } from './importTally';
import { encodingOf, openInput } from './bytes';
import { readCsv } from './csv';
import { type Detected, detectFormat } from './detectFormat';
import { isStix, knownShape, readKnownJson, readKnownList } from './knownList';
import { readList } from './list';
import { retryWhileLocked } from './retryWhileLocked';
import type { ParsedChunk } from './parsedChunk';
import { readStix } from './stix';

export interface ImportOptions {
  /** Detected from the content if absent. */
  readonly format?: ImportFormat | undefined;
  readonly kind?: Extract<SourceKind, 'import' | 'sample'>;
  /** The source of the data, if it isn't an import with the input's name. */
  readonly source?: { readonly kind: SourceKind; readonly name: string; readonly address: string };
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
const leaseMillis = 60_000;
const busyMillis = 250;
const headBytes = 64 * 1024;

interface Source {
  readonly pieces: AsyncIterable<string>;
  readonly detected: Detected;
  /** The beginning of the text, by which the format was detected. */
  readonly head: string;
  /** Whether `head` is the whole text. */
  readonly whole: boolean;
  readonly name: string;
}

/** Decodes the input and detects its format from the beginning, which is then the first piece. */
async function opened(
  chunks: AsyncGenerator<Uint8Array, undefined>,
  name: string,
  wanted: ImportFormat | undefined,
  onBytes: (count: number) => void,
): Promise<Source> {
  let head = new Uint8Array();
  let ended = false;
  while (!ended && head.length < headBytes) {
    const { value, done } = await chunks.next();
    if (done === true) ended = true;
    else {
      onBytes(value.length);
      const longer = new Uint8Array(head.length + value.length);
      longer.set(head);
      longer.set(value, head.length);
      head = longer;
    }
  }
  const decoder = new TextDecoder(encodingOf(head));
  const first = decoder.decode(head, { stream: true });
  async function* pieces(): AsyncGenerator<string> {
    try {
      yield first;
      for (;;) {
        const { value, done } = await chunks.next();
        if (done === true) break;
        onBytes(value.length);
        yield decoder.decode(value, { stream: true });
      }
      yield decoder.decode();
    } finally {
      await chunks.return(undefined);
    }
  }
  const detected = detectFormat(ended ? `${first}\n` : first, wanted);
  return { pieces: pieces(), detected, head: first, whole: ended, name };
}

function readingsOf(source: Source, now: number): AsyncIterable<ParsedChunk> {
  const { pieces, detected, head } = source;
  const shape = isStix(head) ? undefined : knownShape(head, source.name, source.whole);
  if (shape !== undefined) return readKnownList(pieces, shape, head);
  switch (detected.format) {
    case 'stix':
      return isStix(head) ? readStix(pieces, now) : readKnownJson(pieces, now);
    case 'csv':
      return readCsv(pieces, detected.delimiter);
    case 'list':
      return readList(pieces);
  }
}

/**
 * The statements in a file, as an import reads it. Iterating throws an InputError if the file can't be read to its end.
 */
export async function readBytes(bytes: Uint8Array, now: number, name = ''): Promise<AsyncIterable<ParsedChunk>> {
  const { chunks } = await openInput({ bytes, name });
  return readingsOf(await opened(chunks, name, undefined, () => undefined), now);
}

/**
 * Imports STIX bundles, CSV, and text lists as a source of the given name; importing the same name again updates it.
 * Resolves with exact counts, even if the import was canceled or failed midway: what was imported by then stays.
 * Rejects with a StoreError if the store has failed, or (`locked`) if another window is importing the same source.
 */
export async function importInto(store: Store, input: ImportInput, options: ImportOptions = {}): Promise<ImportResult> {
  const { signal, now = Date.now } = options;
  const lease = `import:${input.name}`;
  await reserve(store, lease, input.name, options);
  try {
    await retryWhileLocked(() => store.bulk(true), signal);
    const tally = new ImportTally();
    const source = options.source ?? { kind: options.kind ?? 'import', name: input.name };
    const run = await retryWhileLocked(() => store.beginImport(source), signal);
    let format: ImportFormat = options.format ?? 'list';
    let bytes = 0;
    let taken = 0;
    let failure: InputFailure | undefined;
    let waiting: Statement[] = [];
    let characters = 0;
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
      const { chunks, totalBytes } = await openInput(input);
      const source = await opened(chunks, input.name, options.format, (count) => (bytes += count));
      format = source.detected.format;
      for await (const { objects, statements, skipped } of readingsOf(source, now())) {
        if (signal?.aborted === true) break;
        tally.objects += objects;
        tally.skip(skipped);
        for (const found of statements) {
          const each = options.change?.(found) ?? found;
          if (each.kind === 'object') characters += each.body.length;
          if (waiting.push(each) >= batchSize || characters >= batchCharacters) await write();
        }
        options.onProgress?.({ bytes, ...(totalBytes === undefined ? {} : { totalBytes }), taken });
        // Lets the thread handle cancellation and lookups between two pieces.
        await setImmediate();
      }
    } catch (error) {
      if (error instanceof StoreError) throw error;
      failure = inputFailureOf(error);
    }
    await write();
    const { counts, unresolved } = await retryWhileLocked(() => run.finish(), signal);
    // The first search indexes the rest.
    while (signal?.aborted !== true && (await retryWhileLocked(() => store.indexSome(), signal))) await setImmediate();
    tally.add({ kind: 'unresolvedRelationship' }, unresolved);
    const complete = failure === undefined && signal?.aborted !== true;
    return tally.result(input.name, format, counts, failure, complete);
  } finally {
    store.bulk(false);
    // The import is complete; a lease that can't be released expires.
    await retryWhileLocked(() => store.releaseLease(lease), signal).catch(() => undefined);
  }
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
