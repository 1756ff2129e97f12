import { open, stat } from 'node:fs/promises';
import type { InputFailure } from '../../core/records/problems/inputFailure';
import type { TextRead } from '../../core/triage/found';
import { type AnyInput, isPacked, openParts } from '../files/parts';
import { tarBlockBytes } from '../files/tar';
import { getInputFailure } from '../files/getInputFailure';
import { interruptible } from '../files/interruptible';
import { readText, type ReadTextOptions } from '.';
import type { KnowledgeFiles } from './knowledgeFiles';

/** A text of an archive, or why the archive itself wasn't read to its end. */
export interface EntryRead {
  /** The name of the file in the archive. */
  readonly entry?: string;
  readonly read: TextRead;
}

export interface ReadEntriesOptions extends Omit<ReadTextOptions, 'languageId' | 'onProgress' | 'isKnowledge'> {
  readonly languageOf: (name: string) => string | undefined;
  /** The name of the file; default: its path. */
  readonly name?: string;
  /** Recognizes what isn't counted, or counted last; see {@link ReadTextOptions.countsKnowledge}. */
  readonly knowledge?: KnowledgeFiles | undefined;
}

/** Indicators of an entry that are listed at once, so that its counts don't stay in memory. */
const maxListed = 10_000;

/**
 * Reads the texts of a compressed file, an archive, or a stream one after the other, each with its own lines. A pipe is read
 * in any case, since its beginning can't be read twice. Undefined if it is a file that is neither. Never rejects.
 */
export async function readArchiveEntries(
  input: AnyInput,
  { languageOf, knowledge, ...options }: ReadEntriesOptions,
): Promise<readonly EntryRead[] | undefined> {
  if ('path' in input && !(await mayBePacked(input.path))) return undefined;
  const { signal } = options;
  const reads: EntryRead[] = [];
  try {
    const parts = openParts(input, { everyFile: true });
    for await (const part of signal === undefined ? parts : interruptible(parts, signal)) {
      const { entry } = part;
      const languageId = languageOf(entry ?? input.name);
      const isKnowledge = knowledge?.testOf({ name: entry ?? input.name });
      const read: TextRead =
        part.opened === undefined
          ? { kind: 'skipped', failure: part.failure }
          : released(await readText(part.opened.chunks, { ...options, languageId, isKnowledge }));
      reads.push({ read, entry });
      if (signal?.aborted === true) return reads;
    }
    if (reads.length === 0) reads.push(unread({ kind: 'emptyArchive' }, reads));
  } catch (error) {
    reads.push(unread(getInputFailure(error), reads));
  }
  return reads;
}

function unread(failure: InputFailure, { length }: readonly EntryRead[]): EntryRead {
  if (length === 0) return { read: { kind: 'skipped', failure } };
  return { read: { kind: 'read', bytes: 0, lines: 0, counted: 0, unlisted: 0, found: [], failure } };
}

/** Copies a short list, to release the counter behind it. */
function released(read: TextRead): TextRead {
  return read.kind === 'read' && read.counted <= maxListed ? { ...read, found: [...read.found] } : read;
}

async function mayBePacked(path: string): Promise<boolean> {
  try {
    const status = await stat(path);
    if (!status.isFile()) return status.isFIFO();
    const handle = await open(path);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(tarBlockBytes), 0, tarBlockBytes, 0);
      return isPacked(buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    // Reading it reports why.
    return false;
  }
}
