import type { IndicatorRecord } from '../records/record';
import { isObject, type StixObject, getText, getTexts } from './fields';

/**
 * The marking definitions that STIX defines for the Traffic Light Protocol 1 (STIX 2.1, 7.2.1.4) and 2 (its extension).
 */
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

/** The property with the names of other markings, next to `object_marking_refs`. */
const namesKey = 'markings';
const maxNameLength = 200;
const maxRefs = 40;

/** Who may see a record according to its source. */
export interface Markings {
  /** IDs of marking definitions. */
  readonly refs: readonly string[];
  /** Markings of the Traffic Light Protocol, by name: `TLP:AMBER+STRICT`. */
  readonly tlp: readonly string[];
  /** All named markings: first TLP, then other statements. */
  readonly names: readonly string[];
}

type StixProperties = Readonly<Record<string, unknown>>;

/** The markings of a record, or of the details of a threat (STIX 2.1, 7.2). */
export function markingsIn(properties: StixProperties): Markings {
  const refs = getTexts(properties['object_marking_refs'])
    .filter((ref) => /^marking-definition--[0-9a-f-]{36}$/.test(ref))
    .slice(0, maxRefs);
  const fixed = refs.flatMap((ref) => (Object.hasOwn(names, ref) ? (names[ref] ?? []) : []));
  const others = getTexts(properties[namesKey])
    .slice(0, maxRefs)
    .map((name) => name.slice(0, maxNameLength));
  const tlp = [...fixed, ...others.map(tlpOf).filter((name) => name !== undefined)];
  const statements = others.filter((name) => tlpOf(name) === undefined);
  const unique = (list: readonly string[]): readonly string[] => [...new Set(list)];
  return { refs: unique(refs), tlp: unique(tlp), names: unique([...tlp, ...statements]) };
}

/** The markings of a record. */
export function getMarkings({ other }: Pick<IndicatorRecord, 'other'>): Markings {
  return markingsIn(other);
}

/** Whether a marking has a fixed name, so that no definition is needed. */
export function isFixedMarking(ref: string): boolean {
  return Object.hasOwn(names, ref);
}

/** Adds the names of markings that are only in their definitions. */
export function withMarkingNames<T extends StixProperties>(properties: T, named: readonly string[]): T {
  return named.length === 0
    ? properties
    : { ...properties, [namesKey]: [...new Set([...getTexts(properties[namesKey]), ...named])] };
}

/**
 * The name of a marking definition (STIX 2.1, 7.2.1): its TLP level in the form of STIX 2.0, 2.1, or TLP 2.0, or
 * otherwise its statement or name. Undefined for other objects.
 */
export function markingName(definition: StixObject): string | undefined {
  if (definition.type !== 'marking-definition') return undefined;
  const extensions = isObject(definition.extensions) ? Object.values(definition.extensions) : [];
  const level = extensions.map((each) => (isObject(each) ? getText(each['tlp_2_0']) : undefined)).find(Boolean);
  const content = isObject(definition.definition) ? definition.definition : {};
  const tlp = level ?? getText(content['tlp']);
  if (tlp !== undefined) return tlpOf(`TLP:${tlp}`) ?? `TLP:${tlp.toUpperCase().slice(0, maxNameLength)}`;
  return (getText(content['statement']) ?? getText(definition.name))?.slice(0, maxNameLength);
}

/** The canonical name of a TLP level; undefined for any other text. */
function tlpOf(name: string): string | undefined {
  const match = /^TLP[:\s-]*(CLEAR|WHITE|GREEN|AMBER(?:\s*\+\s*STRICT)?|RED)$/i.exec(name.trim());
  return match === null ? undefined : `TLP:${(match[1] ?? '').replace(/\s/g, '').toUpperCase()}`;
}

/** Whether a marking restricts sharing to one's own organization or prohibits it. */
export function isStrict({ tlp }: Pick<Markings, 'tlp'>): boolean {
  return tlp.some((name) => strict.has(name));
}

const strict: ReadonlySet<string> = new Set(['TLP:RED', 'TLP:AMBER+STRICT']);

/** Restricted records in an export, which needs confirmation. */
export interface StrictExport {
  readonly count: number;
  /** `TLP:RED`, `TLP:AMBER+STRICT`, or both. */
  readonly tlp: readonly string[];
}

/** The restricted records among these, as read by {@link markingsIn}; undefined if there are none. */
export function strictExport(properties: readonly StixProperties[]): StrictExport | undefined {
  const found = properties
    .map((each) => markingsIn(each).tlp.filter((name) => strict.has(name)))
    .filter((tlp) => tlp.length > 0);
  return found.length === 0 ? undefined : { count: found.length, tlp: [...new Set(found.flat())].toSorted() };
}
