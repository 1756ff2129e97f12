import type { Attributes } from '../../core/records/record';

const attributeNames = ['hosttype', 'port', 'protocol', 'technology'];

/** `schema=1`: the display name of each attribute's values, which is the value itself if there is no other. */
export function schemaNames(attributes: Attributes): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return Object.fromEntries(
    attributeNames.map((attribute) => [
      attribute,
      Object.fromEntries((attributes[attribute] ?? []).map(([value = '', display = value]) => [value, display])),
    ]),
  );
}
