import { InputError } from '../../core/records/problems/inputFailure';
import type { ByteStream, Chunks } from './byteStream';
import { bunzip, isBzip2 } from './bzip2';
import { gunzip, isGzip } from './gzip';
import { getInputFailure } from './getInputFailure';
import { isLz4, isZstandard, unzstandard } from './zstandard';

/** Limits for what a compressed file or an archive expands to as a whole. */
export interface ExpandBounds {
  /** Maximum compression ratio, once the result is longer than `freeBytes`; text compresses ten to thirty times. */
  readonly times: number;
  readonly freeBytes: number;
  readonly bytes: number;
}

export const expandBounds: ExpandBounds = { times: 200, freeBytes: 64 * 1024 * 1024, bytes: 64 * 1024 ** 3 };

/** How far a file may still expand: everything in it, however deep, is counted. */
export class ExpandBudget {
  private became = 0;
  /** Whether it expanded too far, which whoever read it knows. */
  isSpent = false;

  constructor(
    /** Bytes of the file that were read so far, or its size. */
    private readonly came: () => number,
    private readonly bounds: ExpandBounds = expandBounds,
  ) {}

  /** Throws an InputError if the file expands far more than usual, before memory or disk are at risk. */
  spend(count: number): void {
    const { times, freeBytes, bytes } = this.bounds;
    this.became += count;
    this.isSpent ||= this.became > bytes || (this.became > freeBytes && this.became > this.came() * times);
    if (this.isSpent) throw new InputError({ kind: 'expandsTooMuch', times });
  }
}

/** Decompresses a stream. */
export type Expander = (input: ByteStream) => Chunks;

const beginsWith = (head: Uint8Array, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

/** Whether bytes begin like a ZIP archive: with an entry, or the end of an empty one. */
export function isZip(head: Uint8Array): boolean {
  return beginsWith(head, 0x50, 0x4b, 3, 4) || beginsWith(head, 0x50, 0x4b, 5, 6);
}

const others: readonly (readonly [name: string, ...magic: number[]])[] = [
  ['XZ', 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0],
  ['7z', 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  ['RAR', 0x52, 0x61, 0x72, 0x21, 0x1a, 7],
];

/** How bytes are decompressed, by their beginning; undefined if they aren't compressed. Throws if that isn't supported. */
export function getExpander(head: Uint8Array): Expander | undefined {
  if (isGzip(head)) return gunzip;
  if (isBzip2(head)) return bunzip;
  if (isZstandard(head)) return unzstandard;
  const name = isLz4(head) ? 'LZ4' : others.find(([, ...magic]) => beginsWith(head, ...magic))?.[0];
  if (name !== undefined) throw new InputError({ kind: 'unsupportedArchive', name });
  return undefined;
}

/** Decompresses chunk by chunk. Throws an InputError for all that is wrong, after everything before that point. */
export async function* expand(input: ByteStream, unpack: Expander, budget: ExpandBudget): Chunks {
  try {
    for await (const chunk of unpack(input)) {
      budget.spend(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(getInputFailure(error));
  } finally {
    await input.close();
  }
  return undefined;
}
