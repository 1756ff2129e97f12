import { ToolError } from '../../core/assistant';
import { fileInFolders } from './fileInFolders';

/**
 * The file at a path in one of the folders. Throws a ToolError if there is none. What is elsewhere is refused with the same
 * words whether it exists or not.
 */
export async function allowedFile(path: string, roots: readonly string[]): Promise<string> {
  if (roots.length === 0) throw new ToolError('No folder is allowed. Ask the user to allow one (option --root).');
  const file = await fileInFolders(path, roots);
  if (file !== undefined) return file;
  throw new ToolError('There is no such file in the folders that the user allowed (option --root).');
}
