import { type IndicatorRecord, type ThreatLink, type UtcMillis } from '../../core/records/record';
import { isoStamp } from '../../core/records/stamp';
import { identityId, stixExtension, stixIdentity, stixIndicator, type StixObject, stixUuid } from '../../core/results';
import { type GroupSaid, type StixEntry } from '../../core/store/stix/entries';
import { otherThreat, threatTypes } from '../../core/store/stix/places';
import { type StixSource } from '../../core/store/stix/shelf';
import { isObject } from '../../core/stix/fields';

type Made = Exclude<StixEntry, { kind: 'original' }>;

/**
 * The object of what a source says in another form than STIX (STIX 2.1, 4 and 5). Its id is made of the source and what it speaks
 * of, and is always the same; `created` is when the source says that it was added, else when it came to the store.
 */
export function madeObject(entry: Made, created: UtcMillis, source: StixSource | undefined): StixObject {
  const from = `${source?.kind ?? ''}\n${source?.name ?? ''}\n${source?.address ?? ''}`;
  switch (entry.kind) {
    case 'identity':
      return stixIdentity;
    case 'extension':
      return stixExtension;
    case 'feed':
      return feedObject(from, entry.said, created);
    case 'threat':
      return threatObject(from, entry.said, created);
    case 'indicator':
      return indicatorObject(from, entry.record, created, entry.changed);
    case 'tie':
      return tieObject(from, entry.record, entry.threat, created);
  }
}

const indicatorId = (from: string, { type, value }: IndicatorRecord): string =>
  `indicator--${stixUuid(`${from}\n${type}:${value}`)}`;
const feedId = (from: string, name: string): string => `identity--${stixUuid(`${from}\nfeed:${name.toLowerCase()}`)}`;
const threatType = (category: string | undefined): string => threatTypes[category?.toLowerCase() ?? ''] ?? otherThreat;
const threatId = (from: string, { name, category }: Pick<ThreatLink, 'name' | 'category'>): string =>
  `${threatType(category)}--${stixUuid(`${from}\nthreat:${name.toLowerCase()}`)}`;

function stamps(created: UtcMillis, modified: UtcMillis): { readonly created: string; readonly modified: string } {
  const iso = (at: UtcMillis): string => isoStamp(at) ?? '1970-01-01T00:00:00.000Z';
  return { created: iso(created), modified: iso(Math.max(created, modified)) };
}

function indicatorObject(from: string, record: IndicatorRecord, created: UtcMillis, changed: UtcMillis): StixObject {
  const written = stamps(created, record.stamps.updated ?? changed);
  const [feed] = record.feeds;
  return {
    ...stixIndicator(record, created),
    ...written,
    id: indicatorId(from, record),
    valid_from: written.created,
    ...(feed === undefined ? {} : { created_by_ref: feedId(from, feed.name) }),
    ...kept(record.other, indicatorKeys),
  };
}

function tieObject(from: string, record: IndicatorRecord, threat: ThreatLink, created: UtcMillis): StixObject {
  const [source, target] = [indicatorId(from, record), threatId(from, threat)];
  return {
    type: 'relationship',
    spec_version: '2.1',
    id: `relationship--${stixUuid(`${source} ${target}`)}`,
    ...stamps(created, created),
    created_by_ref: identityId,
    relationship_type: 'indicates',
    source_ref: source,
    target_ref: target,
  };
}

function threatObject(from: string, { name, category, details, asOf }: GroupSaid, created: UtcMillis): StixObject {
  const type = threatType(category);
  return {
    type,
    spec_version: '2.1',
    id: threatId(from, { name, ...(category === undefined ? {} : { category }) }),
    ...stamps(created, asOf),
    created_by_ref: identityId,
    name,
    ...(type === 'malware' ? { is_family: details['is_family'] !== false } : {}),
    ...kept(details, threatKeys),
  };
}

function feedObject(from: string, { name, details, asOf }: GroupSaid, created: UtcMillis): StixObject {
  const website = details['website'];
  return {
    type: 'identity',
    spec_version: '2.1',
    id: feedId(from, name),
    ...stamps(created, asOf),
    name,
    identity_class: 'organization',
    ...(typeof website === 'string' ? { contact_information: website } : {}),
    ...kept(details, feedKeys),
  };
}

/** Properties that STIX gives its objects, by what they hold. */
interface Keys {
  readonly texts: readonly string[];
  readonly lists: readonly string[];
}
const feedKeys: Keys = { texts: ['description', 'contact_information'], lists: ['sectors', 'roles', 'labels'] };
const indicatorKeys: Keys = { texts: ['description'], lists: ['labels', 'indicator_types', 'object_marking_refs'] };
const threatKeys: Keys = { texts: ['description'], lists: ['aliases', 'labels', 'object_marking_refs'] };
/** Lists of objects. */
const objectLists = ['external_references', 'kill_chain_phases'];

/** What a source gave under the names of STIX and in their form. */
function kept(said: Readonly<Record<string, unknown>>, { texts, lists }: Keys): StixObject {
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const listed = <T>(name: string, fits: (value: unknown) => value is T): readonly T[] => {
    const value: unknown = said[name];
    return Array.isArray(value) ? (value as readonly unknown[]).filter(fits) : [];
  };
  const { confidence } = said;
  const isPercent =
    typeof confidence === 'number' && Number.isInteger(confidence) && confidence >= 0 && confidence <= 100;
  return {
    ...Object.fromEntries(texts.flatMap((name) => (isText(said[name]) ? [[name, said[name]]] : []))),
    ...Object.fromEntries(lists.map((name) => [name, listed(name, isText)] as const).filter(isFilled)),
    ...Object.fromEntries(objectLists.map((name) => [name, listed(name, isObject)] as const).filter(isFilled)),
    ...(isPercent ? { confidence } : {}),
  };
}

function isFilled([, list]: readonly [string, readonly unknown[]]): boolean {
  return list.length > 0;
}
