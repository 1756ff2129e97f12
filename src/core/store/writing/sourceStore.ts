import type { SourceKind } from '../../records/knowledge';
import type { SourceDetails, StoredSource } from '../../records/sourceDetails';
import { redateIndicator } from '../statements/changeDates';
import { riskOrNone, subjectByIid } from '../statements/statements';
import { importLease, isLeased } from '../sqlite/leases';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { ageSome, type AgingStep, sourcesToAge } from './aging';
import { remerge } from './assertions';
import { changeSource, detailsIn, type SourceMeaning } from './sourceMeaning';
import { type RemovalStep, removeSome, removeSource } from './sources';

/** Local sources: imports, mirrors, sample data, scans, and the user. */
export interface SourceStore {
  /** All of them, in the order they were added. */
  list(): readonly StoredSource[];
  /** The details of a source without an address; empty if it doesn't exist. */
  details(kind: SourceKind, name: string): SourceDetails;
  /** Changes the meaning of a source; true if `remergeSome` has to follow. */
  change(id: number, meaning: SourceMeaning): boolean;
  /**
   * Merges some indicators of a source again after a change, from an indicator on. Returns how many, and the next one to
   * start from; undefined at the end.
   */
  remergeSome(id: number, from: number): { readonly merged: number; readonly next: number | undefined };
  /** The sources whose rating ages, if `ageSome` wasn't at their end within a day. */
  toAge(): readonly number[];
  /**
   * Merges again entries that became a year older, from an indicator on. Returns where to continue; undefined at the
   * end.
   */
  ageSome(id: number, from: number): AgingStep;
  /** Removes a source with exactly its statements. Returns the number of indicators it mentioned. */
  remove(id: number): number;
  /** Like {@link remove}, but one step at a time. */
  removeSome(id: number): RemovalStep;
}

const sliceSize = 500;

/** Creates the part of the store for sources. */
export function createSourceStore(
  withConnection: <T>(work: (connection: Connection) => T) => T,
  now: () => number,
): SourceStore {
  return {
    list: () => withConnection((c) => listSources(c, now())),
    details: (kind, name) =>
      withConnection((c) =>
        detailsIn(
          text(
            c.get(`SELECT details FROM source WHERE kind = ? AND name = ? AND address = ''`, kind, name)?.['details'],
          ),
        ),
      ),
    change: (id, meaning) => withConnection((c) => c.transaction(() => changeSource(c, id, meaning))),
    remergeSome: (id, from) => withConnection((c) => c.transaction(() => remergeSlice(c, id, from))),
    toAge: () => withConnection(sourcesToAge),
    ageSome: (id, from) => withConnection((c) => ageSome(c, id, from)),
    remove: (id) => withConnection((c) => removeSource(c, id)),
    removeSome: (id) => withConnection((c) => removeSome(c, id)),
  };
}

function listSources(connection: Connection, now: number): readonly StoredSource[] {
  const rows = connection.all(
    `SELECT s.id, s.kind, s.name, s.created, s.as_of, s.risk, s.ages, s.details,
       (SELECT count(*) FROM assertion a WHERE a.source_id = s.id) AS indicators
     FROM source s ORDER BY s.id`,
  );
  return rows.map((row) => {
    const risk = riskOrNone(row['risk']);
    const [kind, name] = [text(row['kind']) as SourceKind, text(row['name'])];
    return {
      id: integer(row['id']) ?? 0,
      kind,
      name,
      indicators: integer(row['indicators']) ?? 0,
      created: integer(row['created']) ?? 0,
      // A date in the future is one of a wrong clock: it counts as now.
      asOf: Math.min(integer(row['as_of']) ?? 0, now),
      risk,
      ages: row['ages'] === 1,
      details: detailsIn(text(row['details'])),
      isImporting: kind === 'import' && isLeased(connection, importLease(name), now) ? true : undefined,
    };
  });
}

/** Merges some indicators of a source again, in a transaction, see {@link SourceStore.remergeSome}. */
export function remergeSlice(
  connection: Connection,
  id: number,
  from: number,
): { readonly merged: number; readonly next: number | undefined } {
  const rows = connection.all(
    `SELECT iid FROM assertion WHERE source_id = ? AND iid > ? ORDER BY iid LIMIT ${sliceSize}`,
    id,
    from,
  );
  for (const row of rows) {
    const iid = integer(row['iid']) ?? 0;
    const subject = subjectByIid(connection, iid);
    if (subject === undefined) continue;
    redateIndicator(connection, iid, id);
    remerge(connection, subject);
  }
  return { merged: rows.length, next: rows.length < sliceSize ? undefined : integer(rows.at(-1)?.['iid']) };
}
