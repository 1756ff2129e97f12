import {
  queryTable,
  recentTable,
  recordTables,
  retirementReasons,
  scanTables,
  sourceMeaning,
  triageTable,
  userScanTable,
} from './recordTables';
import { isStatementError, StoreError } from '../protocol/storeError';
import { applicationId, refuseNewer, versionOf } from './schema';
import { networkIndex, searchIndexes } from './searchTables';
import { compactRows } from './compactTables';
import type { Connection } from './sqlite';
import { upkeepTable } from './upkeep';
import { changeDates, mirrorPageTable, mirrorSize, mirrorTables, stixIdIndex, stixTables } from './stixTables';

/**
 * Steps from an empty file to the current schema; `user_version` counts the applied ones. Never edit a released step;
 * add a new one.
 *
 * - `assertion` is what one local source says about one indicator; `indicator` is the merged row that the local service
 * serves, recomputed whenever one of its assertions changes. `body` is the record without what has columns or link
 * tables of its own. IDs of the sources are in `foreign_id`, separate from local IDs.
 * - `body_template` has what bodies of a list have in common (`bodyTemplates.ts`); `indicator.own_value` is empty if the
 * value is the key.
 * - `answer` caches answers of remote services, which are never merged or served.
 * - `scan` is the local service's queue. The results of a scan are an assertion of its own; `finding` has the scored
 * facts, `found_value` all values it ever saw.
 * - `retirement` overrides the sources until someone sees the indicator again. `reason` is a `RetirementKind`.
 * - For mirrored collections, `stix_object.run` is the chain of pages that last delivered the object, `until` the time
 * when its `valid_until` retires it, negative once it has; for `state` see `mirror/objects.ts`. `mirror_page` has pages of a first sync that
 * aren't indexed yet, with hashes to find objects in them (`mirror/pages.ts`); `mirror.waiting` counts their IDs that
 * aren't in `stix_object`.
 * - `facet` is a searchable value (of a property, attribute, threat, or feed), and `facet_link` maps it to merged
 * records; `indicator.facets` lists the same IDs. New rows are only in the index of their key until
 * `query/pendingIndex.ts` indexes many at once (`indexed` 1), since indexing one by one would rewrite most index pages.
 * `text_index` is the last ID with trigrams, which exist if FTS5 is available (`query/textIndex.ts`).
 * - The default risk of a source is applied when its statements are read (`statements/listOpinion.ts`), so that it can be
 * changed without importing again.
 * - `stix_object` has the original objects of STIX sources, the newest version of each; `created` and `modified` have
 * six fractional digits, so that they sort as text. Statements without an original object have `original` 0 and are
 * served as generated objects; `stated` is their `created`: when the source says it was added, or else when it arrived.
 * - `date_added` is when a served object was last added or changed here, in microseconds since 1970: unique and
 * increasing across all writers (`change_clock` has the last one); null if no object is generated. `version` is the
 * `modified` of an object that changed here without a later version in its source. `withdrawn` has generated objects
 * that were deleted while their source remains.
 * - `upkeep` has what is left to do about the file itself (`upkeep.ts`).
 */
export const steps: readonly string[] = [
  recordTables,
  userScanTable,
  scanTables,
  recentTable,
  searchIndexes,
  queryTable,
  stixTables,
  mirrorTables,
  networkIndex,
  triageTable,
  mirrorPageTable,
  changeDates,
  mirrorSize,
  // Marks the file as a store, whatever else of it can be read.
  `PRAGMA application_id = ${applicationId}`,
  stixIdIndex,
  retirementReasons,
  sourceMeaning,
  compactRows,
  upkeepTable,
];

/**
 * Migrates an open file to the current schema, all steps in one transaction. Throws a StoreError `newer` without
 * changes if the file has a later version.
 */
export function migrate(connection: Connection, upTo: readonly string[] = steps): void {
  const version = versionOf(connection);
  refuseNewer(version, upTo.length);
  if (version === upTo.length) return;
  connection.transaction(() => {
    // Another window may have migrated it while this one waited for the lock.
    const now = versionOf(connection);
    refuseNewer(now, upTo.length);
    if (now < 0) throw wrongVersion(now, 'there is no such version');
    try {
      for (const step of upTo.slice(now)) connection.exec(step);
    } catch (error) {
      // Steps are applied once: a table that is there already was created by one of them.
      if (isStatementError(error)) throw wrongVersion(now, error instanceof Error ? error.message : String(error));
      throw error;
    }
    connection.exec(`PRAGMA user_version = ${upTo.length}`);
  });
}

/** The file is neither migrated nor replaced: with its own version it may be whole. */
function wrongVersion(version: number, why: string): StoreError {
  return new StoreError({ kind: 'corrupt', detail: `its version, ${version}, isn't that of its tables: ${why}` });
}
