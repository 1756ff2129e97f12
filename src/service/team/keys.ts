import { createHash } from 'node:crypto';

/** Returns the key by which rows are distributed: the first 16 bytes of the SHA-256 of a text. */
export function getKey(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}

/** Like {@link getKey}, but in hexadecimal, for JSON and maps. */
export function toHexKey(text: string): string {
  return getKey(text).toString('hex');
}
