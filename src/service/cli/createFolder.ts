import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from './command';

/**
 * Creates the folder of a store, for this account only, and those above it. Throws a CommandError with the reason if that
 * isn't possible. Each is created on its own: `recursive` of Node.js never ends in a file system that accepts no folders,
 * such as /proc.
 */
export function createFolder(folder: string, create: (folder: string) => void = createPrivate): void {
  const problem = notFolderAbove(folder);
  if (problem !== undefined) throw new CommandError(problem);
  const parent = dirname(folder);
  if (kindOf(folder) !== 'missing' || parent === folder) return;
  createFolder(parent, create);
  try {
    create(folder);
  } catch (error) {
    // Another process may have just created it.
    if (kindOf(folder) === 'folder') return;
    throw new CommandError(`The folder ${folder} can't be created: ${reasonOf(error)}. Check --db.`);
  }
}

/** The problem with a folder if it, or what would contain it, is a file; undefined if it isn't. */
export function notFolderAbove(folder: string): string | undefined {
  const kind = kindOf(folder);
  if (kind === 'file') return `${folder} is a file, not a folder. Check --db.`;
  const parent = dirname(folder);
  return kind === 'folder' || parent === folder ? undefined : notFolderAbove(parent);
}

function kindOf(path: string): 'missing' | 'file' | 'folder' | 'unreadable' {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) return 'missing';
    return status.isDirectory() ? 'folder' : 'file';
  } catch {
    // Opening the store reports why.
    return 'unreadable';
  }
}

function createPrivate(folder: string): void {
  mkdirSync(folder, { mode: 0o700 });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  switch ('code' in error ? error.code : undefined) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EROFS':
      return 'the file system is read-only';
    case 'ENOENT':
      return "the file system doesn't allow new folders there";
    case 'EEXIST':
      return 'it is a link to something that is missing';
    default:
      return error.message;
  }
}
