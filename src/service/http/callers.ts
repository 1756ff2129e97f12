import { createHash, timingSafeEqual } from 'node:crypto';
import type { TierName } from '../../core/store/protocol/protocol';
import { RateLimiter } from './rateLimiter';
import { tiers } from './tiers';
import { WorkLimiter } from './workLimiter';

/** The caller, identified by the key. */
export interface Caller {
  readonly tier: TierName;
  /** False for a wrong key. */
  readonly keyFits: boolean;
  readonly limiter: RateLimiter;
  readonly work: WorkLimiter;
}

export interface CallersOptions {
  readonly tier: TierName;
  readonly key: string | undefined;
  readonly now: () => number;
}

/**
 * Identifies callers by the key in the request: without a key, a Visitor; with the service's key, its tier. A wrong key
 * counts against the Visitors' limit, so that keys can't be guessed quickly.
 */
export function callersOf({ tier, key, now }: CallersOptions): (given: string | undefined) => Caller {
  const limitsOf = (name: TierName): Pick<Caller, 'tier' | 'limiter' | 'work'> => ({
    tier: name,
    limiter: new RateLimiter(tiers[name].rates, now),
    work: new WorkLimiter(tiers[name].work, now),
  });
  const visitors = limitsOf('visitor');
  const holder = limitsOf(tier);
  return (given) => {
    if (given === undefined) return { ...visitors, keyFits: true };
    if (key === undefined || !same(given, key)) return { ...visitors, keyFits: false };
    return { ...holder, keyFits: true };
  };
}

/** Compares in constant time, regardless of content and length. */
function same(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
