import type { FeedLink, ThreatLink } from './record';

/** The threats and feeds that local sources link an indicator to, each once; `iid` is the ID in the store. */
export interface LinksOfRow {
  readonly iid: number;
  readonly threats: readonly ThreatLink[];
  readonly feeds: readonly FeedLink[];
}
