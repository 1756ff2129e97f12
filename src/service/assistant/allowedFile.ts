import { ToolError } from '../../core/assistant';
import { openInFolders, type OpenedFile } from './fileInFolders';

/**
 * Opens the file at a path in one of the folders, and reads it with `read`. Throws a ToolError if no folder has it; the
 * error doesn't reveal whether a file exists elsewhere.
 */
export async function readAllowedFile<T>(
  path: string,
  roots: readonly string[],
  read: (opened: OpenedFile) => Promise<T>,
): Promise<T> {
  if (roots.length === 0) throw new ToolError('No folder is allowed. Ask the user to allow one (option --root).');
  const missing = new ToolError('There is no such file in the folders that the user allowed (option --root).');
  const opened = await openInFolders(path, roots);
  if (opened === undefined) throw missing;
  try {
    const result = await read(opened);
    if (!(await opened.isSame())) throw missing;
    return result;
  } finally {
    await opened.close();
  }
}
