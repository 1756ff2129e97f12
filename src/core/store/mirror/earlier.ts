import type { StixOriginal } from '../../records/statement';
import { type Connection, integer, text } from '../sqlite/sqlite';

/** A version that replaces the later one in the store. */
export interface EarlierVersion {
  /** The row of the stored object. */
  readonly n: number;
  readonly body: string;
  /** By how many bytes it is longer than the stored one. */
  readonly grown: number;
}

/**
 * Sets aside a version that is earlier than the stored one: if the chain completes without the stored one, it is all
 * that the server has. Of several, the latest counts. `fresh`: the chain hasn't returned a version before.
 */
export function keepEarlier(
  connection: Connection,
  {
    sourceId,
    run,
    n,
    fresh,
  }: { readonly sourceId: number; readonly run: number; readonly n: number; readonly fresh: boolean },
  { spec, created, modified = '', body }: StixOriginal,
): void {
  // Not if this chain returned the stored version.
  const isOpen =
    fresh || connection.get('SELECT 1 FROM mirror_earlier WHERE oid = ? AND run = ?', n, run) !== undefined;
  if (!isOpen) return;
  connection.run(
    `INSERT INTO mirror_earlier (oid, source_id, run, spec, created, modified, body) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (oid) DO UPDATE SET run = excluded.run, spec = excluded.spec, created = excluded.created,
       modified = excluded.modified, body = excluded.body WHERE run <> excluded.run OR modified <= excluded.modified`,
    n,
    sourceId,
    run,
    spec,
    created ?? null,
    modified,
    body,
  );
}

/** Called when the chain returned the stored version as well. */
export function dropEarlier(connection: Connection, n: number): void {
  connection.run('DELETE FROM mirror_earlier WHERE oid = ?', n);
}

/** Forgets all versions set aside for a collection. */
export function dropAllEarlier(connection: Connection, sourceId: number): void {
  connection.run('DELETE FROM mirror_earlier WHERE source_id = ?', sourceId);
}

/** Takes and removes some of the versions that a chain set aside. */
export function takeEarlier(
  connection: Connection,
  { sourceId, run, limit }: { readonly sourceId: number; readonly run: number; readonly limit: number },
): readonly EarlierVersion[] {
  return connection
    .all(
      `DELETE FROM mirror_earlier WHERE oid IN
         (SELECT oid FROM mirror_earlier WHERE source_id = ? AND run = ? ORDER BY oid LIMIT ?) RETURNING oid, body,
         length(CAST(body AS BLOB)) - (SELECT length(CAST(o.body AS BLOB)) FROM stix_object o WHERE o.oid = mirror_earlier.oid) AS grown`,
      sourceId,
      run,
      limit,
    )
    .map((row) => ({ n: integer(row['oid']) ?? 0, body: text(row['body']), grown: integer(row['grown']) ?? 0 }));
}
