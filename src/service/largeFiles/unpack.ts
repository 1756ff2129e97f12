import { open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { InputFailure } from '../../core/records/problems/inputFailure';
import { openInput } from '../files/parts';
import { getInputFailure } from '../files/getInputFailure';

/** Writes the text of a compressed file, or of a file in an archive, to another file. */
export interface UnpackInput {
  readonly path: string;
  /** The file in the archive; without it, all files one after the other, as triage reads them. */
  readonly entry?: string | undefined;
  readonly target: string;
  readonly maxBytes: number;
}

/** How much was read of the compressed file, if that is known, and written. */
export interface UnpackProgress {
  readonly written: number;
}

/** Bytes written, and why some are missing. */
interface UnpackResult {
  readonly written: number;
  readonly failure?: InputFailure;
  /** Whether the text is longer than `maxBytes`. */
  readonly isCapped: boolean;
}

/** Disk space that is left free. */
const reservedBytes = 2 ** 30;
const progressMillis = 100;

/** Writes the text of a compressed file to another one. If it is damaged, the part before the damage is written. */
export async function unpack(
  { path, entry, target, maxBytes }: UnpackInput,
  onProgress: (progress: UnpackProgress) => void,
): Promise<UnpackResult> {
  const { bavail, bsize } = await statfs(dirname(target));
  const limit = Math.min(maxBytes, Math.max(0, bavail * bsize - reservedBytes));
  const file = await open(target, 'wx', 0o600);
  let written = 0;
  let reported = 0;
  try {
    for await (const chunk of (await openInput({ path, name: path, entry })).chunks) {
      const kept = chunk.subarray(0, limit - written);
      await file.writeFile(kept);
      written += kept.length;
      if (kept.length < chunk.length) return { written, isCapped: true };
      if (performance.now() - reported < progressMillis) continue;
      reported = performance.now();
      onProgress({ written });
    }
    return { written, isCapped: false };
  } catch (error) {
    if (written === 0) throw error;
    return { written, isCapped: false, failure: getInputFailure(error) };
  } finally {
    await file.close();
  }
}
