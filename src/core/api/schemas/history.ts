import type { DisplayNames, PropertyHistory, PropertyValue } from '../../records/history';
import { boundedText, bounds } from './bounds';
import { isMissing, isObject, getList, present, type OnDropped } from './fields';
import { groupName, getRow } from './properties';
import { flag, integer, timestamp, text } from './values';

/**
 * Reads `properties` as `historical=1` gives them (lookup API: “Groups inside properties”): every value with its scan.
 * A value without a mark is an earlier one: services may answer with old values alone.
 */
export function readHistory(raw: unknown, onDropped: OnDropped): PropertyHistory {
  if (!isObject(raw)) {
    if (!isMissing(raw)) onDropped('properties', 'not an object');
    return {};
  }
  const groups = entries(raw, bounds.groups).map(([group, content]) => {
    const keys = new Map<string, PropertyValue[]>();
    const note = (name: string, item: unknown): void => {
      const values = keys.get(name) ?? [];
      if (values.length < bounds.valuesPerKey) values.push(...valuesOf(item));
      if (name !== '__proto__' && values.length > 0) keys.set(name, values);
    };
    if (isObject(content)) {
      for (const [name, rawValue] of entries(content, bounds.keysPerGroup)) {
        for (const item of getList(rawValue, `properties.${group}.${name}`, onDropped).map(getRow)) note(name, item);
      }
    } else {
      for (const row of getList(content, `properties.${group}`, onDropped, bounds.keysPerGroup).map(getRow)) {
        const name = isObject(row) ? text.safeParse(row['name']).data : undefined;
        if (name === undefined) onDropped(`properties.${group}`, 'a row without a name');
        else note(name, row);
      }
    }
    return [groupName(group), Object.fromEntries(keys)] as const;
  });
  return Object.fromEntries(groups.filter(([, keys]) => Object.keys(keys).length > 0));
}

/** The values of one row, or bare ones. */
function valuesOf(item: unknown): readonly PropertyValue[] {
  const row = isObject(item) && 'value' in item ? item : { value: item };
  const rawValues: readonly unknown[] = Array.isArray(row['value']) ? row['value'] : [row['value']];
  const about = {
    latest: flag.safeParse(row['latest']).data ?? false,
    ...present({ pid: integer.safeParse(row['pid']).data, seen: timestamp.safeParse(row['stamp_seen']).data }),
  };
  return rawValues
    .flat()
    .slice(0, bounds.valuesPerKey)
    .flatMap((each) => {
      const value = text.safeParse(each);
      return value.success && value.data !== '' ? [{ value: value.data, ...about }] : [];
    });
}

/** Reads `schema` (`schema=1`): attribute to value to display name, as an object or as rows of value and name. */
export function readDisplayNames(raw: unknown, onDropped: OnDropped): DisplayNames {
  if (!isObject(raw)) {
    if (!isMissing(raw)) onDropped('schema', 'not an object');
    return {};
  }
  const attributes = entries(raw, bounds.groups).map(([attribute, rawValue]) => {
    const pairs = Array.isArray(rawValue)
      ? getList(rawValue, `schema.${attribute}`, onDropped).map(pairOf)
      : objectPairs(rawValue);
    const named = pairs.flatMap(([value, name]) => {
      const display = text.safeParse(name);
      return value !== undefined && value !== '__proto__' && display.success ? [[value, display.data] as const] : [];
    });
    return [attribute, Object.fromEntries(named)] as const;
  });
  return Object.fromEntries(attributes.filter(([, names]) => Object.keys(names).length > 0));
}

type Pair = readonly [value: string | undefined, name: unknown];

function objectPairs(rawValue: unknown): readonly Pair[] {
  return isObject(rawValue) ? entries(rawValue, bounds.keysPerGroup) : [];
}

function pairOf(row: unknown): Pair {
  const [value, name = value]: readonly unknown[] = Array.isArray(row)
    ? (row as unknown[])
    : isObject(row)
      ? [row['value'] ?? row['id'], row['name'] ?? row['display']]
      : [row];
  return [text.safeParse(value).data, name];
}

function entries(raw: Record<string, unknown>, max: number): [string, unknown][] {
  return Object.entries(raw)
    .filter(([key]) => key !== '__proto__')
    .slice(0, max)
    .map(([key, value]) => [boundedText(key), value]);
}
