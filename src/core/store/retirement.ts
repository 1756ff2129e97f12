import { type UtcMillis } from '../records/record';
import { statementsOf, type Subject } from './statements';
import { type SourceStatement } from './merge';
import { type RetirementKind } from './retirementReason';
import { redateIndicator, redateOriginals } from './changeDates';
import { type Connection, integer } from './sqlite';

/**
 * When a source last gave a sign of an indicator: when it saw it by its own account, or the source named it without saying
 * when; and when what it says was news here, so that an old bundle is not retired as soon as it is imported. Of a scan only
 * a submission counts.
 */
function activityOf({ source, record, asOf, changed }: SourceStatement): UtcMillis {
  const { seen } = record.timestamps;
  if (source.kind === 'scan') return seen ?? 0;
  return Math.max(seen ?? asOf, changed);
}

/** Three months of the calendar before a time. */
export function threeMonthsBefore(now: UtcMillis): UtcMillis {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - 3);
  // 31 May less three months is the end of February, not 3 March.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** Returns a retired indicator to active where somebody saw it since. */
export function returnIfSeen(connection: Connection, subject: Subject): void {
  const at = integer(connection.get('SELECT at FROM retirement WHERE iid = ?', subject.iid)?.at);
  if (at === undefined) return;
  const last = Math.max(0, ...statementsOf(connection, subject, true).map(activityOf));
  if (last > at) unretire(connection, subject.iid);
}

/** Lays a retirement over an indicator; its merged row is the caller's to recompute. */
export function retire(connection: Connection, iid: number, at: UtcMillis, reason: RetirementKind): void {
  connection.run('INSERT OR IGNORE INTO retirement (iid, at, reason) VALUES (?, ?, ?)', iid, at, reason);
  redate(connection, iid);
}

/** Takes a retirement away; the merged row is the caller's to recompute. */
export function unretire(connection: Connection, iid: number): void {
  if (connection.run('DELETE FROM retirement WHERE iid = ?', iid).changes > 0) redate(connection, iid);
}

/** What is served of an indicator says whether it is retired. */
function redate(connection: Connection, iid: number): void {
  redateIndicator(connection, iid);
  redateOriginals(connection, iid);
}

/** Indicators, at most `limit`, of which nobody gave a sign since `before`, and that are not retired yet. */
export function inactiveSince(connection: Connection, before: UtcMillis, limit: number): readonly number[] {
  return connection
    .all(
      `SELECT iid FROM indicator i WHERE retired = 0 AND coalesce(stamp_seen, 0) < ?1
         AND NOT EXISTS (SELECT 1 FROM retirement r WHERE r.iid = i.iid)
         AND NOT EXISTS (
           SELECT 1 FROM assertion a JOIN source s ON s.id = a.source_id
           WHERE a.iid = i.iid AND a.changed >= ?1 AND s.kind <> 'scan')
       LIMIT ?2`,
      before,
      limit,
    )
    .map((row) => integer(row.iid) ?? 0);
}
