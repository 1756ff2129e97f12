import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { InputError } from '../../../core/records/problems/inputFailure';
import { inputFailureOf } from '../inputFailureOf';
import { bunzip, isBzip2 } from './bunzip';

/** Limits for decompressed files. */
export interface ExpandBounds {
  /** Maximum compression ratio, once the result is longer than `freeBytes`; text compresses ten to thirty times. */
  readonly times: number;
  readonly freeBytes: number;
  readonly bytes: number;
}

export const expandBounds: ExpandBounds = { times: 200, freeBytes: 64 * 1024 * 1024, bytes: 64 * 1024 ** 3 };
const pieceBytes = 256 * 1024;

type Chunks = AsyncGenerator<Uint8Array, undefined>;
type Expander = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Decompresses with a stream of Node.js. */
function throughStream(create: () => Transform): Expander {
  return async function* (chunks) {
    const stream = create();
    // Errors surface when reading from the end of the pipeline.
    // No reading ahead: the ratio is of what was unpacked already.
    pipeline(Readable.from(chunks, { highWaterMark: 1 }), stream).catch(() => undefined);
    try {
      yield* stream as AsyncIterable<Uint8Array>;
    } finally {
      stream.destroy();
    }
  };
}

// One piece at a time: buffered pieces would be lost if the end turns out to be corrupted.
const options = { chunkSize: pieceBytes, readableHighWaterMark: 1, writableHighWaterMark: 1 };
const unpackGzip = throughStream(() => zlib.createGunzip(options));
const unpackZstandard = throughStream(() => {
  // Early versions of Node.js 22 don't have it.
  if (typeof zlib.createZstdDecompress !== 'function') throw unsupported('Zstandard');
  return zlib.createZstdDecompress(options);
});
/** The content of a member of a ZIP archive. */
export const unpackDeflate = throughStream(() => zlib.createInflateRaw(options));

const unsupported = (name: string): InputError => new InputError({ kind: 'unsupportedArchive', name });

const beginsWith = (head: Uint8Array, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

/** Whether bytes have the magic number of gzip (RFC 1952, 2.3.1). */
function isGzip(head: Uint8Array): boolean {
  return beginsWith(head, 0x1f, 0x8b);
}

/** Whether bytes begin like a ZIP archive: with a member, or the end of an empty one. */
export function isZip(head: Uint8Array): boolean {
  return beginsWith(head, 0x50, 0x4b, 3, 4) || beginsWith(head, 0x50, 0x4b, 5, 6);
}

const others: readonly (readonly [name: string, ...magic: number[]])[] = [
  ['XZ', 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0],
  ['7z', 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  ['RAR', 0x52, 0x61, 0x72, 0x21, 0x1a, 7],
];

/** How bytes are decompressed, by their beginning; undefined if they aren't compressed. Throws if that isn't supported. */
export function expanderOf(head: Uint8Array): Expander | undefined {
  if (isGzip(head)) return unpackGzip;
  if (isBzip2(head)) return bunzip;
  if (beginsWith(head, 0x28, 0xb5, 0x2f, 0xfd)) return unpackZstandard;
  const other = others.find(([, ...magic]) => beginsWith(head, ...magic));
  if (other !== undefined) throw unsupported(other[0]);
  return undefined;
}

/**
 * Decompresses piece by piece. Throws an InputError if the data is corrupted or truncated, after everything before that
 * point, or if it expands far more than usual, before memory or disk are at risk.
 */
export async function* expand(
  chunks: Chunks,
  unpack: Expander,
  { times, freeBytes, bytes }: ExpandBounds = expandBounds,
): Chunks {
  let [came, became] = [0, 0];
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      came += chunk.length;
      yield chunk;
    }
  }
  try {
    for await (const piece of unpack(counted())) {
      became += piece.length;
      if (became > bytes || (became > freeBytes && became > came * times)) {
        throw new InputError({ kind: 'expandsTooMuch', times });
      }
      yield piece;
    }
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(inputFailureOf(error));
  }
  return undefined;
}

/** Decompresses gzip, see {@link expand}. */
export function gunzip(chunks: Chunks, bounds: ExpandBounds = expandBounds): Chunks {
  return expand(chunks, unpackGzip, bounds);
}
