import { ownValue } from '../../core/text/ownValue';
import type { IndicatorRecord, UtcMillis } from '../../core/records/record';
import type { FoundValue } from '../../core/store/statements/foundValues';
import { wireTimestamp } from './timestamp';

interface PropertyRow {
  readonly pid: number;
  readonly stamp_seen: string | null;
  readonly name: string;
  readonly value: string;
  readonly latest: 0 | 1;
}

/**
 * `get=properties` and `historical=1`: one row per value and group, numbered in the order of the record. Values that
 * only earlier scans found come last in their group with `latest` 0, most recently seen first.
 */
export function propertyRows(
  record: IndicatorRecord,
  values: readonly FoundValue[],
): Readonly<Record<string, readonly PropertyRow[]>> {
  const { properties, timestamps } = record;
  const seen = new Map(values.map((found) => [keyOf(found), found.lastSeen]));
  let pid = 0;
  const row = (name: string, value: string, at: UtcMillis | undefined, latest: 0 | 1): PropertyRow => ({
    pid: ++pid,
    stamp_seen: wireTimestamp(at),
    name,
    value,
    latest,
  });
  const groups = new Set([...Object.keys(properties), ...values.map(({ group }) => group)]);
  return Object.fromEntries(
    [...groups].map((group) => {
      const now = ownValue(properties, group) ?? {};
      const latest = Object.entries(now).flatMap(([name, list]) =>
        list.map((value) =>
          row(name, value, seen.get(keyOf({ group, name, value })) ?? timestamps.probed ?? timestamps.updated, 1),
        ),
      );
      const earlier = values
        .filter((found) => found.group === group && ownValue(now, found.name)?.includes(found.value) !== true)
        .map(({ name, value, lastSeen }) => row(name, value, lastSeen, 0));
      return [group, [...latest, ...earlier]];
    }),
  );
}

function keyOf({ group, name, value }: Pick<FoundValue, 'group' | 'name' | 'value'>): string {
  return JSON.stringify([group, name, value]);
}
