import type { IndicatorType } from '../../indicators/identity/types';
import type { LinkedIndicator } from '../../records/linked';
import { effectiveStatementsOf } from '../statements/statements';
import { mergeStatements } from '../statements/merge';
import { type Connection, integer, text } from '../sqlite/sqlite';

/** Indicators linked to a threat or feed, newest link first, then by iid. */
export function linkedPage(
  connection: Connection,
  kind: 'threat' | 'feed',
  id: number,
  { page, size }: { readonly page: number; readonly size: number },
): { readonly links: readonly LinkedIndicator[]; readonly hasMore: boolean } {
  const rows = connection.all(
    `SELECT l.iid, l.at, i.value, i.type FROM (
       SELECT iid, max(stamp_linked) AS at FROM ${kind}_link WHERE ${kind === 'threat' ? 'tid' : 'fid'} = ? GROUP BY iid
     ) l JOIN indicator i ON i.iid = l.iid ORDER BY l.at DESC, l.iid LIMIT ? OFFSET ?`,
    id,
    size + 1,
    page * size,
  );
  const links = rows.slice(0, size).flatMap((row): LinkedIndicator[] => {
    const subject = { iid: integer(row.iid) ?? 0, value: text(row.value), type: text(row.type) as IndicatorType };
    const [first, ...rest] = effectiveStatementsOf(connection, subject, true);
    if (first === undefined) return [];
    const { risk, retired, properties, attributes } = mergeStatements([first, ...rest]);
    const linked = integer(row.at);
    return [
      { ...subject, risk, retired, properties, attributes, ...(linked === undefined ? {} : { linked }), other: {} },
    ];
  });
  return { links, hasMore: rows.length > size };
}
