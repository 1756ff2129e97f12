import { ownValue } from '../../core/text/ownValue';
import type { Properties } from '../../core/records/record';

/** Keys whose value is always an array in the specification (lookup API: “Groups inside properties”). */
const arrays: Readonly<Record<string, readonly string[]>> = {
  whois: ['++email', '++phone', '++registrant', 'name server'],
  http: ['Set-Cookie'],
  ssl: ['org', 'ip', 'issuer'],
  dns: ['ns', 'txt'],
  meta: ['og:image'],
};

/** Keys whose value is an array of arrays. */
const arraysOfArrays: Readonly<Record<string, readonly string[]>> = { ssl: ['domain'] };

type WireValue = string | readonly string[] | readonly (readonly string[])[];
export type WireProperties = Readonly<Record<string, Readonly<Record<string, WireValue>>>>;

/** The known groups, restricted to `only` if given; a single value is a string, several are an array. */
export function wireProperties(properties: Properties, only?: readonly string[]): WireProperties {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([group]) => only?.includes(group) ?? true)
      .map(([group, entries]) => [
        group,
        Object.fromEntries(Object.entries(entries).map(([key, values]) => [key, wireValue(group, key, values)])),
      ]),
  );
}

function wireValue(group: string, key: string, values: readonly string[]): WireValue {
  if (ownValue(arraysOfArrays, group)?.includes(key)) return values.map((value) => [value]);
  const [first] = values;
  const single = values.length === 1 && !ownValue(arrays, group)?.includes(key);
  return single && first !== undefined ? first : values;
}
