import { sql } from 'kysely';
import type { Team } from './database';

/**
 * Dates of changes, in microseconds since 1970, for clients that ask for everything after a date. Each piece of work
 * reserves some before it writes, and commits later, perhaps after others with later dates. Until then it holds a lock with
 * a date before all of its own, so that nobody takes everything up to a later one for complete.
 */
export interface Dates {
  /** The first one that may be used is the next. */
  readonly after: number;
  readonly until: number;
}

/** Works with reserved dates over one connection. */
export async function withDates<T>(
  team: Team,
  { now, count }: { readonly now: number; readonly count: number },
  work: (connection: Team, dates: Dates) => Promise<T>,
): Promise<T> {
  return team.connection().execute(async (connection) => {
    const held = await sql<{ last: number }>`
      SELECT last, pg_advisory_lock_shared(last) FROM change_clock`.execute(connection);
    const before = held.rows[0]?.last ?? 0;
    try {
      // Without waiting for the end of any transaction.
      const { rows } = await sql<{ last: number }>`
        UPDATE change_clock SET last = greatest(last, ${Math.trunc(now) * 1_000}::bigint) + ${count}::bigint
        RETURNING last`.execute(connection);
      const until = rows[0]?.last ?? 0;
      return await work(connection, { after: until - count, until });
    } finally {
      await sql`SELECT pg_advisory_unlock_shared(${before}::bigint)`.execute(connection).catch(() => undefined);
    }
  });
}

/** Dates are in the years from 2001 to 2286; locks of others have other numbers. */
const [firstDate, lastDate] = [1e15, 1e16];

/** Up to this date, no more changes will come. */
export async function safeDate(team: Team): Promise<number> {
  const clock = await sql<{ last: number }>`SELECT last FROM change_clock`.execute(team);
  // Read afterwards: who reserves from now on has later dates.
  const open = await sql<{ first: number | null }>`
    SELECT min(date) AS first FROM (
      SELECT (classid::bigint << 32) | objid::bigint AS date FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 1 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) l WHERE date BETWEEN ${firstDate} AND ${lastDate}`.execute(team);
  return Math.min(clock.rows[0]?.last ?? 0, open.rows[0]?.first ?? Infinity);
}
