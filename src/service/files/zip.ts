import { close, fstat, open, read } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, fromFdPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { InputError, type InputFailure } from '../../core/records/problems/inputFailure';
import { bunzip } from './bzip2';
import { ByteStream, type Chunks } from './byteStream';
import { expand, ExpandBudget, expandBounds, type ExpandBounds, type Expander } from './compression';
import { inflated } from './gzip';
import { getInputFailure } from './getInputFailure';
import { unzstandard } from './zstandard';

/** An entry of an archive: its content, or why it isn't read. */
export type ArchiveEntry =
  { readonly name: string; readonly chunks: Chunks } | { readonly name: string; readonly failure: InputFailure };

/** More entries than this aren't an archive of logs or lists. */
const maxEntries = 5_000;
/** Entries that the directory doesn't list, of which the names are reported. */
const maxUnlisted = 100;

const expanders: Readonly<Record<number, Expander>> = {
  0: (input) => input.rest(),
  8: inflated,
  12: bunzip,
  93: unzstandard,
};
const otherMethods: Readonly<Record<number, string>> = { 9: 'Deflate64', 14: 'LZMA', 95: 'XZ', 98: 'PPMd' };
/** The method of entries that are encrypted with AES. */
const aes = 99;

/** Bytes of an archive at a position; fewer at its end. */
type ReadAt = (position: number, length: number) => Promise<Uint8Array>;

/** Offsets of an entry in the archive. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/**
 * The entries of a ZIP archive in the order of its directory, then those that it doesn't list. Throws an InputError if the
 * archive can't be read any further, if entries share bytes, or if they expand far more than usual.
 */
export async function* unzip(
  input: { readonly path: string } | { readonly bytes: Uint8Array },
  bounds: ExpandBounds = expandBounds,
): AsyncGenerator<ArchiveEntry & { readonly budget: ExpandBudget }, undefined> {
  const source =
    'path' in input
      ? await promisify(open)(input.path, 'r')
      : Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.length);
  // It closes the file.
  const file = await opened(source);
  try {
    const { size } = typeof source === 'number' ? await promisify(fstat)(source) : { size: source.length };
    const budget = new ExpandBudget(() => size, bounds);
    const { entries, failure } = await entriesOf(file);
    const extents = await extentsOf(file, entries);
    for (const entry of entries) {
      // A folder.
      if (nameOf(entry).endsWith('/') && entry.uncompressedSize === 0) continue;
      yield { ...toArchiveEntry(file, entry, budget), budget };
    }
    if (failure !== undefined) throw failure;
    for (const name of await unlistedNames(readerOf(source), gapsOf(extents, size)))
      yield { name, failure: { kind: 'unlistedMember' }, budget };
  } finally {
    file.close();
  }
  return undefined;
}

/** Nothing is written under it: a name such as ../a.log must not hide the rest of an archive. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

function toArchiveEntry(file: ZipFile, entry: Entry, budget: ExpandBudget): ArchiveEntry {
  const name = nameOf(entry);
  const { compressionMethod: method } = entry;
  if (entry.isEncrypted() || method === aes) return { name, failure: { kind: 'encryptedArchive' } };
  const unpack = expanders[method];
  if (unpack !== undefined) return { name, chunks: contentOf(file, entry, unpack, budget) };
  return { name, failure: { kind: 'unsupportedArchive', name: otherMethods[method] ?? `ZIP ${method}` } };
}

function failureOf(error: unknown): InputError {
  if (error instanceof InputError) return error;
  const failure = getInputFailure(error);
  if (failure.kind === 'unreadable' && /encryption/i.test(failure.detail))
    return new InputError({ kind: 'encryptedArchive' });
  return new InputError(failure.kind === 'unreadable' ? { kind: 'damaged' } : failure);
}

async function opened(source: number | Buffer): Promise<ZipFile> {
  const settings = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };
  try {
    return await (typeof source === 'number' ? fromFdPromise(source, settings) : fromBufferPromise(source, settings));
  } catch (error) {
    if (typeof source === 'number') await promisify(close)(source);
    const isCut = error instanceof Error && /end of central directory/i.test(error.message);
    throw new InputError({ kind: isCut ? 'missingDirectory' : 'damaged' });
  }
}

/** All entries of the directory, or those before it can't be read any further, and why. */
async function entriesOf(
  file: ZipFile,
): Promise<{ readonly entries: readonly Entry[]; readonly failure?: InputError }> {
  const entries: Entry[] = [];
  try {
    for (let entry = await nextEntry(file); entry !== undefined; entry = await nextEntry(file)) {
      if (entries.length >= maxEntries) throw new InputError({ kind: 'tooManyMembers', count: maxEntries });
      entries.push(entry);
    }
    return { entries };
  } catch (error) {
    return { entries, failure: failureOf(error) };
  }
}

function nextEntry(file: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const listeners: Record<string, (value?: never) => void> = {
      entry: (entry?: Entry) => settle(() => resolve(entry)),
      end: () => settle(() => resolve(undefined)),
      error: (error?: Error) => settle(() => reject(failureOf(error))),
    };
    const settle = (done: () => void): void => {
      for (const [event, listener] of Object.entries(listeners)) file.off(event, listener);
      done();
    };
    for (const [event, listener] of Object.entries(listeners)) file.on(event, listener);
    file.readEntry();
  });
}

