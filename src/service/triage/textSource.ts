import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { ImportInput } from '../../core/store/protocol/protocol';
import { headBytes } from '../../core/text/encoding';
import { isPacked, openInput } from '../files/parts';
import { openText as openStream, type TextForm, textFormOf } from '../files/text';

/** A text to read: a file in which threads read where they want, or a stream of bytes without a byte order mark. */
export type TextSource = (
  | { readonly kind: 'file'; readonly handle: FileHandle; readonly size: number }
  | { readonly kind: 'stream'; readonly chunks: AsyncGenerator<Uint8Array, undefined> }
) &
  TextForm & {
    /** Bytes to read, where that is known. */
    readonly totalBytes: number | undefined;
  };

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
    const form = textFormOf(head);
    isUsed = true;
    return { kind: 'file', handle, size: status.size, totalBytes: status.size, ...form };
  } finally {
    if (!isUsed) await handle.close();
  }
}

const isWithSize = (status: Stats): boolean => status.isFile() && status.size > 0;
