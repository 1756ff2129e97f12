import { createHash } from 'node:crypto';

/** What distributes rows: the first 16 bytes of the SHA-256 of a text. */
export function keyOf(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}

/** The same as text, for JSON and maps. */
export function hexKeyOf(text: string): string {
  return keyOf(text).toString('hex');
}
