import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { type SourceKind } from '../../core/records/knowledge';
import { type Statement } from '../../core/records/statement';
import { StoreError } from '../../core/store/storeError';
import { type ImportResult, type ImportFormat, type ImportInput, type ImportProgress } from '../../core/store/protocol';
import { type Store } from '../../core/store/store';
import { type InputFailure } from '../../core/records/inputFailure';
import { inputFailureOf } from '../inputFailureOf';
import { ImportTally } from './importTally';
import { encodingOf, openInput } from './bytes';
import { readCsv } from './csv';
import { type Detected, detectFormat } from './detectFormat';
import { readList } from './list';
import { retryWhileLocked } from './retryWhileLocked';
import { type ParsedChunk } from './parsedChunk';
import { readStix } from './stix';

export interface ImportOptions {
  /** Told by the content where it is absent. */
  readonly format?: ImportFormat | undefined;
  readonly kind?: Extract<SourceKind, 'import' | 'sample'>;
  /** The source that speaks, where it is another than the input's name as an import. */
  readonly source?: { readonly kind: SourceKind; readonly name: string; readonly address: string };
  /** Changes what is said before it is written. */
  readonly change?: (statement: Statement) => Statement;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Another window imports a source of this name: told once, and waited for. Without this the import is refused. */
  readonly onBusy?: () => void;
  readonly now?: () => number;
}

/** Written in one transaction; larger ones would keep the thread from everything else. */
const batchSize = 4_000;
/** Objects that are kept as they came may be large: so many characters of them are written at once. */
const batchCharacters = 8 * 1024 * 1024;
const leaseMillis = 60_000;
const busyMillis = 250;
const headBytes = 64 * 1024;

interface Source {
  readonly pieces: AsyncIterable<string>;
  readonly detected: Detected;
}

/** Decodes and looks at the beginning, which then comes again as the first piece. */
async function opened(
  chunks: AsyncGenerator<Uint8Array, undefined>,
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
  return { pieces: pieces(), detected: detectFormat(ended ? `${first}\n` : first, wanted) };
}

function readingsOf({ pieces, detected }: Source, now: number): AsyncIterable<ParsedChunk> {
  switch (detected.format) {
    case 'stix':
      return readStix(pieces, now);
    case 'csv':
      return readCsv(pieces, detected.delimiter);
    case 'list':
      return readList(pieces);
  }
}

/** What a file says, as an import reads it. Its iteration throws InputError where it can't be read on. */
export async function readBytes(bytes: Uint8Array, now: number): Promise<AsyncIterable<ParsedChunk>> {
  const { chunks } = await openInput({ bytes, name: '' });
  return readingsOf(await opened(chunks, undefined, () => undefined), now);
}

/**
 * Imports STIX bundles, CSV and plain lists under the source's name; the same name again updates. Resolves with an exact
 * account, also where it was cancelled or the input broke off: what had been taken stays. Rejects with a StoreError
 * where the store has failed, or (`locked`) where another window imports the same source.
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
      // One that can't be written is not tried again.
      waiting = [];
      characters = 0;
      tally.skip(await retryWhileLocked(() => run.take(batch), signal));
      taken += batch.filter(({ kind }) => kind === 'indicator').length;
      await retryWhileLocked(() => store.takeLease(lease, leaseMillis), signal);
    };
    try {
      const { chunks, totalBytes } = await openInput(input);
      const source = await opened(chunks, options.format, (count) => (bytes += count));
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
        // Lets the thread hear of a cancel, and answer lookups, between two pieces.
        await setImmediate();
      }
    } catch (error) {
      if (error instanceof StoreError) throw error;
      failure = inputFailureOf(error);
    }
    await write();
    const { counts, unresolved } = await retryWhileLocked(() => run.finish(), signal);
    // What is not indexed by then is by the first search.
    while (signal?.aborted !== true && (await retryWhileLocked(() => store.indexSome(), signal))) await setImmediate();
    tally.add({ kind: 'unresolvedRelationship' }, unresolved);
    const complete = failure === undefined && signal?.aborted !== true;
    return tally.result(input.name, format, counts, failure, complete);
  } finally {
    store.bulk(false);
    // What was imported is; a lease that can't be given back ends by time.
    await retryWhileLocked(() => store.releaseLease(lease), signal).catch(() => undefined);
  }
}

/** Takes the lease of a source, once who has it is done where the caller waits. */
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
