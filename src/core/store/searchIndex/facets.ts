import type { IndicatorRecord } from '../../records/record';
import { nameKey } from '../statements/links';

/** A searchable value, normalized for comparison. */
export interface Facet {
  readonly group: string;
  readonly name: string;
  readonly value: string;
}

/** Groups of facets other than properties; sources can't use these names. */
export const threatGroup = '=threat';
export const feedGroup = '=feed';
export const attributeGroup = 'attributes';

/** Only the start of longer values is searchable. */
const maxValue = 500;
const maxName = 100;
/** Maximum per indicator; there may be hundreds of cookies. */
const maxFacets = 1_000;

/** Cache of normalized names, since records share a few names. */
const plainNames = new Set<string>();
const maxPlainNames = 1_000;

/** Normalizes the name of a property: lowercase, without the `++` of the service's keys. */
export function facetName(name: string): string {
  if (plainNames.has(name)) return name;
  const plain = name.trim().toLowerCase().replace(/^\+\+/, '').slice(0, maxName);
  if (plain === name && plainNames.size < maxPlainNames) plainNames.add(name);
  return plain;
}

/** Normalizes a value: lowercase, with single spaces. */
export function facetValue(value: string): string {
  return nameKey(value).slice(0, maxValue);
}

/** Unique key of a facet. */
export function facetKey({ group, name, value }: Facet): string {
  return `${group}\n${name}\n${value}`;
}

/** All searchable values of a merged record except its columns, unique by {@link facetKey}. */
export function getFacets({ threats, feeds, attributes, properties }: IndicatorRecord): ReadonlyMap<string, Facet> {
  const found = new Map<string, Facet>();
  const take = (group: string, name: string, text: string): void => {
    const value = facetValue(text);
    if (value === '' || name === '' || found.size >= maxFacets) return;
    const facet = { group, name, value };
    found.set(facetKey(facet), facet);
  };
  for (const { name } of threats) take(threatGroup, 'threat', name);
  for (const { name } of feeds) take(feedGroup, 'feed', name);
  for (const [name, rows] of Object.entries(attributes))
    for (const row of rows) for (const cell of row) take(attributeGroup, facetName(name), cell);
  for (const [group, entries] of Object.entries(properties)) {
    const grouped = facetName(group);
    if (grouped.startsWith('=')) continue;
    for (const [name, values] of Object.entries(entries))
      for (const value of values) take(grouped, facetName(name), value);
  }
  return found;
}
