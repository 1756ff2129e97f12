import { type Timestamps, type UtcMillis } from './record';
import { type RiskLevel } from './risk';

export interface NewsItem {
  readonly title: string;
  readonly channel?: string;
  /** As it came: an address is opened by a click alone, after asking. */
  readonly link?: string;
  readonly at?: UtcMillis;
}

/** Where more is to be read; at least one of the fields is there. */
export interface Reference {
  readonly name?: string;
  /** A number in a catalogue, such as a CVE. */
  readonly id?: string;
  readonly url?: string;
  readonly description?: string;
}

/** Everything that one source says of a threat itself; its indicators are a {@link LinkSummary} and pages of links. */
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
  /** Tactics, techniques and procedures, in the source's words. */
  readonly ttps: readonly string[];
  readonly timestamps: Timestamps;
  /** Keys that nobody has documented, as they came. */
  readonly other: Readonly<Record<string, unknown>>;
}

/** What stands in a threat of which little more than the name is known. */
export const emptyThreatDetails = {
  otherNames: [],
  references: [],
  news: [],
  ttps: [],
  timestamps: {},
  other: {},
} as const satisfies Partial<ThreatRecord>;
