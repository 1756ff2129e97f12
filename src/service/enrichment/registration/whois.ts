import { canonicalHost } from '../../../core/indicators/canonicalHost';
import type { Indicator } from '../../../core/indicators/types';
import { deadline } from '../deadline';
import type { World } from '../ports';
import type { Door } from '../reach/door';
import { listen } from '../reach/listen';
import { reasonOf } from '../reach/reason';
import { withRegistrar, type Registration, type RegistryAnswer } from './registration';
import { readWhois, type WhoisReply } from './whoisText';

/** IANA, the registry it names, and the registrar that the registry names. */
const SERVERS = 3;

/** WHOIS (RFC 3912) from IANA's server on, over its referrals; each server is told the name and nothing else. */
export async function askWhois(
  subject: Indicator,
  world: World,
  door: Door,
  signal: AbortSignal,
): Promise<RegistryAnswer> {
  const asked = new Set<string>();
  let host: string | undefined = world.whois.host;
  let found: Registration | undefined;
  let failure: string | undefined;
  let notRegistered = false;
  while (host !== undefined && !asked.has(host) && asked.size < SERVERS) {
    asked.add(host);
    const said = await converse(host, subject.value, world, door, signal);
    if (said.kind === 'failed') {
      failure = `${host}: ${said.reason}`;
      break;
    }
    const next: string | undefined = canonicalHost(said.reply.referral ?? '');
    // IANA tells of the top-level domain or the whole range, not of what was asked.
    if (asked.size > 1) {
      notRegistered = found === undefined && said.reply.nothing;
      if (said.reply.registration !== undefined) {
        found = found === undefined ? said.reply.registration : withRegistrar(found, said.reply.registration);
      }
    }
    host = next === '' ? undefined : next;
  }
  if (found !== undefined) return { kind: 'found', registration: found };
  if (failure !== undefined) return { kind: 'failed', reason: failure };
  if (notRegistered) return { kind: 'notRegistered' };
  return asked.size > 1 ? { kind: 'failed', reason: 'the WHOIS answer makes no sense' } : { kind: 'noRegistry' };
}

type Said =
  { readonly kind: 'said'; readonly reply: WhoisReply } | { readonly kind: 'failed'; readonly reason: string };

async function converse(host: string, question: string, world: World, door: Door, signal: AbortSignal): Promise<Said> {
  const limit = deadline(signal, world.limits.registryMillis);
  try {
    const socket = await door.connect(host, world.whois.port, limit);
    socket.write(`${question}\r\n`);
    const answer = await listen(socket, world.limits.whoisBytes, limit);
    signal.throwIfAborted();
    if (answer.length === 0) return { kind: 'failed', reason: 'it says nothing' };
    return { kind: 'said', reply: readWhois(answer.toString('utf8')) };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', reason: reasonOf(error) };
  }
}
