import { lookupKey } from '../../indicators/identity/lookupKey';
import type { IndicatorType } from '../../indicators/identity/types';
import { filterNewlyRisky, formatNewlyRisky, parseNewlyRisky, type NewlyRisky } from '../../triage/history/newlyRisky';
import {
  maxTriagedBytes,
  maxTriagedFiles,
  type SeenBefore,
  type TriagedEntry,
  type TriagedFile,
} from '../../triage/history/triagedFile';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';
import { deleteRows, noteRemains, remains } from '../sqlite/upkeep';

/** A remembered file with its ID. */
export interface StoredTriage extends TriagedFile {
  readonly id: number;
}

/** Indicators to read, to write, or to remove at once, which takes some milliseconds. */
export const triagedSlice = 2_000;
/** A file that is still incomplete after this time belongs to a window that crashed. */
const abandonedMillis = 10 * 60_000;
/** No canonical indicator is longer. */
const maxValueLength = 20_000;
/** Bytes that a row and its entry in the index take besides texts. */
const rowBytes = 48;
/** One statement for each row would take twice as long. */
const rowsAtOnce = 100;

/** Remembers a file, whose indicators follow ({@link addTriaged}). It is used from {@link useTriaged} on. Returns its ID. */
export function beginTriaged(connection: Connection, { uri, size, modified, at, count }: TriagedFile): number {
  const sql = 'INSERT INTO triaged_file (uri, size, modified, at, count) VALUES (?, ?, ?, ?, ?)';
  return connection.run(sql, uri, size, modified, at, count).id;
}

/**
 * Adds indicators of a file, the first of which is number `from`. Adding those with similar keys together is fastest.
 */
