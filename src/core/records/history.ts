import type { IndicatorRecord, Properties, UtcMillis } from './record';

/** A value that a property has, or had in a previous scan. */
export interface PropertyValue {
  readonly pid?: number;
  readonly value: string;
  /** When a scan last found it. */
  readonly seen?: UtcMillis;
  /** False if only previous scans found it. */
  readonly latest: boolean;
}

/** Group to key to values, the current ones first (lookup API: “Indicator by identifier”, `historical`). */
export type PropertyHistory = Readonly<Record<string, Readonly<Record<string, readonly PropertyValue[]>>>>;

/** Attribute to value to display name (`schema=1`): `port` → `443` → `HTTPS`. */
export type DisplayNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A record with the display names that `schema` adds to it. */
export interface WholeIndicator {
  readonly record: IndicatorRecord;
  readonly displayNames?: DisplayNames;
}

/** A changed property: the values that only previous scans found, and the current ones. */
export interface PropertyChange {
  readonly group: string;
  readonly name: string;
  readonly before: readonly PropertyValue[];
  readonly now: readonly PropertyValue[];
}

/** The changed properties of a history, in its order; the most recent values come first in `before`. */
export function changesIn(history: PropertyHistory): readonly PropertyChange[] {
  return Object.entries(history).flatMap(([group, keys]) =>
    Object.entries(keys).flatMap(([name, values]) => {
      const now = values.filter(({ latest }) => latest);
      const current = new Set(now.map(({ value }) => value));
      const before = uniqueByValue(
        values
          .filter(({ latest, value }) => !latest && !current.has(value))
          .toSorted((a, b) => (b.seen ?? 0) - (a.seen ?? 0)),
      );
      return before.length === 0 ? [] : [{ group, name, before, now }];
    }),
  );
}

/** Whether any values of previous scans are stored. */
export function hasPreviousValues(history: PropertyHistory): boolean {
  return Object.values(history).some((keys) =>
    Object.values(keys).some((values) => values.some(({ latest }) => !latest)),
  );
}

/** Services may list a value once for each scan that found it. */
function uniqueByValue(values: readonly PropertyValue[]): readonly PropertyValue[] {
  const byValue = new Map<string, PropertyValue>();
  for (const each of values) if (!byValue.has(each.value)) byValue.set(each.value, each);
  return [...byValue.values()];
}

/** Whether a record has every value that a history marks as the latest: otherwise the record is out of date. */
export function matchesLatest(history: PropertyHistory, properties: Properties): boolean {
  const current = valuesByName(properties);
  return Object.entries(history).every(([group, keys]) =>
    Object.entries(keys).every(([name, values]) =>
      values.every(({ latest, value }) => !latest || current(group, name).includes(value)),
    ),
  );
}

/** A history with the properties of the current record, which are the latest whatever the history contains. */
export function mergeWithCurrent(history: PropertyHistory, properties: Properties): PropertyHistory {
  const current = valuesByName(properties);
  return mapHistory(history, (values, group, name) => {
    const now = current(group, name);
    const seen = new Map(values.toSorted((a, b) => (a.seen ?? 0) - (b.seen ?? 0)).map((each) => [each.value, each]));
    const latest = now.map((value): PropertyValue => ({ ...(seen.get(value) ?? { value }), latest: true }));
    return [...latest, ...values.filter(({ value }) => !now.includes(value))];
  });
}

function mapHistory(
  history: PropertyHistory,
  map: (values: readonly PropertyValue[], group: string, name: string) => readonly PropertyValue[],
): PropertyHistory {
  return Object.fromEntries(
    Object.entries(history).map(([group, keys]) => [
      group,
      Object.fromEntries(Object.entries(keys).map(([name, values]) => [name, map(values, group, name)] as const)),
    ]),
  );
}

/** Finds the values of a property by name, ignoring case. */
function valuesByName(properties: Properties): (group: string, name: string) => readonly string[] {
  const nameOf = (group: string, name: string): string => JSON.stringify([group.toLowerCase(), name.toLowerCase()]);
  const byName = new Map<string, string[]>();
  for (const [group, keys] of Object.entries(properties)) {
    for (const [name, values] of Object.entries(keys)) {
      const key = nameOf(group, name);
      byName.set(key, [...(byName.get(key) ?? []), ...values]);
    }
  }
  return (group, name) => byName.get(nameOf(group, name)) ?? [];
}
