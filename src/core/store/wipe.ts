import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { dropTrigrams } from './searchIndex/textIndex';
import type { WipeEnd } from './protocol/protocol';
import { isCorruption } from './protocol/storeError';
import { wholeCheckBytes } from './sqlite/database';
import { checkShare } from './sqlite/integrity';
import { freeBytesBeside } from './sqlite/freeBytes';
import { refuseNewer, schemaVersion, getVersion } from './sqlite/schema';
import { Connection, integer } from './sqlite/sqlite';
import { beginWipe, noteWiped, remains, remainsIn, rewriteTables } from './sqlite/upkeep';

const busyMillis = 5_000;
/** A copy of a larger store is made in a temporary file instead of in memory. */
const memoryBytes = 64 * 2 ** 20;
/** The copy and the journal, and some room for others. */
const copies = 2.2;

/**
 * Erases deleted data from the files of the store and its journal, and frees the space. Blocks the thread: about a
 * second for 100 MB; `onLong` is called before that, with the number of bytes, if it takes longer. Others can read in
 * the meantime. If the process ends early, the next call starts again; nothing is lost.
 */
export function wipe(file: string, now: () => number = Date.now, onLong?: (bytes: number) => void): WipeEnd {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return 'done';
  const connection = Connection.open(file, { readOnly: false, busyMillis, now });
  try {
    if (getVersion(connection) < schemaVersion) return 'done';
    connection.beforeWrite = (current) => refuseNewer(getVersion(current));
    refuseNewer(getVersion(connection));
    if (remainsIn(connection) === remains.none) return 'done';
    connection.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    if (remainsIn(connection) > remains.lists && !hasRoom(connection, file)) return 'diskFull';
    const found = beginWipe(connection);
    if (found > remains.lists) spillToDisk(connection, file);
    if (found === remains.lists || found === remains.triaged) rewriteTables(connection, found);
    if (found === remains.records) {
      const bytes = contentBytes(connection);
      if (bytes > memoryBytes) onLong?.(bytes);
      connection.transaction(() => dropTrigrams(connection));
      connection.exec('VACUUM');
    }
    noteWiped(connection, remains.journal);
    // Journals of file systems without write-ahead logging are deleted after each transaction.
    if (integer(connection.get('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy']) !== 0) return 'busy';
    noteWiped(connection, remains.none);
    return remainsIn(connection) === remains.none ? 'done' : 'busy';
  } catch (error) {
    if (isBusy(error)) return 'busy';
    throw error;
  } finally {
    connection.close();
  }
}

/** The size of what the store contains, in bytes. */
function contentBytes(connection: Connection): number {
  const value = (name: string): number => integer(connection.get(`PRAGMA ${name}`)?.[name]) ?? 0;
  return (value('page_count') - value('freelist_count')) * value('page_size');
}

function hasRoom(connection: Connection, file: string): boolean {
  const free = freeBytesBeside(file);
  return free === undefined || free > contentBytes(connection) * copies;
}

/** Lets SQLite copy a large store to disk instead of memory. */
function spillToDisk(connection: Connection, file: string): void {
  if (contentBytes(connection) <= memoryBytes) return;
  // SQLite deletes the temporary file when it has opened it. Beside the store, it is on the disk that has room.
  connection.exec(`PRAGMA temp_store = FILE; PRAGMA temp_store_directory = '${dirname(file).replaceAll("'", "''")}'`);
}

/**
 * Checks today's share of a store that is too large to be checked when it is opened. Blocks the thread. Returns the
 * damage, if any.
 */
export function checkToday(file: string, now: () => number = Date.now): string | undefined {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= wholeCheckBytes) return undefined;
  const connection = Connection.open(file, { readOnly: false, busyMillis, now });
  try {
    if (getVersion(connection) !== schemaVersion) return undefined;
    connection.beforeWrite = (current) => refuseNewer(getVersion(current));
    return checkShare(connection);
  } catch (error) {
    if (isBusy(error)) return undefined;
    if (isCorruption(error)) return error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    connection.close();
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false;
  // SQLITE_BUSY and SQLITE_LOCKED, with any further detail.
  return [5, 6].includes(error.errcode & 0xff);
}
