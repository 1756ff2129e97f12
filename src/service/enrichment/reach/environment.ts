import { defaultLimits, type Limits } from './limits';
import { isPublicAddress } from './publicAddress';

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

/** The ports that an active scan tries (docs/enrichment.md lists them). */
export const triedPorts: readonly TriedPort[] = [
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
