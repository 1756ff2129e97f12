import type { IndicatorRecord } from './record';

const nameKeys: ReadonlySet<string> = new Set(['name', 'title']);
const textKeys: ReadonlySet<string> = new Set(['description', 'comment', 'comments', 'note', 'notes']);

/** True for the keys of `other` that hold what {@link descriptionOf} tells. */
export function isDescription(key: string): boolean {
  return nameKeys.has(key.toLowerCase()) || textKeys.has(key.toLowerCase());
}

/** What a source calls an indicator and writes of it, of STIX bundles and columns of notes: “Name: text”. Not escaped. */
export function descriptionOf({ other }: IndicatorRecord): string | undefined {
  const first = (keys: ReadonlySet<string>): string | undefined =>
    Object.entries(other)
      .filter(([key]) => keys.has(key.toLowerCase()))
      .map(([, value]) => (typeof value === 'string' ? value.trim() : ''))
      .find((text) => text !== '');
  const parts = [first(nameKeys), first(textKeys)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : [...new Set(parts)].join(': ');
}
