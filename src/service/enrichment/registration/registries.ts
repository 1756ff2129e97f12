import type { Indicator } from '../../../core/indicators/types';
import { deadline } from '../deadline';
import type { World } from '../ports';
import type { Door } from '../reach/door';
import { createRdap } from './rdap';
import type { RegistryAnswer } from './registration';
import { askWhois } from './whois';

/** How long an answer is remembered, and how many are: a list of URLs of one domain asks its registry once. */
const REMEMBERED = 60 * 60_000;
const MOST = 500;

export interface Registries {
  /** What is registered of a registrable domain or an address. Rejects only where `signal` fired. */
  ask(subject: Indicator, door: Door, signal: AbortSignal): Promise<RegistryAnswer>;
}

/** RDAP first, WHOIS where there is no RDAP or where it fails. */
export function createRegistries(world: World): Registries {
  const rdap = createRdap(world);
  const known = new Map<string, { readonly until: number; readonly answer: RegistryAnswer }>();

  async function askBoth(subject: Indicator, door: Door, signal: AbortSignal): Promise<RegistryAnswer> {
    const limit = deadline(signal, world.limits.registriesMillis);
    try {
      const first = await rdap.ask(subject, door, limit);
      if (first.kind === 'found' || first.kind === 'notRegistered') return first;
      const second = await askWhois(subject, world, door, limit);
      if (second.kind !== 'failed' || first.kind !== 'failed') return second;
      return { kind: 'failed', reason: `RDAP: ${first.reason}; WHOIS: ${second.reason}` };
    } catch {
      signal.throwIfAborted();
      return { kind: 'failed', reason: 'no answer came in time' };
    }
  }

  return {
    async ask(subject, door, signal) {
      const held = known.get(subject.value);
      if (held !== undefined && held.until > world.now()) return held.answer;
      const answer = await askBoth(subject, door, signal);
      if (answer.kind === 'failed') return answer;
      if (known.size >= MOST) known.clear();
      known.set(subject.value, { until: world.now() + REMEMBERED, answer });
      return answer;
    },
  };
}
