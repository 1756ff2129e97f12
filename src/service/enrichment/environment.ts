import { defaultLimits, type Limits } from './limits';
import { isPublicAddress } from './reach/publicAddress';

/** Where the world's registries stand, and what of the world may be reached. All of it has one right value; tests bring their own. */
export interface Environment {
  /** Whether a connection may be made to an address: only where it is public and not of a network of this machine. */
  readonly allowAddress: (address: string) => boolean;
  /** Folder of IANA's RDAP bootstrap files (RFC 9224), https. */
  readonly rdapBootstrap: string;
  readonly whois: { readonly host: string; readonly port: number };
  /** Where a host's pages are looked for when no URL says so. */
  readonly web: { readonly http: number; readonly https: number };
  /** Ports that a redirect may lead to, beside that of the URL itself. */
  readonly redirectPorts: readonly number[];
  /** Ports that an active scan tries, with what usually answers there. */
  readonly triedPorts: readonly TriedPort[];
  /** Certificates (PEM) to trust in place of the ones that Node brings. */
  readonly trust?: readonly string[];
  readonly limits: Limits;
  readonly now: () => number;
}

export interface TriedPort {
  readonly port: number;
  /** Display name of the protocol. */
  readonly protocol: string;
  /** Whether the server speaks first, so that a banner is worth waiting for. */
  readonly sendsBanner: boolean;
}

export interface EnricherOptions {
  /** The name server to ask, `host[:port]` or `[IPv6]:port`; absent or empty: the system's. */
  readonly resolver?: string;
  /** For tests alone. */
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

/** The world as it is, with what a test puts in its place. */
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
