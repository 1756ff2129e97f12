import { createReadStream, rmSync } from 'node:fs';
import { stat, mkdtemp, open, rm } from 'node:fs/promises';
import { InputError, type InputFailure } from '../../core/records/problems/inputFailure';
import type { ImportInput } from '../../core/store/protocol/protocol';
import { ByteStream, type Chunks } from './byteStream';
import { expand, ExpandBudget, type ExpandBounds, getExpander, isZip } from './compression';
import { pipeChunks } from './pipe';
import { isTar, tarBlockBytes, untar } from './tar';
import { openText, toUtf8 } from './text';
import type { ArchiveEntry } from './zip';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Opened {
  readonly chunks: Chunks;
  readonly totalBytes: number | undefined;
}

/** An input that can be read only once, such as standard input. */
interface StreamInput {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly name: string;
}

export type AnyInput = ImportInput | StreamInput;

const chunkBytes = 256 * 1024;

// eslint-disable-next-line @typescript-eslint/require-await -- data in memory is passed on like a stream
async function* memoryChunks(bytes: Uint8Array): Chunks {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  return undefined;
}

async function* fileChunks(path: string): Chunks {
  yield* createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Uint8Array>;
  return undefined;
}

/** A part of an input: all of it, or a file in an archive. */
export type InputPart =
  | { readonly entry?: string; readonly opened: Opened }
  /** A file in an archive that isn't read, and why. */
  | { readonly entry: string; readonly opened?: undefined; readonly failure: InputFailure };

export interface PartsOptions {
  /** Whether also files of an archive are read that can't be lists by their names. */
  readonly everyFile?: boolean;
  readonly bounds?: ExpandBounds;
  /** The only file of an archive that is opened. */
  readonly entry?: string | undefined;
}

/** Compression within compression: a log that was compressed twice, in an archive. */
const maxDepth = 4;

/**
 * The input as streams of bytes, so that files are never read into memory as a whole: one, or one for each file of a ZIP or
 * tar archive. Their first bytes decide how they are decompressed, which makes their total size unknown. Nothing is
 * skipped silently: an unreadable file is a part with the reason, or an InputError. Rejects as `fs` does.
 */
export async function* openParts(input: AnyInput, options: PartsOptions = {}): AsyncGenerator<InputPart, undefined> {
  const { chunks, totalBytes, isOnce } = await openBytes(input);
  const stream = new ByteStream(chunks);
  try {
    if (!isZip(await stream.peek(tarBlockBytes))) yield* streamParts(stream, totalBytes, options);
    else if (isOnce || 'stream' in input) yield* spooledParts(stream, input.name, options);
    else yield* zipParts(input, stream, options);
  } finally {
    await stream.close();
  }
  return undefined;
}

/** The files of a ZIP archive that can be read only once, whose directory is at its end. */
async function* spooledParts(
  stream: ByteStream,
  name: string,
  options: PartsOptions,
): AsyncGenerator<InputPart, undefined> {
  const spooled = await spool(stream.rest());
  try {
    yield* openParts({ path: spooled.path, name }, options);
  } finally {
    await spooled.remove();
  }
  return undefined;
}

/** The files of a ZIP archive; of one without a directory, what `stream` begins with. */
async function* zipParts(
  input: Exclude<AnyInput, StreamInput>,
  stream: ByteStream,
  options: PartsOptions,
): AsyncGenerator<InputPart, undefined> {
  // Loaded with its own module: named imports of a CommonJS package would be missing from its chunk.
  const { truncatedEntry, unzip } = await import('./zip');
  try {
    const archive = 'path' in input ? input : { bytes: bytesOf(input) };
    for await (const { budget, ...entry } of unzip(archive, options.bounds)) {
      const part = await entryPart(entry, budget, options);
      if (part !== undefined) yield part;
      if (budget.isSpent) break;
    }
  } catch (error) {
    if (!isMissingEnd(error)) throw error;
    yield { opened: { chunks: truncatedEntry(stream), totalBytes: undefined } };
  }
  return undefined;
}

function isMissingEnd(error: unknown): boolean {
  return error instanceof InputError && error.failure.kind === 'missingDirectory';
}

