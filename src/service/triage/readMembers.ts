import { open, stat } from 'node:fs/promises';
import type { InputFailure } from '../../core/records/problems/inputFailure';
import type { TextRead } from '../../core/triage/found';
import { isZip } from '../import/archives/expand';
import { openParts } from '../import/bytes';
import { inputFailureOf } from '../import/inputFailureOf';
import { interruptible } from '../import/streams/interruptible';
import { readText, type ReadTextOptions } from '.';

/** A text of an archive, or why the archive itself wasn't read to its end. */
export interface MemberRead {
  /** The name of the file in the archive. */
  readonly member?: string;
  readonly read: TextRead;
}

export interface ReadMembersOptions extends Omit<ReadTextOptions, 'languageId' | 'onProgress'> {
  readonly languageOf: (name: string) => string | undefined;
  /** The name of the file; default: its path. */
  readonly name?: string;
}

/** Indicators of a member that are listed at once, so that its counts don't stay in memory. */
const maxListed = 10_000;

/**
 * Reads the files of a ZIP archive one after the other, each as a text with its own lines. A pipe is read in any case, since
 * its beginning can't be read twice. Undefined if the file isn't an archive. Never rejects.
 */
export async function readMembers(
  path: string,
  { languageOf, name = path, ...options }: ReadMembersOptions,
): Promise<readonly MemberRead[] | undefined> {
  if (!(await mayBeArchive(path))) return undefined;
  const { signal } = options;
  const reads: MemberRead[] = [];
  try {
    const parts = openParts({ path, name }, { everyFile: true });
    for await (const { member, opened } of signal === undefined ? parts : interruptible(parts, signal)) {
      if (opened === undefined) continue;
      const languageId = languageOf(member ?? name);
      const read = released(await readText(opened.chunks, { ...options, languageId }));
      reads.push({ read, ...(member === undefined ? {} : { member }) });
      if (signal?.aborted === true) return reads;
    }
    if (reads.length === 0) reads.push(unread({ kind: 'emptyArchive' }, reads));
  } catch (error) {
    reads.push(unread(inputFailureOf(error), reads));
  }
  return reads;
}

function unread(failure: InputFailure, { length }: readonly MemberRead[]): MemberRead {
  if (length === 0) return { read: { kind: 'skipped', failure } };
  return { read: { kind: 'read', bytes: 0, lines: 0, occurrences: 0, unlisted: 0, found: [], failure } };
}

/** The same with a short list instead of what it is counted from. */
function released(read: TextRead): TextRead {
  return read.kind === 'read' && read.occurrences <= maxListed ? { ...read, found: [...read.found] } : read;
}

async function mayBeArchive(path: string): Promise<boolean> {
  try {
    const status = await stat(path);
    if (!status.isFile()) return status.isFIFO();
    const handle = await open(path);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return isZip(buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}
