import { type IndicatorRecord } from '../../records/record';
import { nameKey } from '../links';

/** A value that can be searched for, in the form in which it is compared. */
export interface Facet {
  readonly group: string;
  readonly name: string;
  readonly value: string;
}

/** Groups of facets that are no properties; no source can make one of that name. */
export const threatGroup = '=threat';
export const feedGroup = '=feed';
export const attributeGroup = 'attributes';

/** Longer values are searched by their beginning. */
const maxValue = 500;
const maxName = 100;
/** Of one indicator; cookies alone may be hundreds. */
const maxFacets = 1_000;

/** Names that are plain already: the same few come with every record. */
const plainNames = new Set<string>();
const maxPlainNames = 1_000;

/** The name of a property as it is compared: without letter case, and without the `++` of the service's own keys. */
export function facetName(name: string): string {
  if (plainNames.has(name)) return name;
  const plain = name.trim().toLowerCase().replace(/^\+\+/, '').slice(0, maxName);
  if (plain === name && plainNames.size < maxPlainNames) plainNames.add(name);
  return plain;
}

/** A value as it is compared: letter case and runs of blanks do not count. */
export function facetValue(value: string): string {
  return nameKey(value).slice(0, maxValue);
}

/** What tells a facet from every other. */
export function facetKey({ group, name, value }: Facet): string {
  return `${group}\n${name}\n${value}`;
}

/** Everything in a merged record that can be searched for beside its own columns, each thing once, by {@link facetKey}. */
export function facetsOf({ threats, feeds, attributes, properties }: IndicatorRecord): ReadonlyMap<string, Facet> {
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
