import { stixBundle } from '../results/stixBundle';
import { stixIndicator, stixIndicatorId, type StixObject, stixUuid } from '../results/stixWriter';
import {
  stixFeed,
  stixFeedId,
  type StixGroup,
  stixTimestamps,
  stixThreat,
  stixThreatId,
  stixRelationship,
} from '../results/stixGroups';
import {
  emptyRecord,
  type FeedLink,
  type IndicatorRecord,
  type ThreatLink,
  type UtcMillis,
} from '../../records/record';
import type { LinkedIndicator } from '../../records/linked';
import type { Reference } from '../../records/threat';
import type { Exported } from './exported';

type ThreatExported = Extract<Exported, { kind: 'threat' }>;
type FeedExported = Extract<Exported, { kind: 'feed' }>;

/**
 * A threat or a feed with the indicators that are here as a STIX 2.1 bundle (lookup API: “Explore STIX result”): a
 * threat as the object that its category is, with its techniques and the relationships of indicators to it; a feed as
 * the identity that made its indicators. `now` replaces unknown timestamps.
 */
export function exportGroupStix(exported: ThreatExported | FeedExported, now: UtcMillis): string {
  const { name } = exported.kind === 'threat' ? exported.threat : exported.feed;
  const objects = exported.kind === 'threat' ? threatObjects(exported, now) : feedObjects(exported, now);
  return `${[...stixBundle(`${now}:${exported.kind}:${name}`, objects, 2)].join('')}\n`;
}

function* threatObjects({ threat, links }: ThreatExported, now: UtcMillis): Generator<StixObject> {
  const { name, category, risk, timestamps } = threat;
  const group: StixGroup = {
    name,
    ...(category === undefined ? {} : { category }),
    risk,
    details: {
      ...threat.other,
      revoked: threat.retired,
      ...described(threat.description ?? threat.wikiSummary),
      aliases: threat.otherNames,
      external_references: references([
        ...threat.references,
        ...(threat.wikiReference === undefined ? [] : [{ url: threat.wikiReference }]),
      ]),
    },
    ...timestampsOf(timestamps, now),
  };
  const id = stixThreatId('', group);
  const { created } = group;
  yield stixThreat('', group);
  for (const ttp of new Set(threat.ttps)) {
    const technique = `attack-pattern--${stixUuid(`technique:${ttp.toLowerCase()}`)}`;
    yield {
      type: 'attack-pattern',
      spec_version: '2.1',
      id: technique,
      ...stixTimestamps(created, created),
      name: ttp,
    };
    // STIX knows no use of techniques by infrastructure.
    yield stixRelationship(id, technique, created, id.startsWith('infrastructure--') ? 'related-to' : 'uses');
  }
  for (const link of indicatorsOf(links)) {
    yield stixIndicator({ ...getRecord(link), threats: [{ name, risk: threat.risk }] }, now);
    yield stixRelationship(stixIndicatorId(link.value, link.type), id, link.linked ?? now);
  }
}

function* feedObjects({ feed, links }: FeedExported, now: UtcMillis): Generator<StixObject> {
  const { name, description, website, references: sources, timestamps } = feed;
  const group = getFeedLink(feed);
  yield stixFeed('', {
    ...group,
    details: {
      ...feed.other,
      ...described(description),
      ...(website === undefined ? {} : { website }),
      external_references: references(sources),
    },
    ...timestampsOf(timestamps, now),
  });
  for (const link of indicatorsOf(links)) {
    const { linked } = link;
    const feeds = [{ ...group, ...(linked === undefined ? {} : { linked }) }];
    yield { ...stixIndicator({ ...getRecord(link), feeds }, now), created_by_ref: stixFeedId('', name) };
  }
}

/** The parts of a threat that links state. */
export type NamedThreat = Pick<ThreatLink, 'name' | 'category' | 'risk'>;

/** A threat as a link of an indicator without a date. */
export function getThreatLink({ name, category, risk }: NamedThreat): ThreatLink {
  return { name, ...(category === undefined ? {} : { category }), risk };
}

/** A feed as a link of an indicator without a date. */
export function getFeedLink({ name, category, organization, pricing }: FeedExported['feed']): FeedLink {
  return {
    name,
    ...(category === undefined ? {} : { category }),
    ...(organization === undefined ? {} : { organization }),
    ...(pricing === undefined ? {} : { pricing }),
  };
}

/** Each indicator once, whatever its relations. */
function indicatorsOf(links: ThreatExported['links']): Iterable<LinkedIndicator> {
  return new Map(links?.links.map((link) => [stixIndicatorId(link.value, link.type), link])).values();
}

/** A row of links as a record. */
export function getRecord({ value, type, iid, ...said }: LinkedIndicator): IndicatorRecord {
  const { risk, retired, properties, attributes, other } = said;
  return {
    ...emptyRecord(value, type),
    risk,
    retired,
    properties,
    attributes,
    other,
    ...(iid === undefined ? {} : { iid }),
  };
}

function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

function timestampsOf(
  { added, updated }: { readonly added?: UtcMillis; readonly updated?: UtcMillis },
  now: UtcMillis,
) {
  const created = Math.min(added ?? updated ?? now, now);
  return { created, modified: Math.max(created, updated ?? created) };
}

/** STIX requires a source name and one more property (STIX 2.1, 2.5). */
function references(all: readonly Reference[]): readonly Record<string, string>[] {
  return all.map(({ name, id, url, description }) => {
    const sourceName = name ?? (url === undefined ? undefined : URL.parse(url)?.host) ?? 'reference';
    const details = {
      ...(id === undefined ? {} : { external_id: id }),
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description }),
    };
    return { source_name: sourceName, ...(Object.keys(details).length > 0 ? details : { description: sourceName }) };
  });
}
