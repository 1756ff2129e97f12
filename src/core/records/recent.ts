import type { Indicator } from '../indicators/identity/types';
import type { UtcMillis } from './record';
import type { RiskLevel } from './risk';
import type { Subject } from './subject';

/** A record that the user opened. */
export interface RecentRecord {
  /** See `subjectKey`. */
  readonly key: string;
  readonly at: UtcMillis;
  readonly subject: Subject;
  /** The risk when it was opened; absent for feeds. */
  readonly risk?: RiskLevel;
}

/** Local names that are similar to a typed one. */
export interface SimilarNames {
  /** The most similar first. */
  readonly names: readonly FoundName[];
  /** Indicators that contain the words, the newest first. */
  readonly indicators: readonly Indicator[];
}

/** A threat or feed in the local store. */
export interface FoundName {
  readonly kind: 'threat' | 'feed';
  /** Its `tid` or `fid` in the local service; 0 for a name that is only suggested. */
  readonly id: number;
  readonly name: string;
  readonly category?: string;
  /** The organization behind a feed. */
  readonly organization?: string;
}
