import { createHash } from 'node:crypto';
import { fstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFully, withOpenFile } from './fileBytes';
import { blockBytes } from './lineIndex';
import { countLineFeeds } from './lineFeeds';
import { formatBytes, type TextFormat, getTextFormat } from './textFormat';

/** A file to index. */
export interface IndexInput {
  readonly path: string;
  /** The folder of stored indexes; undefined for files that are soon deleted. */
  readonly storeFolder?: string | undefined;
}

/** Counts for the blocks from `first` on. */
export interface IndexProgress {
  readonly first: number;
  readonly counts: Float64Array;
  readonly bytes: number;
  readonly lineFeeds: number;
  readonly totalBytes: number;
  /** Whether the counts come from a stored index. */
  readonly isStored?: boolean;
}

/** Totals of an index, with the bytes that this run read. */
export interface IndexResult {
  readonly bytes: number;
  readonly lineFeeds: number;
  readonly readBytes: number;
}

interface StoredHeader {
  readonly version: number;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly lineFeeds: number;
  readonly blocks: number;
  readonly head: string;
  readonly tail: string;
  readonly samples: string;
}

interface Stored {
  readonly header: StoredHeader;
  readonly counts: Float64Array;
}

const version = 2;
const chunkBytes = 64 * blockBytes;
/** Stored indexes of files that weren't opened for this long are deleted. */
const keptMillis = 30 * 24 * 60 * 60 * 1000;

/**
 * Indexes the lines of a file, which blocks the thread. A stored index is used if the file is unchanged, and extended if
 * the file was only appended to.
 */
export function indexFile(
  { path, storeFolder }: IndexInput,
  onProgress: (progress: IndexProgress) => void,
): IndexResult {
  return withOpenFile(path, (file) => {
    const { size, mtimeMs } = fstatSync(file);
    const format = getTextFormat(firstBytes(file));
    const storedFile = storeFolder === undefined ? undefined : join(storeFolder, storedName(path));
    const stored = storedFile === undefined ? undefined : usable(readStored(storedFile), { file, path, size, mtimeMs });
    const known = stored === undefined ? nothingKnown : { ...stored.header, counts: stored.counts };
    if (stored !== undefined) {
      const { size: bytes, lineFeeds, counts } = known;
      onProgress({ first: 0, counts, bytes, lineFeeds, totalBytes: size, isStored: true });
    }
    if (storedFile !== undefined && stored?.header.size === size) {
      touch(storedFile, stored);
      return { bytes: size, lineFeeds: known.lineFeeds, readBytes: 0 };
    }
    // The last block may have been incomplete.
    const from = Math.floor(known.size / blockBytes);
    const counts = new Float64Array(Math.ceil(size / blockBytes));
    counts.set(known.counts);
    const before = known.counts[from] ?? known.lineFeeds;
    const lineFeeds = countBlocks(file, { format, size, counts, from, before }, onProgress);
    if (storedFile !== undefined) {
      const header = { version, path, size, mtimeMs, lineFeeds, blocks: counts.length, ...hashesOf(file, size) };
      store(storedFile, { header, counts });
    }
    return { bytes: size, lineFeeds, readBytes: size - from * blockBytes };
  });
}

const nothingKnown = { size: 0, lineFeeds: 0, counts: new Float64Array() };

interface Counting {
  readonly format: TextFormat;
  readonly size: number;
  readonly counts: Float64Array;
  readonly from: number;
  readonly before: number;
}

/** Counts line feeds from block `from` on; `before` is the count up to it. */
function countBlocks(
  file: number,
  { format, size, counts, from, before }: Counting,
  onProgress: (progress: IndexProgress) => void,
): number {
  const buffer = Buffer.allocUnsafeSlow(chunkBytes);
  let total = before;
  for (let at = from * blockBytes; at < size; at += chunkBytes) {
    const chunk = buffer.subarray(0, readFully(file, buffer.subarray(0, Math.min(chunkBytes, size - at)), at));
    const first = at / blockBytes;
    let block = first;
    for (let start = 0; start < chunk.length; start += blockBytes) {
      counts[block++] = total;
      total += countLineFeeds(chunk.subarray(start, start + blockBytes), format);
    }
    const bytes = at + chunk.length;
    onProgress({ first, counts: counts.slice(first, block), bytes, lineFeeds: total, totalBytes: size });
    // The file became shorter.
    if (chunk.length === 0) break;
  }
  return total;
}

function firstBytes(file: number): Buffer {
  const head = Buffer.alloc(formatBytes);
  return head.subarray(0, readFully(file, head, 0));
}

function storedName(path: string): string {
  return `${createHash('sha256').update(path).digest('hex').slice(0, 32)}.lines`;
}

/** How many samples of a file are compared, each of the size below: an edit shifts everything after it. */
const samples = 1_024;
const sampleBytes = 256;

/** Hashes that identify a file at a size: of its beginning, its end, and samples at regular distances between. */
function hashesOf(file: number, size: number): Pick<StoredHeader, 'head' | 'tail' | 'samples'> {
  const hash = (from: number, length: number): string => {
    const bytes = Buffer.alloc(length);
    return createHash('sha256')
      .update(bytes.subarray(0, readFully(file, bytes, from)))
      .digest('hex');
  };
  const length = Math.min(size, blockBytes);
  const between = createHash('sha256');
  const distance = Math.max(sampleBytes, Math.floor(size / samples));
  const bytes = Buffer.alloc(sampleBytes);
  for (let at = 0; at + sampleBytes <= size; at += distance)
    between.update(bytes.subarray(0, readFully(file, bytes, at)));
  return { head: hash(0, length), tail: hash(size - length, length), samples: between.digest('hex') };
}

interface Wanted {
  readonly file: number;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Returns a stored index that is still valid for the file, or for its beginning. */
function usable(stored: Stored | undefined, { file, path, size, mtimeMs }: Wanted): Stored | undefined {
  if (stored === undefined) return undefined;
  const { header } = stored;
  if (header.path !== path || header.size > size) return undefined;
  if (header.size === size && header.mtimeMs !== mtimeMs) return undefined;
  const { head, tail, samples: between } = hashesOf(file, header.size);
  return head === header.head && tail === header.tail && between === header.samples ? stored : undefined;
}

function readStored(file: string): Stored | undefined {
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf('\n');
    const header = JSON.parse(bytes.toString('utf8', 0, end)) as StoredHeader;
    const data = Uint8Array.from(bytes.subarray(end + 1));
    if (header.version !== version || data.length !== header.blocks * 8) return undefined;
    if (header.blocks !== Math.ceil(header.size / blockBytes)) return undefined;
    return { header, counts: new Float64Array(data.buffer) };
  } catch {
    // It doesn't exist yet, or is damaged: the file is indexed again.
    return undefined;
  }
}

function store(file: string, { header, counts }: Stored): void {
  const temporary = `${file}.${process.pid}`;
  try {
    const folder = dirname(file);
    mkdirSync(folder, { recursive: true });
    const data = Buffer.from(counts.buffer, counts.byteOffset, counts.byteLength);
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), data]));
    renameSync(temporary, file);
    removeOld(folder);
  } catch {
    // Without a stored index, the file is indexed again in the next session.
    rmSync(temporary, { force: true });
  }
}

/** Marks a stored index as used. */
function touch(file: string, stored: Stored): void {
  try {
    if (Date.now() - statSync(file).mtimeMs > keptMillis / 2) store(file, stored);
  } catch {
    // It was deleted in the meantime.
  }
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > keptMillis) rmSync(file, { force: true });
  }
}
