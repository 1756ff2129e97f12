import { ipv4Number, ipv6Groups } from '../identity/addresses';
import { isSpecialAddress } from './specialAddresses';

/**
 * TLDs of names that are never sent: special-use names (IANA registry, RFC 6761, 6762, 8375, 9476; `.internal` by
 * ICANN's 2024 resolution), and widely used private TLDs that aren't registered.
 */
const reservedTlds: ReadonlySet<string> = new Set([
  'local',
  'localhost',
  'test',
  'example',
  'invalid',
  'internal',
  'alt',
  'lan',
  'localdomain',
  'corp',
  'home',
  'intranet',
  'private',
  // Never delegated by ICANN, because networks use it; and TLDs of networks of containers, machines, and offices.
  'mail',
  'workgroup',
  'localnet',
  'consul',
  'docker',
  'lxd',
  'nord',
]);

/** TLDs of indicators that aren't in the root zone. */
const pseudoTlds: ReadonlySet<string> = new Set(['local', 'test', 'example', 'invalid', 'internal', 'lan', 'onion']);

const reservedNames: ReadonlySet<string> = new Set([
  'example.com',
  'example.net',
  'example.org',
  'home.arpa',
  'service.arpa',
  'resolver.arpa',
  'eap.arpa',
  '6tisch.arpa',
]);

/**
 * Names that a router, a modem, or an access point at home answers, from the manuals of their makers: what is
 * behind them is always the network of the person who asks.
 */
const routerNames = [
  // AVM
  'fritz.box',
  'fritz.nas',
  'fritz.repeater',
  'fritz.powerline',
  'myfritz.box',
  // Telekom, Vodafone, and O2
  'speedport.ip',
  'easy.box',
  'vodafone.box',
  'o2.box',
  'kabel.box',
  // NETGEAR
  'routerlogin.net',
  'routerlogin.com',
  'orbilogin.net',
  'orbilogin.com',
  'mywifiext.net',
  'aplogin.net',
  // TP-Link
  'tplinkwifi.net',
  'tplinklogin.net',
  'tplinkmodem.net',
  'tplinkrepeater.net',
  'tplinkap.net',
  'tplinkdeco.net',
  'tplinkplclogin.net',
  'tplinkextender.net',
  'tplinkeap.net',
  // ASUS, Linksys, Tenda, Mercusys, Xiaomi, D-Link, Huawei, Synology, Pi-hole
  'router.asus.com',
  'repeater.asus.com',
  'asusrouter.com',
  'myrouter.info',
  'linksyssmartwifi.com',
  'extender.linksys.com',
  'tendawifi.com',
  'mwlogin.net',
  'router.miwifi.com',
  'mydlink.net',
  'homerouter.cpe',
  'hi.link',
  'router.synology.com',
  'pi.hole',
  'web.setup',
];

/** Zones of one network, whose names reveal something about its inside. */
const internalZones = [
  // Internet Connection Sharing of Windows, and networks of Hyper-V.
  'mshome.net',
  // Virtual machines in Azure, and endpoints of Azure Private Link, which have names of any service below it.
  'internal.cloudapp.net',
  'reddog.microsoft.com',
  // Private DNS of Oracle's cloud, and endpoints in a VPC of AWS.
  'oraclevcn.com',
  'vpce.amazonaws.com',
  // Tailscale (MagicDNS), and NetBird.
  'ts.net',
  'beta.tailscale.net',
  'netbird.cloud',
  'netbird.selfhosted',
  // Public names that lead to the computer itself, for developers.
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
  'local.gd',
  'localho.st',
  'fuf.me',
  'traefik.me',
];

const internalNames: ReadonlySet<string> = new Set([...routerNames, ...internalZones]);

/** Zones that turn a name with an address in any form into that address. */
const addressZones = ['nip.io', 'sslip.io', 'xip.io', 'traefik.me', 'plex.direct', 'ipv6-literal.net', 'backname.io'];

/** Zones in which the first label is the name of another host, with hyphens for dots. */
const hostZones = ['translate.goog', 'cdn.ampproject.org'];

/** The last two labels of all names above, by which almost every other name is recognized as ordinary. */
const specialEnds: ReadonlySet<string> = new Set(
  [...internalNames, ...addressZones, ...hostZones].map((name) => lastTwoLabels(name)),
);

/** Which lengths and first letters the special ends have: all others aren't copied to be compared. */
const endMarks = new Uint8Array(2 ** 11);
for (const name of specialEnds) endMarks[endMark(name, 0, name.length)] = 1;

function endMark(text: string, start: number, end: number): number {
  return (((end - start) & 63) << 5) | (text.charCodeAt(start) & 31);
}

function isSpecialEnd(text: string, start: number, end: number): boolean {
  return endMarks[endMark(text, start, end)] === 1 && specialEnds.has(text.slice(start, end));
}

