import { type IndicatorRecord, type Properties, type UtcMillis } from './record';

/** A value that a property has, or had in an earlier scan. */
export interface PropertyValue {
  readonly pid?: number;
  readonly value: string;
  /** When a scan saw it last. */
  readonly seen?: UtcMillis;
  /** False for what only earlier scans found. */
  readonly latest: boolean;
}

/** Group to key to values, those of today first (api-spec: “Indicator by identifier”, `historical`). */
export type PropertyHistory = Readonly<Record<string, Readonly<Record<string, readonly PropertyValue[]>>>>;

/** Attribute to value to what people call it (`schema=1`): `port` → `443` → `HTTPS`. */
export type DisplayNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A record with what the switches `historical` and `schema` add to it. */
export interface WholeIndicator {
  readonly record: IndicatorRecord;
  readonly history?: PropertyHistory;
  readonly displayNames?: DisplayNames;
}

/** A property that is not what it was: values that earlier scans found alone, and those that are new or stayed. */
export interface PropertyChange {
  readonly group: string;
  readonly name: string;
  readonly before: readonly PropertyValue[];
  readonly now: readonly PropertyValue[];
}

/** The properties of a history that changed, in its order; what was seen last comes first in `before`. */
export function changesIn(history: PropertyHistory): readonly PropertyChange[] {
  return Object.entries(history).flatMap(([group, keys]) =>
    Object.entries(keys).flatMap(([name, values]) => {
      const now = values.filter(({ latest }) => latest);
      const today = new Set(now.map(({ value }) => value));
      const before = values
        .filter(({ latest, value }) => !latest && !today.has(value))
        .toSorted((a, b) => (b.seen ?? 0) - (a.seen ?? 0));
      return before.length === 0 ? [] : [{ group, name, before, now }];
    }),
  );
}

/** Whether earlier scans found anything that is kept. */
export function hasEarlier(history: PropertyHistory): boolean {
  return Object.values(history).some((keys) =>
    Object.values(keys).some((values) => values.some(({ latest }) => !latest)),
  );
}

/** The properties of today in a history. */
export function latestOf(history: PropertyHistory): Properties {
  const groups = Object.entries(history).map(([group, keys]) => {
    const values = Object.entries(keys).map(
      ([name, all]) => [name, all.filter(({ latest }) => latest).map(({ value }) => value)] as const,
    );
    return [group, Object.fromEntries(values.filter(([, today]) => today.length > 0))] as const;
  });
  return Object.fromEntries(groups.filter(([, keys]) => Object.keys(keys).length > 0));
}
