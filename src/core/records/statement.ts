import type { Indicator } from '../indicators/identity/types';
import type { IndicatorRecord, NameReach, Properties, UtcMillis } from './record';
import type { RiskLevel } from './risk';
import type { SkipReason } from './problems/skipReason';

/** A statement about an indicator, with its ID at the source. */
export interface Assertion {
  readonly record: IndicatorRecord;
  readonly foreignId?: string;
  /** True if it comes from a {@link StixOriginal} of the same source. */
  readonly original?: boolean;
  /** True if its threats and feeds come as objects and relations of their own, as in STIX. */
  readonly linksApart?: boolean;
}

/** An original object of a STIX source, which is served unchanged. */
export interface StixOriginal {
  readonly id: string;
  readonly type: string;
  /** The version of STIX, such as `2.1`. */
  readonly spec: string;
  /** With six fractional digits, UTC (`exactStamp`); undefined if the object has none. */
  readonly created: string | undefined;
  readonly modified: string | undefined;
  /** JSON. */
  readonly body: string;
}

/** A statement about a threat, without its links. */
export interface ThreatAssertion {
  readonly foreignId?: string;
  readonly name: string;
  readonly category?: string;
  readonly risk: RiskLevel;
  /** Description, aliases and the like, unchanged. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly original?: boolean;
}

/** A statement about a feed, without its links. */
export interface FeedAssertion {
  readonly foreignId?: string;
  readonly name: string;
  readonly category?: string;
  readonly organization?: string;
  readonly pricing?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly original?: boolean;
}

/** Links an indicator to a threat or feed by the IDs of the source, in any order. */
export interface Relation {
  readonly from: string;
  readonly to: string;
  readonly timestamp?: UtcMillis;
}

/** The result of a previous scan of an indicator; follows the statement about the indicator. */
interface EarlierScan {
  readonly indicator: Indicator;
  readonly at: UtcMillis;
  readonly properties: Properties;
}

/** One statement of a source. */
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
  /** The line of the file, from 1; absent where it isn't known. */
  readonly line?: number;
}

/** An exception of a list from its own rules, wherever those are in it. */
export interface Exception {
  readonly indicator: Indicator;
  readonly reach?: Exclude<NameReach, 'none'> | undefined;
  /** It only removes a rule or an exception for exactly this, as `$badfilter` does, and excepts nothing else. */
  readonly removes?: 'rule' | 'exception';
}
