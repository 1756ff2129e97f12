import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Proxies whose `X-Forwarded-…` headers say what a client asked for. */
export interface TrustedProxies {
  /** Whether an address is one of a proxy. */
  includes(address: string | undefined): boolean;
  /** The scheme, host, and port that a client of a proxy asked for; undefined if the proxy doesn't say. */
  originOf(request: Pick<IncomingMessage, 'headers'>): string | undefined;
  /** The IP address of the client of a proxy; undefined if the proxy doesn't say. */
  clientOf(request: Pick<IncomingMessage, 'headers'>): string | undefined;
}

/** The proxies in networks such as `10.0.0.0/8`, or at addresses; undefined if one of them isn't valid. */
export function trustedProxies(networks: readonly string[]): TrustedProxies | undefined {
  const list = new BlockList();
  for (const network of networks) if (!addNetwork(list, network)) return undefined;
  const includes = (address = ''): boolean => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
  return {
    includes,
    clientOf: ({ headers }) => {
      // Each proxy adds where its request came from. What is before the first that isn't a proxy may be anything.
      const client = valuesOf(headers['x-forwarded-for']).findLast((address) => !includes(address));
      return client === undefined || isIP(client) === 0 ? undefined : client;
    },
    originOf: ({ headers }) => {
      const scheme = lastOf(headers['x-forwarded-proto']);
      const host = lastOf(headers['x-forwarded-host'] ?? headers.host);
      if (scheme !== 'https' && scheme !== 'http') return undefined;
      const isHost = host !== undefined && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);
      return isHost && URL.canParse(`${scheme}://${host}`) ? `${scheme}://${host}` : undefined;
    },
  };
}

function addNetwork(list: BlockList, network: string): boolean {
  const [address = '', length] = network.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (version === 0 || (length !== undefined && !/^\d{1,3}$/.test(length)) || prefix > bits) return false;
  list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  return true;
}

/** What the last proxy says, which is the trusted one: those before it, and the client, may say anything. */
function lastOf(header: string | readonly string[] | undefined): string | undefined {
  return valuesOf(header).at(-1);
}

function valuesOf(header: string | readonly string[] | undefined): readonly string[] {
  return [header]
    .flat()
    .join(',')
    .split(',')
    .map((value) => value.trim().toLowerCase());
}
