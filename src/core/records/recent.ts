import type { Indicator } from '../indicators/types';
import type { UtcMillis } from './record';
import type { RiskLevel } from './risk';
import type { Subject } from './subject';

/** A record that the user opened. */
export interface RecentRecord {
  /** See `subjectKey`. */
  readonly key: string;
  readonly at: UtcMillis;
  readonly subject: Subject;
  /** As it was when it was opened; absent for what has none, as feeds. */
  readonly risk?: RiskLevel;
}

/** What on this machine is called nearly as somebody wrote. */
export interface SimilarNames {
  /** The likest first. */
  readonly names: readonly FoundName[];
  /** Those that hold the words, newest first. */
  readonly indicators: readonly Indicator[];
}

/** A threat or a feed that is known on this machine by name. */
export interface FoundName {
  readonly kind: 'threat' | 'feed';
  /** `tid` or `fid` of the local service. */
  readonly id: number;
  readonly name: string;
  readonly category?: string;
  /** Of a feed. */
  readonly organization?: string;
}
