import * as files from 'node:fs';
import {
  ignoreFileName,
  type IgnoreLineProblem,
  maxFileEntries,
  maxIgnoreFileBytes,
  readIgnoreFileOf,
} from '../../core/lookups/policy/ignoreFile';
import { ignoreListOf } from '../../core/lookups/policy/ignoreList';
import type { LookupSettings } from '../../core/lookups/lookups';
import { formatNumber, formatSize } from '../../l10n';
import { CommandError, type CliIo } from './command';

/**
 * The entries of the ignore file in the current folder. Reports its lines with problems on standard error, without their
 * text, because logs of builds are often public.
 */
export function readIgnored(io: Pick<CliIo, 'err'>): LookupSettings['ignore'] {
  const file = readIgnoreFileOf(ignoreFileName, files);
  if (file === undefined) return [];
  if (file.unread === 'tooLarge')
    throw new CommandError(`${ignoreFileName} is larger than ${formatSize(maxIgnoreFileBytes)}`);
  if (file.unread !== undefined)
    throw new CommandError(`${ignoreFileName} can't be read: it must be a text file, and not a link`);
  for (const { line, problem } of file.problems) io.err(`${ignoreFileName}:${line + 1}: ${explain(problem)}`);
  const entries = file.patterns.map((pattern) => ({ pattern, origin: 'file' as const }));
  const { beyond } = ignoreListOf(entries);
  if (beyond?.what === 'entries')
    throw new CommandError(`${ignoreFileName} has more than ${formatNumber(maxFileEntries)} entries`);
  if (beyond !== undefined) throw new CommandError(`${ignoreFileName} has an entry that is too long`);
  return entries;
}

function explain(problem: IgnoreLineProblem): string {
  if (problem === 'wide') return 'This line covers very many names or addresses.';
  return `This line has no effect. ${reasonOf(problem)}`;
}

function reasonOf(problem: Exclude<IgnoreLineProblem, 'wide'>): string {
  if (problem === 'negated') return 'This file can only add to the ignore list.';
  if (problem === 'expression') return 'Regular expressions are only allowed in the settings.';
  if (problem === 'network') return "This isn't a network. Use a form such as 198.51.100.0/24.";
  return 'Use a name, an IP address, a URL, *.corp.example, or a network such as 198.51.100.0/24.';
}