async function* streamParts(
  stream: ByteStream,
  totalBytes: number | undefined,
  options: PartsOptions,
): AsyncGenerator<InputPart, undefined> {
  const budget = new ExpandBudget(() => stream.came, options.bounds);
  const content = await expanded(stream, budget);
  if (content.kind === 'zip') throw new InputError({ kind: 'nestedArchive' });
  if (content.kind === 'plain') {
    yield { opened: { chunks: content.stream.rest(), totalBytes: content.stream === stream ? totalBytes : undefined } };
    return undefined;
  }
  for await (const entry of untar(content.stream)) {
    const part = await entryPart(entry, budget, options);
    if (part !== undefined) yield part;
    if (budget.isSpent) return undefined;
  }
  return undefined;
}

interface Expanded {
  readonly stream: ByteStream;
  readonly kind: 'plain' | 'zip' | 'tar';
}

/** A stream without compression, and what is in it by its beginning. */
async function expanded(compressed: ByteStream, budget: ExpandBudget): Promise<Expanded> {
  let stream = compressed;
  for (let depth = 0; ; depth++) {
    const head = await stream.peek(tarBlockBytes);
    if (isZip(head)) return { stream, kind: 'zip' };
    if (isTar(head)) return { stream, kind: 'tar' };
    const expander = getExpander(head);
    if (expander === undefined) return { stream, kind: 'plain' };
    if (depth === maxDepth) throw new InputError({ kind: 'nestedArchive' });
    stream = new ByteStream(expand(stream, expander, budget));
  }
}

/** Whether a file is compressed or an archive, by its first bytes. Throws if it is, but not supported. */
export function isPacked(head: Uint8Array): boolean {
  return isZip(head) || isTar(head) || getExpander(head) !== undefined;
}

/** Names of files that macOS adds to archives, and what they begin with: AppleDouble, and the state of a folder. */
const metadataName = /(?:^|\/)(?:\._[^/]*|\.DS_Store)$/;
const metadata = [Buffer.from([0, 5, 0x16, 7]), Buffer.from('\0\0\0\x01Bud1', 'latin1')];
/** Hidden files and folders; “..” isn't one. */
const hidden = /(?:^|\/)\.(?!\.?\/)/;
const described =
  /(?:^|\/)(?:readme|licen[cs]e|copying|notice|changelog|checksums?|sha\d+sums?|md5sums?)(?:\.\w{1,5})?$/i;
const otherTypes = /\.(?:png|jpe?g|gif|svg|ico|pdf|html?|css|docx?|xlsx?|pptx?|exe|dll|so|asc|sig)$/i;
const notList = [hidden, described, otherTypes];

/** A file in an archive; undefined for those that describe another one and that no user knows of. */
async function entryPart(
  entry: ArchiveEntry,
  budget: ExpandBudget,
  { everyFile = false, entry: wanted = entry.name }: PartsOptions,
): Promise<InputPart | undefined> {
  const { name } = entry;
  if (name !== wanted) return undefined;
  if ('failure' in entry) return { entry: name, failure: entry.failure };
  try {
    const content = new ByteStream(entry.chunks);
    if (metadataName.test(name) && isMetadata(await content.peek(tarBlockBytes))) {
      await content.close();
      return undefined;
    }
    if (!everyFile && notList.some((pattern) => pattern.test(name))) {
      await content.close();
      return { entry: name, failure: { kind: 'notList' } };
    }
    const { kind, stream } = await expanded(content, budget);
    if (kind === 'plain') return { entry: name, opened: { chunks: stream.rest(), totalBytes: undefined } };
    await stream.close();
    return { entry: name, failure: { kind: 'nestedArchive' } };
  } catch (error) {
    if (!spoilsOnlyOne(error)) throw error;
    return { entry: name, failure: error.failure };
  }
}

function isMetadata(head: Uint8Array): boolean {
  return metadata.some((magic) => magic.equals(head.subarray(0, magic.length)));
}

/** Failures that concern a whole archive. */
const whole: ReadonlySet<string> = new Set(['expandsTooMuch', 'canceled']);

