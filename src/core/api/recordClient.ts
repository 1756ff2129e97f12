import type { Indicator } from '../indicators/types';
import type { FeedRecord } from '../records/feed';
import type { PropertyHistory, WholeIndicator } from '../records/history';
import type { LinkPage, LinkSummary } from '../records/linked';
import type { ThreatRecord } from '../records/threat';
import type { RequestOptions } from './requestOptions';
import type { Outcome } from './requestError';

/** By the service's own number, or by value. */
export type AskedIndicator = { readonly iid: number } | { readonly indicator: Indicator };
/** By the service's own number, or by name. */
export type AskedThreat = { readonly tid: number } | { readonly threat: string };
export type AskedFeed = { readonly fid: number } | { readonly feed: string; readonly organization?: string };

export interface WholeOptions extends RequestOptions {
  /** Display names of attributes. */
  readonly schema?: boolean;
}

export interface PageOptions extends RequestOptions {
  /** From 0; absent is the first one, asked for without saying so. */
  readonly page?: number;
}

export interface SummaryOptions extends RequestOptions {
  /** Counts of breakdowns by level, too. */
  readonly splitRisk?: boolean;
}

/**
 * Records whole (api-spec: “Indicator by identifier”, “Threat linked-indicator summary”, “Feed linked indicators”), one
 * counted request each. `undefined` means that the service does not know it. Never throws for an expected fault.
 */
export interface RecordClient {
  wholeIndicator(asked: AskedIndicator, options?: WholeOptions): Promise<Outcome<WholeIndicator | undefined>>;
  /** The properties of earlier scans (`historical=1`). There is no record in it: such an answer may be all about the past. */
  indicatorHistory(asked: AskedIndicator, options?: RequestOptions): Promise<Outcome<PropertyHistory | undefined>>;
  indicatorLinks(asked: AskedIndicator, options?: PageOptions): Promise<Outcome<LinkPage | undefined>>;
  threat(asked: AskedThreat, options?: RequestOptions): Promise<Outcome<ThreatRecord | undefined>>;
  threatSummary(asked: AskedThreat, options?: SummaryOptions): Promise<Outcome<LinkSummary | undefined>>;
  threatLinks(asked: AskedThreat, options?: PageOptions): Promise<Outcome<LinkPage | undefined>>;
  feed(asked: AskedFeed, options?: RequestOptions): Promise<Outcome<FeedRecord | undefined>>;
  feedSummary(asked: AskedFeed, options?: SummaryOptions): Promise<Outcome<LinkSummary | undefined>>;
  feedLinks(asked: AskedFeed, options?: PageOptions): Promise<Outcome<LinkPage | undefined>>;
}