/** The last label of a host name. */
export function lastLabel(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Whether names with this TLD are domains although it isn't in the root zone. */
export function isPseudoTld(label: string): boolean {
  return pseudoTlds.has(label);
}

function lastTwoLabels(name: string): string {
  return name.slice(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
}

/** Whether a name is one of `names` or below one. */
function isWithin(name: string, names: ReadonlySet<string>): boolean {
  for (let at = 0; at !== -1; at = name.indexOf('.', at) + 1 || -1) if (names.has(name.slice(at))) return true;
  return false;
}

/**
 * Whether a canonical host name must never be sent: special-use name, private TLD, single label, private reverse name,
 * the name of a router, a zone of one network, or a name that contains one of these or a private address.
 */
export function isSpecialName(name: string): boolean {
  if (!name.includes('.') || reservedTlds.has(lastLabel(name))) return true;
  if (isWithin(name, reservedNames)) return true;
  if (specialEnds.has(lastTwoLabels(name)) && isWithin(name, internalNames)) return true;
  if (name.includes(privateLink) || reverseOfPrivate.test(name)) return true;
  return carriedHosts(name).some((host) => (isAddress(host) ? isPrivateCarried(host) : isSpecialName(host)));
}

/** Its subdomains only exist in networks of customers of a cloud. */
const privateLink = '.privatelink.';
const reverseOfPrivate =
  /(?:^|\.)(?:(?:10|127|168\.192|254\.169|(?:1[6-9]|2\d|3[01])\.172|(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.100)\.in-addr|(?:[cd]\.f|[89ab]\.e\.f)\.ip6)\.arpa$/;

/** Four numbers as labels, or within a label with hyphens or underscores. */
const dottedAddress = /(?:^|[._-])(\d{1,3}(?:\.\d{1,3}){3})(?=\.)/;
const dashedNumbers = /(?<!\d)\d{1,3}(?:[-_]\d{1,3}){3,}(?!\d)/g;
const dashedIpv6 = /(?:^|[.])([\da-f]{0,4}(?:-{1,2}[\da-f]{1,4}){1,7}|-{2}[\da-f]{1,4})(?:s[\da-z]+)?(?=\.)/;
const hexAddress = /(?:^|[.-])([\da-f]{8})(?=\.)/;

/** Parts of names that may carry an address or another host. */
const maybeCarrying = /\d[-_.]\d|--[\da-f]|\.goog$|ampproject\.org$|[\da-f]{8}\./;

/** The addresses and host names that a canonical name contains: `10-1-2-3.sslip.io`, `wiki-corp.translate.goog`. */
export function carriedHosts(name: string): readonly string[] {
  if (!maybeCarrying.test(name)) return [];
  const dashed = [...name.matchAll(dashedNumbers)].flatMap(([numbers]) => fourInRow(numbers.split(/[-_]/)));
  const ipv6 = dashedIpv6.exec(name)?.[1]?.replaceAll('-', ':');
  const addresses = [dottedAddress.exec(name)?.[1], ...dashed, ipv6, hexAddressIn(name)];
  const host = dashedHostIn(name);
  const found = addresses.filter((text) => text !== undefined).filter(isAddress);
  return host === undefined ? found : [...found, host];
}

/** The address of `c0000201.sslip.io`. */
function hexAddressIn(name: string): string | undefined {
  const hex = isBelow(name, addressZones) ? hexAddress.exec(name)?.[1] : undefined;
  return hex
    ?.match(/../g)
    ?.map((byte) => parseInt(byte, 16))
    .join('.');
}

/** The host `wiki.corp` of `wiki-corp.translate.goog`, where two hyphens are one. */
function dashedHostIn(name: string): string | undefined {
  const label = isBelow(name, hostZones) ? name.split('.')[0] : undefined;
  return label?.replaceAll('--', ' ').replaceAll('-', '.').replaceAll(' ', '-');
}

function isBelow(name: string, zones: readonly string[]): boolean {
  return zones.some((zone) => name.endsWith(`.${zone}`));
}

/** All runs of four numbers, of which a longer one may begin or end with a number of something else. */
function fourInRow(numbers: readonly string[]): readonly string[] {
  return numbers.slice(3).map((_, index) => numbers.slice(index, index + 4).join('.'));
}

function isAddress(text: string): boolean {
  return ipv4Number(text) !== undefined || ipv6Groups(text) !== undefined;
}

/**
 * Whether an address in a name is of a network. A version such as 0.1.2.3 isn't, nor are words such as `cafe--bad`, which
 * are unassigned addresses.
 */
function isPrivateCarried(address: string): boolean {
  const number = ipv4Number(address);
  const first = number === undefined ? (ipv6Groups(address)?.[0] ?? 0) : number >>> 24;
  // Of IPv6: `::1`, global unicast (2000::/3), unique local (fc00::/7), and link-local (fe80::/10).
  const isOfNetwork =
    number === undefined
      ? first === 0 || first >> 13 === 1 || first >> 9 === 0x7e || first >> 6 === 0x3fa
      : first > 0 && first < 224;
  return isOfNetwork && isSpecialAddress(address);
}

/**
 * Whether a name that ends at `end` may be internal although its registered name isn't, so that the whole name decides:
 * it is in a zone of one network, or may carry an address or another host.
 */
export function mayBeInternalAt(text: string, start: number, end: number): boolean {
  let dots = 0;
  for (let at = end - 1; at >= start; at--) {
    const code = text.charCodeAt(at);
    if (code > 95 || isDigit(code)) continue;
    if (code === 46) {
      if (++dots === 2 && isSpecialEnd(text, at + 1, end)) return true;
      if (text.startsWith(privateLink, at)) return true;
    }
    if (isBetweenDigits(text, at) || isDoubleHyphen(text, at)) return true;
  }
  return dots === 1 && isSpecialEnd(text, start, end);
}

/** Whether a hyphen follows another one, which isn't that of an internationalized name. */
function isDoubleHyphen(text: string, at: number): boolean {
  return text.charCodeAt(at) === 45 && text.charCodeAt(at - 1) === 45 && text.charCodeAt(at - 2) !== 110;
}

function isBetweenDigits(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1));
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
