import { canonicalHost } from '../../../core/indicators/identity/canonicalHost';
import type { Indicator } from '../../../core/indicators/identity/types';
import { deadline } from '../reach/deadline';
import type { Environment } from '../reach/environment';
import type { EgressGuard } from '../reach/egressGuard';
import { listen } from '../reach/listen';
import { reasonOf } from '../reach/reason';
import { withRegistrar, type Registration, type RegistryAnswer } from './registration';
import { readWhois, type WhoisReply } from './whoisText';

/** IANA, the registry, and the registrar. */
const maxServers = 3;

/** Queries WHOIS (RFC 3912), following referrals from IANA's server on. Only the name is sent. */
export async function queryWhois(
  subject: Indicator,
  environment: Environment,
  egress: EgressGuard,
  signal: AbortSignal,
): Promise<RegistryAnswer> {
  const visited = new Set<string>();
  let host: string | undefined = environment.whois.host;
  let found: Registration | undefined;
  let failure: string | undefined;
  let notRegistered = false;
  while (host !== undefined && !visited.has(host) && visited.size < maxServers) {
    visited.add(host);
    const result = await converse(host, subject.value, environment, egress, signal);
    if (result.kind === 'failed') {
      failure = `${host}: ${result.reason}`;
      break;
    }
    const next: string | undefined = canonicalHost(result.reply.referral ?? '');
    // IANA's own answer is about the top-level domain or the address block.
    if (visited.size > 1) {
      notRegistered = found === undefined && result.reply.notRegistered;
      if (result.reply.registration !== undefined) {
        found = found === undefined ? result.reply.registration : withRegistrar(found, result.reply.registration);
      }
    }
    host = next === '' ? undefined : next;
  }
  if (found !== undefined) return { kind: 'found', registration: found };
  if (failure !== undefined) return { kind: 'failed', reason: failure };
  if (notRegistered) return { kind: 'notRegistered' };
  return visited.size > 1 ? { kind: 'failed', reason: 'invalid WHOIS response' } : { kind: 'noRegistry' };
}

type WhoisResult =
  { readonly kind: 'reply'; readonly reply: WhoisReply } | { readonly kind: 'failed'; readonly reason: string };

async function converse(
  host: string,
  question: string,
  environment: Environment,
  egress: EgressGuard,
  signal: AbortSignal,
): Promise<WhoisResult> {
  const limit = deadline(signal, environment.limits.registryMillis);
  try {
    const socket = await egress.connect(host, environment.whois.port, limit);
    socket.write(`${question}\r\n`);
    const answer = await listen(socket, environment.limits.whoisBytes, limit);
    signal.throwIfAborted();
    if (answer.length === 0) return { kind: 'failed', reason: 'empty response' };
    return { kind: 'reply', reply: readWhois(answer.toString('utf8')) };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', reason: reasonOf(error) };
  }
}
