import { type IndicatorRecord } from '../../core/records/record';
import { wireStamp } from './stamp';

/** `get=properties`: per group one row a value, numbered through in the order of the record. */
export function propertyRows(record: IndicatorRecord) {
  const stamp_seen = wireStamp(record.stamps.probed ?? record.stamps.updated);
  let pid = 0;
  return Object.fromEntries(
    Object.entries(record.properties).map(([group, entries]) => [
      group,
      Object.entries(entries).flatMap(([name, values]) =>
        values.map((value) => ({ pid: ++pid, stamp_seen, name, value, latest: 1 })),
      ),
    ]),
  );
}
