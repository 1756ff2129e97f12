import { createHash, timingSafeEqual } from 'node:crypto';
import { type TierName } from '../core/store/protocol';
import { RateLimiter } from './rateLimiter';
import { tiers } from './tiers';

/** Who asks, as the key says. */
export interface Caller {
  readonly tier: TierName;
  /** False where a key was given that is not the service's. */
  readonly keyFits: boolean;
  readonly limiter: RateLimiter;
}

export interface CallersOptions {
  readonly tier: TierName;
  readonly key: string | undefined;
  readonly now: () => number;
}

/**
 * Tells who asks by the key in the request: nobody's is a Visitor, the service's own has the service's tier. A wrong one
 * counts against the Visitors' allowance, so that keys can't be tried out at speed.
 */
export function callersOf({ tier, key, now }: CallersOptions): (given: string | undefined) => Caller {
  const visitors = new RateLimiter(tiers.visitor.rates, now);
  const holder = new RateLimiter(tiers[tier].rates, now);
  return (given) => {
    if (given === undefined) return { tier: 'visitor', keyFits: true, limiter: visitors };
    if (key === undefined || !same(given, key)) return { tier: 'visitor', keyFits: false, limiter: visitors };
    return { tier, keyFits: true, limiter: holder };
  };
}

/** Takes the same time whatever differs, the length too. */
function same(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
