import type { BreakdownRow, Breakdowns, RiskCounts } from '../../records/counts';
import { riskLevels, type RiskLevel } from '../../records/risk';
import { boundedText, bounds } from './bounds';
import { isMissing, isObject, getList, type OnDropped } from './fields';
import { integer, text } from './values';

/**
 * Reads counts by risk (lookup API: “Threat summary”, `risk` and `indicators`): an object of numbers, or one number,
 * which is the total. Without a total the sum is used. Undefined if there is no number.
 */
export function readCounts(raw: unknown, path: string, onDropped: OnDropped): RiskCounts | undefined {
  const bare = integer.safeParse(raw);
  if (bare.success) return { total: bare.data, levels: {} };
  if (!isObject(raw)) return undefined;
  const numbers = new Map<string, number>();
  for (const [key, value] of Object.entries(raw)) {
    const name = countName(key);
    if (name === undefined || isMissing(value)) continue;
    const read = integer.safeParse(value);
    if (read.success) numbers.set(name, read.data);
    else onDropped(`${path}.${key}`, 'not a count');
  }
  if (numbers.size === 0) return undefined;
  const levels: Partial<Record<RiskLevel, number>> = {};
  for (const level of riskLevels) {
    const count = numbers.get(level);
    if (count !== undefined) levels[level] = count;
  }
  const retired = numbers.get('retired');
  const sum = Object.values(levels).reduce((all, count) => all + count, retired ?? 0);
  return { total: numbers.get('total') ?? sum, levels, retired };
}

function countName(key: string): string | undefined {
  const word = key.trim().toLowerCase().replace(/[_-]/g, ' ');
  if (word === 'total' || word === 'count' || word === 'all') return 'total';
  return word === 'retired' ? word : riskLevels.find((level) => level === word);
}

/** True for what {@link readCounts} would read, and not for an object of such things. */
function isCounts(raw: unknown): boolean {
  if (!isObject(raw)) return integer.safeParse(raw).success;
  const keys = Object.keys(raw);
  return keys.length > 0 && keys.every((key) => countName(key) !== undefined || isLabel(key));
}

function isLabel(key: string): boolean {
  return /^(?:name|value|display|label)$/i.test(key);
}

/** Reads one breakdown: value to counts, or a list of objects with their value; the most frequent first. */
function readBreakdown(raw: unknown, path: string, onDropped: OnDropped): readonly BreakdownRow[] {
  if (isMissing(raw)) return [];
  const rows =
    isObject(raw) && !isCounts(raw) ? entryRows(raw, path, onDropped) : getList(raw, path, onDropped).map(listRow);
  const read: BreakdownRow[] = [];
  for (const [value, name, rawValue] of rows) {
    const counts = value === undefined ? undefined : readCounts(rawValue, `${path}.${value}`, onDropped);
    if (value !== undefined && counts !== undefined) read.push({ value, name: name || undefined, counts });
    else onDropped(path, 'a row without a value or a count');
  }
  return read.sort((a, b) => b.counts.total - a.counts.total);
}

type Row = readonly [value: string | undefined, name: string | undefined, counts: unknown];

function entryRows(raw: Record<string, unknown>, path: string, onDropped: OnDropped): readonly Row[] {
  const all = Object.entries(raw).filter(([key]) => key !== '__proto__');
  if (all.length > bounds.breakdownRows) onDropped(path, `${all.length - bounds.breakdownRows} more`);
  return all.slice(0, bounds.breakdownRows).map(([key, rawValue]) => {
    const label = isObject(rawValue)
      ? text.safeParse(rawValue['name'] ?? rawValue['display'] ?? rawValue['label'])
      : undefined;
    return [boundedText(key), label?.success === true ? label.data : undefined, rawValue];
  });
}

function listRow(item: unknown): Row {
  if (Array.isArray(item)) {
    const [value, ...others] = item as unknown[];
    return [text.safeParse(value).data, undefined, others.at(-1)];
  }
  if (!isObject(item)) return [undefined, undefined, undefined];
  const value = text.safeParse(item['value'] ?? item['name']).data;
  const name = 'value' in item ? text.safeParse(item['name'] ?? item['display']).data : undefined;
  return [value, name, item['indicators'] ?? item];
}

/** Reads `attributes` of a summary: attribute to breakdown. */
export function readBreakdowns(raw: unknown, path: string, onDropped: OnDropped): Breakdowns {
  if (isMissing(raw)) return {};
  if (!isObject(raw)) {
    onDropped(path, 'not an object');
    return {};
  }
  return Object.fromEntries(
    groupsOf(raw)
      .map(([name, rawValue]) => [name, readBreakdown(rawValue, `${path}.${name}`, onDropped)] as const)
      .filter(([, rows]) => rows.length > 0),
  );
}

/**
 * Reads `properties` of a summary, whose shape the specification leaves open: group to key to breakdown, or key to
 * breakdown, which is then under a group with an empty name.
 */
export function readPropertyBreakdowns(
  raw: unknown,
  path: string,
  onDropped: OnDropped,
): Readonly<Record<string, Breakdowns>> {
  if (isMissing(raw)) return {};
  if (!isObject(raw)) {
    onDropped(path, 'not an object');
    return {};
  }
  const groups: Record<string, Breakdowns> = {};
  for (const [name, rawValue] of groupsOf(raw)) {
    const flat = !isObject(rawValue) || Object.values(rawValue).every(isCounts);
    if (flat) {
      const rows = readBreakdown(rawValue, `${path}.${name}`, onDropped);
      if (rows.length > 0) groups[''] = { ...groups[''], [name]: rows };
    } else {
      const breakdowns = readBreakdowns(rawValue, `${path}.${name}`, onDropped);
      if (Object.keys(breakdowns).length > 0) groups[name] = breakdowns;
    }
  }
  return groups;
}

function groupsOf(raw: Record<string, unknown>): readonly (readonly [string, unknown])[] {
  return Object.entries(raw)
    .filter(([key, rawValue]) => key !== '__proto__' && !isMissing(rawValue))
    .slice(0, bounds.groups)
    .map(([key, rawValue]) => [boundedText(key), rawValue]);
}
