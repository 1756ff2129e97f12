import { createHash, timingSafeEqual } from 'node:crypto';
import type { TierName } from '../../core/store/protocol/protocol';
import type { Role } from './roles';
import { RateLimiter, type RateLimitState } from './rateLimiter';
import { Strangers } from './strangers';
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
interface Caller {
  readonly tier: TierName;
  /** False for a wrong key, and without one where everybody needs a key. */
  readonly keyFits: boolean;
  /** Holder of the key, if it is valid and people have their own keys. */
  readonly account?: Account;
  /** Counts this request, see {@link RateLimiter.take}. */
  readonly take: (cost?: 0 | 1) => RateLimitState;
  readonly work: WorkLimiter;
}

export interface CallersOptions {
  readonly tier: TierName;
  readonly key: string | undefined;
  /** Instead of one key; nobody has access without one. */
  readonly accounts?: Accounts | undefined;
  readonly now: () => number;
}

/** The key of a request: the bearer token, or the parameter. */
export function getKey({ headers }: Pick<Request, 'headers'>, params: URLSearchParams): string | undefined {
  const bearer = /^bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1];
  return bearer ?? params.getAll('key').findLast((key) => key !== '');
}

/** Identifies the caller by the key in the request and the IP address that it comes from. */
export type CallerOf = (given: string | undefined, client: string) => Promise<Caller>;

type Limits = Pick<Caller, 'tier' | 'take' | 'work'>;

/** Keys that were valid before, of which a stranger's limit at the same address keeps nobody away. */
const maxKnownKeys = 10_000;

/**
 * Identifies callers: without a key, a Visitor; with the service's key, its tier; with an account's key, that of the
 * account. A wrong key counts against the Visitors' limit, so that keys can't be guessed quickly; where people have keys,
 * this limit is for each address, and who has reached it is refused before the key is looked up.
 */
export function getCallers(options: CallersOptions): CallerOf {
  const { tier, key, accounts, now } = options;
  const limitsOf = (name: TierName): Limits => {
    const limiter = new RateLimiter(tiers[name].rates, now);
    return { tier: name, take: (cost) => limiter.take(cost), work: new WorkLimiter(tiers[name].work, now) };
  };
  const visitors = limitsOf('visitor');
  if (accounts !== undefined) return getHolders(accounts, { limitsOf, visitors, strangers: new Strangers(now) });
  const holder = limitsOf(tier);
  return (given) => {
    const fits = given !== undefined && key !== undefined && same(given, key);
    if (fits) return Promise.resolve({ ...holder, keyFits: true });
    return Promise.resolve({ ...visitors, keyFits: given === undefined });
  };
}

interface HolderLimits {
  readonly limitsOf: (name: TierName) => Limits;
  readonly visitors: Limits;
  readonly strangers: Strangers;
}

function getHolders(accounts: Accounts, { limitsOf, visitors, strangers }: HolderLimits): CallerOf {
  const knownKeys = new Set<string>();
  const byAccount = new Map<string, Limits>();
  const accountLimits = ({ name, tier: plan }: Account): Limits => {
    const known = byAccount.get(name);
    if (known?.tier === plan) return known;
    const limits = limitsOf(plan);
    byAccount.set(name, limits);
    return limits;
  };
  const stranger = (allowance: RateLimitState): Caller => ({ ...visitors, take: () => allowance, keyFits: false });
  return async (given = '', client) => {
    const limiter = strangers.limiterOf(client);
    const name = hashOf(given).toString('base64');
    // Counted at once: of many requests at the same time, only as many are looked up.
    const allowance = knownKeys.has(name) ? undefined : limiter.take();
    if (allowance !== undefined && (allowance.exceeded !== undefined || given === '')) return stranger(allowance);
    const account = await accounts.holderOf(given);
    if (account === undefined) {
      knownKeys.delete(name);
      return stranger(allowance ?? limiter.take());
    }
    if (allowance !== undefined) limiter.giveBack();
    if (knownKeys.size >= maxKnownKeys) knownKeys.clear();
    knownKeys.add(name);
    return { ...accountLimits(account), keyFits: true, account };
  };
}

/** Compares in constant time, regardless of content and length. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(hashOf(a), hashOf(b));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
