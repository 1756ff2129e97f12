import { isObject } from '../../stix/fields';
import type { ListSink } from '../listRow';

/** Whether a JSON value is an object with lists only. */
export function isRecordOfLists(value: unknown): value is Record<string, readonly unknown[]> {
  return isObject(value) && Object.values(value).every((each) => Array.isArray(each));
}

/** The objects in a list, without anything else, which is reported to `sink`; empty for other values. */
export function objectsIn(value: unknown, sink?: ListSink): readonly Record<string, unknown>[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  for (const each of all) if (!isObject(each)) sink?.skip({ kind: 'notObject' }, exampleOf(each));
  return all.filter(isObject);
}

/** The texts in a list, without anything else, which is reported to `sink`; none if it isn't a list. */
export function textsIn(value: unknown, sink?: ListSink): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  for (const each of all) if (typeof each !== 'string') sink?.skip({ kind: 'notText' }, exampleOf(each));
  return all.filter((each): each is string => typeof each === 'string');
}

/** A value of a list in a few characters, however deep it is nested. */
function exampleOf(value: unknown): string {
  return Array.isArray(value) ? '[…]' : isObject(value) ? '{…}' : String(value);
}

/** The text of a key; `''` if it isn't a text or number. */
export function getText(row: Readonly<Record<string, unknown>>, key: string): string {
  const value = row[key];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
