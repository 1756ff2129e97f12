import { getSyntax } from '../../core/indicators/detect/syntax/language';
import type { InputFailure } from '../../core/records/problems/inputFailure';
import type { ImportInput, TriageProgress } from '../../core/store/protocol/protocol';
import type { TextRead } from '../../core/triage/found';
import { type EventForm, getEventForm, getFields, fieldsWithUse } from '../../core/triage/clients';
import { noClientField } from '../../core/triage/clients/clientField';
import { type AreKnown, OccurrenceCounter } from '../../core/triage/counting/occurrenceCounter';
import { getInputFailure } from '../files/getInputFailure';
import { getBlockBytes, defaultBlockBytes, type Encoding } from './blocks';
import { blockCount } from './fileBlocks';
import { type Finders, InlineFinders } from './finders';
import type { FinderTask } from './finderTasks';
import { type PartsReading, readBlocks, readInOrder } from './readBlocks';
import { streamBlocks } from './streamBlocks';
import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { headBytes } from '../../core/text/encoding';
import { isPacked, openInput } from '../files/parts';
import { openText as openStream, type TextForm, getTextForm } from '../files/text';

/** A text to read: a file in which threads read where they want, or a stream of bytes without a byte order mark. */
type TextSource = (
  | { readonly kind: 'file'; readonly handle: FileHandle; readonly size: number }
  | { readonly kind: 'stream'; readonly chunks: AsyncGenerator<Uint8Array, undefined> }
) &
  TextForm & {
    /** Bytes to read, where that is known. */
    readonly totalBytes: number | undefined;
  };

/** Opens a text. Rejects with an InputError for binary files, and as `fs` does. */
async function openText(
  input: ImportInput | AsyncIterable<Uint8Array>,
  canSplit: boolean,
): Promise<TextSource | undefined> {
  if (!(Symbol.asyncIterator in input) && 'path' in input && canSplit) {
    const file = await openFile(input.path);
    if (file !== undefined) return file;
  }
  const { chunks, totalBytes } =
    Symbol.asyncIterator in input ? { chunks: input, totalBytes: undefined } : await openInput(input);
  const text = await openStream(chunks);
  return text === undefined ? undefined : { kind: 'stream', ...text, totalBytes };
}

/** A file of text that isn't compressed; undefined for all others. */
async function openFile(path: string): Promise<TextSource | undefined> {
  // A pipe that is opened and closed is broken; files of the system have no size.
  if (!isWithSize(await stat(path))) return undefined;
  const handle = await open(path);
  let isUsed = false;
  try {
    const status = await handle.stat();
    if (!isWithSize(status)) return undefined;
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(headBytes, status.size)), 0);
    const head = buffer.subarray(0, bytesRead);
    if (isPacked(head)) return undefined;
    const form = getTextForm(head);
    // It is decoded, or its lines are ended, from its beginning on.
    if (form.isMail || form.endsWithReturns) return undefined;
    isUsed = true;
    return { kind: 'file', handle, size: status.size, totalBytes: status.size, ...form };
  } finally {
    if (!isUsed) await handle.close();
  }
}

const isWithSize = (status: Stats): boolean => status.isFile() && status.size > 0;

export interface ReadTextOptions {
  /** VS Code's ID of the text's language; absent for prose and logs. */
  readonly languageId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: TriageProgress) => void;
  /** Threads that find indicators; default: this thread. */
  readonly finders?: Finders;
  /** The name of the field with the client of a line; without it, or if the text has no such field: by its format. */
  readonly clientField?: string | undefined;
  /** Called with the names of the fields of a text that has no `clientField`. */
  readonly onFieldMissing?: (fields: readonly string[]) => void;
  /** Clients of an indicator that are named at most. */
  readonly maxClients?: number | undefined;
  /** Which indicators are listed beyond the maximum. */
  readonly areKnown?: AreKnown | undefined;
  /** Bytes searched at once, a multiple of four. */
  readonly blockBytes?: number;
  /** Whether a text isn't counted, because it is knowledge rather than evidence; see `KnowledgeFiles`. */
  readonly isKnowledge?: ((head: string, isWhole: boolean) => boolean) | undefined;
  /** Counts it anyway. */
  readonly countsKnowledge?: boolean | undefined;
}

