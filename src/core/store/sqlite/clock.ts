import { type Connection, integer } from './sqlite';

/** Clocks of machines that share a store differ by less; a larger step back is a jump. */
export const clockToleranceMillis = 3_600_000;
/** A clock that has been behind for this long is taken to be right: an earlier reading was wrong. */
const settledMillis = 7 * 86_400_000;
/** Between two readings, at most this much counts: the clock may have jumped once more. */
const maxStepMillis = 86_400_000;

/**
 * `clock`: the latest reading of the clock with which dates were written. `clockBack`: the last reading that was behind it.
 * `clockBehind`: for how long the clock has been behind it. `clockRetired` and `clockAged`: it jumped, and retirements and ages haven't been derived again since.
 */
type ClockRow = 'clock' | 'clockBack' | 'clockBehind' | Derived;

/** Data derived from the age of other data. */
export type Derived = 'clockRetired' | 'clockAged';

function rowOf(connection: Connection, name: ClockRow): number | undefined {
  return integer(connection.get('SELECT value FROM upkeep WHERE name = ?', name)?.['value']);
}

function setRow(connection: Connection, name: ClockRow, value: number): void {
  connection.run('INSERT OR REPLACE INTO upkeep (name, value) VALUES (?, ?)', name, value);
}

/** Readings of the clock of a store that other stores work for. */
export type ClockReadings = Readonly<Partial<Record<'clock' | 'clockBack' | 'clockBehind', number>>>;

/** Reads them from a store. */
export function getReadings(connection: Connection): ClockReadings {
  const [clock, clockBack, clockBehind] = (['clock', 'clockBack', 'clockBehind'] as const).map((name) =>
    rowOf(connection, name),
  );
  return { clock, clockBack, clockBehind };
}

/** Writes them to a store that is empty. */
export function setReadings(connection: Connection, { clock, clockBack, clockBehind }: ClockReadings): void {
  for (const [name, value] of Object.entries({ clock, clockBack, clockBehind }))
    if (value !== undefined) setRow(connection, name as keyof ClockReadings, value);
}

function noteJump(connection: Connection): void {
  setRow(connection, 'clockRetired', 1);
  setRow(connection, 'clockAged', 1);
}

/** Notes a reading of the clock that is assumed to be right. */
function trusted(connection: Connection, now: number): number {
  setRow(connection, 'clock', now);
  connection.run("DELETE FROM upkeep WHERE name IN ('clockBack', 'clockBehind')");
  return now;
}

/**
 * Notes the reading of the clock, and returns the date to write as that of new data: that of the latest reading while
 * the clock is behind it. Nobody knows which of both is wrong, and new data must not look old once the clock is right,
 * since it would be retired. A date in the future counts as now wherever it is read.
 */
export function stampNow(connection: Connection): number {
  return connection.transaction(() => {
    const now = connection.now();
    const latest = rowOf(connection, 'clock');
    if (latest === undefined || now >= latest) return trusted(connection, now);
    if (latest - now <= clockToleranceMillis) return latest;
    noteJump(connection);
    const step = now - (rowOf(connection, 'clockBack') ?? now);
    const behind = step < 0 ? 0 : (rowOf(connection, 'clockBehind') ?? 0) + Math.min(step, maxStepMillis);
    if (behind >= settledMillis) return trusted(connection, now);
    setRow(connection, 'clockBack', now);
    setRow(connection, 'clockBehind', behind);
    return latest;
  });
}

/** Trusts a clock that is behind once a source was read or removed, and no source is left from when it was ahead. */
export function settleClock(connection: Connection): void {
  const now = connection.now();
  if (laterReading(connection) === undefined) return;
  const ahead = `kind IN ('import', 'mirror', 'sample') AND as_of > ?1 AND coalesce(details ->> 'readAt', as_of) > ?1`;
  const left = connection.get(`SELECT 1 FROM source WHERE ${ahead} LIMIT 1`, now + clockToleranceMillis);
  if (left === undefined) trusted(connection, now);
}

const noted = '\nclock';
const noteMillis = 60_000;

/** Notes the reading of the clock before data is derived from ages; cheap if called for each of many entries. */
export function noteClock(connection: Connection): void {
  const now = connection.now();
  const before = connection.memo.get(noted);
  if (before !== undefined && Math.abs(now - before) < noteMillis) return;
  stampNow(connection);
  connection.memo.set(noted, now);
}

/** The latest reading of the clock if the clock is far behind it now: one of both is wrong. */
export function laterReading(connection: Connection): number | undefined {
  const latest = rowOf(connection, 'clock');
  return latest !== undefined && latest - connection.now() > clockToleranceMillis ? latest : undefined;
}

/** Whether the clock has jumped since something was derived from the age of data. Unknown counts. */
export function isDue(connection: Connection, derived: Derived): boolean {
  const latest = rowOf(connection, 'clock');
  return latest === undefined || latest > connection.now() || rowOf(connection, derived) !== undefined;
}

/** Notes that it has been derived again. */
export function noteDone(connection: Connection, derived: Derived): void {
  connection.run('DELETE FROM upkeep WHERE name = ?', derived);
}

/** The SQL of a date that a run moves on: to `stamp`, or a bit later, but not from a date in the future of all clocks. */
export function movedOn(column: string, stamp: string, later: 0 | 1): string {
  return `CASE WHEN ${column} > ${stamp} + ${clockToleranceMillis} THEN ${stamp} ELSE max(${stamp}, ${column} + ${later}) END`;
}
