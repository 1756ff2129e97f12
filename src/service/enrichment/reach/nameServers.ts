import { Resolver } from 'node:dns/promises';
import { canonicalAddress, ipv6Groups } from '../../../core/indicators/identity/addresses';
import { parseResolver, formatServer } from '../../../core/indicators/identity/resolverAddress';
import { unlessAborted } from './deadline';
import { getCode, getReason } from './reason';

/** The answer to a DNS query. */
export type DnsAnswer =
  | { readonly kind: 'found'; readonly values: readonly string[] }
  /** The name exists, without records of this type. */
  | { readonly kind: 'noRecords' }
  | { readonly kind: 'noSuchName' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Queries the name servers of the system, or a given one. Nothing is cached. */
export interface NameServers {
  a(name: string, signal: AbortSignal): Promise<DnsAnswer>;
  aaaa(name: string, signal: AbortSignal): Promise<DnsAnswer>;
  /** Hosts by preference. */
  mx(name: string, signal: AbortSignal): Promise<DnsAnswer>;
  ns(name: string, signal: AbortSignal): Promise<DnsAnswer>;
  txt(name: string, signal: AbortSignal): Promise<DnsAnswer>;
  /** The names of an address. */
  ptr(address: string, signal: AbortSignal): Promise<DnsAnswer>;
}

/**
 * @param named `host[:port]` of the name server, by default that of the system; if it is invalid, every query rejects
 */
export function createNameServers(named: string | undefined, timeout: number): NameServers {
  const server = named === undefined || named.trim() === '' ? undefined : named;
  let servers: Promise<readonly string[]> | undefined;

  async function query(
    signal: AbortSignal,
    question: (resolver: Resolver) => Promise<readonly string[]>,
  ): Promise<DnsAnswer> {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout, tries: 2 });
    if (server !== undefined) {
      servers ??= serversOf(server, timeout).catch((error: unknown) => {
        // A name server that wasn't found may be found the next time.
        servers = undefined;
        throw error;
      });
      resolver.setServers(await unlessAborted(servers, signal));
    }
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const values = await question(resolver);
      return values.length === 0 ? { kind: 'noRecords' } : { kind: 'found', values };
    } catch (error) {
      signal.throwIfAborted();
      return failureOf(error);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  return {
    a: (name, signal) => query(signal, (resolver) => resolver.resolve4(name)),
    aaaa: (name, signal) =>
      query(signal, async (resolver) =>
        (await resolver.resolve6(name)).map((found) => canonicalAddress(found) ?? found),
      ),
    mx: (name, signal) =>
      query(signal, async (resolver) =>
        [...(await resolver.resolveMx(name))].sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange),
      ),
    ns: (name, signal) => query(signal, (resolver) => resolver.resolveNs(name)),
    txt: (name, signal) =>
      query(signal, async (resolver) => (await resolver.resolveTxt(name)).map((parts) => utf8(parts.join('')))),
    ptr: (address, signal) => query(signal, (resolver) => resolver.resolvePtr(reverseName(address))),
  };
}

/** The host name of a name server is resolved by the name servers of the system. */
async function serversOf(named: string, timeout: number): Promise<readonly string[]> {
  const parsed = parseResolver(named);
  if (parsed === undefined)
    throw new Error(`“${named}” is not a name server: use an IP address or a host name, optionally with :port`);
  if (canonicalAddress(parsed.host) !== undefined) return [formatServer(parsed.host, parsed.port)];
  try {
    const found = await new Resolver({ timeout, tries: 2 }).resolve4(parsed.host);
    return found.map((address) => formatServer(address, parsed.port));
  } catch (error) {
    throw new Error(`The name server ${parsed.host} was not found: ${getReason(error)}`, { cause: error });
  }
}

function failureOf(error: unknown): DnsAnswer {
  switch (getCode(error)) {
    case 'ENOTFOUND':
      return { kind: 'noSuchName' };
    case 'ENODATA':
      return { kind: 'noRecords' };
    default:
      return { kind: 'failed', reason: getReason(error) };
  }
}

/** The reverse DNS name of an address. Queried directly, since a reverse lookup would read the hosts file. */
function reverseName(address: string): string {
  const groups = ipv6Groups(address);
  if (groups === undefined) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const digits = groups.map((group) => group.toString(16).padStart(4, '0')).join('');
  return `${Array.from(digits).reverse().join('.')}.ip6.arpa`;
}

/** Node decodes texts as Latin-1; zones contain UTF-8. */
function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
