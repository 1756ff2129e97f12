import { changeSource, getListRating, type SourceMeaning } from './sourceMeaning';
import type { SourceKind } from '../../records/knowledge';
import { dropUnusedTemplates } from '../sqlite/bodyTemplates';
import { remerge, type SourceContext } from './assertions';
import { dropUnusedFacets } from '../searchIndex/facetIndex';
import { subjectByIid } from '../statements/statements';
import { settleClock } from '../sqlite/clock';
import { type Connection, integer } from '../sqlite/sqlite';
import { movedOn, stampNow } from '../sqlite/clock';
import { dropGeoLocations, hideGeoLocations } from '../geoLocations';
import { noteRemains, remains } from '../sqlite/upkeep';

/** A source to write to; absent parts stay as they are. */
export interface SourceTarget extends SourceMeaning {
  readonly kind: SourceKind;
  readonly name: string;
  readonly address?: string;
}

/** Finds or adds a source and updates its time. */
export function openSource(connection: Connection, source: SourceTarget): SourceContext {
  return connection.transaction(() => openedSource(connection, source));
}

function openedSource(connection: Connection, source: SourceTarget): SourceContext {
  const stamp = stampNow(connection);
  // Two runs of a source never share a time, so that statements of this run differ from earlier ones.
  const row = connection.get(
    `INSERT INTO source (kind, name, address, created, as_of) VALUES (?1, ?2, ?3, ?4, ?4)
     ON CONFLICT (kind, name, address) DO UPDATE SET as_of = ${movedOn('as_of', 'excluded.as_of', 1)}
     RETURNING id, as_of`,
    source.kind,
    source.name,
    source.address ?? '',
    stamp,
  );
  const id = integer(row?.id) ?? 0;
  changeSource(connection, id, source);
  const { kind, name } = source;
  return { id, kind, name, asOf: integer(row?.as_of) ?? stamp, listRating: getListRating(connection, id) };
}

/** The IDs of all sources of a kind. */
export function sourceIds(connection: Connection, kind: SourceKind): readonly number[] {
  return connection.all('SELECT id FROM source WHERE kind = ?', kind).map((row) => integer(row.id) ?? 0);
}

/** Indicators, and original objects, that are removed in one step; more would block the thread for too long. */
const sliceSize = 200;

/** A step of a removal: how many indicators it has removed, and whether the source is gone. */
export interface RemovalStep {
  readonly removed: number;
  readonly done: boolean;
}

/**
 * Removes some of a source, in a transaction, and at last the source itself. Other sources are unaffected. A mirror
 * that is being synced ends with the first step. After a crash, the rest is still a source, which can be removed again.
 */
export function removeSome(connection: Connection, sourceId: number): RemovalStep {
  return connection.transaction(() => {
    noteRemains(connection, remains.records);
    connection.run('DELETE FROM mirror WHERE source_id = ?', sourceId);
    const removed = removeStatements(connection, sourceId);
    hideGeoLocations(connection, sourceId);
    const left = [removeObjects(connection, sourceId), dropGeoLocations(connection, sourceId)].includes(true);
    if (removed === sliceSize || left) return { removed, done: false };
    connection.run('DELETE FROM source WHERE id = ?', sourceId);
    connection.exec(`
      DELETE FROM threat WHERE tid NOT IN (SELECT tid FROM threat_assertion);
      DELETE FROM feed WHERE fid NOT IN (SELECT fid FROM feed_assertion);
    `);
    dropUnusedFacets(connection);
    dropUnusedTemplates(connection);
    settleClock(connection);
    return { removed, done: true };
  });
}

/** Removes some of a source's statements about indicators, in a transaction. Returns how many indicators. */
export function removeStatements(connection: Connection, sourceId: number): number {
  const rows = connection.all(`SELECT iid FROM assertion WHERE source_id = ? LIMIT ${sliceSize}`, sourceId);
  for (const row of rows) {
    const iid = integer(row.iid) ?? 0;
    connection.run('DELETE FROM assertion WHERE iid = ? AND source_id = ?', iid, sourceId);
    const subject = subjectByIid(connection, iid);
    if (subject !== undefined) remerge(connection, subject);
  }
  return rows.length;
}

/** Returns whether there may be more. */
function removeObjects(connection: Connection, sourceId: number): boolean {
  const { changes } = connection.run(
    `DELETE FROM stix_object WHERE oid IN (SELECT oid FROM stix_object WHERE source_id = ? LIMIT ${sliceSize})`,
    sourceId,
  );
  return changes === sliceSize;
}

/**
 * Removes a source and all its statements; other sources are unaffected. Returns the number of indicators it mentioned.
 */
export function removeSource(connection: Connection, sourceId: number): number {
  let total = 0;
  for (let isDone = false; !isDone;) {
    const { removed, done } = removeSome(connection, sourceId);
    total += removed;
    isDone = done;
  }
  return total;
}
