import type { Indicator } from '../indicators/identity/types';
import type { FeedRecord } from '../records/feed';
import type { PropertyHistory, WholeIndicator } from '../records/history';
import type { LinkPage, LinkSummary } from '../records/linked';
import type { ThreatRecord } from '../records/threat';
import type { RequestOptions } from './requestOptions';
import type { Outcome } from './requestError';

/** By the service's ID, or by value. */
export type IndicatorSelector = { readonly iid: number } | { readonly indicator: Indicator };
/** By the service's ID, or by name. */
export type ThreatSelector = { readonly tid: number } | { readonly threat: string };
export type FeedSelector = { readonly fid: number } | { readonly feed: string; readonly organization?: string };

interface FullRecordOptions extends RequestOptions {
  /** Display names of attributes. */
  readonly schema?: boolean;
}

export interface PageOptions extends RequestOptions {
  /** From 0; without it the first page is requested. */
  readonly page?: number;
}

export interface SummaryOptions extends RequestOptions {
  /** Also counts of breakdowns by risk level. */
  readonly splitRisk?: boolean;
}

/**
 * Full records (lookup API: “Indicator by identifier”, “Threat linked-indicator summary”, “Feed linked indicators”),
 * one counted request each. `undefined` means that the service doesn't know it. Never throws for an expected error.
 */
export interface RecordClient {
  fullIndicator(selector: IndicatorSelector, options?: FullRecordOptions): Promise<Outcome<WholeIndicator | undefined>>;
  /**
   * The properties of earlier scans (`historical=1`), without the record: such a response may contain old values only.
   */
  indicatorHistory(
    selector: IndicatorSelector,
    options?: RequestOptions,
  ): Promise<Outcome<PropertyHistory | undefined>>;
  indicatorLinks(selector: IndicatorSelector, options?: PageOptions): Promise<Outcome<LinkPage | undefined>>;
  threat(selector: ThreatSelector, options?: RequestOptions): Promise<Outcome<ThreatRecord | undefined>>;
  threatSummary(selector: ThreatSelector, options?: SummaryOptions): Promise<Outcome<LinkSummary | undefined>>;
  threatLinks(selector: ThreatSelector, options?: PageOptions): Promise<Outcome<LinkPage | undefined>>;
  feed(selector: FeedSelector, options?: RequestOptions): Promise<Outcome<FeedRecord | undefined>>;
  feedSummary(selector: FeedSelector, options?: SummaryOptions): Promise<Outcome<LinkSummary | undefined>>;
  feedLinks(selector: FeedSelector, options?: PageOptions): Promise<Outcome<LinkPage | undefined>>;
}
