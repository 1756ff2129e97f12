import type { Indicator } from '../../indicators/identity/types';
import { annotated, type AnnotationChange, getAnnotation, readEntry } from '../../triage/triageEntry';
import type { Annotation } from '../../records/annotation';
import { type TriageEntry, triageKey } from '../../triage/triageEntry';
import { type Connection, text } from '../sqlite/sqlite';
import { deleteRows, noteRemains, remains } from '../sqlite/upkeep';

/** Maximum number of entries; the oldest are deleted. */
export const maxTriageEntries = 10_000;

/** Adds indicators to the triage list, or updates them. Notes and tags stay, which another window may have changed. */
export function writeTriage(connection: Connection, entries: readonly TriageEntry[], keep = maxTriageEntries): void {
  connection.transaction(() => {
    for (const entry of entries) {
      const stored = entryOf(connection, entry.indicator);
      put(connection, stored === undefined ? entry : { ...withoutAnnotation(entry), ...getAnnotation(stored) });
    }
    limit(connection, keep);
  });
}

/** Changes notes and tags, and adds indicators that aren't on the list. States stay. */
export function annotateTriage(
  connection: Connection,
  changes: readonly AnnotationChange[],
  keep = maxTriageEntries,
): void {
  connection.transaction(() => {
    for (const change of changes) put(connection, annotated(entryOf(connection, change.indicator), change));
    // The previous notes and tags are still in the file.
    noteRemains(connection, remains.lists);
    limit(connection, keep);
  });
}

/** The note and tags of an indicator, if it has any. */
export function readAnnotation(connection: Connection, indicator: Indicator): Annotation | undefined {
  const entry = entryOf(connection, indicator);
  return entry && getAnnotation(entry);
}

function put(connection: Connection, { at, ...entry }: TriageEntry): void {
  connection.run(
    `INSERT INTO triage (key, at, entry) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET at = excluded.at, entry = excluded.entry`,
    triageKey(entry.indicator),
    at,
    JSON.stringify(entry),
  );
}

function withoutAnnotation({ indicator, state, at, from }: TriageEntry): TriageEntry {
  return { indicator, state, at, from };
}

function limit(connection: Connection, keep: number): void {
  deleteRows(
    connection,
    remains.lists,
    'DELETE FROM triage WHERE key IN (SELECT key FROM triage ORDER BY at DESC, key LIMIT -1 OFFSET ?)',
    keep,
  );
}

function entryOf(connection: Connection, indicator: Indicator): TriageEntry | undefined {
  const row = connection.get('SELECT at, entry FROM triage WHERE key = ?', triageKey(indicator));
  return row && readEntry(text(row.entry), Number(row.at));
}

/** The whole list, most recently added or changed first, without damaged entries. */
export function readTriage(connection: Connection): readonly TriageEntry[] {
  return connection.all('SELECT at, entry FROM triage ORDER BY at DESC, key').flatMap((row) => {
    const entry = readEntry(text(row.entry), Number(row.at));
    return entry === undefined ? [] : [entry];
  });
}

/** Removes entries from the list. Returns how many. */
export function removeTriage(connection: Connection, keys: readonly string[]): number {
  const sql = 'DELETE FROM triage WHERE key = ?';
  return connection.transaction(() =>
    keys.reduce((sum, key) => sum + deleteRows(connection, remains.lists, sql, key), 0),
  );
}
