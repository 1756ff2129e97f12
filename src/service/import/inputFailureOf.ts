import { InputError, type InputFailure } from '../../core/records/problems/inputFailure';

/** Text never contains it; the first piece of a file is checked for it. */
const nul = '\0';

const failures: Readonly<Record<string, InputFailure>> = {
  ENOENT: { kind: 'missing' },
  EACCES: { kind: 'noPermission' },
  EPERM: { kind: 'noPermission' },
  EISDIR: { kind: 'folder' },
  Z_BUF_ERROR: { kind: 'truncated' },
};

/** Why a file can't be read, or not to its end, by what was thrown while reading it. */
export function inputFailureOf(error: unknown): InputFailure {
  if (error instanceof InputError) return error.failure;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (Object.hasOwn(failures, code) && failures[code] !== undefined) return failures[code];
  if (code.startsWith('Z_')) return { kind: 'damaged' };
  return { kind: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
}

/** Whether the beginning of a text has characters that only binary files have. */
export function isBinaryText(beginning: string): boolean {
  return beginning.includes(nul);
}

/** Throws an InputError if the beginning of a file shows that it isn't text. */
export function refuseBinary(beginning: string): void {
  if (isBinaryText(beginning)) throw new InputError({ kind: 'binary' });
}
