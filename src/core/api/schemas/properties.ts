import type { Attributes, Properties } from '../../records/record';
import { bounds, boundedText } from './bounds';
import { isMissing, isObject, getList, type OnDropped } from './fields';
import { flag, text } from './values';

/**
 * Reads the groups of `properties` (lookup API: “Groups inside properties”): a group is an object of values or the list
 * of `{name, value, latest}`; a value is a text, a number, a list, or such a list.
 */
export function readProperties(raw: unknown, path: string, onDropped: OnDropped): Properties {
  if (isMissing(raw)) return {};
  if (!isObject(raw)) {
    onDropped(path, 'not an object');
    return {};
  }
  const groups: [string, Record<string, readonly string[]>][] = [];
  for (const [group, content] of entriesOf(raw, bounds.groups, path, onDropped)) {
    if (isMissing(content)) continue;
    const values = readGroup(content, `${path}.${group}`, onDropped);
    const name = groupName(group);
    if (values !== undefined && Object.keys(values).length > 0) groups.push([name, lowerCaseKeys(name, values)]);
  }
  return Object.fromEntries(groups);
}

/** The groups (lookup API: “Groups inside properties”) and attributes, which services write in any letter case. */
const knownNames: ReadonlySet<string> = new Set([
  'geo',
  'whois',
  'http',
  'ssl',
  'dns',
  'meta',
  'banners',
  'cookies',
  'dom',
  'port',
  'protocol',
  'technology',
  'hosttype',
]);

/** A group or an attribute in the specification's spelling; any other unmodified. */
export function groupName(name: string): string {
  const lower = name.toLowerCase();
  return knownNames.has(lower) ? lower : name;
}

/** Groups whose keys the specification has in lower case only. */
const lowerCaseGroups: ReadonlySet<string> = new Set(['geo', 'dns']);

function lowerCaseKeys(
  group: string,
  values: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  if (!lowerCaseGroups.has(group)) return values;
  const read = new Map<string, readonly string[]>();
  for (const [key, list] of Object.entries(values)) {
    const name = key.toLowerCase();
    read.set(name, [...(read.get(name) ?? []), ...list]);
  }
  return Object.fromEntries(read);
}

function readGroup(raw: unknown, path: string, onDropped: OnDropped): Record<string, readonly string[]> | undefined {
  if (isObject(raw)) {
    const entries = entriesOf(raw, bounds.keysPerGroup, path, onDropped)
      .map(([key, value]) => [key, readValues(value, `${path}.${key}`, onDropped)] as const)
      .filter(([, values]) => values.length > 0);
    return Object.fromEntries(entries);
  }
  if (!Array.isArray(raw)) {
    onDropped(path, 'not an object');
    return undefined;
  }
  const byName = new Map<string, unknown[]>();
  const rows = getList(raw, path, onDropped, bounds.keysPerGroup).map(getRow);
  // If a group marks the latest values, a name with older values only isn't a current property.
  const isMarked = rows.some((row) => isObject(row) && marked(row) === true);
  for (const row of rows) {
    if (isMarked && isObject(row) && marked(row) === false) continue;
    const name = isObject(row) ? text.safeParse(row['name']) : undefined;
    if (name?.success !== true) {
      onDropped(path, 'a row without a name');
      continue;
    }
    const existing = byName.get(name.data);
    if (existing === undefined) byName.set(name.data, [row]);
    else existing.push(row);
  }
  byName.delete('__proto__');
  const entries = [...byName].map(([name, rows]) => [name, readValues(rows, `${path}.${name}`, onDropped)] as const);
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}

function readValues(raw: unknown, path: string, onDropped: OnDropped): string[] {
  // Most values are one text; a hostile record has tens of thousands.
  if (typeof raw === 'string' && !isMissing(raw)) return [boundedText(raw)];
  const items = (Array.isArray(raw) ? getList(raw, path, onDropped, bounds.valuesPerKey) : [raw]).map(getRow);
  const rows = items.filter(isValueRow);
  // If rows mark the latest value, the others are history.
  const latest = new Set(rows.filter((row) => marked(row) === true));
  const values: string[] = [];
  for (const item of items) {
    if (typeof item === 'string') {
      if (item !== '') values.push(boundedText(item));
    } else if (isValueRow(item)) {
      if (latest.size === 0 || latest.has(item)) values.push(...readTexts(item['value'], path, onDropped));
    } else values.push(...readTexts(item, path, onDropped));
  }
  return values.slice(0, bounds.valuesPerKey);
}

/** A row with lower-case names; anything else unmodified. */
export function getRow(item: unknown): unknown {
  if (!isObject(item) || Object.keys(item).every((key) => key === key.toLowerCase())) return item;
  return Object.fromEntries(Object.entries(item).map(([key, value]) => [key.toLowerCase(), value]));
}

/** Whether a row is marked as the latest; undefined without a mark. */
function marked(row: Record<string, unknown>): boolean | undefined {
  return isMissing(row['latest']) ? undefined : flag.safeParse(row['latest']).data;
}

function isValueRow(item: unknown): item is Record<string, unknown> {
  return isObject(item) && 'value' in item;
}

/** One value, or the values of a list inside a list (`ssl.domain`). */
function readTexts(raw: unknown, path: string, onDropped: OnDropped): string[] {
  if (isMissing(raw)) return [];
  if (Array.isArray(raw)) {
    return getList(raw, path, onDropped, bounds.valuesPerKey).flatMap((item) => {
      if (typeof item === 'string') return item === '' ? [] : [boundedText(item)];
      const value = text.safeParse(item);
      if (value.success) return value.data === '' ? [] : [value.data];
      onDropped(path, 'nested too deeply');
      return [];
    });
  }
  const value = text.safeParse(raw);
  if (value.success) return [value.data];
  onDropped(path, 'neither text nor list');
  return [];
}

/** Reads `attributes`: lists that are flat (`["443"]`) or hold rows with display names (`[["443", "HTTPS"]]`). */
export function readAttributes(raw: unknown, path: string, onDropped: OnDropped): Attributes {
  if (isMissing(raw)) return {};
  if (!isObject(raw)) {
    onDropped(path, 'not an object');
    return {};
  }
  const lists = entriesOf(raw, bounds.groups, path, onDropped).map(([name, content]) => {
    const at = `${path}.${name}`;
    const rows = getList(content, at, onDropped).map((row) =>
      readTexts(isObject(row) ? Object.values(row) : row, at, onDropped),
    );
    return [groupName(name), rows.filter((row) => row.length > 0)] as const;
  });
  return Object.fromEntries(lists.filter(([, rows]) => rows.length > 0));
}

function entriesOf(raw: Record<string, unknown>, max: number, path: string, onDropped: OnDropped): [string, unknown][] {
  const all = Object.entries(raw);
  if (all.length > max) onDropped(path, `${all.length - max} more than ${max}`, all.length - max);
  return all
    .slice(0, max)
    .filter(([key]) => key !== '__proto__')
    .map(([key, value]) => [boundedText(key), value]);
}
