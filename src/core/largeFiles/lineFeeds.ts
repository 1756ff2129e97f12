import type { TextFormat } from './textFormat';

const lineFeed = 10;
const repeated = 0x0a0a0a0a;
const lowBits = 0x7f7f7f7f;

/** Counts the line feeds in bytes that begin between characters. */
export function countLineFeeds(bytes: Uint8Array, { encoding }: Pick<TextFormat, 'encoding'>): number {
  if (encoding !== 'bytes') return countWide(bytes, encoding === 'utf16be');
  let count = 0;
  let at = 0;
  while (at < bytes.length && (bytes.byteOffset + at) % 4 !== 0) if (bytes[at++] === lineFeed) count++;
  const wordCount = (bytes.length - at) >> 2;
  // An array, even an empty one, can't begin between words.
  const words = wordCount === 0 ? new Uint32Array() : new Uint32Array(bytes.buffer, bytes.byteOffset + at, wordCount);
  for (let index = 0; index < words.length; index++) {
    // Four bytes at once: the highest bit of each byte that is a line feed is set.
    const other = (words[index] ?? 0) ^ repeated;
    const found = ~(((other & lowBits) + lowBits) | other | lowBits);
    if (found !== 0) count += ((found >>> 7) & 1) + ((found >>> 15) & 1) + ((found >>> 23) & 1) + (found >>> 31);
  }
  for (at += words.length * 4; at < bytes.length; at++) if (bytes[at] === lineFeed) count++;
  return count;
}

function countWide(bytes: Uint8Array, isBigEndian: boolean): number {
  const [high, low] = isBigEndian ? [0, 1] : [1, 0];
  let count = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (bytes[at + low] === lineFeed && bytes[at + high] === 0) count++;
  }
  return count;
}

/** The position after the first line feed at or after `from`; -1 if there is none. The bytes begin between characters. */
export function lineStartAfter(bytes: Buffer, { encoding }: Pick<TextFormat, 'encoding'>, from = 0): number {
  if (encoding === 'bytes') return bytes.indexOf(lineFeed, from) + 1 || -1;
  const feed = encoding === 'utf16be' ? '\0\n' : '\n\0';
  for (let at = bytes.indexOf(feed, from, 'latin1'); at !== -1; at = bytes.indexOf(feed, at + 1, 'latin1')) {
    if (at % 2 === 0) return at + 2;
  }
  return -1;
}
