import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Free bytes for this user on the disk of a file; undefined if the system doesn't report it. */
export function freeBytesBeside(file: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    const free = bavail * bsize;
    return Number.isFinite(free) && bsize > 0 ? free : undefined;
  } catch {
    return undefined;
  }
}
