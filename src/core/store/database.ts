import { existsSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isCorruption, problemOf, StoreError } from './storeError';
import { isOnNetwork } from './networkFolder';
import { type ForeignFile, type StoreProblem } from './protocol';
import { migrate, refuseNewer, versionOf } from './schema';
import { Connection, loadSqlite } from './sqlite';
import { backupName, restrictPermissions, ensureFolder, ownerOf } from './storeFile';

/** Below this a whole check costs milliseconds; above it only the parts that are read anyway are looked at. */
const wholeCheckBytes = 16 * 1024 * 1024;
/** So long one try to write waits for another process. */
export const defaultBusyMillis = 5_000;

export interface OpenDatabase {
  readonly connection: Connection;
  /** Tells this file from another one that took its name. */
  readonly identity: string;
  /** What happened on the way although the store is in use: a damaged file was moved aside, or the folder is on a network. */
  readonly notice?: StoreProblem;
}

/** Device and inode of the file, or undefined where there is none. */
export function identityOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
}

/** Throws SQLite's error of damage where a look at the file finds any; `thorough` at every page of a large one, too. */
export function check(connection: Connection, file: string, thorough: boolean): void {
  const damaged = (detail: string): Error => Object.assign(new Error(detail), { errcode: 11 });
  if (thorough || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= wholeCheckBytes) {
    const row = connection.get('PRAGMA quick_check(1)');
    const verdict = Object.values(row ?? {})[0];
    if (verdict !== 'ok') throw damaged(String(verdict));
  } else {
    connection.all('SELECT name, sql FROM sqlite_schema');
    connection.get('SELECT max(iid) FROM indicator');
    connection.get('SELECT min(as_of), max(as_of) FROM answer');
  }
}

/** Switches to WAL; where the folder's file system can't, a rollback journal serves, and the user is told. */
function journal(connection: Connection, file: string): StoreProblem | undefined {
  let mode: unknown = 'another machine’s folder';
  try {
    if (!isOnNetwork(file)) mode = connection.get('PRAGMA journal_mode = WAL')?.journal_mode;
  } catch (error) {
    if (isCorruption(error)) throw error;
    const problem = problemOf(error);
    if (problem.kind !== 'failed') throw error;
    mode = problem.detail;
  }
  if (mode === 'wal') return undefined;
  connection.get('PRAGMA journal_mode = DELETE');
  return { kind: 'networkFolder', detail: `write-ahead logging is not possible here (${String(mode)})` };
}

function openOnce(file: string, now: () => number, thorough: boolean, busyMillis: number): OpenDatabase {
  const connection = Connection.open(file, { readOnly: false, busyMillis, now });
  try {
    refuseNewer(versionOf(connection));
    const notice = journal(connection, file);
    connection.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL');
    connection.bulk(false);
    check(connection, file, thorough);
    migrate(connection);
    const identity = identityOf(file) ?? '';
    return { connection, identity, ...(notice === undefined ? {} : { notice }) };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Moves a damaged file with its journal files aside, never over an earlier one; answers with its new name. */
function moveAside(file: string, now: number): string {
  const target = backupName(file, now);
  try {
    renameSync(file, target);
  } catch (error) {
    // Windows moves no file that another window has open.
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreError({ kind: 'failed', detail: `the store is damaged and can't be moved aside: ${why}` });
  }
  for (const ending of ['-wal', '-shm']) {
    if (existsSync(file + ending)) renameSync(file + ending, target + ending);
  }
  return target;
}

const foreign: Readonly<Record<ForeignFile, string>> = {
  notFile: 'not a regular file',
  notDatabase: 'not an SQLite database',
  otherDatabase: 'an SQLite database of another program',
};

/** Throws a StoreError where the file is somebody else's. */
function refuseForeign(file: string): void {
  const owner = ownerOf(file);
  if (owner === 'none' || owner === 'blank' || owner === 'ours') return;
  throw new StoreError({ kind: 'foreign', what: owner, file, detail: `${file} is ${foreign[owner]}` });
}

export interface OpenOptions {
  /** Looks at every page, seconds for a large file: for one that has shown damage in use. */
  readonly thorough?: boolean;
  /** What becomes of a damaged file: `replace` moves it aside and begins an empty one, `keep` leaves it and throws. */
  readonly damaged?: 'replace' | 'keep';
  /** How long one try to write waits for another process, milliseconds. */
  readonly busyMillis?: number;
}

/**
 * Opens the store for writing: makes folder and file (for this account alone), brings the schema up to date, and begins
 * anew where the file is damaged (it is moved aside, never deleted; `notice` says so). A file that is no store is neither
 * moved nor written. Throws a {@link StoreError} for everything else.
 */
export function openDatabase(
  file: string,
  now: () => number,
  { thorough = false, damaged = 'replace', busyMillis = defaultBusyMillis }: OpenOptions = {},
): OpenDatabase {
  try {
    ensureFolder(dirname(file));
    if (loadSqlite() !== undefined) refuseForeign(file);
    restrictPermissions(file);
    try {
      return openOnce(file, now, thorough, busyMillis);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      if (damaged === 'keep') throw new StoreError({ kind: 'corrupt', detail });
      const movedTo = moveAside(file, now());
      restrictPermissions(file);
      return { ...openOnce(file, now, false, busyMillis), notice: { kind: 'corrupt', detail, movedTo } };
    }
  } catch (error) {
    throw new StoreError(problemOf(error));
  }
}
