import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isCorruption, isNotDatabase } from '../protocol/storeError';
import type { ForeignFile } from '../../records/problems/storeProblem';
import { applicationId } from './schema';
import { Connection, text } from './sqlite';

/** The kind of file in place of the store. `blank` is an empty file, or a database without tables. */
export type FileOwner = 'none' | 'blank' | 'ours' | ForeignFile;

/** No other program has this combination. */
const ownTables = ['assertion', 'foreign_id', 'answer', 'lease'];
const busyMillis = 5_000;
const minDatabaseBytes = 512;

/**
 * Identifies a file without changing it, by the `application_id` in its header, or otherwise by its tables. Throws what
 * SQLite and the file system throw.
 */
export function getOwner(file: string): FileOwner {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return 'none';
  if (!stat.isFile()) return 'notFile';
  if (stat.size === 0) return 'blank';
  // SQLite takes some files shorter than a page for empty databases.
  if (stat.size < minDatabaseBytes) return 'notDatabase';
  // Only SQLite may open the file: closing another descriptor would drop the locks of every connection in the process.
  const { href } = pathToFileURL(file);
  const stored = ownerByContent(`${href}?immutable=1`);
  const isSettled = stored !== 'blank' && stored !== 'damaged';
  // The latest data may be in the journal only, or on its way from there into the file.
  const hasJournal = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const latest = isSettled || !hasJournal ? stored : ownerByContent(href);
  return latest === 'damaged' ? 'otherDatabase' : latest;
}

/** Device and inode of the file, or undefined if it doesn't exist. */
export function getIdentity(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
}

/** With `immutable`, SQLite only reads the file: no journal, no locks, and no files beside it. */
function ownerByContent(address: string): Exclude<FileOwner, 'none' | 'notFile'> | 'damaged' {
  let connection: Connection | undefined;
  try {
    connection = Connection.open(new URL(address), { readOnly: true, busyMillis });
    const id = connection.get('PRAGMA application_id')?.application_id;
    if (id === applicationId) return 'ours';
    if (id !== 0) return 'otherDatabase';
    const tables = connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => text(name));
    if (tables.length === 0) return 'blank';
    return ownTables.every((name) => tables.includes(name)) ? 'ours' : 'otherDatabase';
  } catch (error) {
    if (isNotDatabase(error)) return 'notDatabase';
    if (isCorruption(error)) return 'damaged';
    throw error;
  } finally {
    connection?.close();
  }
}

/** Files that contain the store's data. */
const companionSuffixes = ['-wal', '-shm', '-journal'];

const privateFile = 0o600;
const privateFolder = 0o700;
const others = 0o077;

/** Creates the folder if needed, for this account only. */
export function ensureFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder });
}

/**
 * Creates the store's file if needed, and removes group and other permissions from it, its journals, and files that were
 * moved aside. SQLite gives new files the permissions of the store.
 */
export function restrictPermissions(file: string): void {
  if (process.platform === 'win32') return;
  if (!existsSync(file)) closeSync(openSync(file, 'a', privateFile));
  for (const path of [file, ...companionSuffixes.map((ending) => file + ending), ...movedAside(file)]) tighten(path);
}

function tighten(path: string): void {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() === true && (stat.mode & others) !== 0) chmodSync(path, privateFile);
  } catch {
    // Another account's file, or a file system without permissions: the store works anyway.
  }
}

const asideReasons = ['corrupt', 'outdated'] as const;
/** Why a store was moved aside: it is damaged, or of an earlier version whose data can't be read. */
export type AsideReason = (typeof asideReasons)[number];

/** An unused name for a store that is moved aside. */
export function backupName(file: string, why: AsideReason, now: number): string {
  const timestamp = new Date(now).toISOString().replace(/[:.]/g, '-');
  const first = `${file}.${why}-${timestamp}`;
  let target = first;
  for (let n = 2; existsSync(target); n++) target = `${first}-${n}`;
  return target;
}

/** The files of stores that were moved aside, with their journals. */
function movedAside(file: string): readonly string[] {
  const prefixes = asideReasons.map((why) => `${basename(file)}.${why}-`);
  return readdirSync(dirname(file))
    .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
    .map((name) => join(dirname(file), name));
}

const isJournal = (path: string): boolean => companionSuffixes.some((ending) => path.endsWith(ending));

/** How many stores were moved aside, when the first and the last of them was written, and their size. */
export function asideSummary(file: string): {
  readonly count: number;
  readonly bytes: number;
  readonly oldest?: number;
  readonly newest?: number;
} {
  const found = movedAside(file).flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ path, size: stats.size, at: Math.trunc(stats.mtimeMs) }];
  });
  const stores = found.filter(({ path }) => !isJournal(path)).map(({ at }) => at);
  return {
    count: stores.length,
    bytes: found.reduce((sum, { size }) => sum + size, 0),
    ...(stores.length === 0 ? {} : { oldest: Math.min(...stores), newest: Math.max(...stores) }),
  };
}

/** Deletes the stores that were moved aside. Returns their number. */
export function removeAside(file: string): number {
  const paths = movedAside(file);
  for (const path of paths) rmSync(path, { force: true });
  return paths.filter((path) => !isJournal(path)).length;
}
