import { readFileSync, statSync } from 'node:fs';
import { ignoreFileName, readIgnoreFileOf } from '../../core/lookups/policy/ignoreFile';
import type { LookupSettings } from '../../core/lookups/lookups';
import { CommandError, type CliIo } from './command';

/** The entries of the ignore file in the current folder. Reports its lines without effect on standard error. */
export function readIgnored(io: Pick<CliIo, 'err'>): LookupSettings['ignore'] {
  const file = readIgnoreFileOf({
    stats: () => statSync(ignoreFileName, { throwIfNoEntry: false }),
    text: () => readFileSync(ignoreFileName, 'utf8'),
  });
  if (file === undefined) return [];
  if (file.unread !== undefined)
    throw new CommandError(`${ignoreFileName} ${file.unread === 'tooLarge' ? 'is too large' : "can't be read"}`);
  for (const { line, text } of file.problems) io.err(`${ignoreFileName}:${line + 1}: has no effect: ${text}`);
  return file.patterns.map((pattern) => ({ pattern, origin: 'workspace' }));
}
