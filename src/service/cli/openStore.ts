import { dirname } from 'node:path';
import { getProblem, StoreError } from '../../core/store/protocol/storeError';
import type { WipeEnd } from '../../core/store/protocol/protocol';
import { checkToday, wipe } from '../../core/store/wipe';
import { openStore, type Store } from '../../core/store/store';
import { type FileOwner, getOwner } from '../../core/store/sqlite/storeFile';
import { clockProblem } from '../../core/records/problems/storeProblem';
import { restored } from '../../core/store/writing/restoring';
import { type CliIo, NoStoreError } from './command';
import { createFolder, notFolderAbove } from './createFolder';
import { formatStoreProblem } from './formatStoreProblem';
import { programName } from './manual/shared';

/** Opens an existing store. Throws a NoStoreError if the file doesn't exist, and a StoreError if it can't be used. */
export function openExistingStore(file: string, io: Pick<CliIo, 'err'>): Store {
  const way = `To create a store, run “${programName} import --db ${file} FILE” or “${programName} sync --db ${file} --url URL”.`;
  const owner = found(file);
  if (owner === 'none') throw new NoStoreError(notFolderAbove(dirname(file)) ?? `Store not found: ${file}. ${way}`);
  if (owner === 'blank') throw new NoStoreError(`${file} is an empty file. ${way}`);
  const store = openOrCreateStore(file, io);
  if (store.isEmpty()) io.err(`The store ${file} is empty. Import or sync data first.`);
  return store;
}

/**
 * Opens a store, or creates it. A damaged store is left in place: in a terminal, nobody would notice that it was
 * replaced by an empty one. Throws a StoreError if it can't be used.
 */
export function openOrCreateStore(file: string, io: Pick<CliIo, 'err'>): Store {
  createFolder(dirname(file));
  const store = openStore(file, { damaged: 'keep' });
  if (store.notice !== undefined) io.err(formatStoreProblem(store.notice, file));
  const latest = store.clock.laterReading();
  if (latest !== undefined) io.err(formatStoreProblem(clockProblem(latest), file));
  Array.from(restored(store.clock));
  // A command ends before anything could be checked in the background.
  const damage = checkToday(file);
  if (damage === undefined) return store;
  store.close();
  throw new StoreError({ kind: 'corrupt', detail: damage });
}

/** Works with a store that is then closed, and what was deleted is erased from its file. */
export async function closing<T>(store: Store, io: Pick<CliIo, 'err' | 'signal'>, work: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } finally {
    store.close();
  }
  // A canceled command has to end; the next one erases it.
  if (!io.signal.aborted) eraseDeleted(store.file, io);
  return result;
}

/** Erases what was deleted from the file of a store that isn't open here. Reports data that can't be erased now. */
export function eraseDeleted(file: string, io: Pick<CliIo, 'err'>): void {
  try {
    const onLong = (bytes: number): void =>
      io.err(`Erasing deleted data from the store ${file} (${(bytes / 1_000_000).toFixed(0)} MB)`);
    const end = wipe(file, Date.now, onLong);
    if (end !== 'done') io.err(`Deleted data is still in the store ${file}: ${notErased[end]}`);
  } catch (error) {
    io.err(formatStoreProblem(getProblem(error), file));
  }
}

const notErased: Readonly<Record<Exclude<WipeEnd, 'done'>, string>> = {
  busy: 'another program is using it. The next import or sync erases it.',
  diskFull: 'erasing needs free space of twice its size. The next import or sync tries again.',
};

function found(file: string): FileOwner {
  try {
    return getOwner(file);
  } catch (error) {
    throw new StoreError(getProblem(error));
  }
}
