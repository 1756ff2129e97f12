import type { IndicatorRecord } from '../record';

const nameKeys: ReadonlySet<string> = new Set(['name', 'title']);
const textKeys: ReadonlySet<string> = new Set(['description', 'comment', 'comments', 'note', 'notes']);

/** Whether a key of `other` is a part of {@link getDescription}. */
export function isDescription(key: string): boolean {
  return nameKeys.has(key.toLowerCase()) || textKeys.has(key.toLowerCase());
}

/** A source's name and description of an indicator, from STIX bundles and columns of notes: “Name: text”. Not escaped. */
export function getDescription({ other }: IndicatorRecord): string | undefined {
  const first = (keys: ReadonlySet<string>): string | undefined =>
    Object.entries(other)
      .filter(([key]) => keys.has(key.toLowerCase()))
      .map(([, value]) => (typeof value === 'string' ? value.trim() : ''))
      .find((text) => text !== '');
  const parts = [first(nameKeys), first(textKeys)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : [...new Set(parts)].join(': ');
}
