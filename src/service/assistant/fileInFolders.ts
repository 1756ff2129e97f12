import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * The file at a path, absolute or relative to one of the folders, without symbolic links. Undefined unless it is a file in
 * one of the folders.
 */
export async function fileInFolders(path: string, folders: readonly string[]): Promise<string | undefined> {
  for (const each of folders) {
    const folder = await realpath(each).catch(() => undefined);
    const file = await realpath(resolve(each, path)).catch(() => undefined);
    if (folder === undefined || file === undefined || !isBelow(file, folder)) continue;
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() === true) return file;
  }
  return undefined;
}

function isBelow(file: string, folder: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
