import type { Indicator } from '../../../core/indicators/identity/types';
import { deadline } from '../reach/deadline';
import type { Environment } from '../reach/environment';
import type { EgressGuard } from '../reach/egressGuard';
import { createRdap } from './rdap';
import type { RegistryAnswer } from './registration';
import { queryWhois } from './whois';
import { isAhead } from '../../../core/records/clockBounds';

/** Answers are cached, so that many URLs of one domain need only one query. */
const cacheMillis = 60 * 60_000;
const maxCached = 500;

export interface Registries {
  /** Queries the registration of a registrable domain or an address. Rejects only where `signal` fired. */
  query(subject: Indicator, egress: EgressGuard, signal: AbortSignal): Promise<RegistryAnswer>;
}

/** Uses RDAP, or WHOIS where RDAP is missing or fails. */
export function createRegistries(environment: Environment): Registries {
  const rdap = createRdap(environment);
  const known = new Map<string, { readonly until: number; readonly answer: RegistryAnswer }>();

  async function queryBoth(subject: Indicator, egress: EgressGuard, signal: AbortSignal): Promise<RegistryAnswer> {
    const limit = deadline(signal, environment.limits.registriesMillis);
    try {
      const first = await rdap.query(subject, egress, limit);
      if (first.kind === 'found' || first.kind === 'notRegistered') return first;
      const second = await queryWhois(subject, { environment, egress, signal: limit });
      if (second.kind !== 'failed' || first.kind !== 'failed') return second;
      return { kind: 'failed', reason: `RDAP: ${first.reason}; WHOIS: ${second.reason}` };
    } catch {
      signal.throwIfAborted();
      return { kind: 'failed', reason: 'no response in time' };
    }
  }

  return {
    async query(subject, egress, signal) {
      const cached = known.get(subject.value);
      if (cached !== undefined && isAhead(cached.until, cacheMillis, environment.now())) return cached.answer;
      const answer = await queryBoth(subject, egress, signal);
      if (answer.kind === 'failed') return answer;
      if (known.size >= maxCached) known.clear();
      known.set(subject.value, { until: environment.now() + cacheMillis, answer });
      return answer;
    },
  };
}