/** Why a text wasn't read to its end; `knowledge` if it isn't counted. */
type Unread = InputFailure | 'knowledge' | undefined;

/** Ends reading a text that isn't counted. */
class Uncounted extends Error {}

/**
 * Reads a text of any size and counts its indicators: UTF-8 or UTF-16, decompressed (a stream is read as is). A text that
 * can't be read is returned as skipped, and a partial result if it was canceled or failed midway. Never rejects.
 */
export async function readText(
  input: ImportInput | AsyncIterable<Uint8Array>,
  options: ReadTextOptions = {},
): Promise<TextRead> {
  const counter = new OccurrenceCounter(undefined, options.areKnown);
  let fields: readonly string[] | undefined;
  const onFieldMissing = (names: readonly string[]): void => {
    fields = names;
  };
  const failure = await readInto(counter, input, { onFieldMissing, ...options });
  if (failure === 'knowledge') return { kind: failure };
  if (failure !== undefined && counter.bytes === 0 && failure.kind !== 'canceled') return { kind: 'skipped', failure };
  const { bytes, lines, counted, unlisted, timelineUnit, isKnowledge } = counter;
  const found = { [Symbol.iterator]: () => counter.list(0, counter.size, options.maxClients) };
  const read = { bytes, lines, counted, unlisted, found };
  return {
    kind: 'read',
    ...read,
    timelineUnit,
    fields,
    isKnowledge,
    failure,
  };
}

/** Like {@link readText}, but counts with a counter of the caller. */
export async function readInto(
  counter: OccurrenceCounter,
  input: ImportInput | AsyncIterable<Uint8Array>,
  { languageId, signal, onProgress, finders = new InlineFinders(), ...options }: ReadTextOptions,
): Promise<Unread> {
  const cancellation = canceledBy(signal);
  const { canceled } = cancellation;
  let source: TextSource | undefined;
  let begun: ReturnType<Finders['begin']> | undefined;
  try {
    const isCode = getSyntax(languageId) !== undefined;
    source = await Promise.race([openText(input, !isCode), canceled]);
    if (source === undefined) return undefined;
    const { totalBytes, markBytes } = source;
    begun = finders.begin(totalBytes);
    counter.bytes += markBytes;
    const onAdded = (): void => onProgress?.({ bytes: counter.bytes, found: counter.size, totalBytes });
    const reading: PartsReading = { ...begun, counter, canceled, onAdded };
    const text = { text: begun.text, languageId };
    if (isCode || source.isMail) await readInOrder(codeTasks(source, text), reading);
    else await readBlocks(blockTasks(source, text, counter, options), reading);
    return undefined;
  } catch (error) {
    if (signal?.aborted === true) return { kind: 'canceled' };
    return error instanceof Uncounted ? 'knowledge' : getInputFailure(error);
  } finally {
    cancellation.release();
    await begun?.finders.end(begun.text, signal?.aborted === true);
    await closeSource(source);
  }
}

/** The fields of a text, by its beginning: see {@link fieldsWithUse}. Rejects like reading it. */
export async function readFields(
  input: ImportInput,
  clientField: string | undefined,
): Promise<ReturnType<typeof fieldsWithUse>> {
  const source = await openText(input, false);
  if (source?.kind !== 'stream') return [];
  try {
    const { bytes } = await firstBytes(source.chunks);
    return fieldsWithUse(new TextDecoder(source.encoding).decode(bytes), clientField);
  } finally {
    await closeSource(source);
  }
}

type TextOfTasks = Pick<FinderTask, 'text' | 'languageId'>;
type Tasks = AsyncGenerator<FinderTask, undefined>;

