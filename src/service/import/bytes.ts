import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { gunzip, isGzip } from './gunzip';
import type { ImportInput } from '../../core/store/protocol/protocol';

export interface Opened {
  readonly chunks: AsyncGenerator<Uint8Array, undefined>;
  readonly totalBytes: number | undefined;
}

const pieceBytes = 256 * 1024;

// eslint-disable-next-line @typescript-eslint/require-await -- data in memory is passed on like a stream
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  return undefined;
}

async function* fileChunks(path: string): AsyncGenerator<Uint8Array, undefined> {
  yield* createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Uint8Array>;
  return undefined;
}

/**
 * The input as a stream of bytes, so that files are never read into memory as a whole; gzip is decompressed, which
 * makes the total size unknown. Rejects as `fs` does.
 */
export async function openInput(input: ImportInput): Promise<Opened> {
  const { chunks, totalBytes } = await openBytes(input);
  const first = await chunks.next();
  if (first.done === true) return { chunks, totalBytes };
  const all = startingWith(first.value, chunks);
  return isGzip(first.value) ? { chunks: gunzip(all), totalBytes: undefined } : { chunks: all, totalBytes };
}

async function openBytes(input: ImportInput): Promise<Opened> {
  if ('path' in input) {
    const { size } = await stat(input.path);
    return { chunks: fileChunks(input.path), totalBytes: size };
  }
  const bytes = 'text' in input ? new TextEncoder().encode(input.text) : input.bytes;
  return { chunks: pieces(bytes), totalBytes: bytes.length };
}

async function* startingWith(
  first: Uint8Array,
  others: AsyncGenerator<Uint8Array, undefined>,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield first;
    yield* others;
  } finally {
    await others.return(undefined);
  }
  return undefined;
}

/** The encoding detected from the first bytes: UTF-16 by its byte order mark or zero bytes, or else UTF-8. */
export function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0 && head[3] === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && head[2] === 0) return 'utf-16be';
  return 'utf-8';
}
