import type { SourceKind } from '../../records/knowledge';
import type { UtcMillis } from '../../records/record';
import { remerge, type SourceContext } from './assertions';
import { dropUnusedFacets } from '../searchIndex/facetIndex';
import { dropTrigrams } from '../searchIndex/textIndex';
import { subjectByIid } from '../statements/statements';
import { type Connection, integer } from '../sqlite/sqlite';

/** Finds or adds a source and updates its time. */
export function openSource(
  connection: Connection,
  source: { readonly kind: SourceKind; readonly name: string; readonly address?: string },
  now: UtcMillis,
): SourceContext {
  // Two runs of a source never share a time, so that statements of this run differ from earlier ones.
  const row = connection.get(
    `INSERT INTO source (kind, name, address, created, as_of) VALUES (?1, ?2, ?3, ?4, ?4)
     ON CONFLICT (kind, name, address) DO UPDATE SET as_of = max(excluded.as_of, as_of + 1)
     RETURNING id, as_of`,
    source.kind,
    source.name,
    source.address ?? '',
    now,
  );
  return { id: integer(row?.id) ?? 0, kind: source.kind, name: source.name, asOf: integer(row?.as_of) ?? now };
}

/** The IDs of all sources of a kind. */
export function sourceIds(connection: Connection, kind: SourceKind): readonly number[] {
  return connection.all('SELECT id FROM source WHERE kind = ?', kind).map((row) => integer(row.id) ?? 0);
}

/**
 * Removes a source and all its statements; other sources are unaffected. Returns the number of indicators it mentioned.
 */
export function removeSource(connection: Connection, sourceId: number): number {
  return connection.transaction(() => {
    const iids = connection
      .all('SELECT iid FROM assertion WHERE source_id = ?', sourceId)
      .map((row) => integer(row.iid) ?? 0);
    connection.run('DELETE FROM source WHERE id = ?', sourceId);
    for (const iid of iids) {
      const subject = subjectByIid(connection, iid);
      if (subject !== undefined) remerge(connection, subject);
    }
    connection.exec(`
      DELETE FROM threat WHERE tid NOT IN (SELECT tid FROM threat_assertion);
      DELETE FROM feed WHERE fid NOT IN (SELECT fid FROM feed_assertion);
    `);
    dropUnusedFacets(connection);
    const left = integer(connection.get('SELECT count(*) AS n FROM indicator')?.['n']) ?? 0;
    if (left < iids.length) dropTrigrams(connection);
    return iids.length;
  });
}
