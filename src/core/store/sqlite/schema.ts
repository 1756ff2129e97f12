import { StoreError } from '../protocol/storeError';
import { type Connection, integer } from './sqlite';

/** SQLite's `application_id` in the header of every store: “TLks”. */
export const applicationId = 0x544c6b73;

/** The `user_version` that this build reads and writes: the number of steps in `migrations.ts`. */
export const schemaVersion = 19;

/** The `user_version` of an open file; 0 for an empty one. */
export function versionOf(connection: Connection): number {
  return integer(connection.get('PRAGMA user_version')?.user_version) ?? 0;
}

/** Throws a StoreError `newer` if the file has a later version than `known`. */
export function refuseNewer(version: number, known = schemaVersion): void {
  if (version <= known) return;
  throw new StoreError({
    kind: 'newer',
    version,
    detail: `the store has version ${version}, this build knows ${known}`,
  });
}
