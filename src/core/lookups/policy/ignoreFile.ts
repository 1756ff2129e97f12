import { type IgnoreProblem, isWide, readIgnoreEntry } from './ignoreEntry';

/** The shared ignore file of a folder. It can only add to the ignore list. */
export const ignoreFileName = '.threatlookupsignore';

/** The maximum size of a file. */
export const maxIgnoreFileBytes = 262_144;

/**
 * Why a line has no effect: `negated` would remove an entry. `wide` has one, but
 * covers so much that it may be a mistake.
 */
export type IgnoreLineProblem = Exclude<IgnoreProblem, 'empty'> | 'negated' | 'wide';

/** A line with a problem: its number, from 0, and the UTF-16 offsets of its text. */
interface BadIgnoreLine {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly problem: IgnoreLineProblem;
}

/** The content of an ignore file. If `unread` is set, its pattern stops everything from being sent. */
export interface IgnoreFile {
  readonly patterns: readonly string[];
  readonly problems: readonly BadIgnoreLine[];
  readonly unread?: 'tooLarge' | 'failed';
}

/** The maximum number of reported lines. */
const maxProblems = 100;

/** The maximum number of entries. */
export const maxFileEntries = 1_000;

/** The pattern of a file that wasn't read. No line can contain it, since regular expressions have no effect in files. */
export const unreadPattern = '/./';

/** A file whose content is unknown, for which nothing may be sent. */
export function unreadIgnoreFile(unread: 'tooLarge' | 'failed'): IgnoreFile {
  return { patterns: [unreadPattern], problems: [], unread };
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
    if (hasEffect(problem)) patterns.add(pattern);
    if (problem === undefined || problems.length >= maxProblems) continue;
    const start = content.indexOf(pattern);
    problems.push({ line, start, end: start + pattern.length, text: pattern, problem });
  }
  // One more is enough to exceed the limit.
  return { patterns: [...patterns].slice(0, maxFileEntries + 1), problems };
}

function hasEffect(problem: IgnoreLineProblem | undefined): boolean {
  return problem === undefined || problem === 'wide' || problem === 'tooLong';
}

function problemOf(pattern: string): IgnoreLineProblem | undefined {
  if (pattern.startsWith('!')) return 'negated';
  if (/^\/.*\/[a-z]*$/is.test(pattern)) return 'expression';
  const read = readIgnoreEntry(pattern, 'file');
  if ('problem' in read) return read.problem === 'empty' ? undefined : read.problem;
  return isWide(read) ? 'wide' : undefined;
}

/** Reads the bytes of an ignore file, in UTF-8, or UTF-16 with a byte order mark. */
export function readIgnoreBytes(bytes: Uint8Array): IgnoreFile {
  if (bytes.length > maxIgnoreFileBytes) return unreadIgnoreFile('tooLarge');
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? unreadIgnoreFile('failed') : readIgnoreFile(text);
}

/** Functions of `node:fs` for reading a file of this machine. */
export interface FileFunctions {
  lstatSync(
    path: string,
    options: { readonly throwIfNoEntry: false },
  ): { readonly size: number; isFile(): boolean } | undefined;
  openSync(path: string, flags: number): number;
  fstatSync(descriptor: number): { isFile(): boolean };
  readSync(descriptor: number, buffer: Uint8Array, offset: number, length: number, position: null): number;
  closeSync(descriptor: number): void;
  readonly constants: { readonly O_RDONLY: number; readonly O_NONBLOCK?: number; readonly O_NOFOLLOW?: number };
}

/**
 * Reads an ignore file of this machine; undefined if there is none. Synchronous, so that nothing is sent before it was read.
 * Links aren't followed, because a repository may contain some to any file, and no more is read than may be in a file.
 */
export function getReadIgnoreFile(path: string, files: FileFunctions): IgnoreFile | undefined {
  try {
    const found = files.lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (!found.isFile()) return unreadIgnoreFile('failed');
    if (found.size > maxIgnoreFileBytes) return unreadIgnoreFile('tooLarge');
    const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = files.constants;
    const descriptor = files.openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    try {
      return files.fstatSync(descriptor).isFile()
        ? readIgnoreBytes(readStart(descriptor, files))
        : unreadIgnoreFile('failed');
    } finally {
      files.closeSync(descriptor);
    }
  } catch {
    return unreadIgnoreFile('failed');
  }
}

/** The bytes of a file, at most one more than it may have. */
function readStart(descriptor: number, files: FileFunctions): Uint8Array {
  const bytes = new Uint8Array(maxIgnoreFileBytes + 1);
  let length = 0;
  while (length < bytes.length) {
    const count = files.readSync(descriptor, bytes, length, bytes.length - length, null);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
