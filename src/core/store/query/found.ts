import type { IndicatorType } from '../../indicators/identity/types';
import type { IndicatorRecord } from '../../records/record';
import { effectiveStatementsOfMany } from '../statements/statements';
import { mergeStatements } from '../statements/merge';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { omit } from '../statements/omit';
import type { Steps } from '../sqlite/timeSlicer';

const chunk = 250;

/**
 * The merged records of ids in their order, without the ids of risk factors and comments, which `localRecord` looks up.
 * Skips deleted ids.
 */
export function* foundRecords(connection: Connection, iids: readonly number[]): Steps<readonly IndicatorRecord[]> {
  const records: IndicatorRecord[] = [];
  for (let at = 0; at < iids.length; at += chunk) {
    const wanted = iids.slice(at, at + chunk);
    const rows = connection.all(
      'SELECT iid, value, type FROM indicator WHERE iid IN (SELECT value FROM json_each(?))',
      JSON.stringify(wanted),
    );
    const subjects = rows.map((row) => ({
      iid: integer(row['iid']) ?? 0,
      value: text(row['value']),
      type: text(row['type']) as IndicatorType,
    }));
    const statements = effectiveStatementsOfMany(connection, subjects);
    for (const iid of wanted) {
      const [first, ...rest] = statements.get(iid) ?? [];
      if (first !== undefined) records.push({ ...omit(mergeStatements([first, ...rest]), 'qid'), iid });
    }
    yield;
  }
  return records;
}
