import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { InputError } from '../../core/records/problems/inputFailure';
import { inputFailureOf } from './inputFailureOf';

/** Limits for decompressed files. */
export interface ExpandBounds {
  /** Maximum compression ratio, once the result is longer than `freeBytes`; text compresses ten to thirty times. */
  readonly times: number;
  readonly freeBytes: number;
  readonly bytes: number;
}

const bounds: ExpandBounds = { times: 200, freeBytes: 64 * 1024 * 1024, bytes: 64 * 1024 ** 3 };
const pieceBytes = 256 * 1024;

/** Whether bytes have the gzip magic number (RFC 1952, 2.3.1). */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Decompresses gzip, piece by piece. Throws an InputError if the data is corrupted or truncated, after everything
 * before that point, or if it expands far more than usual, before memory or disk are at risk.
 */
export async function* gunzip(
  chunks: AsyncGenerator<Uint8Array, undefined>,
  { times, freeBytes, bytes }: ExpandBounds = bounds,
): AsyncGenerator<Uint8Array, undefined> {
  let [came, became] = [0, 0];
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      came += chunk.length;
      yield chunk;
    }
  }
  // One piece at a time: buffered pieces would be lost if the end turns out to be corrupted.
  const options = { chunkSize: pieceBytes, readableHighWaterMark: 1 };
  const gunzip = createGunzip(options);
  // Errors surface when reading from the end of the pipeline.
  pipeline(Readable.from(counted()), gunzip).catch(() => undefined);
  try {
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) {
      became += piece.length;
      if (became > bytes || (became > freeBytes && became > came * times)) {
        throw new InputError({ kind: 'expandsTooMuch', times });
      }
      yield piece;
    }
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(inputFailureOf(error));
  } finally {
    gunzip.destroy();
  }
  return undefined;
}
