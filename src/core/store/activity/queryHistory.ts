import type { HistoryLimits, StoredRun, QueryRun } from '../../runs/run';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';
import { deleteRows, remains } from '../sqlite/upkeep';

/** Maximum number of saved runs, regardless of the limits; pinned runs don't count. */
const maxStoredRuns = 2_000;

/** A run with its results as JSON; if absent, the previous results stay. */
export interface RunToStore {
  readonly run: QueryRun;
  readonly finding?: string;
}

/** Data that a run keeps of the earlier runs that it replaces. */
interface Repeats {
  readonly times: number;
  /** IDs of earlier runs, the last first: a panel that shows one of them finds this run after a reload. */
  former: readonly string[];
}

type Entry = QueryRun & Partial<Repeats>;

const maxFormerIds = 50;

/**
 * Saves a run, or updates the one with its ID, and deletes what exceeds the limits: results first, then runs. An
 * answered run replaces earlier runs of the same query at the same source; one without an answer replaces others
 * without.
 */
export function writeRun(
  connection: Connection,
  { run, finding }: RunToStore,
  limits: HistoryLimits,
  keep = maxStoredRuns,
): void {
  connection.transaction(() => {
    const equals = equalRuns(connection, run);
    const entry: Entry = { ...run, ...repeatsOf(run, equals) };
    const pinned = equals.some((each) => each.pinned);
    removeRuns(
      connection,
      equals.map(({ id }) => id),
    );
    connection.run(
      `INSERT INTO query_run (id, at, entry, finding, bytes, pinned) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (id) DO UPDATE SET entry = ?3, finding = coalesce(?4, finding), bytes = CASE WHEN ?4 IS NULL THEN bytes ELSE ?5 END`,
      run.id,
      run.at,
      JSON.stringify(entry),
      finding ?? null,
      finding === undefined ? 0 : Buffer.byteLength(finding),
      pinned ? 1 : 0,
    );
    pruneRuns(connection, limits, keep);
  });
}

interface EqualRun {
  readonly id: string;
  readonly entry: Entry;
  readonly pinned: boolean;
}

/** Runs that are replaced by this one, the last first. */
function equalRuns(connection: Connection, run: QueryRun): readonly EqualRun[] {
  const rows = connection.all(
    "SELECT id, entry, pinned FROM query_run WHERE id <> ? AND json_extract(entry, '$.query') = ? ORDER BY at DESC, id",
    run.id,
    run.query,
  );
  return rows
    .map((row) => ({
      id: text(row.id),
      entry: storedEntry(row),
      pinned: integer(row.pinned) === 1,
    }))
    .filter(({ entry }) => identityOf(entry) === identityOf(run) && (isAnswered(run) || !isAnswered(entry)));
}

/** A key that is equal for runs of the same query at the same source. */
function identityOf({ query, settings: { limit, type, format, name }, title, origin }: QueryRun): string {
  return JSON.stringify([query, limit, type, format, name, title, origin.address]);
}

function isAnswered({ end }: QueryRun): boolean {
  return end?.kind === 'answered';
}

function repeatsOf(run: QueryRun, equals: readonly EqualRun[]): Partial<Repeats> {
  if (equals.length === 0) return {};
  const before = equals.map(({ entry }) => entry.times ?? 1).reduce((sum, times) => sum + times, 0);
  const former = equals.flatMap(({ id, entry }) => [id, ...(entry.former ?? [])]);
  return { times: before + 1, former: former.filter((id) => id !== run.id).slice(0, maxFormerIds) };
}

/** Deletes old runs, then the results of the oldest until the rest fits. Pinned runs stay. */
function pruneRuns(connection: Connection, limits: HistoryLimits, keep = maxStoredRuns): number {
  const removed = deleteRows(
    connection,
    remains.lists,
    `DELETE FROM query_run WHERE pinned = 0 AND (at < ?1
       OR id IN (SELECT id FROM query_run WHERE pinned = 0 ORDER BY at DESC, id LIMIT -1 OFFSET ?2))`,
    connection.now() - limits.maxAgeMillis,
    keep,
  );
  deleteRows(
    connection,
    remains.lists,
    `UPDATE query_run SET finding = NULL, bytes = 0 WHERE id IN (
       SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY at DESC, id) AS held FROM query_run
         WHERE pinned = 0 AND bytes > 0) WHERE held > ?)`,
    limits.maxBytes,
  );
  return removed;
}

/** All runs, pinned first, each part newest first. */
export function readRuns(connection: Connection): readonly StoredRun[] {
  return connection
    .all('SELECT entry, pinned, finding IS NOT NULL AS has_finding FROM query_run ORDER BY pinned DESC, at DESC, id')
    .map((row) => storedRun(row, integer(row.has_finding) === 1));
}

function storedEntry(row: Row): Entry {
  return JSON.parse(text(row.entry)) as Entry;
}

function storedRun(row: Row, hasFinding: boolean): StoredRun {
  const entry = storedEntry(row);
  delete entry.former;
  return { ...entry, pinned: integer(row.pinned) === 1, hasFinding };
}

/** One run, or the one that replaced it, and its results as JSON; undefined if it was deleted. */
export function readRun(
  connection: Connection,
  id: string,
): { readonly run: StoredRun; readonly finding?: string } | undefined {
  const row =
    connection.get('SELECT entry, pinned, finding FROM query_run WHERE id = ?', id) ??
    connection.get(
      `SELECT entry, pinned, finding FROM query_run
       WHERE EXISTS (SELECT 1 FROM json_each(entry, '$.former') WHERE value = ?) ORDER BY at DESC LIMIT 1`,
      id,
    );
  if (row === undefined) return undefined;
  const finding = typeof row.finding === 'string' ? row.finding : undefined;
  const run = storedRun(row, finding !== undefined);
  return { run, finding };
}

/** Pins a run, so that no limit deletes it, or unpins it; false if it was deleted. */
export function pinRun(connection: Connection, id: string, pinned: boolean): boolean {
  return connection.run('UPDATE query_run SET pinned = ? WHERE id = ?', pinned ? 1 : 0, id).changes > 0;
}

/** Deletes runs, or all that aren't pinned. Returns how many. */
export function removeRuns(connection: Connection, ids?: readonly string[]): number {
  if (ids === undefined) return deleteRows(connection, remains.lists, 'DELETE FROM query_run WHERE pinned = 0');
  return deleteRows(
    connection,
    remains.lists,
    'DELETE FROM query_run WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
}
