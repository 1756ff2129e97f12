import { crc32, createInflateRaw } from 'node:zlib';
import { InputError } from '../../core/records/problems/inputFailure';
import type { ByteStream, Chunks } from './byteStream';
import { throughZlib, zlibOptions } from './throughZlib';

const [headerBytes, trailerBytes, deflate] = [10, 8, 8];
/** Flags of a header: a checksum of the header, further fields, a name, and a comment. */
const [hasChecksum, hasExtra, hasName, hasComment] = [2, 4, 8, 16];
/** Longer names and comments aren't written by any program. */
const maxTextBytes = 64 * 1024;

/** Whether bytes have the magic number of gzip (RFC 1952, 2.3.1). */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * The content of all members of gzip data, one after the other. Zeros after the last one, as on tapes, don't count.
 * Throws an InputError if a member is cut or doesn't have its checksum, or if anything else follows.
 */
export async function* gunzip(input: ByteStream): Chunks {
  for (let isFirst = true; ; isFirst = false) {
    if ((await input.peek(1)).length === 0) return undefined;
    if (!isFirst && !isGzip(await input.peek(2))) {
      await skipZeros(input);
      return undefined;
    }
    await skipHeader(input);
    let [checksum, length] = [0, 0];
    for await (const chunk of inflated(input)) {
      checksum = crc32(chunk, checksum);
      length += chunk.length;
      yield chunk;
    }
    const trailer = viewOf(await input.take(trailerBytes));
    if (trailer.getUint32(0, true) !== checksum || trailer.getUint32(4, true) !== length % 2 ** 32)
      throw new InputError({ kind: 'damaged' });
  }
}

/** Inflates deflated data (RFC 1951), which marks its own end. */
export function inflated(input: ByteStream): Chunks {
  return throughZlib(
    createInflateRaw(zlibOptions),
    () => input.next(),
    (bytes) => input.unread(bytes),
  );
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

async function skipHeader(input: ByteStream): Promise<void> {
  const header = await input.take(headerBytes);
  const flags = header[3] ?? 0;
  if (!isGzip(header) || header[2] !== deflate || flags >= 32) throw new InputError({ kind: 'damaged' });
  if ((flags & hasExtra) !== 0) await input.take(viewOf(await input.take(2)).getUint16(0, true));
  if ((flags & hasName) !== 0) await skipText(input);
  if ((flags & hasComment) !== 0) await skipText(input);
  if ((flags & hasChecksum) !== 0) await input.take(2);
}

async function skipText(input: ByteStream): Promise<void> {
  for (let length = 256; ; length *= 2) {
    const bytes = await input.peek(length);
    const end = bytes.indexOf(0);
    if (end !== -1) {
      await input.take(end + 1);
      return;
    }
    if (bytes.length < length) throw new InputError({ kind: 'truncated' });
    if (length > maxTextBytes) throw new InputError({ kind: 'damaged' });
  }
}

async function skipZeros(input: ByteStream): Promise<void> {
  for (let bytes = await input.next(); bytes !== undefined; bytes = await input.next())
    if (bytes.some((byte) => byte !== 0)) throw new InputError({ kind: 'otherBytes' });
}
