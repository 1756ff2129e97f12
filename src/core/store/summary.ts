import { statSync } from 'node:fs';
import type { DataKind, DataRow, DataSummary } from './protocol/protocol';
import { type Connection, integer, type Row, text } from './sqlite/sqlite';
import { asideSummary } from './sqlite/storeFile';

function row(kind: DataKind, found: Row): DataRow {
  const [oldest, newest] = [integer(found.oldest), integer(found.newest)];
  return {
    kind,
    source: text(found.name),
    count: integer(found.n) ?? 0,
    oldest,
    newest,
  };
}

function filesRow({ count, oldest, newest }: ReturnType<typeof asideSummary>): Row {
  return { name: '', n: count, oldest: oldest ?? null, newest: newest ?? null };
}

/** The contents of the store by kind and source, and the size of its files in bytes. */
export function summarise(connection: Connection, file: string): DataSummary {
  const local = (source: string): readonly Row[] =>
    connection.all(
      `SELECT s.name,
         count(a.iid) + ifnull((SELECT ranges FROM place_list WHERE source_id = s.id AND complete = 1), 0) AS n, s.created AS oldest, s.as_of AS newest
       FROM source s LEFT JOIN assertion a ON a.source_id = s.id WHERE s.kind = ? GROUP BY s.id ORDER BY s.name`,
      source,
    );
  const answers = connection.all(
    'SELECT name, count(*) AS n, min(as_of) AS oldest, max(as_of) AS newest FROM answer GROUP BY name ORDER BY name',
  );
  const sent = connection.get("SELECT '' AS name, count(*) AS n, min(at) AS oldest, max(at) AS newest FROM sent");
  const scans = connection.get(
    "SELECT '' AS name, count(*) AS n, min(at) AS oldest, max(at) AS newest FROM client_scan",
  );
  const recent = connection.get("SELECT '' AS name, count(*) AS n, min(at) AS oldest, max(at) AS newest FROM recent");
  const triage = connection.get("SELECT '' AS name, count(*) AS n, min(at) AS oldest, max(at) AS newest FROM triage");
  const triaged = connection.get(
    "SELECT '' AS name, count(*) AS n, min(at) AS oldest, max(at) AS newest FROM triaged_file WHERE complete = 1",
  );
  const queries = connection.get(
    "SELECT '' AS name, count(*) AS n, min(at) AS oldest, max(at) AS newest FROM query_run",
  );
  const queued = connection.get(
    "SELECT '' AS name, count(*) AS n, min(added) AS oldest, max(added) AS newest FROM scan",
  );
  const rowsUnlessEmpty = (kind: DataKind, found: readonly (Row | undefined)[]): readonly DataRow[] =>
    found.flatMap((one) => (one === undefined || one.n === 0 ? [] : [row(kind, one)]));
  const aside = asideSummary(file);
  const bytes = ['', '-wal', '-shm']
    .map((ending) => statSync(file + ending, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
  return {
    file,
    bytes: bytes + aside.bytes,
    rows: [
      ...answers.map((found) => row('answers', found)),
      ...local('import').map((found) => row('imports', found)),
      ...local('mirror').map((found) => row('mirrors', found)),
      ...local('sample').map((found) => row('sample', found)),
      ...rowsUnlessEmpty('findings', local('scan')),
      ...rowsUnlessEmpty('findings', [queued]).map((found) => ({ ...found, part: 'scanQueue' as const })),
      ...rowsUnlessEmpty('overrides', local('user')),
      ...(scans === undefined || scans.n === 0 ? [] : [row('scans', scans)]),
      ...rowsUnlessEmpty('recent', [recent]),
      ...rowsUnlessEmpty('triage', [triage]),
      ...rowsUnlessEmpty('triagedFiles', [triaged]),
      ...rowsUnlessEmpty('queries', [queries]),
      ...(sent === undefined || sent.n === 0 ? [] : [row('sent', sent)]),
      ...rowsUnlessEmpty('replacedStores', [filesRow(aside)]),
    ],
  };
}
