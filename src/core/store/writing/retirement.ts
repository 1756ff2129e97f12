import type { UtcMillis } from '../../records/record';
import { getStatements, type Subject } from '../statements/statements';
import type { SourceStatement } from '../statements/merge';
import type { RetirementKind } from '../statements/retirementReason';
import { type Connection, integer } from '../sqlite/sqlite';

/**
 * When a source last reported activity of an indicator: when it saw it, or delivered it without a time, and when its
 * data last changed here, so that an old bundle isn't retired right after the import. For a scan, only submissions
 * count.
 */
function activityOf({ source, record, asOf, changed }: SourceStatement): UtcMillis {
  const { seen } = record.timestamps;
  if (source.kind === 'scan') return seen ?? 0;
  return Math.max(seen ?? asOf, changed);
}

/** Three calendar months before a time. */
export function threeMonthsBefore(now: UtcMillis): UtcMillis {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - 3);
  // Three months before May 31 is the end of February, not March 3.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** Reactivates a retired indicator if it was seen since, or if only a wrong clock made it look inactive. */
export function returnIfSeen(connection: Connection, subject: Subject): void {
  const row = connection.get('SELECT at, reason FROM retirement WHERE iid = ?', subject.iid);
  const at = integer(row?.at);
  if (at === undefined) return;
  if (row?.reason === ('inactive' satisfies RetirementKind) && at > connection.now()) {
    unretire(connection, subject.iid);
    return;
  }
  const last = Math.max(0, ...getStatements(connection, subject, true).map(activityOf));
  if (last > at) unretire(connection, subject.iid);
}

/** Retires an indicator; the caller recomputes its merged row. */
export function retire(connection: Connection, iid: number, at: UtcMillis, reason: RetirementKind): void {
  connection.run('INSERT OR IGNORE INTO retirement (iid, at, reason) VALUES (?, ?, ?)', iid, at, reason);
}

/** Removes a retirement; the caller recomputes the merged row. */
export function unretire(connection: Connection, iid: number): void {
  connection.run('DELETE FROM retirement WHERE iid = ?', iid);
}

/** At most `limit` active indicators without any activity since `before`. */
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
