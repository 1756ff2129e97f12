import * as zlib from 'node:zlib';
import { InputError } from '../../core/records/problems/inputFailure';
import type { ByteStream, Chunks } from './byteStream';
import { throughZlib, zlibOptions } from './throughZlib';

const [frameMagic, skippableMagic, lz4Magic] = [0xfd2fb528, 0x184d2a50, 0x184d2204];
/** Bytes of the ID of a dictionary, and of the size of the content, by the flag in the header of a frame. */
const [dictionaryBytes, sizeBytes] = [
  [0, 1, 2, 4],
  [0, 2, 4, 8],
] as const;
const [blockHeaderBytes, checksumBytes] = [3, 4];
const [runBlock, reservedBlock] = [1, 3];
/** As much is given to the decompressor at once, if a frame is that long. */
const batchBytes = 128 * 1024;

const uint32 = (bytes: Uint8Array, at = 0): number =>
  bytes.length < at + 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(at, true);
const isSkippable = (magic: number): boolean => (magic & ~15) >>> 0 === skippableMagic;

/** Whether bytes begin with a frame of Zstandard (RFC 8878, 3.1), or with one that is skipped, which LZ4 also has. */
export function isZstandard(head: Uint8Array): boolean {
  const magic = uint32(head);
  return magic === frameMagic || isSkippable(magic);
}

/** Whether bytes begin with a frame of LZ4. */
export function isLz4(head: Uint8Array): boolean {
  return uint32(head) === lz4Magic;
}

/**
 * The content of all frames of Zstandard data, one after the other. Throws an InputError if a frame is cut or damaged, or if
 * anything else follows.
 */
export async function* unzstandard(input: ByteStream): Chunks {
  // Early versions of Node.js 22 don't have it.
  if (typeof zlib.createZstdDecompress !== 'function')
    throw new InputError({ kind: 'unsupportedArchive', name: 'Zstandard' });
  const chunks = frameChunks(input);
  // The decompressor drops what follows a frame in the same chunk.
  yield* throughZlib(zlib.createZstdDecompress(zlibOptions), async () => {
    const { value, done } = await chunks.next();
    return done === true ? undefined : value;
  });
  return undefined;
}

/** The bytes of frames, so that each frame begins with a chunk of its own. */
async function* frameChunks(input: ByteStream): Chunks {
  for (let isFirst = true; ; isFirst = false) {
    const head = await input.peek(8);
    if (head.length === 0) return undefined;
    const magic = uint32(head);
    if (magic === frameMagic) yield* batched(frame(input));
    else if (isSkippable(magic)) {
      await input.take(8);
      await input.skip(uint32(head, 4));
    } else if (magic === lz4Magic) throw new InputError({ kind: 'unsupportedArchive', name: 'LZ4' });
    else throw new InputError({ kind: isFirst ? 'damaged' : 'otherBytes' });
  }
}

/** The length of the header of a frame, by its descriptor. */
function frameHeaderBytes(descriptor: number): number {
  const isSingleSegment = (descriptor & 32) !== 0;
  const sizeFlag = descriptor >> 6;
  const ofSize = sizeFlag === 0 && isSingleSegment ? 1 : (sizeBytes[sizeFlag] ?? 0);
  return 5 + (isSingleSegment ? 0 : 1) + (dictionaryBytes[descriptor & 3] ?? 0) + ofSize;
}

async function* frame(input: ByteStream): Chunks {
  const descriptor = (await input.peek(5))[4] ?? 0;
  yield await input.take(frameHeaderBytes(descriptor));
  for (let isLast = false; !isLast;) {
    const header = await input.take(blockHeaderBytes);
    yield header;
    const [low = 0, middle = 0, high = 0] = header;
    isLast = (low & 1) !== 0;
    const type = (low >> 1) & 3;
    if (type === reservedBlock) throw new InputError({ kind: 'damaged' });
    const size = (low >> 3) | (middle << 5) | (high << 13);
    yield* input.chunks(type === runBlock ? 1 : size);
  }
  if ((descriptor & 4) !== 0) yield await input.take(checksumBytes);
  return undefined;
}

/** Joins small chunks. If the stream fails, what came before is given first. */
async function* batched(chunks: Chunks): Chunks {
  let batch: Uint8Array[] = [];
  let length = 0;
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const chunk of chunks) {
      batch.push(chunk);
      length += chunk.length;
      if (length < batchBytes) continue;
      yield Buffer.concat(batch);
      [batch, length] = [[], 0];
    }
  } catch (error) {
    failure = { error };
  }
  if (length > 0) yield Buffer.concat(batch);
  if (failure !== undefined) throw failure.error;
  return undefined;
}
