import { createHash } from 'node:crypto';

/** What distributes rows: the first 16 bytes of the SHA-256 of a text. */
export function getKey(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}

/** The same as text, for JSON and maps. */
export function toHexKey(text: string): string {
  return getKey(text).toString('hex');
}
