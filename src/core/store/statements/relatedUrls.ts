import type { IndicatorType } from '../../indicators/identity/types';
import type { IndicatorRecord } from '../../records/record';
import { hostRanges } from './hostRanges';
import { localRecord } from './records';
import { type Connection, integer, text } from '../sqlite/sqlite';

/** URLs on a host, given by its `lookupKey`, with any scheme and port, ordered by key. */
export function getUrls(
  connection: Connection,
  host: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): readonly IndicatorRecord[] {
  const ranges = hostRanges(host);
  return connection
    .all(
      `SELECT iid, value, type FROM indicator WHERE ${ranges.map(() => '(key >= ? AND key < ?)').join(' OR ')}
       ORDER BY key LIMIT ? OFFSET ?`,
      ...ranges.flat(),
      limit,
      offset,
    )
    .map((row) =>
      localRecord(connection, {
        iid: integer(row.iid) ?? 0,
        value: text(row.value),
        type: text(row.type) as IndicatorType,
      }),
    )
    .filter((record) => record !== undefined);
}