/**
 * Returns the extents of the entries in the order of their positions. Throws an InputError if two share bytes: a small
 * archive could then contain any amount of content.
 */
async function extentsOf(file: ZipFile, entries: readonly Entry[]): Promise<readonly Extent[]> {
  const extents: Extent[] = [];
  for (const entry of entries) {
    const start = entry.relativeOffsetOfLocalHeader;
    const data = await file.readLocalFileHeaderPromise(entry, { minimal: true }).catch(() => undefined);
    // An entry with a wrong offset in the directory is reported when it is read.
    if (data !== undefined) extents.push({ start, end: data.fileDataStart + entry.compressedSize });
  }
  extents.sort((a, b) => a.start - b.start);
  for (const [index, { end }] of extents.entries())
    if (end > (extents[index + 1]?.start ?? Infinity)) throw new InputError({ kind: 'overlappingMembers' });
  return extents;
}

/** Returns the gaps between entries. */
function gapsOf(extents: readonly Extent[], size: number): readonly Extent[] {
  const ends = [0, ...extents.map(({ end }) => end)];
  const starts = [...extents.map(({ start }) => start), size];
  return ends.map((start, index) => ({ start, end: starts[index] ?? size })).filter(({ start, end }) => start < end);
}

const [headerBytes, maxNameBytes, chunkBytes] = [30, 1_024, 256 * 1024];
const localMagic = Buffer.from('PK\x03\x04', 'latin1');
/** The version of the format that is needed for an entry; the newest is 6.3. */
const maxVersion = 63;

/** The names of entries that are in an archive but not in its directory. */
async function unlistedNames(readAt: ReadAt, gaps: readonly Extent[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { start, end } of gaps) {
    for (let at = start; at + headerBytes < end && names.length < maxUnlisted; at += chunkBytes) {
      const bytes = Buffer.from(await readAt(at, Math.min(chunkBytes + headerBytes + maxNameBytes, end - at)));
      names.push(...localNames(bytes));
    }
  }
  return names.slice(0, maxUnlisted);
}

/** The names of entries that begin in a chunk; the next one begins behind `chunkBytes`. */
function localNames(bytes: Buffer): readonly string[] {
  const names: string[] = [];
  let found = bytes.indexOf(localMagic);
  while (found !== -1 && found < chunkBytes && names.length < maxUnlisted) {
    const name = localName(bytes.subarray(found));
    if (name !== undefined) names.push(name);
    found = bytes.indexOf(localMagic, found + 1);
  }
  return names;
}

function localName(bytes: Buffer): string | undefined {
  if (bytes.length < headerBytes || (bytes[4] ?? 0) > maxVersion) return undefined;
  const length = bytes.readUInt16LE(26);
  if (length === 0 || length > maxNameBytes || bytes.length < headerBytes + length) return undefined;
  return bytes.toString('utf8', headerBytes, headerBytes + length);
}

function readerOf(source: number | Buffer): ReadAt {
  return async (position, length) => {
    if (typeof source !== 'number') return source.subarray(position, position + length);
    const { bytesRead, buffer } = await promisify(read)(source, Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
}

/** Yields the content of an entry, which must have the length and checksum in the directory. */
async function* contentOf(file: ZipFile, entry: Entry, unpack: Expander, budget: ExpandBudget): Chunks {
  const stream = await new Promise<Readable>((resolve, reject) => {
    file.openReadStream(entry, { decodeFileData: false }, (error, readable) => {
      if (error === null) resolve(readable);
      else reject(failureOf(error));
    });
  });
  try {
    const input = new ByteStream(stream as AsyncIterable<Uint8Array>);
    let [checksum, length] = [0, 0];
    for await (const chunk of expand(input, unpack, budget)) {
      checksum = crc32(chunk, checksum);
      length += chunk.length;
      if (length > entry.uncompressedSize) throw new InputError({ kind: 'damaged' });
      yield chunk;
    }
    if (length !== entry.uncompressedSize || checksum !== entry.crc32) throw new InputError({ kind: 'damaged' });
  } catch (error) {
    throw failureOf(error);
  } finally {
    stream.destroy();
  }
  return undefined;
}

/**
 * The first entry of an archive whose end, and thus its directory, is missing. Throws an InputError after what came of
 * it.
 */
export async function* truncatedEntry(input: ByteStream): Chunks {
  const head = await input.take(headerBytes);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const [flags, method] = [view.getUint16(6, true), view.getUint16(8, true)];
  // The end of a stored entry isn't known.
  if ((flags & 1) !== 0 || method !== 8)
    throw new InputError({ kind: (flags & 1) !== 0 ? 'encryptedArchive' : 'truncated' });
  await input.take(view.getUint16(26, true) + view.getUint16(28, true));
  yield* expand(input, inflated, new ExpandBudget(() => input.came));
  throw new InputError({ kind: 'truncated' });
}
