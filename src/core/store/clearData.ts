import type { SourceKind } from '../records/knowledge';
import { clearManualRetirements } from './writing/overrides';
import type { DataKind } from './protocol/protocol';
import { removeRecent } from './activity/recentRecords';
import { clearTriaged } from './activity/triagedFiles';
import { removeSource, sourceIds } from './writing/sources';
import type { Connection } from './sqlite/sqlite';
import { removeAside } from './sqlite/storeFile';
import { deleteRows, remains } from './sqlite/upkeep';

/** Deletes data by kind, in the database and beside it. Returns the number of rows, indicators, or files. */
export function clearKinds(
  kinds: readonly DataKind[],
  storeFile: string,
  withConnection: <T>(work: (connection: Connection) => T) => T,
): number {
  const counts = kinds.map((kind) => {
    if (kind === 'replacedStores') return removeAside(storeFile);
    return withConnection((connection) => clearData(connection, kind));
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Deletes the data of a kind from the database. Returns the number of rows or indicators. */
function clearData(connection: Connection, kind: Exclude<DataKind, 'replacedStores'>): number {
  switch (kind) {
    case 'answers':
      return deleteRows(connection, remains.lists, 'DELETE FROM answer');
    case 'scans':
      return deleteRows(connection, remains.lists, 'DELETE FROM client_scan WHERE open = 0');
    case 'findings':
      for (const table of ['scan', 'finding', 'found_value'])
        deleteRows(connection, remains.records, `DELETE FROM ${table}`);
      return removeSources(connection, 'scan');
    case 'overrides':
      return removeSources(connection, 'user') + clearManualRetirements(connection);
    case 'recent':
      return removeRecent(connection);
    case 'triage':
      return deleteRows(connection, remains.lists, 'DELETE FROM triage');
    case 'triagedFiles':
      return clearTriaged(connection);
    case 'queries':
      return deleteRows(connection, remains.lists, 'DELETE FROM query_run');
    case 'sent':
      return deleteRows(connection, remains.lists, 'DELETE FROM sent');
    case 'imports':
      return removeSources(connection, 'import');
    case 'sample':
      return removeSources(connection, 'sample');
    case 'mirrors':
      return removeSources(connection, 'mirror');
  }
}

/** Removes all sources of a kind. Returns the number of indicators they mentioned. */
export function removeSources(connection: Connection, kind: SourceKind): number {
  return sourceIds(connection, kind)
    .map((id) => removeSource(connection, id))
    .reduce((sum, removed) => sum + removed, 0);
}
