import type { TierName } from '../../core/store/protocol/protocol';
import type { WorkRates } from './workLimiter';

/** Maximum number of requests per second, calendar day, and calendar month (UTC). */
export interface Rates {
  readonly second: number;
  readonly day: number;
  readonly month: number;
}

export interface Tier {
  /** Default and maximum number of Explore results (lookup API: “Limits”). */
  readonly exploreLimit: number;
  /** The specification gives no numbers; these are this service's own, see docs/reference/local-service.md. */
  readonly rates: Rates;
  /** Like {@link rates}, this service's own. */
  readonly work: WorkRates;
}

/** Without the key, anybody on the machine. */
const strangerWork: WorkRates = { request: 5_000, burst: 20_000, share: 0.2, atOnce: 8 };
/** Enough for searching a very large store without any index. */
const holderWork: WorkRates = { request: 60_000, burst: 300_000, share: 0.5, atOnce: 32 };

/** The plans of the specification; `feed` has no Explore limit there and gets that of Pro. */
export const tiers: Readonly<Record<TierName, Tier>> = {
  visitor: { exploreLimit: 10, rates: { second: 20, day: 2_000, month: 20_000 }, work: strangerWork },
  free: { exploreLimit: 50, rates: { second: 50, day: 20_000, month: 200_000 }, work: holderWork },
  pro: { exploreLimit: 250, rates: { second: 1_000, day: 1_000_000, month: 10_000_000 }, work: holderWork },
  team: { exploreLimit: 1_000, rates: { second: 2_000, day: 5_000_000, month: 50_000_000 }, work: holderWork },
  business: { exploreLimit: 10_000, rates: { second: 5_000, day: 20_000_000, month: 200_000_000 }, work: holderWork },
  feed: { exploreLimit: 250, rates: { second: 1_000, day: 1_000_000, month: 10_000_000 }, work: holderWork },
};
