import { existsSync, renameSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isCorruption, getProblem, StoreError } from '../protocol/storeError';
import type { ForeignFile, StoreProblem } from '../../records/problems/storeProblem';
import { getIntegrity } from './integrity';
import { earlierVersion, ensureSchema, refuseNewer, getVersion } from './schema';
import { Connection, loadSqlite } from './sqlite';
import { type AsideReason, backupName, ensureFolder, getIdentity, getOwner, restrictPermissions } from './storeFile';

/** Network file systems by their Linux magic number: NFS, SMB, CIFS, SMB2, AFS, Coda. */
const networkTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x73757245]);

/** Whether a `statfs` type is a network file system. Other systems than Linux use other numbers. */
export function isNetworkType(type: number): boolean {
  return networkTypes.has(type >>> 0);
}

/**
 * Whether the file is on a network drive. Write-ahead logging needs shared memory: across machines it seems to work but
 * can lose data.
 */
export function isOnNetwork(file: string): boolean {
  if (process.platform === 'win32') return /^(?:\\\\|\/\/)(?![?.])/.test(file);
  try {
    return process.platform === 'linux' && isNetworkType(statfsSync(dirname(file)).type);
  } catch {
    return false;
  }
}

/** Smaller files are checked completely when they are opened; larger ones, a share each day (`integrity.ts`). */
export const wholeCheckBytes = 16 * 1024 * 1024;
/** How long one attempt to write waits for another process. */
export const defaultBusyMillis = 5_000;

export interface OpenDatabase {
  readonly connection: Connection;
  /** Distinguishes this file from another one with the same name. */
  readonly identity: string;
  /**
   * A problem while opening, although the store is usable: a damaged file or one of an earlier version was moved aside,
   * or the folder is on a network drive.
   */
  readonly notice?: StoreProblem;
}

/** Throws SQLite's corruption error if the file is damaged; `thorough` checks every page of a large file as well. */
export function check(connection: Connection, file: string, thorough: boolean): void {
  const damaged = (detail: string): Error => Object.assign(new Error(detail), { errcode: 11 });
  if (thorough || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= wholeCheckBytes) {
    const damage = getIntegrity(connection);
    if (damage !== undefined) throw damaged(damage);
  } else {
    connection.all('SELECT name, sql FROM sqlite_schema');
    connection.get('SELECT max(iid) FROM indicator');
    connection.get('SELECT min(as_of), max(as_of) FROM answer');
  }
}

/** Switches to WAL. If the file system doesn't support it, a rollback journal is used and the user is notified. */
function journal(connection: Connection, file: string): StoreProblem | undefined {
  let mode: unknown = "another machine's folder";
  try {
    if (!isOnNetwork(file)) mode = connection.get('PRAGMA journal_mode = WAL')?.journal_mode;
  } catch (error) {
    if (isCorruption(error)) throw error;
    const problem = getProblem(error);
    if (problem.kind !== 'failed') throw error;
    mode = problem.detail;
  }
  if (mode === 'wal') return undefined;
  connection.get('PRAGMA journal_mode = DELETE');
  return { kind: 'networkFolder', detail: `write-ahead logging is not possible here (${String(mode)})` };
}

function openOnce(
  file: string,
  now: () => number,
  { thorough = false, busyMillis = defaultBusyMillis, holder }: OpenOptions,
): OpenDatabase {
  const connection = Connection.open(file, { readOnly: false, busyMillis, now, holder });
  try {
    refuseNewer(getVersion(connection));
    const notice = journal(connection, file);
    connection.exec('PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    connection.bulk(false);
    check(connection, file, thorough);
    ensureSchema(connection);
    // A newer version may change the file at any time.
    connection.beforeWrite = (current) => refuseNewer(getVersion(current));
    const identity = getIdentity(file) ?? '';
    return { connection, identity, notice };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Moves a file and its journals aside without overwriting an earlier backup. Returns the new name. */
function moveAside(file: string, why: AsideReason, now: number): string {
  const target = backupName(file, why, now);
  try {
    renameSync(file, target);
  } catch (error) {
    // Windows can't move a file that another window has open.
    const detail = error instanceof Error ? error.message : String(error);
    throw new StoreError({
      kind: 'failed',
      detail: `the store ${whyAside[why]} and can't be moved aside: ${detail}`,
    });
  }
  for (const ending of ['-wal', '-shm']) {
    if (existsSync(file + ending)) renameSync(file + ending, target + ending);
  }
  return target;
}

const whyAside: Readonly<Record<AsideReason, string>> = {
  corrupt: 'is damaged',
  outdated: 'is of an earlier version',
};

/** Moves a file of an earlier version aside: this build can't read its data. */
function moveOlderAside(file: string, now: () => number, busyMillis: number): StoreProblem | undefined {
  const identity = getIdentity(file);
  const connection = Connection.open(file, { readOnly: false, busyMillis });
  let version: number | undefined;
  try {
    version = earlierVersion(connection);
  } finally {
    // Closing it also writes its journal back.
    connection.close();
  }
  if (version === undefined) return undefined;
  // Another window may have moved it and created a new one in the meantime.
  if (getIdentity(file) !== identity) return undefined;
  const movedTo = moveAside(file, 'outdated', now());
  return { kind: 'outdated', detail: `version ${version} was moved to ${movedTo}`, movedTo };
}

const foreign: Readonly<Record<ForeignFile, string>> = {
  notFile: 'not a regular file',
  notDatabase: 'not an SQLite database',
  otherDatabase: 'an SQLite database of another program',
};

/** Throws a StoreError if the file isn't a store. */
function refuseForeign(file: string): void {
  const owner = getOwner(file);
  if (owner === 'none' || owner === 'blank' || owner === 'ours') return;
  throw new StoreError({ kind: 'foreign', what: owner, file, detail: `${file} is ${foreign[owner]}` });
}

export interface OpenOptions {
  /** Checks every page, which takes seconds for a large file. For a file that showed corruption in use. */
  readonly thorough?: boolean;
  /** How a damaged file is treated: `replace` moves it aside and creates an empty one, `keep` leaves it and throws. */
  readonly damaged?: 'replace' | 'keep';
  /** How long one attempt to write waits for another process, in milliseconds. */
  readonly busyMillis?: number;
  /** Identifies the writer in leases and claims; a new one each time by default. */
  readonly holder?: string;
}

/**
 * Opens the store for writing: creates folder and file (accessible to this account only), and replaces a damaged file
 * or one of an earlier version by an empty one (the old one is moved aside, never deleted; see `notice`). A file that
 * isn't a store is neither moved nor written. Throws a {@link StoreError} for everything else.
 */
export function openDatabase(file: string, now: () => number, options: OpenOptions = {}): OpenDatabase {
  const { damaged = 'replace', busyMillis = defaultBusyMillis } = options;
  try {
    ensureFolder(dirname(file));
    if (loadSqlite() !== undefined) refuseForeign(file);
    restrictPermissions(file);
    try {
      const notice = moveOlderAside(file, now, busyMillis);
      if (notice !== undefined) restrictPermissions(file);
      const open = openOnce(file, now, options);
      return notice === undefined ? open : { ...open, notice };
    } catch (error) {
      if (!isCorruption(error)) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      if (damaged === 'keep') throw new StoreError({ kind: 'corrupt', detail });
      const movedTo = moveAside(file, 'corrupt', now());
      restrictPermissions(file);
      return { ...openOnce(file, now, { ...options, thorough: false }), notice: { kind: 'corrupt', detail, movedTo } };
    }
  } catch (error) {
    throw new StoreError(getProblem(error));
  }
}
