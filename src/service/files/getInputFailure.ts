import { InputError, type InputFailure } from '../../core/records/problems/inputFailure';

const failures: Readonly<Record<string, InputFailure>> = {
  ENOENT: { kind: 'missing' },
  EACCES: { kind: 'noPermission' },
  EPERM: { kind: 'noPermission' },
  EISDIR: { kind: 'folder' },
  Z_BUF_ERROR: { kind: 'truncated' },
  // The data asks for more memory than is given to decompress it.
  ZSTD_error_frameParameter_windowTooLarge: { kind: 'unsupportedArchive', name: 'Zstandard (--long)' },
  ZSTD_error_dictionary_wrong: { kind: 'unsupportedArchive', name: 'Zstandard (dictionary)' },
};

/** Why a file can't be read, or not to its end, by what was thrown while reading it. */
export function getInputFailure(error: unknown): InputFailure {
  if (error instanceof InputError) return error.failure;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (Object.hasOwn(failures, code) && failures[code] !== undefined) return failures[code];
  if (code.startsWith('Z_') || code.startsWith('ZSTD_')) return { kind: 'damaged' };
  return { kind: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
}
