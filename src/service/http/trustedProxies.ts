import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Proxies whose `X-Forwarded-…` headers describe the request of their client. */
export interface TrustedProxies {
  /** Whether an address is one of a proxy. */
  includes(address: string | undefined): boolean;
  /** The scheme, host, and port that a client of a proxy requested; undefined if the proxy doesn't state them. */
  originOf(request: Pick<IncomingMessage, 'headers'>): string | undefined;
  /** The IP address of the client of a proxy; undefined if the proxy doesn't state it. */
  clientOf(request: Pick<IncomingMessage, 'headers'>): string | undefined;
  /**
   * Why a request isn't answered, undefined if it is. `reason` is that of a service without proxies, which accepts requests of
   * its own machine to its own address.
   */
  reasonAgainst(request: Received, reason: string | undefined): string | undefined;
}

type Received = Pick<IncomingMessage, 'headers' | 'url'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/** Who watches the service asks for them without a key, and often without a proxy. */
const keylessPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** The proxies in networks such as `10.0.0.0/8`, or at addresses; undefined if one of them isn't valid. */
export function trustedProxies(networks: readonly string[]): TrustedProxies | undefined {
  if (networks.some(isEverywhere)) return undefined;
  const list = new BlockList();
  for (const network of networks) if (!addNetwork(list, network)) return undefined;
  const includes = (address = ''): boolean => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
  return {
    includes,
    clientOf: ({ headers }) => {
      // Each proxy appends the address of its client. Anything before the last address of a stranger may be forged.
      const client = valuesOf(headers['x-forwarded-for']).findLast((address) => !includes(address));
      return client === undefined || isIP(client) === 0 ? undefined : client;
    },
    reasonAgainst: ({ headers, socket, url = '' }, reason) => {
      const address = plainAddress(socket.remoteAddress);
      const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
      if (keylessPaths.has(url)) return undefined;
      if (!includes(address)) {
        if (reason !== undefined) return `${reason} ${undeclared(address, headers.host)}`;
        return isForwarded ? `This request came through a proxy. ${undeclared(address)}` : undefined;
      }
      // Programs of this machine need no proxy, even if it has one.
      if (isLoopback(address) && !isForwarded) return reason && `${reason} ${notForwarded(address)}`;
      if (isLoopback(address) && valuesOf(headers['x-forwarded-for']).every(isLoopback)) return undefined;
      return lastOf(headers['x-forwarded-proto']) === 'https' ? undefined : notForwarded(address);
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

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const;

const undeclared = (address: string, host?: string): string =>
  `It came from ${address}${host === undefined ? '' : `, for the host ${host.slice(0, 100)}`}. If that is your proxy, start the service with “--trusted-proxy ${address}”.`;

const notForwarded = (address: string): string =>
  `The proxy ${address} must send “X-Forwarded-Proto: https”: without it, keys may have been sent unencrypted.`;

function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}

/** A network of everybody has no proxies in particular. */
function isEverywhere(network: string): boolean {
  return /\/0+$/.test(network);
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

/** Returns the value of the last proxy, the trusted one: the client and proxies before it may send anything. */
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
