import { type Connection, integer } from '../sqlite/sqlite';
import { type Derived, isDue, laterReading, noteDone, stampNow } from '../sqlite/clock';
import { subjectByIid } from '../statements/statements';
import { remerge } from './assertions';

/** Undoes what a wrong clock has left in the store, once the clock is right. */
export interface ClockStore {
  /** Notes the reading of the clock, before anything is retired by it. */
  note(): void;
  /** The latest reading of the clock if the clock is far behind it now: one of both is wrong. */
  laterReading(): number | undefined;
  /** Whether something that follows from the age of data may have been derived with another clock. */
  isDue(derived: Derived): boolean;
  /** Notes that it was derived again. */
  noteDone(derived: Derived): void;
  /**
   * Merges some indicators again that were retired at a time in the future, from an indicator on. Returns where to
   * continue; undefined at the end.
   */
  restoreSome(from: number): number | undefined;
}

const sliceSize = 500;

function restoreSome(connection: Connection, from: number): number | undefined {
  const rows = connection.all(
    `SELECT iid FROM indicator WHERE retired = 1 AND stamp_retired > ? AND iid > ? ORDER BY iid LIMIT ${sliceSize}`,
    connection.now(),
    from,
  );
  for (const row of rows) {
    const subject = subjectByIid(connection, integer(row['iid']) ?? 0);
    if (subject !== undefined) remerge(connection, subject);
  }
  return rows.length < sliceSize ? undefined : integer(rows.at(-1)?.['iid']);
}

/** Restores all indicators that a wrong clock retired, a step at a time. */
export function* restored(clock: ClockStore): Generator<undefined, void> {
  if (!clock.isDue('clockRetired')) return;
  for (let from: number | undefined = 0; from !== undefined; yield) from = clock.restoreSome(from);
  clock.noteDone('clockRetired');
}

/** Creates the part of the store for jumps of the clock. */
export function createClockStore(withConnection: <T>(work: (connection: Connection) => T) => T): ClockStore {
  return {
    note: () => void withConnection(stampNow),
    laterReading: () => withConnection(laterReading),
    isDue: (derived) => withConnection((c) => isDue(c, derived)),
    noteDone: (derived) => withConnection((c) => noteDone(c, derived)),
    restoreSome: (from) => withConnection((c) => c.transaction(() => restoreSome(c, from))),
  };
}
