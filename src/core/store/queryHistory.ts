import { type HistoryLimits, type KeptRun, type QueryRun } from '../runs/run';
import { type Connection, integer, text } from './sqlite';

/** Runs that are kept, whatever the limits allow; what is pinned does not count. */
export const runsKept = 2_000;

/** A run with what it found, as JSON; absent: what was found before stays. */
export interface RunToKeep {
  readonly run: QueryRun;
  readonly finding?: string;
}

/** Keeps a run, or renews the one of its id, and drops what is beyond the limits: findings first, then runs. */
export function writeRun(
  connection: Connection,
  { run, finding }: RunToKeep,
  limits: HistoryLimits,
  now: number,
  keep = runsKept,
): void {
  connection.transaction(() => {
    connection.run(
      `INSERT INTO query_run (id, at, entry, finding, bytes) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (id) DO UPDATE SET entry = ?3, finding = coalesce(?4, finding), bytes = CASE WHEN ?4 IS NULL THEN bytes ELSE ?5 END`,
      run.id,
      run.at,
      JSON.stringify(run),
      finding ?? null,
      finding === undefined ? 0 : Buffer.byteLength(finding),
    );
    pruneRuns(connection, limits, now, keep);
  });
}

/** Drops what is too old, then findings of the oldest until the rest has room. What is pinned stays. */
export function pruneRuns(connection: Connection, limits: HistoryLimits, now: number, keep = runsKept): number {
  const { changes } = connection.run(
    `DELETE FROM query_run WHERE pinned = 0 AND (at < ?1
       OR id IN (SELECT id FROM query_run WHERE pinned = 0 ORDER BY at DESC, id LIMIT -1 OFFSET ?2))`,
    now - limits.maxAgeMillis,
    keep,
  );
  connection.run(
    `UPDATE query_run SET finding = NULL, bytes = 0 WHERE id IN (
       SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY at DESC, id) AS held FROM query_run
         WHERE pinned = 0 AND bytes > 0) WHERE held > ?)`,
    limits.maxBytes,
  );
  return changes;
}

/** All runs, pinned first, each part newest first. */
export function readRuns(connection: Connection): readonly KeptRun[] {
  return connection
    .all('SELECT entry, pinned, finding IS NOT NULL AS has_finding FROM query_run ORDER BY pinned DESC, at DESC, id')
    .map((row) => ({
      ...(JSON.parse(text(row.entry)) as QueryRun),
      pinned: integer(row.pinned) === 1,
      hasFinding: integer(row.has_finding) === 1,
    }));
}

/** One run and what it found, as JSON; undefined where it is gone. */
export function readRun(
  connection: Connection,
  id: string,
): { readonly run: KeptRun; readonly finding?: string } | undefined {
  const row = connection.get('SELECT entry, pinned, finding FROM query_run WHERE id = ?', id);
  if (row === undefined) return undefined;
  const finding = typeof row.finding === 'string' ? row.finding : undefined;
  const run = {
    ...(JSON.parse(text(row.entry)) as QueryRun),
    pinned: integer(row.pinned) === 1,
    hasFinding: finding !== undefined,
  };
  return { run, ...(finding === undefined ? {} : { finding }) };
}

/** Pins a run, so that no limit drops it, or lets it go; false where it is gone. */
export function pinRun(connection: Connection, id: string, pinned: boolean): boolean {
  return connection.run('UPDATE query_run SET pinned = ? WHERE id = ?', pinned ? 1 : 0, id).changes > 0;
}

/** Forgets runs, or all that are not pinned; answers with how many went. */
export function removeRuns(connection: Connection, ids?: readonly string[]): number {
  if (ids === undefined) return connection.run('DELETE FROM query_run WHERE pinned = 0').changes;
  return connection.run('DELETE FROM query_run WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
    .changes;
}
