import { type FeedLink, type ThreatLink } from './record';

/** The threats and feeds that local sources tie an indicator to, each once; `iid` is the store's own. */
export interface LinksOfRow {
  readonly iid: number;
  readonly threats: readonly ThreatLink[];
  readonly feeds: readonly FeedLink[];
}
