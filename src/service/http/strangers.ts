import { embeddedIpv4, ipv6Groups, isIpv4Mapped } from '../../core/indicators/identity/addresses';
import { RateLimiter } from './rateLimiter';
import { tiers } from './tiers';

/** Networks whose requests are counted at once; more take turns. */
const maxNetworks = 10_000;

/** The limits of who has no valid key, by IP address; a provider gives everyone a whole /64 of IPv6. */
export class Strangers {
  private readonly limiters = new Map<string, RateLimiter>();

  constructor(private readonly now: () => number) {}

  limiterOf(address: string): RateLimiter {
    const network = networkOf(address);
    const known = this.limiters.get(network);
    if (known !== undefined) return known;
    const [oldest] = this.limiters.keys();
    if (this.limiters.size >= maxNetworks && oldest !== undefined) this.limiters.delete(oldest);
    const limiter = new RateLimiter(tiers.visitor.rates, this.now);
    this.limiters.set(network, limiter);
    return limiter;
  }
}

function networkOf(address: string): string {
  const groups = ipv6Groups(address);
  if (groups === undefined) return address;
  return isIpv4Mapped(groups) ? embeddedIpv4(groups) : groups.slice(0, 4).join(':');
}
