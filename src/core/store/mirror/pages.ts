import { idOfObject } from '../statements/foreignId';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';
import { envelopeOf } from './envelope';
import { addBytes } from './size';

/** A page that waits for indexing. */
export interface WaitingPage {
  readonly pid: number;
  readonly sourceId: number;
  /** The number of its chain, and when its sync began. */
  readonly run: number;
  readonly at: number;
}

/** Stores an unmodified page; `hashes` find the objects in it. */
export function keepPage(
  connection: Connection,
  { sourceId, run, at }: Omit<WaitingPage, 'pid'>,
  page: { readonly hashes: Uint8Array; readonly body: Uint8Array },
): void {
  connection.run(
    'INSERT INTO mirror_page (source_id, run, at, hashes, body) VALUES (?, ?, ?, ?, ?)',
    sourceId,
    run,
    at,
    page.hashes,
    page.body,
  );
  addBytes(connection, sourceId, page.body.byteLength);
}

/** The next page to index, of one source or of any. */
export function nextPage(connection: Connection, sourceId?: number): WaitingPage | undefined {
  const row =
    sourceId === undefined
      ? connection.get('SELECT pid, source_id, run, at FROM mirror_page ORDER BY pid LIMIT 1')
      : connection.get(
          'SELECT pid, source_id, run, at FROM mirror_page WHERE source_id = ? ORDER BY pid LIMIT 1',
          sourceId,
        );
  return row === undefined ? undefined : pageIn(row);
}

function pageIn(row: Row): WaitingPage {
  const whole = (name: string): number => integer(row[name]) ?? 0;
  return { pid: whole('pid'), sourceId: whole('source_id'), run: whole('run'), at: whole('at') };
}

/** Whether a page still waits: another window may have indexed it. */
export function isThere(connection: Connection, pid: number): boolean {
  return connection.get('SELECT 1 FROM mirror_page WHERE pid = ?', pid) !== undefined;
}

/** The objects of a page; none where it is deleted. */
export function objectsOf(connection: Connection, pid: number): readonly unknown[] {
  const body = connection.get('SELECT body FROM mirror_page WHERE pid = ?', pid)?.['body'];
  return body instanceof Uint8Array ? (envelopeOf(body)?.objects ?? []) : [];
}

/** Deletes an indexed page; true where it was the last of its source. */
export function dropPage(connection: Connection, { pid, sourceId }: WaitingPage): boolean {
  const row = connection.get('DELETE FROM mirror_page WHERE pid = ? RETURNING length(body) AS bytes', pid);
  addBytes(connection, sourceId, -(integer(row?.['bytes']) ?? 0));
  return nextPage(connection, sourceId) === undefined;
}

/** All waiting pages, by source, in their order. */
export function allPages(connection: Connection): ReadonlyMap<number, readonly number[]> {
  const rows = connection.all(
    'SELECT source_id, pid FROM mirror_page INDEXED BY mirror_page_source ORDER BY source_id, pid',
  );
  const bySource = Map.groupBy(rows, (row) => integer(row.source_id) ?? 0);
  return new Map([...bySource].map(([id, of]) => [id, of.map((row) => integer(row.pid) ?? 0)]));
}

/** What a page can be found by. */
export function hashesOf(connection: Connection, pid: number): Uint8Array {
  const hashes = connection.get('SELECT hashes FROM mirror_page WHERE pid = ?', pid)?.['hashes'];
  return hashes instanceof Uint8Array ? hashes : new Uint8Array();
}

/** The highest number of a waiting page; undefined where none waits. */
export function lastPendingPage(connection: Connection): number | undefined {
  return integer(connection.get('SELECT max(pid) AS pid FROM mirror_page')?.['pid']);
}

/** Adds to the number of IDs that wait on the pages of a source. */
export function countWaiting(connection: Connection, sourceId: number, more: number): void {
  if (more === 0) return;
  connection.run('UPDATE mirror SET waiting = max(0, waiting + ?) WHERE source_id = ?', more, sourceId);
}

/** None waits any more. */
export function noneWaits(connection: Connection, sourceId: number): void {
  connection.run('UPDATE mirror SET waiting = 0 WHERE source_id = ?', sourceId);
}

/** The number of IDs that wait on the pages of a source. */
export function waitingOf(connection: Connection, sourceId: number): number {
  return integer(connection.get('SELECT waiting FROM mirror WHERE source_id = ?', sourceId)?.['waiting']) ?? 0;
}

/** The IDs of a source's objects about a key, so far. */
export function idsOfKey(connection: Connection, sourceId: number, key: string): readonly string[] {
  return connection
    .all(
      `SELECT f.foreign_id FROM indicator i JOIN foreign_id f INDEXED BY foreign_id_own ON f.own_id = i.iid
       WHERE i.key = ? AND f.source_id = ? AND f.kind = 'indicator' AND ${idOfObject}`,
      key,
      sourceId,
    )
    .map((row) => text(row['foreign_id']));
}
