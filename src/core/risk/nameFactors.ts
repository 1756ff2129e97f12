import { parse } from 'tldts';
import { getHost } from '../indicators/identity/getHost';
import { decodePunycode } from '../indicators/identity/punycode';
import type { Indicator } from '../indicators/identity/types';
import { type Contribution, weights } from './weights';
import { getLookalike } from './lookalike';

/** The parts of a host name, decoded from punycode; `broken` if a label can't be decoded. */
interface HostName {
  readonly label: string;
  readonly below: readonly string[];
  readonly broken: boolean;
}

function decoded(label: string): string | undefined {
  return label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label;
}

function hostName(host: string): HostName | undefined {
  const { domainWithoutSuffix, subdomain } = parse(host, { allowPrivateDomains: true, validateHostname: false });
  if (domainWithoutSuffix === null || domainWithoutSuffix === '') return undefined;
  const label = decoded(domainWithoutSuffix);
  const below = (subdomain ?? '').split('.').filter((part) => part !== '');
  const all = [label, ...below.map(decoded)];
  return { label: label ?? domainWithoutSuffix, below, broken: all.includes(undefined) };
}

/** The registered name of a host, or the host itself, which distinguishes owners. */
export function getOwner(indicator: Indicator): string | undefined {
  const host = getHost(indicator)?.value;
  if (host === undefined) return undefined;
  return parse(host, { allowPrivateDomains: true, validateHostname: false }).domain ?? host;
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Cherokee'] as const;
const ofScript = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

/** Letters of several alphabets in one label; Chinese, Japanese, and Korean commonly mix with Latin. */
function mixesScripts(label: string): boolean {
  return ofScript.filter((script) => script.test(label)).length > 1;
}

/** Factors from the host's name. */
export function nameFactors(indicator: Indicator): readonly Contribution[] {
  const host = getHost(indicator);
  if (host?.type !== 'domain') return [];
  const name = hostName(host.value);
  if (name === undefined) return [];
  const found: Contribution[] = [];
  const imitated = getLookalike(name.label, name.below);
  if (imitated?.kind === 'alike')
    found.push({ points: weights.lookalike, description: `Looks like the well-known name ${imitated.name}` });
  if (imitated?.kind === 'baited')
    found.push({ points: weights.baitedName, description: `Contains the well-known name ${imitated.name} as bait` });
  if (mixesScripts(name.label)) {
    found.push({ points: weights.mixedScripts, description: 'Mixes letters of several alphabets' });
  }
  if (name.broken) found.push({ points: weights.brokenPunycode, description: 'Contains invalid punycode' });
  return found;
}

const ordinaryPorts = new Set(['', '80', '443', '8080', '8443']);
const programs = /\.(?:apk|bat|cmd|dll|exe|hta|iso|jar|lnk|msi|ps1|scr|vbs)$/i;

/** Factors from the URL. */
export function urlFactors(indicator: Indicator): readonly Contribution[] {
  if (indicator.type !== 'url' || !URL.canParse(indicator.value)) return [];
  const { port, username, password, pathname, protocol } = new URL(indicator.value);
  const found: Contribution[] = [];
  if (/^https?:$/.test(protocol) && !ordinaryPorts.has(port))
    found.push({ points: weights.oddPort, description: 'A web address on an unusual port' });
  if (getHost(indicator)?.type === 'ip')
    found.push({ points: weights.addressForHost, description: 'A URL on a bare IP address' });
  if (username !== '' || password !== '')
    found.push({ points: weights.userInformation, description: 'A user name or password in the URL' });
  if (programs.test(pathname)) found.push({ points: weights.program, description: 'Ends in the name of a program' });
  return found;
}
