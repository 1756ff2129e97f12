import type { IndicatorRecord } from '../records/record';

/** The marking definitions that STIX fixes, of the Traffic Light Protocol 1 (STIX 2.1, 7.2.1.4) and 2 (its extension). */
const names: Readonly<Record<string, string>> = {
  'marking-definition--613f2e26-407d-48c7-9eca-b8e91df99dc9': 'TLP:WHITE',
  'marking-definition--34098fce-860f-48ae-8e50-ebd3cc5e41da': 'TLP:GREEN',
  'marking-definition--f88d31f6-486f-44da-b317-01333bde0b82': 'TLP:AMBER',
  'marking-definition--5e57c739-391a-4eb3-b6be-7d15ca92d5ed': 'TLP:RED',
  'marking-definition--94868c89-83c2-464b-929b-a1a8aa3c8487': 'TLP:CLEAR',
  'marking-definition--bab4a63c-aed9-4cf5-a766-dfca5abac2bb': 'TLP:GREEN',
  'marking-definition--55d920b0-5e8b-4f79-9ee9-91f868d9b421': 'TLP:AMBER',
  'marking-definition--939a9414-2ddd-4d32-a0cd-375ea402b003': 'TLP:AMBER+STRICT',
  'marking-definition--e828b379-4e03-4974-9ac4-e53a884c97c1': 'TLP:RED',
};

/** Who may see a record, as far as its source says: ids of marking definitions, and those of them that are TLP by name. */
export interface Markings {
  readonly refs: readonly string[];
  readonly tlp: readonly string[];
}

/** The markings that came with a record (STIX 2.1, 7.2). */
export function markingsOf({ other }: Pick<IndicatorRecord, 'other'>): Markings {
  const said: unknown = other['object_marking_refs'];
  const refs = (Array.isArray(said) ? said : [said]).filter(
    (ref): ref is string => typeof ref === 'string' && /^marking-definition--[0-9a-f-]{36}$/.test(ref),
  );
  const tlp = refs.flatMap((ref) => (Object.hasOwn(names, ref) ? (names[ref] ?? []) : []));
  return { refs: [...new Set(refs)], tlp: [...new Set(tlp)] };
}

/** True where the marking asks not to hand a record on outside one's own organisation, or at all. */
export function isStrict({ tlp }: Markings): boolean {
  return tlp.some((name) => name === 'TLP:RED' || name === 'TLP:AMBER+STRICT');
}
