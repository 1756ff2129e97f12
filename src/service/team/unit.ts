import { sql } from 'kysely';
import { getReadings, setReadings } from '../../core/store/sqlite/clock';
import { type Connection, integer } from '../../core/store/sqlite/sqlite';
import { type Dates, noteReadings, withDates } from './changeDates';
import { checkVersion, getState, type Team } from './database';
import type { KnownIds } from './ids';
import { Loader, type Needs } from './working/load';
import { Saver } from './working/save';
import { WorkingSet } from './working/workingSet';

/** Resources shared by units of work. */
export interface TeamContext {
  readonly team: Team;
  readonly ids: KnownIds;
  readonly now: () => number;
}

/** Serialization failure, deadlock, and a row that another writer has added in the meantime. */
const retried: ReadonlySet<string> = new Set(['40001', '40P01', '23505']);
const maxAttempts = 20;

/** The class of the locks of sources. */
const sourceLock = 0x544c00;

/** Dates that a unit may use for its changes by default. */
const defaultDates = 10_000;

/** Data and dates for a unit of work. */
export interface UnitNeeds {
  /** May depend on what is stored, and write other tables in the same transaction. */
  readonly needs: Needs | ((team: Team, dates: Dates) => Promise<Needs>);
  /** How many dates of changes it may use. */
  readonly dates?: number;
  /** Others that depend on nothing of this one, nor the reverse, may write the same source at the same time. */
  readonly isApart?: boolean;
}

/**
 * Loads a part of the team store, works with it, and writes back what changed, in one transaction. `work` may be called
 * again where another writer was faster. `also` writes something else in the same transaction.
 */
export async function unitOfWork<T>(
  context: TeamContext,
  needs: UnitNeeds,
  work: (connection: Connection) => T,
  also?: (transaction: Team, result: T) => Promise<unknown>,
): Promise<T> {
  return withRetries(() => attemptUnit(context, needs, work, also));
}

/** Repeats what failed because another process wrote the same, or changed the tables. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!retried.has(getState(error)) || attempt === maxAttempts) throw error;
    }
  }
}

async function attemptUnit<T>(
  { team, ids, now }: TeamContext,
  { needs, dates = defaultDates, isApart = false }: UnitNeeds,
  work: (connection: Connection) => T,
  also: ((transaction: Team, result: T) => Promise<unknown>) | undefined,
): Promise<T> {
  const at = now();
  return withDates(team, { now: at, count: dates }, async (single, reserved) => {
    const { after, until, clock } = reserved;
    const working = WorkingSet.create(at, true);
    try {
      working.connection.run('UPDATE change_clock SET last = ?', after);
      setReadings(working.connection, clock);
      const { result, stored } = await single.transaction().execute(async (transaction) => {
        await checkVersion(transaction);
        const all = typeof needs === 'function' ? await needs(transaction, reserved) : needs;
        if (all.sourceId !== undefined) {
          const lock = isApart ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
          await sql`SELECT ${lock}(${sourceLock}, ${all.sourceId})`.execute(transaction);
        }
        await new Loader(transaction, working, true).load(all);
        const done = work(working.connection);
        checkDates(working.connection, until);
        const saver = new Saver(transaction, working, ids);
        await saver.save();
        await also?.(transaction, done);
        return { result: done, stored: saver.stored };
      });
      ids.note(stored);
      // The work stays done if this fails; the next unit notes the readings.
      await noteReadings(single, clock, getReadings(working.connection)).catch(() => undefined);
      return result;
    } finally {
      working.close();
    }
  });
}

/** Working sets of reads that have ended. */
const idle: WorkingSet[] = [];
const maxIdle = 8;

function takeIdle(now: number): WorkingSet {
  const working = idle.pop();
  working?.reset(now);
  return working ?? WorkingSet.create(now, false);
}

/** Loads a part of the team store, and reads it. */
export async function reading<T>(
  { team, now }: TeamContext,
  needs: Needs,
  work: (connection: Connection) => T | Promise<T>,
): Promise<T> {
  const working = takeIdle(now());
  try {
    // All as it was at one moment.
    await team
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((transaction) => new Loader(transaction, working, false).load(needs));
    return await work(working.connection);
  } finally {
    if (idle.length < maxIdle) idle.push(working);
    else working.close();
  }
}

/** Other writers have the dates that follow. */
function checkDates(connection: Connection, end: number): void {
  const last = integer(connection.get('SELECT last FROM change_clock')?.['last']) ?? 0;
  if (last > end) throw new RangeError('a unit of work has used more dates than it reserved');
}
