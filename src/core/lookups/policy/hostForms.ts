import ipaddr from 'ipaddr.js';
import { ipv4Number } from '../../indicators/identity/addresses';
import type { Indicator } from '../../indicators/identity/types';
import { trimTrailing } from '../../text/trim';

/** Parses an address in a URL or text; IPv4 inside IPv6 counts as IPv4. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const bare = text.startsWith('[') ? text.replace(/^\[(.*)\]$/, '$1') : text;
  // The library distinguishes names from addresses by an exception, which costs more than everything else here.
  if (bare.includes(':')) return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined;
  const number = ipv4Number(bare);
  if (number === undefined) return undefined;
  return new ipaddr.IPv4([number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255]);
}

/** Names that URLs leave unchanged: ASCII, no punycode, no number at the end. */
const usualName = /^(?!.*xn--)(?:[a-z0-9_-]+\.)*(?!0x)[a-z_-][a-z0-9_-]*$/;

/** A host name as URLs spell it: lower case, IDN as xn--, no trailing dot; undefined for other text. */
export function hostName(text: string): string | undefined {
  const name = text.replace(/\.$/, '');
  if (usualName.test(name)) return name;
  if (name === '' || /[\s/?#@\\*[\]:]/.test(name)) return undefined;
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : undefined;
}

/** The host as a browser reads it: 0x7f.1 and 2130706433 are 127.0.0.1, full-width dots are dots. */
export function normalizeHost(text: string): Indicator | undefined {
  const address = parseAddress(text.replace(/%[^\]]*/, ''));
  if (address !== undefined) return { type: 'ip', value: address.toString() };
  const name = hostName(text.toLowerCase());
  if (name === undefined) return undefined;
  const addressProblem = parseAddress(name);
  if (addressProblem !== undefined) return { type: 'ip', value: addressProblem.toString() };
  return { type: 'domain', value: trimTrailing(name, /\./) };
}
