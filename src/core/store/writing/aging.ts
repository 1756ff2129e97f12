import type { UtcMillis } from '../../records/record';
import { riskRank } from '../../records/risk';
import { redateIndicator } from '../statements/changeDates';
import { yearsSince } from '../statements/listRating';
import { mergeStatements } from '../statements/merge';
import { getEffectiveStatements, subjectByIid } from '../statements/statements';
import { isDue } from '../sqlite/clock';
import { type Connection, integer } from '../sqlite/sqlite';
import { remerge } from './assertions';
import { rescore } from './rescore';
import { changeSource, getDetails } from './sourceMeaning';

/** The indicator from which the aging of a source continues; undefined at the end. */
export type AgingStep = number | undefined;

/** Indicators whose age is checked in one step. */
const sliceSize = 5_000;
const day = 24 * 60 * 60 * 1_000;

/** The sources whose rating ages, if they weren't aged within a day, or were by another clock. */
export function sourcesToAge(connection: Connection): readonly number[] {
  const now = connection.now();
  const hasLapsed = isDue(connection, 'clockAged')
    ? () => true
    : (agedAt: UtcMillis) => agedAt > now || now - agedAt >= day;
  return connection
    .all('SELECT id FROM source WHERE ages = 1')
    .map((row) => integer(row['id']) ?? 0)
    .filter((id) => hasLapsed(getDetails(connection, id).agedAt ?? 0));
}

/**
 * Merges again the entries of a source that became another full year old since it was aged before, from an indicator
 * on, in one transaction. Records apply the age whenever they are read; this is for searches, which use the merged
 * risk.
 */
export function ageSome(connection: Connection, id: number, from: number): AgingStep {
  return connection.transaction(() => {
    const source = connection.get('SELECT created, as_of FROM source WHERE id = ?', id);
    const now = connection.now();
    const before = getDetails(connection, id).agedAt ?? integer(source?.['created']) ?? now;
    const last = source === undefined ? undefined : sliceEnd(connection, id, from);
    if (last === undefined) {
      if (source !== undefined) changeSource(connection, id, { details: { agedAt: now } });
      return undefined;
    }
    // Entries without dates have the date of their source.
    const isWhole = hasAged(integer(source?.['as_of']), before, now) || isDue(connection, 'clockAged');
    const rows = connection.all(
      `SELECT a.iid, i.stamp_seen, (SELECT count(*) FROM assertion b WHERE b.iid = a.iid) AS sources
       FROM assertion a JOIN indicator i ON i.iid = a.iid WHERE a.source_id = ? AND a.iid > ? AND a.iid <= ?`,
      id,
      from,
      last,
    );
    for (const row of rows) {
      // Of several sources, the date is that of the newest.
      const hasChanged =
        isWhole || (integer(row['sources']) ?? 1) > 1 || hasAged(integer(row['stamp_seen']), before, now);
      if (hasChanged) mergeIfChanged(connection, integer(row['iid']) ?? 0, id);
    }
    return last;
  });
}

function sliceEnd(connection: Connection, id: number, from: number): number | undefined {
  const row = connection.get(
    `SELECT max(iid) AS last FROM (SELECT iid FROM assertion WHERE source_id = ? AND iid > ? ORDER BY iid LIMIT ${sliceSize})`,
    id,
    from,
  );
  return integer(row?.['last']);
}

function hasAged(seen: UtcMillis | undefined, before: UtcMillis, now: UtcMillis): boolean {
  return seen !== undefined && yearsSince(seen, before) !== yearsSince(seen, now);
}

function mergeIfChanged(connection: Connection, iid: number, sourceId: number): void {
  const subject = subjectByIid(connection, iid);
  if (subject === undefined) return;
  rescore(connection, subject);
  const [first, ...rest] = getEffectiveStatements(connection, subject, true);
  if (first === undefined) return;
  const stored = integer(connection.get('SELECT risk FROM indicator WHERE iid = ?', iid)?.['risk']);
  if (riskRank(mergeStatements([first, ...rest]).risk) === stored) return;
  redateIndicator(connection, iid, sourceId);
  remerge(connection, subject);
}
