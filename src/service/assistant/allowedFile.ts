import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ToolError } from '../../core/assistant';

/**
 * The file at a path, absolute or relative to one of the folders, without symbolic links. Throws a ToolError unless it is a
 * file in one of the folders. What is elsewhere is refused with the same words whether it exists or not.
 */
export async function allowedFile(path: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0) throw new ToolError('No folder is allowed. Ask the user to allow one (option --root).');
  for (const root of roots) {
    const folder = await realpath(root).catch(() => undefined);
    const file = await realpath(resolve(root, path)).catch(() => undefined);
    if (folder === undefined || file === undefined || !isBelow(file, folder)) continue;
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() === true) return file;
  }
  throw new ToolError('There is no such file in the folders that the user allowed (option --root).');
}

function isBelow(file: string, folder: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
