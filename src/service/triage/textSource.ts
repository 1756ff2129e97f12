import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { ImportInput } from '../../core/store/protocol/protocol';
import { encodingOf, openInput } from '../import/bytes';
import { expanderOf, isZip } from '../import/archives/expand';
import { refuseBinary } from '../import/inputFailureOf';
import type { Encoding } from './blocks';

/** A text to read: a file in which threads read where they want, or a stream of bytes without a byte order mark. */
export type TextSource = (
  | { readonly kind: 'file'; readonly handle: FileHandle; readonly size: number }
  | { readonly kind: 'stream'; readonly chunks: AsyncGenerator<Uint8Array, undefined> }
) & {
  readonly encoding: Encoding;
  /** Length of the byte order mark. */
  readonly markBytes: number;
  /** Bytes to read, where that is known. */
  readonly totalBytes: number | undefined;
};

/** Bytes in which binary files are recognized. */
const headBytes = 256 * 1024;

/** Opens a text. Rejects with an InputError for binary files, and as `fs` does. */
export async function openText(
  input: ImportInput | AsyncIterable<Uint8Array>,
  canSplit: boolean,
): Promise<TextSource | undefined> {
  if (!(Symbol.asyncIterator in input) && 'path' in input && canSplit) {
    const file = await openFile(input.path);
    if (file !== undefined) return file;
  }
  const { chunks, totalBytes } =
    Symbol.asyncIterator in input
      ? { chunks: input, totalBytes: undefined }
      : await openInput(input, { mustBeWhole: true });
  return openStream(chunks, totalBytes);
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
    if (isZip(head) || expanderOf(head) !== undefined) return undefined;
    isUsed = true;
    return { kind: 'file', handle, size: status.size, totalBytes: status.size, ...inspect(head) };
  } catch (error) {
    isUsed = false;
    throw error;
  } finally {
    if (!isUsed) await handle.close();
  }
}

const isWithSize = (status: Stats): boolean => status.isFile() && status.size > 0;

async function openStream(
  chunks: AsyncIterable<Uint8Array>,
  totalBytes: number | undefined,
): Promise<TextSource | undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return undefined;
  const { encoding, markBytes } = inspect(first.value);
  return { kind: 'stream', chunks: rest(first.value.subarray(markBytes), iterator), encoding, markBytes, totalBytes };
}

async function* rest(first: Uint8Array, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
  return undefined;
}

/** The encoding of a text by its beginning. Throws an InputError if it isn't text. */
function inspect(head: Uint8Array): { readonly encoding: Encoding; readonly markBytes: number } {
  const encoding = encodingOf(head);
  refuseBinary(new TextDecoder(encoding).decode(head));
  return { encoding, markBytes: markLength(head, encoding) };
}

function markLength([first, second, third]: Uint8Array, encoding: Encoding): number {
  if (encoding !== 'utf-8') return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) ? 2 : 0;
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}
