import type { StixObject } from '../../stix/fields';
import { type Connection, type Row, text } from '../sqlite/sqlite';

/**
 * The state of a mirrored object: indexed, no longer returned by a full run, waiting for the definition of its
 * extension, or indexed without that definition.
 */
export const objectState = { indexed: 0, stale: 1, waiting: 2, indexedWithoutDefinition: 3 } as const;

/** Stored objects of a STIX type, `containing` a text in their body. */
export function objectsOfType(
  connection: Connection,
  sourceId: number,
  type: string,
  containing = '',
): readonly StixObject[] {
  return connection
    .all(
      `SELECT body FROM stix_object INDEXED BY stix_object_id WHERE source_id = ?1 AND id >= ?2 || '--' AND id < ?2 || '-.' AND state <> 1
       AND (?3 = '' OR instr(body, ?3) > 0)`,
      sourceId,
      type,
      containing,
    )
    .map(objectIn);
}

/** The object of a row with a `body`. */
export function objectIn(row: Row): StixObject {
  return JSON.parse(text(row.body)) as StixObject;
}
