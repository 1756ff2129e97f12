import type { RequestError } from '../api/requestError';
import type { Indicator } from '../indicators/identity/types';
import type { FeedRecord } from '../records/feed';
import type { PropertyHistory, WholeIndicator } from '../records/history';
import type { Known, Source } from '../records/knowledge';
import type { LinkedIndicator, LinkSummary } from '../records/linked';
import type { UtcMillis } from '../records/record';
import type { ThreatRecord } from '../records/threat';
import type { BlockReason, RequestSubject } from './types';
import type { SourceId } from '../records/sourceId';

/** A reference to a record to open. If it has an id and a name or value, the id is requested. */
export type RecordRef =
  | {
      readonly kind: 'indicator';
      readonly from: SourceId;
      readonly iid?: number;
      /** Absent only for an id that the user entered; determines whether a request is allowed. */
      readonly indicator?: Indicator;
    }
  | { readonly kind: 'threat'; readonly from: SourceId; readonly tid?: number; readonly name?: string }
  | {
      readonly kind: 'feed';
      readonly from: SourceId;
      readonly fid?: number;
      readonly name?: string;
      readonly organization?: string;
    };

export type IndicatorRef = Extract<RecordRef, { kind: 'indicator' }>;
export type ThreatRef = Extract<RecordRef, { kind: 'threat' }>;
export type FeedRef = Extract<RecordRef, { kind: 'feed' }>;

export interface OpenOptions {
  /** `record` requests only if the mode allows it automatically; `click` is an explicit request to that host. */
  readonly reason: 'record' | 'click';
  readonly signal?: AbortSignal;
  /** Query the service even if a cached answer exists. */
  readonly again?: boolean;
}

/** Called with partial results while the rest is loading. */
export interface PartOptions<T> extends OpenOptions {
  readonly onPart?: (part: Extract<Opened<T>, { kind: 'found' }>) => void;
}

/** The result of opening. */
export type Opened<T> =
  | { readonly kind: 'found'; readonly value: T; readonly source: Source; readonly asOf: UtcMillis }
  | {
      readonly kind: 'notFound';
      readonly source: Source;
      readonly asOf: UtcMillis;
      /** See `Knowledge`. */
      readonly serviceMessage?: string;
    }
  /** Not clicked, and the mode sends nothing automatically; `wouldSend` is what a click sends. */
  | {
      readonly kind: 'notRequested';
      readonly host: string;
      readonly wouldSend: string;
      /** The kind of `wouldSend`, if it isn't an indicator. */
      readonly subject?: RequestSubject;
    }
  | { readonly kind: 'offline'; readonly host: string }
  | { readonly kind: 'blocked'; readonly by: BlockReason }
  /** Its source is a service other than the connected one. */
  | { readonly kind: 'elsewhere'; readonly host: string }
  /** `isUntried`: the error occurred in another request to the service, which is paused for a while. */
  | { readonly kind: 'failed'; readonly host: string; readonly error: RequestError; readonly isUntried?: true }
  | { readonly kind: 'canceled' };

/**
 * A threat with a summary of its links. `summary` is the error of the second request if it failed, and undefined
 * while it is loading or if the source has none.
 */
export interface OpenedThreat {
  readonly threat: ThreatRecord;
  readonly summary: LinkSummary | RequestError | undefined;
}

export interface OpenedFeed {
  readonly feed: FeedRecord;
  readonly summary: LinkSummary | RequestError | undefined;
}

/** A row of links with its relation; empty for threats and feeds. */
export type FetchedLink = LinkedIndicator & { readonly relation: string };

/** The fetched links of one record. */
export interface FetchedLinks {
  /** In order of arrival, each indicator once per relation. */
  readonly links: readonly FetchedLink[];
  /** Pages that were requested and answered. */
  readonly pages: number;
  /** Rows that couldn't be read. */
  readonly unreadable: number;
  /** Whether there are more: `perhaps` if the service doesn't report it. With `no`, `links` is complete. */
  readonly more: 'yes' | 'no' | 'perhaps';
  /** The number of links, once the end was reached. */
  readonly total?: number;
}

/** The links of one record, fetched page by page on request; each page counts as a request. */
export interface LinkPager {
  fetched(): FetchedLinks;
  /** Requests one more page; fetched links stay whatever the result. Requests nothing after the end. */
  next(options: OpenOptions): Promise<Opened<FetchedLinks>>;
}

/** Complete records from their source. Nothing here rejects. */
export interface Records {
  openIndicator(
    ref: IndicatorRef,
    options: OpenOptions & { readonly schema?: boolean },
  ): Promise<Opened<WholeIndicator>>;
  /**
   * The properties of earlier scans next to today's. If `today` is only a summary or out of date, a second request
   * fetches the current record.
   */
  openHistory(
    ref: IndicatorRef,
    options: OpenOptions & { readonly today: Pick<Known, 'record' | 'detail'> },
  ): Promise<Opened<PropertyHistory>>;
  /** The threat and, with a second request, the summary of its links (with `splitrisk`). */
  openThreat(ref: ThreatRef, options: PartOptions<OpenedThreat>): Promise<Opened<OpenedThreat>>;
  openFeed(ref: FeedRef, options: PartOptions<OpenedFeed>): Promise<Opened<OpenedFeed>>;
  /** Sends nothing until the first page is requested. */
  openLinks(ref: RecordRef): LinkPager;
  /** The source for an entered name or id: the connected service; otherwise the local store. */
  current(): SourceId;
  /** Discards cached answers, and cancels what the settings no longer allow. */
  forget(): void;
}
