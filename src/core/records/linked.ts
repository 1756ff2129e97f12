import type { IndicatorType } from '../indicators/identity/types';
import type { Breakdowns, RiskCounts } from './counts';
import type { Attributes, FeedLink, Properties, ThreatLink, UtcMillis } from './record';
import type { RiskLevel } from './risk';

/** An indicator as a row among those that are linked to a threat, a feed or another indicator. */
export interface LinkedIndicator {
  readonly iid?: number;
  /** Canonical form. */
  readonly value: string;
  readonly type: IndicatorType;
  readonly risk: RiskLevel;
  readonly retired: boolean;
  readonly linked?: UtcMillis;
  /** The properties in the service's summary: some of `geo`, `whois`, `http`. */
  readonly properties: Properties;
  readonly attributes: Attributes;
  /** Keys that the specification does not name, unchanged. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** Links under one name: of an indicator “Active DNS”, “Redirects” …; of a threat or a feed there is one without a name. */
export interface Relation {
  readonly name: string;
  readonly links: readonly LinkedIndicator[];
}

/** One page of links (lookup API: “Feed link result”). */
export interface LinkPage {
  /** From 0. */
  readonly page: number;
  readonly relations: readonly Relation[];
  /** Rows of the response that could not be read or exceeded the limit. */
  readonly unreadable: number;
  /** `perhaps`: the service does not report whether there is another page. */
  readonly more: 'yes' | 'no' | 'perhaps';
  /** The next page to request; missing if `more` is `no`. */
  readonly next?: number;
}

/** A feed that lists indicators of a threat, and how many of them. */
export type FeedCount = FeedLink & { readonly counts?: RiskCounts };

/** A threat that indicators of a feed are linked to, and how many of them. */
export type ThreatCount = ThreatLink & { readonly counts?: RiskCounts };

/** A summary of all linked indicators (lookup API: “Threat summary”). */
export interface LinkSummary {
  /** The most recent update of a linked domain. */
  readonly updatedLastDomain?: UtcMillis;
  readonly risk: RiskCounts;
  readonly breakdowns: Breakdowns;
  /** Property group to key to values. */
  readonly properties: Readonly<Record<string, Breakdowns>>;
  readonly feeds: readonly FeedCount[];
  /** Only for feeds. */
  readonly threats: readonly ThreatCount[];
  readonly other: Readonly<Record<string, unknown>>;
}
