import { type IndicatorType } from '../indicators/types';
import { type Breakdowns, type RiskCounts } from './counts';
import { type Attributes, type FeedLink, type Properties, type ThreatLink, type UtcMillis } from './record';
import { type RiskLevel } from './risk';

/** An indicator as a row among those that are linked to a threat, a feed or another indicator. */
export interface LinkedIndicator {
  readonly iid?: number;
  /** Canonical form. */
  readonly value: string;
  readonly type: IndicatorType;
  readonly risk: RiskLevel;
  readonly retired: boolean;
  readonly linked?: UtcMillis;
  /** What the service's summary of it holds: some of `geo`, `whois`, `http`. */
  readonly properties: Properties;
  readonly attributes: Attributes;
  /** Keys that the specification does not name, as they came. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** Links under one name: of an indicator “Active DNS”, “Redirects” …; of a threat or a feed there is one without a name. */
export interface Relation {
  readonly name: string;
  readonly links: readonly LinkedIndicator[];
}

/** One page of links, as it was asked for (api-spec: “Feed link result”). */
export interface LinkPage {
  /** From 0. */
  readonly page: number;
  readonly relations: readonly Relation[];
  /** Rows of the answer that could not be read or were beyond what is kept of one. */
  readonly left: number;
  /** `perhaps`: the service gives a page but does not say whether there is another. */
  readonly more: 'yes' | 'no' | 'perhaps';
  /** What to ask for next; missing where `more` is `no`. */
  readonly next?: number;
}

/** A feed among those that know indicators of a threat, and how many of them. */
export type FeedCount = FeedLink & { readonly counts?: RiskCounts };

/** A threat among those that indicators of a feed are linked to, and how many of them. */
export type ThreatCount = ThreatLink & { readonly counts?: RiskCounts };

/** What can be said of all linked indicators at once (api-spec: “Threat summary”). */
export interface LinkSummary {
  /** When the last of the linked domains was updated. */
  readonly updatedLastDomain?: UtcMillis;
  readonly risk: RiskCounts;
  readonly breakdowns: Breakdowns;
  /** Property group to key to values. */
  readonly properties: Readonly<Record<string, Breakdowns>>;
  readonly feeds: readonly FeedCount[];
  /** Of a feed alone. */
  readonly threats: readonly ThreatCount[];
  readonly other: Readonly<Record<string, unknown>>;
}
