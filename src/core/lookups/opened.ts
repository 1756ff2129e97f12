import type { RequestError } from '../api/requestError';
import type { Indicator } from '../indicators/types';
import type { FeedRecord } from '../records/feed';
import type { PropertyHistory, WholeIndicator } from '../records/history';
import type { Known, Source } from '../records/knowledge';
import type { LinkedIndicator, LinkSummary } from '../records/linked';
import type { UtcMillis } from '../records/record';
import type { ThreatRecord } from '../records/threat';
import type { BlockReason } from './types';

/**
 * Whom a record is asked of: `local:` for what is on this machine, the base URL of a service, or nothing for the one
 * that is connected (where somebody typed a name). Ids and names of one
 * source mean nothing to another, so that a threat opened from a record stays with the source of that record.
 */
export type SourceId = string;

/** What can be opened. Where both a number and a name or value are given, the number is asked for. */
export type RecordRef =
  | {
      readonly kind: 'indicator';
      readonly from: SourceId;
      readonly iid?: number;
      /** Known for all but what somebody typed as a number; tells whether it may be asked for at all. */
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
  /** `record` asks as far as the mode lets by itself; `click` is a person's wish to ask that host. */
  readonly reason: 'record' | 'click';
  readonly signal?: AbortSignal;
  /** Ask the service although its answer is at hand. */
  readonly again?: boolean;
}

/** Told of what is there already while the rest is on its way. */
export interface PartOptions<T> extends OpenOptions {
  readonly onPart?: (part: Extract<Opened<T>, { kind: 'found' }>) => void;
}

/** What came of opening. */
export type Opened<T> =
  | { readonly kind: 'found'; readonly value: T; readonly source: Source; readonly asOf: UtcMillis }
  | {
      readonly kind: 'notKnown';
      readonly source: Source;
      readonly asOf: UtcMillis;
      /** See `Knowledge`. */
      readonly serviceMessage?: string;
    }
  /** Nobody clicked, and the mode asks by itself for nothing; `wouldSend` is what a click sends. */
  | { readonly kind: 'notRequested'; readonly host: string; readonly wouldSend: string }
  | { readonly kind: 'offline'; readonly host: string }
  | { readonly kind: 'blocked'; readonly by: BlockReason }
  /** Its source is a service that is not the connected one. */
  | { readonly kind: 'elsewhere'; readonly host: string }
  /** `isUntried`: the trouble was met when the service was asked about something else, and it is left alone for a while. */
  | { readonly kind: 'failed'; readonly host: string; readonly error: RequestError; readonly isUntried?: true }
  | { readonly kind: 'canceled' };

/**
 * A threat with what its links come to. `summary` is the trouble that the second request met, and undefined as long as it
 * is on its way or where the source has none.
 */
export interface OpenedThreat {
  readonly threat: ThreatRecord;
  readonly summary: LinkSummary | RequestError | undefined;
}

export interface OpenedFeed {
  readonly feed: FeedRecord;
  readonly summary: LinkSummary | RequestError | undefined;
}

/** A row of links with the relation that it stands in; empty for threats and feeds. */
export type FetchedLink = LinkedIndicator & { readonly relation: string };

/** The links of one record that were fetched so far. */
export interface FetchedLinks {
  /** In the order in which they came, each indicator once in a relation. */
  readonly links: readonly FetchedLink[];
  /** Pages that were asked for and answered. */
  readonly pages: number;
  /** Rows that could not be read. */
  readonly left: number;
  /** Whether there are more: `perhaps` where the service does not say. With `no`, `links` are all that there are. */
  readonly more: 'yes' | 'no' | 'perhaps';
  /** How many links there are, as far as it is known: the end was reached. */
  readonly total?: number;
}

/** The links of one record, page by page as somebody asks; each page is one request that counts. */
export interface LinkPager {
  fetched(): FetchedLinks;
  /** Asks for one page more; what is there already stays, whatever comes of it. After the end it asks nothing. */
  next(options: OpenOptions): Promise<Opened<FetchedLinks>>;
}

/** Records whole, from the source they belong to (DESIGN.md, decisions 1, 2 and 12). Nothing here rejects. */
export interface Records {
  openIndicator(
    ref: IndicatorRef,
    options: OpenOptions & { readonly schema?: boolean },
  ): Promise<Opened<WholeIndicator>>;
  /**
   * The properties of earlier scans beside those of today, which are those of a plain answer: where `today` is only a
   * summary or out of date, a second request asks for the record.
   */
  openHistory(
    ref: IndicatorRef,
    options: OpenOptions & { readonly today: Pick<Known, 'record' | 'detail'> },
  ): Promise<Opened<PropertyHistory>>;
  /** The threat and, with a second request, the summary of its links (with `splitrisk`). */
  openThreat(ref: ThreatRef, options: PartOptions<OpenedThreat>): Promise<Opened<OpenedThreat>>;
  openFeed(ref: FeedRef, options: PartOptions<OpenedFeed>): Promise<Opened<OpenedFeed>>;
  /** Asks nothing by itself. */
  openLinks(ref: RecordRef): LinkPager;
  /** The source of a name or number that somebody typed: the connected service, else what is here. */
  current(): SourceId;
  /** Forgets what services answered, and calls off what the settings no longer allow. */
  forget(): void;
}

/** Where a source's records are asked for: a service by its base URL, everything else on this machine. */
export function sourceIdOf(source: Source): SourceId {
  return source.kind === 'service' ? (source.address ?? `https://${source.name}`) : 'local:';
}
