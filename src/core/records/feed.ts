import { type RiskCounts } from './counts';
import { type Timestamps } from './record';
import { type Reference } from './threat';

/** Everything that one source says of a feed itself. */
export interface FeedRecord {
  readonly fid?: number;
  readonly name: string;
  readonly organization?: string;
  readonly category?: string;
  readonly pricing?: string;
  readonly description?: string;
  readonly website?: string;
  /** How often it is read, in the source's words. */
  readonly schedule?: string;
  readonly references: readonly Reference[];
  readonly timestamps: Timestamps;
  readonly counts?: RiskCounts;
  /** Keys that nobody has documented, as they came. */
  readonly other: Readonly<Record<string, unknown>>;
}
