import type { UtcMillis } from '../records/record';
import { parseTimestamp } from '../records/timestamp';

/** An unvalidated object of a bundle. */
export type StixObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, not a list. */
export function isObject(value: unknown): value is StixObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A trimmed string, or undefined if it is empty or not a string. */
export function getText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The strings of a list; a single string counts as a list of one. */
export function getTexts(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map(getText).filter((text) => text !== undefined);
}

/** A number, also if it is written as a string. */
export function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A STIX timestamp; digits beyond milliseconds are dropped. */
export function toTimestamp(value: unknown): UtcMillis | undefined {
  return typeof value === 'string' ? parseTimestamp(value) : undefined;
}

/** The non-empty values of the given keys. */
export function picked(object: StixObject, names: readonly string[]): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const value = object[name];
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    found[name] = value;
  }
  return found;
}

/** The type in an ID of the form `type--uuid`. */
export function typeOfId(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('--')));
}
