import { sql } from 'kysely';
import type { ClockReadings } from '../../core/store/sqlite/clock';
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
  /** As of now, as `core/store/sqlite/clock` has it. */
  readonly clock: ClockReadings;
}

interface ClockRow {
  readonly last: number;
  readonly clock: number;
  readonly clock_back: number | null;
  readonly clock_behind: number | null;
}

function readingsIn(row: ClockRow | undefined): ClockReadings {
  return { clock: row?.clock, clockBack: row?.clock_back ?? undefined, clockBehind: row?.clock_behind ?? undefined };
}

/** Notes what work has learned of a clock that is behind, unless others know more. */
export async function noteReadings(
  team: Team,
  before: ClockReadings,
  { clock, clockBack, clockBehind }: ClockReadings,
): Promise<void> {
  if (clock === before.clock && clockBack === before.clockBack && clockBehind === before.clockBehind) return;
  await sql`
    UPDATE change_clock SET clock = ${clock}, clock_back = ${clockBack ?? null}, clock_behind = ${clockBehind ?? null}
    WHERE clock = ${before.clock} AND clock_back IS NOT DISTINCT FROM ${before.clockBack ?? null}`.execute(team);
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
      const at = sql`${Math.trunc(now)}::bigint`;
      const { rows } = await sql<ClockRow>`
        UPDATE change_clock SET last = greatest(last, ${at} * 1000) + ${count}::bigint, clock = greatest(clock, ${at}),
          clock_back = CASE WHEN clock > ${at} THEN clock_back END,
          clock_behind = CASE WHEN clock > ${at} THEN clock_behind END
        RETURNING last, clock, clock_back, clock_behind`.execute(connection);
      const [row] = rows;
      const until = row?.last ?? 0;
      return await work(connection, { after: until - count, until, clock: readingsIn(row) });
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
