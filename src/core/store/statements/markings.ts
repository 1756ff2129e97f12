import type { IndicatorRecord } from '../../records/record';
import { isFixedMarking, markingName, markingsOf, withMarkingNames } from '../../stix/tlp';
import type { StixObject } from '../../stix/fields';
import { type Connection, text } from '../sqlite/sqlite';

/**
 * Adds the names of markings to a record. Definitions other than TLP are objects of the same source and may arrive
 * after the record.
 */
export function withMarkings(connection: Connection, sourceId: number, record: IndicatorRecord): IndicatorRecord {
  if (record.other['object_marking_refs'] === undefined) return record;
  const refs = markingsOf(record).refs.filter((ref) => !isFixedMarking(ref));
  const named = refs.flatMap((ref) => {
    const row = connection.get('SELECT body FROM stix_object WHERE id = ? AND source_id = ?', ref, sourceId);
    return row === undefined ? [] : (markingName(JSON.parse(text(row.body)) as StixObject) ?? []);
  });
  return named.length === 0 ? record : { ...record, other: withMarkingNames(record.other, named) };
}
