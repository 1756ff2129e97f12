import type { Context } from './context';
import type { TeamJudgment } from './judgment';
import type { IndicatorType } from '../indicators/identity/types';
import type { RiskLevel, RiskWord } from './risk';

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type UtcMillis = number;

/** The dates of an indicator; a missing key means that the source does not report it. */
export interface Timestamps {
  readonly added?: UtcMillis;
  readonly updated?: UtcMillis;
  readonly seen?: UtcMillis;
  readonly probed?: UtcMillis;
  readonly retired?: UtcMillis;
}

export interface RiskFactor {
  readonly id?: number;
  readonly description: string;
  readonly risk: RiskWord;
}

export interface ThreatLink {
  readonly tid?: number;
  readonly name: string;
  readonly category?: string;
  readonly risk: RiskWord;
  readonly linked?: UtcMillis;
}

export interface FeedLink {
  readonly fid?: number;
  readonly name: string;
  readonly category?: string;
  readonly organization?: string;
  readonly pricing?: string;
  readonly linked?: UtcMillis;
}

export interface RedirectEnd {
  readonly iid?: number;
  readonly value: string;
}

export interface Comment {
  readonly cid?: number;
  readonly uid?: number;
  readonly username?: string;
  readonly title?: string;
  readonly text: string;
  readonly added?: UtcMillis;
  readonly updated?: UtcMillis;
}

/** When a comment was edited after it was written, if it was. */
export function getChange({ added, updated }: Comment): UtcMillis | undefined {
  return updated !== undefined && (added === undefined || updated > added) ? updated : undefined;
}

/** Attribute name (`port`, `protocol`, `technology`, …) to its rows; a row is a value and perhaps its display names. */
export type Attributes = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Group (`geo`, `whois`, `dns`, …) to key (exact, as the service spells it) to values, in the order sent. */
export type Properties = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/**
 * Everything that one source knows about an indicator: the Indicator object of the specification with the names of this
 * project. Timestamps are numbers, lists are always lists, and unknown keys are in `other`.
 */
export interface IndicatorRecord {
  readonly iid?: number;
  readonly qid?: number;
  /** Canonical form, see `core/indicators`. */
  readonly value: string;
  readonly type: IndicatorType;
  readonly risk: RiskLevel;
  readonly riskRecommended?: RiskWord;
  /** The risk that a list stated when it last saw the indicator, if its rating has weakened since. Never stored. */
  readonly riskWhenSeen?: RiskLevel;
  /** True if an analyst set the risk (`manualrisk` 1). */
  readonly manualRisk: boolean;
  readonly retired: boolean;
  /** Some services send the reason instead of the flag. */
  readonly retiredReason?: string;
  readonly timestamps: Timestamps;
  readonly submissions?: number;
  readonly toplist?: { readonly rank: number; readonly domain?: string };
  readonly riskFactors: readonly RiskFactor[];
  readonly redirects: { readonly from: readonly RedirectEnd[]; readonly to: readonly RedirectEnd[] };
  readonly threats: readonly ThreatLink[];
  readonly feeds: readonly FeedLink[];
  readonly comments: readonly Comment[];
  readonly attributes: Attributes;
  readonly properties: Properties;
  /** Keys that the specification does not name, unchanged. */
  readonly other: Readonly<Record<string, unknown>>;
  /** Descriptions of the indicator by lists, apart from its risk. */
  readonly contexts?: readonly Context[];
  /** The judgment of the team whose service reports the indicator. */
  readonly judgment?: TeamJudgment;
  /** Which names a statement of a list is about; absent if only about the indicator itself. */
  readonly reach?: NameReach;
  /** The credit lines that the licenses of its sources ask for. Never stored with it. */
  readonly credits?: readonly string[];
  /** Entries that were skipped because they exceeded the limits. */
  readonly skipped?: readonly SkippedEntries[];
}

/**
 * Names that a statement about a name is about: the name and all `below` it (`all`), only those `below` it, or `none`,
 * since the list excepts it from a statement about a name above it.
 */
export type NameReach = 'all' | 'below' | 'none';

/** Reads the reach of a statement about a name; undefined for any other value or type. */
export function readReach(value: unknown, type: IndicatorType): NameReach | undefined {
  return type === 'domain' && (value === 'all' || value === 'below' || value === 'none') ? value : undefined;
}

/** A path in a response (`properties.meta`) with more entries than the limit; `count` 0 means unknown. */
export interface SkippedEntries {
  readonly at: string;
  readonly count: number;
}

/** A record with nothing but its name; a base for mappers and builders. */
export function emptyRecord(value: string, type: IndicatorType): IndicatorRecord {
  return {
    value,
    type,
    risk: 'unknown',
    manualRisk: false,
    retired: false,
    timestamps: {},
    riskFactors: [],
    redirects: { from: [], to: [] },
    threats: [],
    feeds: [],
    comments: [],
    attributes: {},
    properties: {},
    other: {},
  };
}
