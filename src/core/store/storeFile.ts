import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isCorruption, isNotDatabase } from './storeError';
import { type ForeignFile } from './protocol';
import { applicationId } from './schema';
import { Connection, text } from './sqlite';

/** Whose file stands at a store's place. `blank` is an empty file, or a database without any table. */
export type FileOwner = 'none' | 'blank' | 'ours' | ForeignFile;

/** Made by the first step of the schema, and by no other program under these names together. */
const ownTables = ['assertion', 'foreign_id', 'answer', 'lease'];
const busyMillis = 5_000;
const minDatabaseBytes = 512;

/**
 * Says whose file it is without changing anything, by the `application_id` in its header; where there is none (older
 * versions wrote none) by its tables. Throws what SQLite and the file system throw.
 */
export function ownerOf(file: string): FileOwner {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return 'none';
  if (!stat.isFile()) return 'notFile';
  if (stat.size === 0) return 'blank';
  // SQLite takes some files shorter than a page for empty databases.
  if (stat.size < minDatabaseBytes) return 'notDatabase';
  // SQLite alone may open the file: closing a descriptor of one's own drops the locks of every connection in the process.
  const { href } = pathToFileURL(file);
  const stored = ownerByContent(`${href}?immutable=1`);
  const isSettled = stored !== 'blank' && stored !== 'damaged';
  // What was written last may be in the journal alone, or just be on its way from there into the file.
  const hasJournal = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const latest = isSettled || !hasJournal ? stored : ownerByContent(href);
  return latest === 'damaged' ? 'otherDatabase' : latest;
}

/** An address with `immutable` makes SQLite look at the file alone: it reads no journal, takes no lock and writes nothing beside it. */
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

/** Files beside a store that hold the same as it does. */
const companionSuffixes = ['-wal', '-shm', '-journal'];

const privateFile = 0o600;
const privateFolder = 0o700;
const others = 0o077;

/** Makes the folder where there is none, for this account alone. */
export function ensureFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder });
}

/**
 * Makes the store's file where there is none, and takes from group and others what they may do with it, with its journal
 * and with damaged ones that were moved aside. SQLite gives the files that it makes the rights of the store's.
 */
export function restrictPermissions(file: string): void {
  if (process.platform === 'win32') return;
  if (!existsSync(file)) closeSync(openSync(file, 'a', privateFile));
  const aside = `${basename(file)}.corrupt-`;
  const moved = readdirSync(dirname(file)).filter((name) => name.startsWith(aside));
  for (const path of [
    file,
    ...companionSuffixes.map((ending) => file + ending),
    ...moved.map((name) => join(dirname(file), name)),
  ])
    tighten(path);
}

function tighten(path: string): void {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() === true && (stat.mode & others) !== 0) chmodSync(path, privateFile);
  } catch {
    // Another account's file, or a file system without rights: the store works all the same.
  }
}

/** A name for a damaged store that nothing has yet. */
export function backupName(file: string, now: number): string {
  const timestamp = new Date(now).toISOString().replace(/[:.]/g, '-');
  let target = `${file}.corrupt-${timestamp}`;
  for (let n = 2; existsSync(target); n++) target = `${file}.corrupt-${timestamp}-${n}`;
  return target;
}
