import type { RiskCounts } from './counts';
import type { Timestamps } from './record';
import type { Reference } from './threat';

/** Everything that one source reports about a feed itself. */
export interface FeedRecord {
  readonly fid?: number;
  readonly name: string;
  readonly organization?: string;
  readonly category?: string;
  readonly pricing?: string;
  readonly description?: string;
  readonly website?: string;
  /** How often it is updated, as the source describes it. */
  readonly schedule?: string;
  readonly references: readonly Reference[];
  readonly timestamps: Timestamps;
  readonly counts?: RiskCounts;
  /** Undocumented keys, unchanged. */
  readonly other: Readonly<Record<string, unknown>>;
}
