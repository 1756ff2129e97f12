import type { UtcMillis } from './record';
import type { Subject } from './subject';

/** A record that the user opened. */
export interface RecentRecord {
  /** See `subjectKey`. */
  readonly key: string;
  readonly at: UtcMillis;
  readonly subject: Subject;
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
