import { defaultLimits, type Limits } from './limits';
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { canonicalAddress, embeddedIpv4, ipv6Groups, isIpv4Mapped } from '../../../core/indicators/identity/addresses';
import { isSpecialAddress } from '../../../core/indicators/registry/specialAddresses';

/** Registries, ports, and limits. Only tests replace the defaults. */
export interface Environment {
  /** Whether connections to an address are allowed: only to public ones outside the networks of this machine. */
  readonly allowAddress: (address: string) => boolean;
  /** The URL of IANA's RDAP bootstrap files (RFC 9224). */
  readonly rdapBootstrap: string;
  readonly whois: { readonly host: string; readonly port: number };
  /** The ports of web pages where no URL names one. */
  readonly web: { readonly http: number; readonly https: number };
  /** Ports that a redirect may lead to, in addition to that of the URL. */
  readonly redirectPorts: readonly number[];
  /** Ports that an active scan tries, with their usual protocols. */
  readonly triedPorts: readonly TriedPort[];
  /** Certificates (PEM) to trust instead of those of Node. */
  readonly trust?: readonly string[];
  readonly limits: Limits;
  readonly now: () => number;
}

export interface TriedPort {
  readonly port: number;
  /** Display name of the protocol. */
  readonly protocol: string;
  /** Whether the server sends a banner first. */
  readonly sendsBanner: boolean;
}

export interface EnricherOptions {
  /** The name server, `host[:port]` or `[IPv6]:port`; missing or empty: that of the system. */
  readonly resolver?: string;
  /** Only for tests. */
  readonly environment?: Partial<Environment>;
}

const bannerPort = (port: number, protocol: string): TriedPort => ({ port, protocol, sendsBanner: true });
const silentPort = (port: number, protocol: string): TriedPort => ({ port, protocol, sendsBanner: false });

/** The ports that an active scan tries (docs/reference/enrichment.md lists them). */
const triedPorts: readonly TriedPort[] = [
  bannerPort(21, 'FTP'),
  bannerPort(22, 'SSH'),
  bannerPort(23, 'Telnet'),
  bannerPort(25, 'SMTP'),
  silentPort(80, 'HTTP'),
  bannerPort(110, 'POP3'),
  bannerPort(143, 'IMAP'),
  silentPort(443, 'HTTPS'),
  bannerPort(3306, 'MySQL'),
  silentPort(3389, 'RDP'),
  silentPort(8080, 'HTTP'),
  silentPort(8443, 'HTTPS'),
];

/** The default environment, with the parts that a test replaces. */
export function createEnvironment(parts: Partial<Environment> = {}): Environment {
  return {
    allowAddress: isPublicAddress,
    rdapBootstrap: 'https://data.iana.org/rdap/',
    whois: { host: 'whois.iana.org', port: 43 },
    web: { http: 80, https: 443 },
    redirectPorts: [80, 443, 8000, 8008, 8080, 8081, 8443, 8888],
    triedPorts,
    limits: defaultLimits,
    now: Date.now,
    ...parts,
  };
}

/** The networks of this machine, which may have public addresses. */
function ownNetworks(): BlockList {
  const networks = new BlockList();
  for (const { address, cidr, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? [])) {
    const kind = family === 'IPv4' ? 'ipv4' : 'ipv6';
    const bits = Number(cidr?.split('/')[1]);
    // A zone (`fe80::1%eth0`) marks link-local addresses, which are blocked anyway.
    const plain = canonicalAddress(address);
    if (plain === undefined) continue;
    if (Number.isInteger(bits) && bits > 0) networks.addSubnet(plain, bits, kind);
    else networks.addAddress(plain, kind);
  }
  return networks;
}

/**
 * IPv4 in IPv6: mapped, 6to4 (2002::/16), Teredo (2001::/32). Could bypass checks, and isn't used for public hosts.
 */
function isTunnel(groups: readonly number[]): boolean {
  return isIpv4Mapped(groups) || groups[0] === 0x2002 || (groups[0] === 0x2001 && groups[1] === 0);
}

function nat64Part(groups: readonly number[]): string | undefined {
  return groups[0] === 0x64 && groups[1] === 0xff9b ? embeddedIpv4(groups) : undefined;
}

/**
 * Whether connections to an address are allowed: it must be canonical, not special-purpose, not a tunnel, and not in a
 * network of this machine, which are read each time.
 */
export function isPublicAddress(address: string, own: BlockList = ownNetworks()): boolean {
  const canonical = canonicalAddress(address);
  if (canonical === undefined || isSpecialAddress(canonical)) return false;
  if (!canonical.includes(':')) return !own.check(canonical, 'ipv4');
  const groups = ipv6Groups(canonical) ?? [];
  if (isTunnel(groups)) return false;
  const inner = nat64Part(groups);
  return !own.check(canonical, 'ipv6') && (inner === undefined || !own.check(inner, 'ipv4'));
}
