import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** A file that is open, so that what was checked is what is read. */
export interface OpenedFile {
  /** Its path without symbolic links. */
  readonly file: string;
  /** A path to what is open, whatever is at `file` in the meantime; where the system has none, `file`. */
  readonly path: string;
  /**
   * Whether what was read at `path` is what is open: always, unless `path` is `file`, where something else may be now. Ask
   * after reading.
   */
  readonly isSame: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the file at a path, absolute or relative to one of the folders. Undefined unless it is a file in one of the folders.
 * It is checked after it was opened: between a check and an opening, someone could replace it by a link.
 */
export async function openInFolders(path: string, folders: readonly string[]): Promise<OpenedFile | undefined> {
  for (const each of folders) {
    const folder = await realpath(each).catch(() => undefined);
    const file = await realpath(resolve(each, path)).catch(() => undefined);
    if (folder === undefined || file === undefined || !isBelow(file, folder)) continue;
    const handle = await openFile(file);
    if (handle === undefined) continue;
    const isSame = (): Promise<boolean> => isAt(handle, file).catch(() => false);
    const close = (): Promise<void> => handle.close();
    if (await isSame()) {
      return process.platform === 'linux'
        ? { file, path: `/proc/self/fd/${handle.fd}`, isSame: () => Promise.resolve(true), close }
        : { file, path: file, isSame, close };
    }
    await handle.close();
  }
  return undefined;
}

/** A pipe without a writer would never open. */
async function openFile(file: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants> & { O_RDONLY: number };
  return open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW).catch(() => undefined);
}

/** Whether an open file is the one at a path that has no links in it. */
async function isAt(handle: FileHandle, file: string): Promise<boolean> {
  const opened = await handle.stat({ bigint: true });
  if (!opened.isFile()) return false;
  // Linux reports the path of the open file in one step; a folder above it may be replaced between two.
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${handle.fd}`)) === file;
  const found = await lstat(file, { bigint: true });
  return opened.dev === found.dev && opened.ino === found.ino && (await realpath(file)) === file;
}

function isBelow(file: string, folder: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
