import type { FeedRecord } from '../../core/records/feed';
import { wireTimestamp } from '../../core/records/timestamp';
import type { Reference, ThreatRecord } from '../../core/records/threat';
import { wireCounts } from './counts';

/**
 * A complete threat, with its name under `threat`. The specification doesn't show the fields: these are the ones that
 * such services send, and other details of the sources under their own keys.
 */
export function threatObject(threat: ThreatRecord) {
  const { timestamps } = threat;
  return {
    ...threat.other,
    tid: threat.tid ?? null,
    threat: threat.name,
    category: threat.category ?? null,
    risk: threat.risk,
    description: threat.description ?? null,
    wikisummary: threat.wikiSummary ?? null,
    wikireference: threat.wikiReference ?? null,
    othernames: threat.otherNames,
    news: threat.news.map(({ title, channel, link, at }) => ({
      title,
      channel: channel ?? null,
      link: link ?? null,
      stamp: wireTimestamp(at),
    })),
    ttps: threat.ttps,
    external_references: threat.references.map(wireReference),
    retired: threat.retired ? 1 : 0,
    stamp_added: wireTimestamp(timestamps.added),
    stamp_updated: wireTimestamp(timestamps.updated),
    stamp_seen: wireTimestamp(timestamps.seen),
    stamp_retired: wireTimestamp(timestamps.retired),
  };
}

/** A complete feed, with its name under `feed`, see {@link threatObject}. */
export function feedObject(feed: FeedRecord) {
  const { timestamps } = feed;
  return {
    ...feed.other,
    fid: feed.fid ?? null,
    feed: feed.name,
    organization: feed.organization ?? null,
    category: feed.category ?? null,
    pricing: feed.pricing ?? null,
    description: feed.description ?? null,
    website: feed.website ?? null,
    schedule: feed.schedule ?? null,
    external_references: feed.references.map(wireReference),
    indicators: wireCounts(feed.counts ?? { total: 0, levels: {} }),
    stamp_added: wireTimestamp(timestamps.added),
    stamp_updated: wireTimestamp(timestamps.updated),
    stamp_seen: wireTimestamp(timestamps.seen),
  };
}

function wireReference({ name, id, url, description }: Reference) {
  return {
    source_name: name ?? null,
    external_id: id,
    url,
    description,
  };
}
