import type { Indicator } from '../../indicators/identity/types';
import type { NewIndicator } from './news';
import { DamagedFileError, type TriagedEntry, type TriagedFile } from './triagedFile';

/** Entries of a file, some at a time. */
export type EntryParts = AsyncIterable<readonly TriagedEntry[]>;

/** Where triaged files are stored. */
export interface TriagedStorage {
  /** All files that can be read, the newest first. */
  list(): Promise<readonly TriagedFile[]>;
  /** The entries of a file. Throws a DamagedFileError if it is damaged. */
  entries(file: TriagedFile): EntryParts;
  /** Replaces a file. */
  save(file: TriagedFile, entries: EntryParts): Promise<void>;
  /** Removes a file. */
  forget(uri: string): Promise<void>;
}

export interface CheckOptions {
  /** Whether a risk is known now; undefined if the local store can't be read, which ends the check. */
  readonly hasRisk: (indicator: Indicator) => boolean | undefined;
  readonly signal: AbortSignal;
  /** Lets other work run if it is time for that; called after each entry. */
  readonly pause: () => Promise<void> | undefined;
  /** Gets what is new in a file, and keeps it, before the file counts it as seen. */
  readonly onFound: (rows: readonly NewIndicator[]) => Promise<void>;
  readonly onError: (uri: string, error: unknown) => void;
}

/**
 * Assesses the indicators of all files again, and keeps which of them are risky. Reports those that are risky now and weren't
 * at the last look. Returns whether all files were checked; otherwise, the next check finds the rest. Damaged files are removed.
 */
export async function checkTriaged(storage: TriagedStorage, options: CheckOptions): Promise<boolean> {
  let isComplete = true;
  for (const file of await storage.list()) {
    if (options.signal.aborted) return false;
    try {
      if (!(await checkFile(storage, file, options))) return false;
    } catch (error) {
      options.onError(file.uri, error);
      if (error instanceof DamagedFileError) await storage.forget(file.uri);
      else isComplete = false;
    }
  }
  return isComplete;
}

async function checkFile(storage: TriagedStorage, file: TriagedFile, options: CheckOptions): Promise<boolean> {
  const { hasRisk, signal, pause, onFound } = options;
  const found: NewIndicator[] = [];
  /** The places of entries whose risk has changed. */
  const changed = new Set<number>();
  let at = 0;
  for await (const part of storage.entries(file))
    for (const { isRisky, type, value, line, column } of part) {
      const isRiskyNow = hasRisk({ type, value });
      if (signal.aborted || isRiskyNow === undefined) return false;
      if (isRiskyNow !== isRisky) changed.add(at);
      if (isRiskyNow && !isRisky) found.push({ type, value, uri: file.uri, line, column });
      at++;
      const pausing = pause();
      if (pausing !== undefined) await pausing;
    }
  if (found.length > 0) await onFound(found);
  if (changed.size > 0 && !signal.aborted) await storage.save(file, withChanges(storage.entries(file), changed));
  return true;
}

async function* withChanges(parts: EntryParts, changed: ReadonlySet<number>): EntryParts {
  let before = 0;
  for await (const part of parts) {
    const from = before;
    yield part.map((entry, at) => (changed.has(from + at) ? { ...entry, isRisky: !entry.isRisky } : entry));
    before += part.length;
  }
}
