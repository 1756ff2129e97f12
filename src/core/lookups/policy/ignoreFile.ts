import { type IgnoreProblem, isBeyondLimits, readIgnoreEntry } from './ignoreEntry';
import { ignoreLimits } from './ignoreList';

/** The shared ignore file of a folder. It can only add to the ignore list. */
export const ignoreFileName = '.threatlookupsignore';

/** The maximum size of a file. */
export const maxIgnoreFileBytes = 262_144;

/** Why a line has no effect: `negated` would remove an entry, `expression` is only allowed in settings. */
export type IgnoreLineProblem = Exclude<IgnoreProblem, 'empty'> | 'negated' | 'expression';

/** A line without effect: its number, from 0, and the UTF-16 offsets of its text. */
export interface BadIgnoreLine {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly problem: IgnoreLineProblem;
}

/** What an ignore file contains. If `unread` is set, its patterns match everything. */
export interface IgnoreFile {
  readonly patterns: readonly string[];
  readonly problems: readonly BadIgnoreLine[];
  readonly unread?: 'tooLarge' | 'failed';
}

/** The maximum number of reported lines. */
const maxProblems = 100;

/** Matches everything: what a file that can't be read contains may be about any indicator. */
const everything = ['/./'];

/** A file whose content is unknown, for which nothing may be sent. */
export function unreadIgnoreFile(unread: 'tooLarge' | 'failed'): IgnoreFile {
  return { patterns: everything, problems: [], unread };
}

/**
 * Reads an ignore file: a name, `*.name`, address, network, or URL on each line; `#` starts a comment, at the start of a
 * line or after white space. Lines with a problem have no effect, except one that exceeds a limit, which stops everything
 * from being sent, as in settings.
 */
export function readIgnoreFile(text: string): IgnoreFile {
  if (text.length > maxIgnoreFileBytes) return unreadIgnoreFile('tooLarge');
  const patterns = new Set<string>();
  const problems: BadIgnoreLine[] = [];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  for (const [line, content] of lines.entries()) {
    const pattern = content.replace(/(?:^|\s)#.*$/, '').trim();
    if (pattern === '') continue;
    const problem = problemOf(pattern);
    if (problem === undefined || (problem !== 'negated' && problem !== 'expression' && isBeyondLimits(problem)))
      patterns.add(pattern);
    if (problem === undefined || problems.length >= maxProblems) continue;
    const start = content.indexOf(pattern);
    problems.push({ line, start, end: start + pattern.length, text: pattern, problem });
  }
  // One more is enough to exceed the limit.
  return { patterns: [...patterns].slice(0, ignoreLimits.workspace.entries + 1), problems };
}

function problemOf(pattern: string): IgnoreLineProblem | undefined {
  if (pattern.startsWith('!')) return 'negated';
  if (/^\/.*\/[a-z]*$/is.test(pattern)) return 'expression';
  const read = readIgnoreEntry(pattern);
  return 'problem' in read && read.problem !== 'empty' ? read.problem : undefined;
}

/** How a file of a disk is read, as `node:fs` does. */
export interface DiskFile {
  readonly stats: () => { readonly size: number; isFile(): boolean } | undefined;
  readonly text: () => string;
}

/** Reads an ignore file of a disk; undefined if there is none. Synchronous, so that nothing is sent before it was read. */
export function readIgnoreFileOf({ stats, text }: DiskFile): IgnoreFile | undefined {
  try {
    const found = stats();
    if (found === undefined) return undefined;
    if (!found.isFile()) return unreadIgnoreFile('failed');
    return found.size > maxIgnoreFileBytes ? unreadIgnoreFile('tooLarge') : readIgnoreFile(text());
  } catch {
    return unreadIgnoreFile('failed');
  }
}
