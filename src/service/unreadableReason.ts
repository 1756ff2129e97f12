import { InputError } from './import/parsedChunk';

/** A text does not hold this sign; the first piece of a file is looked at for it. */
const never = '\0';

const known: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this account may not read it',
  EPERM: 'this account may not read it',
  EISDIR: 'it is a folder',
};

/** Why a file can't be read (further), in words. */
export function unreadableReason(error: unknown): string {
  if (error instanceof InputError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return known[code] ?? `it can't be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** Throws InputError where the beginning of a file shows that it is no text. */
export function refuseBinary(beginning: string): void {
  if (beginning.includes(never)) throw new InputError('it is no text (binary)');
}
