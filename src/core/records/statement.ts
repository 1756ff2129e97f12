import type { Indicator } from '../indicators/types';
import type { IndicatorRecord, Properties, UtcMillis } from './record';
import type { RiskLevel } from './risk';
import type { SkipReason } from './skipReason';

/** What one source says of one indicator, with the id that the source itself gives it. */
export interface Assertion {
  readonly record: IndicatorRecord;
  readonly foreignId?: string;
  /** True where a {@link StixOriginal} of the same source says it. */
  readonly original?: boolean;
}

/** An object of a STIX source as it came; served on so. */
export interface StixOriginal {
  readonly id: string;
  readonly type: string;
  /** The version of STIX, such as `2.1`. */
  readonly spec: string;
  /** With six fractional digits, UTC (`exactStamp`); undefined where the object has none. */
  readonly created: string | undefined;
  readonly modified: string | undefined;
  /** JSON. */
  readonly body: string;
}

/** What a source says of a threat, beyond its links. */
export interface ThreatAssertion {
  readonly foreignId?: string;
  readonly name: string;
  readonly category?: string;
  readonly risk: RiskLevel;
  /** Description, aliases and the like, as the source has them. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly original?: boolean;
}

/** What a source says of a feed, beyond its links. */
export interface FeedAssertion {
  readonly foreignId?: string;
  readonly name: string;
  readonly category?: string;
  readonly organization?: string;
  readonly pricing?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly original?: boolean;
}

/** Ties an indicator to a threat or feed by the source's own ids, whichever of the two came first. */
export interface Relation {
  readonly from: string;
  readonly to: string;
  readonly timestamp?: UtcMillis;
}

/** What an earlier scan of an indicator found, and when; the indicator itself was said before. */
export interface EarlierScan {
  readonly indicator: Indicator;
  readonly at: UtcMillis;
  readonly properties: Properties;
}

/** One thing that a source says. */
export type Statement =
  | ({ readonly kind: 'indicator' } & Assertion)
  | ({ readonly kind: 'threat' } & ThreatAssertion)
  | ({ readonly kind: 'feed' } & FeedAssertion)
  | ({ readonly kind: 'relation' } & Relation)
  | ({ readonly kind: 'earlier' } & EarlierScan)
  | ({ readonly kind: 'object' } & StixOriginal);

/** Something that an import could not use, and why. */
export interface SkippedItem {
  readonly reason: SkipReason;
  readonly example: string;
}