/** Whether the other files of an archive can be read after an error in one. */
export function spoilsOnlyOne(error: unknown): error is InputError {
  return error instanceof InputError && !whole.has(error.failure.kind);
}

/**
 * The text of an input, of an archive all files of text one after the other. At its end, an InputError names files of the
 * archive that weren't read, or not to their end. Rejects as `fs` does.
 */
export async function openInput(input: ImportInput): Promise<Opened> {
  if ('path' in input && input.entry !== undefined)
    return { chunks: entryChunks(input, input.entry), totalBytes: undefined };
  const parts = openParts(input, { everyFile: true });
  const first = await parts.next();
  if (first.done === true) throw new InputError({ kind: 'emptyArchive' });
  if (first.value.opened !== undefined && first.value.entry === undefined) return first.value.opened;
  return { chunks: joined(first.value, parts), totalBytes: undefined };
}

/** The text of a file in an archive. */
export async function* entryChunks(input: ImportInput, entry: string): Chunks {
  for await (const part of openParts(input, { everyFile: true, entry })) {
    if (part.entry !== entry) continue;
    if (part.opened === undefined) throw new InputError(part.failure);
    yield* part.opened.chunks;
    return undefined;
  }
  throw new InputError({ kind: 'missing' });
}

/** The names of the files of an archive that can be read, or of all; undefined if the file isn't an archive. */
export async function getArchiveFiles(path: string, isAll = false): Promise<readonly string[] | undefined> {
  const names: string[] = [];
  for await (const { entry, opened } of openParts({ path, name: path }, { everyFile: true })) {
    if (entry === undefined) return undefined;
    if (isAll || opened !== undefined) names.push(entry);
    await opened?.chunks.return(undefined);
  }
  return names;
}

const lineBreak = new TextEncoder().encode('\n');

/** The text of a file of an archive, which has its own encoding, as UTF-8; or its name in `skippedFiles`. */
async function* linesOf({ opened, entry = '' }: InputPart, skippedFiles: string[]): Chunks {
  try {
    const text = opened === undefined ? undefined : await openText(opened.chunks);
    if (opened === undefined) skippedFiles.push(entry);
    if (text === undefined) return undefined;
    yield* toUtf8(text);
    yield lineBreak;
  } catch (error) {
    if (!spoilsOnlyOne(error)) throw error;
    skippedFiles.push(entry);
  }
  return undefined;
}

async function* joined(first: InputPart, others: AsyncGenerator<InputPart, undefined>): Opened['chunks'] {
  const skippedFiles: string[] = [];
  try {
    yield* linesOf(first, skippedFiles);
    for await (const part of others) yield* linesOf(part, skippedFiles);
  } finally {
    await others.return(undefined);
  }
  if (skippedFiles.length > 0) throw new InputError({ kind: 'skippedFiles', names: skippedFiles });
  return undefined;
}

function bytesOf(input: Exclude<ImportInput, { readonly path: string }>): Uint8Array {
  return 'text' in input ? new TextEncoder().encode(input.text) : input.bytes;
}

async function openBytes(input: AnyInput): Promise<Opened & { readonly isOnce: boolean }> {
  if ('stream' in input) return { chunks: streamChunks(input.stream), totalBytes: undefined, isOnce: true };
  if ('path' in input) {
    const status = await stat(input.path);
    const isOnce = !status.isFile() && !status.isDirectory();
    const chunks = status.isFIFO() ? pipeChunks(input.path) : fileChunks(input.path);
    return { chunks, totalBytes: isOnce ? undefined : status.size, isOnce };
  }
  const bytes = bytesOf(input);
  return { chunks: memoryChunks(bytes), totalBytes: bytes.length, isOnce: false };
}

async function* streamChunks(stream: AsyncIterable<Uint8Array>): Chunks {
  yield* stream;
  return undefined;
}

interface Spooled {
  readonly path: string;
  remove(): Promise<void>;
}

/** Writes a stream to a temporary file, which only this account can read. It is also removed when the program exits. */
async function spool(chunks: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-'));
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    process.off('exit', removeNow);
  };
  const path = join(folder, 'archive.zip');
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}