export function addTriaged(connection: Connection, id: number, from: number, entries: readonly TriagedEntry[]): void {
  const rows = entries.flatMap((entry, at) =>
    entry.value.length > maxValueLength ? [] : [rowOf(id, from + at, entry)],
  );
  connection.transaction(() => {
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = rows.slice(at, at + rowsAtOnce);
      connection.run(
        `INSERT INTO triaged_indicator (file, number, key, own_value, type, line, col, risky)
         VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
        ...some.flat(),
      );
    }
    const bytes = rows.reduce((sum, [, , key, ownValue]) => sum + rowBytes + 2 * key.length + ownValue.length, 0);
    connection.run('UPDATE triaged_file SET bytes = bytes + ? WHERE id = ?', bytes, id);
  });
}

function rowOf(id: number, number: number, { type, value, line, column, isRisky }: TriagedEntry) {
  const key = lookupKey({ type, value });
  return [id, number, key, value === key ? '' : value, type, line, column, Number(isRisky)] as const;
}

/** Uses a file whose indicators were all added, instead of its earlier triage; the oldest files beyond the limits are hidden. */
export function useTriaged(
  connection: Connection,
  id: number,
  limits: { readonly files: number; readonly bytes: number } = { files: maxTriagedFiles, bytes: maxTriagedBytes },
): void {
  connection.transaction(() => {
    connection.run('UPDATE triaged_file SET complete = 1 WHERE id = ?', id);
    hide(connection, 'uri = (SELECT uri FROM triaged_file WHERE id = ?1) AND id <> ?1', id);
    let [files, bytes] = [0, 0];
    for (const row of connection.all(`SELECT id, bytes FROM triaged_file WHERE complete = 1 ${newestFirst}`)) {
      bytes += integer(row['bytes']) ?? 0;
      if (++files > limits.files || bytes > limits.bytes) hide(connection, 'id = ?', integer(row['id']) ?? 0);
    }
  });
}

/** Hides the earlier triage of a file. */
export function hideTriaged(connection: Connection, uri: string): void {
  hide(connection, 'uri = ?', uri);
}

/** Takes files out of use, to be removed by {@link dropTriaged}. */
function hide(connection: Connection, condition: string, value: number | string): void {
  connection.run(`UPDATE triaged_file SET complete = 0, at = 0 WHERE complete = 1 AND ${condition}`, value);
}

/** Removes some indicators of files that aren't in use and aren't being written. Returns whether there may be more. */
export function dropTriaged(connection: Connection): boolean {
  const sql = 'SELECT id FROM triaged_file WHERE complete = 0 AND (at = 0 OR abs(at - ?) > ?) LIMIT 1';
  const id = integer(connection.get(sql, connection.now(), abandonedMillis)?.['id']);
  if (id === undefined) return false;
  connection.transaction(() => {
    const { changes } = connection.run(
      `DELETE FROM triaged_indicator WHERE file = ?1
       AND number IN (SELECT number FROM triaged_indicator WHERE file = ?1 ORDER BY number LIMIT ${triagedSlice})`,
      id,
    );
    if (changes < triagedSlice) connection.run('DELETE FROM triaged_file WHERE id = ?', id);
    // Most of these values are still in a newer triage, or were old: the tables aren't written again for them.
    noteRemains(connection, remains.journal);
  });
  return true;
}

const newestFirst = 'ORDER BY at DESC, id DESC';

/** The files that are remembered, the newest first. */
export function readTriagedFiles(connection: Connection): readonly StoredTriage[] {
  return connection
    .all(`SELECT id, uri, size, modified, at, count FROM triaged_file WHERE complete = 1 ${newestFirst}`)
    .map((row) => {
      const number = (name: string): number => integer(row[name]) ?? 0;
      return {
        id: number('id'),
        uri: text(row['uri']),
        size: number('size'),
        modified: number('modified'),
        at: number('at'),
        count: number('count'),
      };
    });
}

/** In this order of the joins, SQLite uses the index of keys. */
export const seenBeforeSql = `
  SELECT i.key, f.uri, f.at, min(i.line) AS line, i.col FROM json_each(?) list
  CROSS JOIN triaged_indicator i ON i.key = list.value CROSS JOIN triaged_file f ON f.id = i.file
  WHERE f.complete = 1 AND f.uri NOT IN (SELECT value FROM json_each(?))
  GROUP BY i.key, f.id ORDER BY f.at DESC, f.id DESC`;

/**
 * Returns the remembered files in which some indicators were, by lookup key; most were in none. Files with the
 * addresses `except` don't count: their indicators are triaged right now, not seen before.
 */
export function readSeenBefore(
  connection: Connection,
  keys: readonly string[],
  except: readonly string[],
): ReadonlyMap<string, SeenBefore> {
  const now = connection.now();
  const rows = connection.all(seenBeforeSql, JSON.stringify(keys), JSON.stringify(except));
  const files = rows.map((row) => ({
    key: text(row['key']),
    uri: text(row['uri']),
    // A date in the future is one of a wrong clock.
    at: Math.min(integer(row['at']) ?? 0, now),
    line: integer(row['line']) ?? 1,
    column: integer(row['col']) ?? 1,
  }));
  return new Map(
    [...Map.groupBy(files, ({ key }) => key)].map(([key, seen]) => [key, { files: seen, last: seen[0]?.at ?? 0 }]),
  );
}

/** Some indicators of a file, those after a number, each with its own number. */
export function readTriaged(
  connection: Connection,
  id: number,
  after: number,
): readonly (TriagedEntry & { readonly number: number })[] {
  const sql = `SELECT * FROM triaged_indicator WHERE file = ? AND number > ? ORDER BY number LIMIT ${triagedSlice}`;
  return connection.all(sql, id, after).map(entryOf);
}

function entryOf(row: Row): TriagedEntry & { readonly number: number } {
  const ownValue = text(row['own_value']);
  return {
    number: integer(row['number']) ?? 0,
    type: text(row['type']) as IndicatorType,
    value: ownValue === '' ? text(row['key']) : ownValue,
    line: integer(row['line']) ?? 1,
    column: integer(row['col']) ?? 1,
    isRisky: row['risky'] === 1,
  };
}

/** Notes which indicators of a file, by number, became risky or no longer are. */
export function writeRisky(connection: Connection, id: number, changed: ReadonlyMap<number, boolean>): void {
  connection.transaction(() => {
    for (const [number, isRisky] of changed)
      connection.run(
        'UPDATE triaged_indicator SET risky = ? WHERE file = ? AND number = ?',
        Number(isRisky),
        id,
        number,
      );
  });
}

/** Forgets files with their findings of later checks. Returns the number of files. */
export function forgetTriaged(connection: Connection, uris: readonly string[]): number {
  return connection.transaction(() => {
    changeNewlyRisky(connection, (newlyRisky) => filterNewlyRisky(newlyRisky, (row) => !uris.includes(row.uri)));
    const chosen = 'FROM triaged_file WHERE complete = 1 AND uri IN (SELECT value FROM json_each(?))';
    const json = JSON.stringify(uris);
    const sql = `DELETE FROM triaged_indicator WHERE file IN (SELECT id ${chosen})`;
    deleteRows(connection, remains.triaged, sql, json);
    return deleteRows(connection, remains.triaged, `DELETE ${chosen}`, json);
  });
}

/** Forgets everything. Returns the number of files. */
export function clearTriaged(connection: Connection): number {
  return connection.transaction(() => {
    for (const table of ['triaged_indicator', 'triaged_news'])
      deleteRows(connection, remains.triaged, `DELETE FROM ${table}`);
    const { length } = readTriagedFiles(connection);
    deleteRows(connection, remains.triaged, 'DELETE FROM triaged_file');
    return length;
  });
}

/** Whether anything is remembered. */
export function hasTriaged(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM triaged_file UNION ALL SELECT 1 FROM triaged_news LIMIT 1') !== undefined;
}

/** The findings of the last checks. */
export function readNewlyRisky(connection: Connection): NewlyRisky {
  return parseNewlyRisky(text(connection.get('SELECT entry FROM triaged_news')?.['entry']));
}

/** Changes the findings of the last checks and returns them. */
export function changeNewlyRisky(connection: Connection, change: (newlyRisky: NewlyRisky) => NewlyRisky): NewlyRisky {
  return connection.transaction(() => {
    const before = readNewlyRisky(connection);
    const newlyRisky = change(before);
    if (newlyRisky === before) return newlyRisky;
    connection.run('DELETE FROM triaged_news');
    connection.run('INSERT INTO triaged_news (entry) VALUES (?)', formatNewlyRisky(newlyRisky));
    return newlyRisky;
  });
}
