import type { Timestamps, UtcMillis } from './record';
import type { RiskLevel } from './risk';

export interface NewsItem {
  readonly title: string;
  readonly channel?: string;
  /** The original address; it is opened only on a click, after a question. */
  readonly link?: string;
  readonly at?: UtcMillis;
}

/** A reference; at least one field is present. */
export interface Reference {
  readonly name?: string;
  /** An ID in a catalog, such as a CVE. */
  readonly id?: string;
  readonly url?: string;
  readonly description?: string;
}

/** The reason for the risk of an indicator that a list names with a threat, and without a risk. */
export function threatReason(threat: string): string {
  return `Associated with ${threat}`;
}

/**
 * Everything that one source reports about a threat itself; its indicators are in a {@link LinkSummary} and pages of
 * links.
 */
export interface ThreatRecord {
  readonly tid?: number;
  readonly name: string;
  readonly category?: string;
  readonly risk: RiskLevel;
  readonly retired: boolean;
  readonly retiredReason?: string;
  readonly description?: string;
  /** From an encyclopedia, apart from the source's own description. */
  readonly wikiSummary?: string;
  readonly wikiReference?: string;
  readonly otherNames: readonly string[];
  readonly references: readonly Reference[];
  readonly news: readonly NewsItem[];
  /** Tactics, techniques and procedures, as the source names them. */
  readonly ttps: readonly string[];
  readonly timestamps: Timestamps;
  /** Undocumented keys, unchanged. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** The details of a threat of which only the name is known. */
export const emptyThreatDetails = {
  otherNames: [],
  references: [],
  news: [],
  ttps: [],
  timestamps: {},
  other: {},
} as const satisfies Partial<ThreatRecord>;
