import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isCorruption, problemOf, StoreFault } from './fault';
import { isOnNetwork } from './networkFolder';
import { type StoreProblem } from './protocol';
import { migrate, refuseNewer, versionOf } from './schema';
import { Connection } from './sqlite';

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

function check(connection: Connection, file: string, thorough: boolean): void {
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
    connection.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY');
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
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-');
  let target = `${file}.corrupt-${stamp}`;
  for (let n = 2; existsSync(target); n++) target = `${file}.corrupt-${stamp}-${n}`;
  try {
    renameSync(file, target);
  } catch (error) {
    // Windows moves no file that another window has open.
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreFault({ kind: 'failed', detail: `the store is damaged and can't be moved aside: ${why}` });
  }
  for (const ending of ['-wal', '-shm']) {
    if (existsSync(file + ending)) renameSync(file + ending, target + ending);
  }
  return target;
}

/**
 * Opens the store for writing: makes folder and file, brings the schema up to date, and begins anew where the file is
 * damaged (it is moved aside, never deleted; `notice` says so). `thorough` looks at every page, seconds for a large file:
 * for one that has shown damage in use. Throws a {@link StoreFault} for everything else.
 */
export function openDatabase(
  file: string,
  now: () => number,
  { thorough = false, busyMillis = defaultBusyMillis } = {},
): OpenDatabase {
  try {
    mkdirSync(dirname(file), { recursive: true });
    try {
      return openOnce(file, now, thorough, busyMillis);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      const movedTo = moveAside(file, now());
      const detail = error instanceof Error ? error.message : String(error);
      return { ...openOnce(file, now, false, busyMillis), notice: { kind: 'corrupt', detail, movedTo } };
    }
  } catch (error) {
    throw new StoreFault(problemOf(error));
  }
}
