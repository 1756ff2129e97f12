import { createHash, timingSafeEqual } from 'node:crypto';
import type { TierName } from '../../core/store/protocol/protocol';
import type { Role } from './roles';
import { RateLimiter } from './rateLimiter';
import { tiers } from './tiers';
import { WorkLimiter } from './workLimiter';

/** The holder of a valid key. */
export interface Account {
  readonly name: string;
  readonly tier: TierName;
  readonly role: Role;
}

/** The keys of a service that several people use. */
export interface Accounts {
  /** Undefined for a key that is unknown, has expired, or was revoked. */
  holderOf(key: string): Promise<Account | undefined>;
}

/** The caller, identified by the key. */
export interface Caller {
  readonly tier: TierName;
  /** False for a wrong key, and without one where everybody needs a key. */
  readonly keyFits: boolean;
  /** Where people have keys, the holder of a valid one. */
  readonly account?: Account;
  readonly limiter: RateLimiter;
  readonly work: WorkLimiter;
}

export interface CallersOptions {
  readonly tier: TierName;
  readonly key: string | undefined;
  /** Instead of one key; nobody has access without one. */
  readonly accounts?: Accounts | undefined;
  readonly now: () => number;
}

/**
 * Identifies callers by the key in the request: without a key, a Visitor; with the service's key, its tier; with an
 * account's key, that of the account. A wrong key counts against the Visitors' limit, so that keys can't be guessed
 * quickly.
 */
export function getCallers(options: CallersOptions): (given: string | undefined) => Promise<Caller> {
  const { tier, key, accounts, now } = options;
  const limitsOf = (name: TierName): Pick<Caller, 'tier' | 'limiter' | 'work'> => ({
    tier: name,
    limiter: new RateLimiter(tiers[name].rates, now),
    work: new WorkLimiter(tiers[name].work, now),
  });
  const visitors = limitsOf('visitor');
  const holder = limitsOf(tier);
  const byAccount = new Map<string, Pick<Caller, 'tier' | 'limiter' | 'work'>>();
  const accountLimits = ({ name, tier: plan }: Account): Pick<Caller, 'tier' | 'limiter' | 'work'> => {
    const known = byAccount.get(name);
    if (known?.tier === plan) return known;
    const limits = limitsOf(plan);
    byAccount.set(name, limits);
    return limits;
  };
  return async (given) => {
    if (given === undefined) return { ...visitors, keyFits: accounts === undefined };
    if (accounts !== undefined) {
      const account = await accounts.holderOf(given);
      if (account === undefined) return { ...visitors, keyFits: false };
      return { ...accountLimits(account), keyFits: true, account };
    }
    if (key === undefined || !same(given, key)) return { ...visitors, keyFits: false };
    return { ...holder, keyFits: true };
  };
}

/** Compares in constant time, regardless of content and length. */
function same(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