async function* blockTasks(
  source: TextSource,
  text: TextOfTasks,
  counter: OccurrenceCounter,
  options: Pick<ReadTextOptions, 'blockBytes' | FormOption>,
): Tasks {
  const { encoding, markBytes } = source;
  const { blockBytes } = options;
  if (source.kind === 'stream') {
    const head = await firstBytes(source.chunks);
    const form = formOf(head.bytes, encoding, counter, options);
    for await (const block of streamBlocks(head.all, encoding, blockBytes ?? defaultBlockBytes, form.start))
      yield { kind: 'bytes', ...text, encoding, form, block, need: counter.need };
    return undefined;
  }
  const { handle, size } = source;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(formBytes, size - markBytes)), {
    position: markBytes,
  });
  const form = formOf(buffer.subarray(0, bytesRead), encoding, counter, options);
  const file = {
    descriptor: handle.fd,
    size,
    encoding,
    markBytes,
    blockBytes: blockBytes ?? getBlockBytes(size),
    eventStart: form.start,
  };
  for (let index = 0; index < blockCount(file); index++) {
    yield { kind: 'file', ...text, encoding, form, file, index, need: counter.need };
  }
  return undefined;
}

/** Bytes of the beginning of a text by which its events and clients are recognized. */
const formBytes = 64 * 1024;

/** Options for recognizing events by the beginning of a text. */
type FormOption = 'clientField' | 'onFieldMissing' | 'isKnowledge' | 'countsKnowledge';

function formOf(
  head: Uint8Array,
  encoding: Encoding,
  counter: OccurrenceCounter,
  { clientField, onFieldMissing, isKnowledge, countsKnowledge }: Pick<ReadTextOptions, FormOption>,
): EventForm {
  const text = new TextDecoder(encoding).decode(head);
  counter.isKnowledge = isKnowledge?.(text, head.length < formBytes) === true;
  if (counter.isKnowledge && countsKnowledge !== true) throw new Uncounted();
  const { start, ...form } = getEventForm(text, clientField);
  if (clientField !== undefined && clientField !== noClientField && onFieldMissing !== undefined) {
    const names = getFields(text).map(({ name }) => name);
    if (!names.includes(clientField)) onFieldMissing(names);
  }
  // Blocks are split where the bytes have the start of an event.
  return encoding === 'utf-8' ? { ...form, start } : form;
}

/** The first bytes of a stream, and a stream of all of them. */
async function firstBytes(
  chunks: AsyncGenerator<Uint8Array, undefined>,
): Promise<{ readonly bytes: Uint8Array; readonly all: AsyncGenerator<Uint8Array> }> {
  const read: Uint8Array[] = [];
  let length = 0;
  let failure: { readonly error: unknown } | undefined;
  while (length < formBytes && failure === undefined) {
    try {
      const next = await chunks.next();
      if (next.done === true) break;
      // The one after may overwrite it.
      read.push(next.value.slice());
      length += next.value.length;
    } catch (error) {
      failure = { error };
    }
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* read;
    if (failure !== undefined) throw failure.error;
    yield* chunks;
  }
  return { bytes: Buffer.concat(read).subarray(0, formBytes), all: all() };
}

async function* codeTasks(source: TextSource, text: TextOfTasks): Tasks {
  if (source.kind === 'file') throw new Error('Code is read as a stream.');
  const { encoding } = source;
  let failure: { readonly error: unknown } | undefined;
  // The first byte of a UTF-16 unit whose second one comes with the next chunk.
  let half: Uint8Array = new Uint8Array();
  try {
    for await (const chunk of source.chunks) {
      const all = half.length === 0 ? chunk : Buffer.concat([half, chunk]);
      const end = encoding === 'utf-8' ? all.length : all.length - (all.length % 2);
      half = all.slice(end);
      yield { kind: 'code', ...text, encoding, bytes: all.subarray(0, end), isLast: false };
    }
  } catch (error) {
    failure = { error };
  }
  yield { kind: 'code', ...text, encoding, bytes: half, isLast: true };
  if (failure !== undefined) throw failure.error;
  return undefined;
}

async function closeSource(source: TextSource | undefined): Promise<void> {
  if (source?.kind === 'file') await source.handle.close().catch(() => undefined);
  // Doesn't wait for a stream that may never end.
  else void source?.chunks.return(undefined).catch(() => undefined);
}

/** A promise that rejects when a signal is aborted. */
function canceledBy(signal: AbortSignal | undefined): {
  readonly canceled: Promise<never>;
  readonly release: () => void;
} {
  let release = (): void => undefined;
  const canceled = new Promise<never>((_, reject) => {
    const cancel = (): void => reject(new Error('canceled'));
    release = () => signal?.removeEventListener('abort', cancel);
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  });
  canceled.catch(() => undefined);
  return { canceled, release };
}
