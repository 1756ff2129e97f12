import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Reads bytes at a position; fewer at the end of the file. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** Calls `use` with a function that reads from a file, which is closed afterwards. Rejects as `fs` does. */
export async function withFile<T>(path: string, use: (read: ReadAt) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await use(async (position, length) => {
      const bytes = Buffer.allocUnsafe(Math.max(0, length));
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    });
  } finally {
    await file.close();
  }
}

/** Reads from an open file as far as `target` reaches; blocks the thread. Returns the number of bytes read. */
export function readFully(file: number, target: Uint8Array, position: number): number {
  let filled = 0;
  while (filled < target.length) {
    const count = readSync(file, target, filled, target.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** Calls `use` with an open file, which is closed afterwards; blocks the thread. Throws as `fs` does. */
export function withOpenFile<T>(path: string, use: (file: number) => T): T {
  const file = openSync(path, 'r');
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** Deletes a folder at once, as is needed when VS Code closes; does nothing if it doesn't exist. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
