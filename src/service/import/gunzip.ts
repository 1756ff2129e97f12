import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { InputError } from '../../core/records/inputFailure';
import { inputFailureOf } from '../inputFailureOf';

/** What an expanded file may come to. */
export interface ExpandBounds {
  /** So many times its compressed size, once it is longer than `freeBytes`; text compresses ten to thirty times. */
  readonly times: number;
  readonly freeBytes: number;
  readonly bytes: number;
}

const bounds: ExpandBounds = { times: 200, freeBytes: 64 * 1024 * 1024, bytes: 64 * 1024 ** 3 };
const pieceBytes = 256 * 1024;

/** Whether bytes begin as gzip does (RFC 1952, 2.3.1). */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Expands gzip, piece by piece. Throws InputError where it is damaged or cut off, after all that came before that, and, before memory or disk are in danger, where
 * it expands beyond what honest files do.
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
  // One piece at a time: what waits to be read when the end turns out to be damaged would be lost.
  const options = { chunkSize: pieceBytes, readableHighWaterMark: 1 };
  const gunzip = createGunzip(options);
  // What goes wrong is told by reading from the end of it.
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
