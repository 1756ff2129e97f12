import type { UtcMillis } from '../../records/record';
import { isoTimestamp } from '../../records/timestamp';
import { isObject } from '../../stix/fields';
import { getThreatType } from '../../stix/threatTypes';
import { ownGroup } from '../../stix/ownRecord';
import type { RiskWord } from '../../records/risk';
import { identityId, stixExtended, type StixObject, stixUuid } from './stixWriter';

/** A threat or feed, as far as STIX can represent it. */
export interface StixGroup {
  readonly name: string;
  readonly category?: string;
  /** Only threats have one. */
  readonly risk?: RiskWord;
  /** The organization behind a feed. */
  readonly organization?: string;
  readonly pricing?: string;
  /** Description, aliases, and other STIX properties. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly created: UtcMillis;
  readonly modified: UtcMillis;
}

/** The id of a threat. `scope` distinguishes sources, or is empty. */
export function stixThreatId(scope: string, { name, category }: Pick<StixGroup, 'name' | 'category'>): string {
  return `${getThreatType(category)}--${stixUuid(`${scope}threat:${name.toLowerCase()}`)}`;
}

/** The id of a feed's identity, see {@link stixThreatId}. */
export function stixFeedId(scope: string, name: string): string {
  return `identity--${stixUuid(`${scope}feed:${name.toLowerCase()}`)}`;
}

/** The common properties for times. */
export function stixTimestamps(
  created: UtcMillis,
  modified: UtcMillis,
): { readonly created: string; readonly modified: string } {
  const iso = (at: UtcMillis): string => isoTimestamp(at) ?? '1970-01-01T00:00:00.000Z';
  return { created: iso(created), modified: iso(Math.max(created, modified)) };
}

/** A threat as the STIX object for its category (STIX 2.1, 4). */
export function stixThreat(scope: string, group: StixGroup): StixObject {
  const { name, category, risk, details, created, modified } = group;
  const type = getThreatType(category);
  return {
    type,
    spec_version: '2.1',
    id: stixThreatId(scope, group),
    ...stixTimestamps(created, modified),
    created_by_ref: identityId,
    name,
    ...(details['revoked'] === true || details['delisted'] === true ? { revoked: true } : {}),
    ...(type === 'malware' ? { is_family: details['is_family'] !== false } : {}),
    ...validStixProperties(details, threatKeys),
    ...(risk === undefined ? {} : { service_risk: risk }),
    service_record: ownGroup({ category }),
    ...stixExtended,
  };
}

/** A feed as an identity (STIX 2.1, 4.5). */
export function stixFeed(scope: string, feed: StixGroup): StixObject {
  const { name, details, created, modified } = feed;
  const website = details['website'];
  return {
    type: 'identity',
    spec_version: '2.1',
    id: stixFeedId(scope, name),
    ...stixTimestamps(created, modified),
    name,
    identity_class: 'organization',
    ...(typeof website === 'string' ? { contact_information: website } : {}),
    ...validStixProperties(details, feedKeys),
    service_record: ownGroup(feed),
    ...stixExtended,
  };
}

/** A relationship (STIX 2.1, 5.1), such as an indicator that `indicates` a threat. */
export function stixRelationship(source: string, target: string, created: UtcMillis, type = 'indicates'): StixObject {
  return {
    type: 'relationship',
    spec_version: '2.1',
    id: `relationship--${stixUuid(`${source} ${target}`)}`,
    ...stixTimestamps(created, created),
    created_by_ref: identityId,
    relationship_type: type,
    source_ref: source,
    target_ref: target,
  };
}

/** STIX properties by type. */
interface Keys {
  readonly texts: readonly string[];
  readonly lists: readonly string[];
}
const feedKeys: Keys = { texts: ['description', 'contact_information'], lists: ['sectors', 'roles', 'labels'] };
/** STIX properties of indicators. */
export const indicatorKeys: Keys = {
  texts: ['description'],
  lists: ['labels', 'indicator_types', 'object_marking_refs'],
};
const threatKeys: Keys = { texts: ['description'], lists: ['aliases', 'labels', 'object_marking_refs'] };
/** Lists of objects. */
const objectLists = ['external_references', 'kill_chain_phases'];

/** Properties from a source that are valid STIX. */
export function validStixProperties(properties: Readonly<Record<string, unknown>>, { texts, lists }: Keys): StixObject {
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const listed = <T>(name: string, fits: (value: unknown) => value is T): readonly T[] => {
    const value: unknown = properties[name];
    return Array.isArray(value) ? (value as readonly unknown[]).filter(fits) : [];
  };
  const { confidence } = properties;
  const isPercent =
    typeof confidence === 'number' && Number.isInteger(confidence) && confidence >= 0 && confidence <= 100;
  return {
    ...Object.fromEntries(texts.flatMap((name) => (isText(properties[name]) ? [[name, properties[name]]] : []))),
    ...Object.fromEntries(lists.map((name) => [name, listed(name, isText)] as const).filter(isFilled)),
    ...Object.fromEntries(objectLists.map((name) => [name, listed(name, isObject)] as const).filter(isFilled)),
    ...(isPercent ? { confidence } : {}),
  };
}

function isFilled([, list]: readonly [string, readonly unknown[]]): boolean {
  return list.length > 0;
}
