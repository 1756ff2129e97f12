import type { IndicatorType } from '../../indicators/identity/types';
import type { Knowledge } from '../../records/knowledge';
import { packRecord, unpackRecord } from '../sqlite/body';
import { type Connection, integer, type Row, text } from '../sqlite/sqlite';
import { deleteRows, remains } from '../sqlite/upkeep';
import { clockToleranceMillis } from '../sqlite/clock';

/** Caches the answer of the service at `address` for a key, replacing the previous one. */
export function writeAnswer(connection: Connection, key: string, address: string, knowledge: Knowledge): void {
  const found = knowledge.kind === 'known';
  const body = found ? packRecord(knowledge.record) : '';
  connection.run(
    `INSERT OR REPLACE INTO answer (key, address, name, as_of, found, detail, body, bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    key,
    address,
    knowledge.source.name,
    knowledge.asOf,
    found ? 1 : 0,
    found ? knowledge.detail : '',
    body,
    body.length + key.length + address.length,
  );
}

/** Cached answers of remote services for some keys, each with its time, by key. */
export function getAnswers(connection: Connection, keys: readonly string[]): ReadonlyMap<string, readonly Knowledge[]> {
  const sql = `SELECT key, name, address, as_of, found, detail, body FROM answer WHERE key IN (${keys.map(() => '?').join()})`;
  const rows = Map.groupBy(connection.all(sql, ...keys), (row) => text(row.key));
  return new Map([...rows].map(([key, answers]) => [key, answers.map(answerIn)]));
}

function answerIn(row: Row): Knowledge {
  const source = { kind: 'service', name: text(row.name), address: text(row.address) } as const;
  const asOf = integer(row.as_of) ?? 0;
  if (row.found !== 1) return { kind: 'notFound', source, asOf };
  const body = text(row.body);
  const { value, type } = JSON.parse(body) as { value: string; type: IndicatorType };
  const detail = row.detail === 'summary' ? 'summary' : 'full';
  return { kind: 'known', source, asOf, detail, record: unpackRecord(body, value, type) };
}

/**
 * Deletes answers older than `oldest` or with a date in the future, whose age nobody knows, then the oldest ones until all bodies fit into `maxBytes`. Returns how many were
 * deleted.
 */
export function pruneAnswers(connection: Connection, oldest: number, maxBytes: number): number {
  return connection.transaction(() => {
    const aged = deleteRows(
      connection,
      remains.lists,
      'DELETE FROM answer WHERE as_of < ? OR as_of > ?',
      oldest,
      connection.now() + clockToleranceMillis,
    );
    const total = integer(connection.get('SELECT sum(bytes) AS bytes FROM answer')?.bytes) ?? 0;
    if (total <= maxBytes) return aged;
    // Newest first: everything from the first answer that no longer fits.
    const cut = connection.get(
      `SELECT as_of FROM (SELECT as_of, sum(bytes) OVER (ORDER BY as_of DESC) AS held FROM answer)
       WHERE held > ? ORDER BY as_of DESC LIMIT 1`,
      maxBytes,
    );
    return (
      aged + deleteRows(connection, remains.lists, 'DELETE FROM answer WHERE as_of <= ?', integer(cut?.as_of) ?? 0)
    );
  });
}
