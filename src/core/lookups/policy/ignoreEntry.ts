import ipaddr from 'ipaddr.js';
import { isSpecialName } from '../../indicators/registry/specialNames';
import { hostName, parseAddress } from './hostForms';
import type { IgnoreOrigin } from '../types';

/** The meaning of an entry of the ignore list. */
export type IgnoreRule =
  | { readonly kind: 'host' | 'suffix' | 'address'; readonly name: string }
  | { readonly kind: 'network'; readonly address: ipaddr.IPv4 | ipaddr.IPv6; readonly length: number }
  | { readonly kind: 'url'; readonly values: ReadonlySet<string> }
  | { readonly kind: 'expression'; readonly pattern: RegExp };

/** Why an entry can't be used. `expression`: regular expressions are only allowed in user settings. */
export type IgnoreProblem =
  'empty' | 'tooLong' | 'unclear' | 'network' | 'expression' | 'notAnExpression' | 'unsupportedFlag';

/** The maximum length of an entry, in UTF-16 code units. */
export const maxPatternLength = 500;

/**
 * Parses an entry of `threatLookups.ignore`: an exact name, address, or URL (a name or address also covers every URL
 * on it), `*.corp.example` (including corp.example itself), a network in CIDR form, or, in user settings,
 * `/regular expression/i`. A workspace and an ignore file may be from someone else, whose expression could block the editor.
 */
export function readIgnoreEntry(text: string, origin: IgnoreOrigin): IgnoreRule | { readonly problem: IgnoreProblem } {
  const pattern = text.trim();
  if (pattern === '') return { problem: 'empty' };
  if (pattern.length > maxPatternLength) return { problem: 'tooLong' };
  const expression = /^\/(.+)\/([a-z]*)$/is.exec(pattern);
  if (expression !== null) return origin === 'user' ? fromExpression(expression) : { problem: 'expression' };
  const plain = pattern.replace(/\[(\.|:)\]/g, '$1').replace(/^hxxp/i, 'http');
  if (/^[^/]+\/\d+$/.test(plain)) return fromNetwork(plain);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return fromUrl(plain);
  const suffix = /^\*?\.(.+)$/.exec(plain)?.[1];
  if (suffix !== undefined) return fromName('suffix', suffix);
  const address = writtenAddress(plain);
  return address === undefined ? fromName('host', plain) : { kind: 'address', name: address.toNormalizedString() };
}

/** RFC 1035, 2.3.4, and underscores, which names in DNS have. */
const namePattern =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** A name; browsers accept more, such as quotes and commas, which are mistakes in a list. */
function writtenName(text: string): string | undefined {
  const name = hostName(text);
  return name !== undefined && namePattern.test(name) && parseAddress(name) === undefined ? name : undefined;
}

/** An address with all its parts; browsers read `198.51.1` as `198.51.0.1`. */
function writtenAddress(text: string): ReturnType<typeof parseAddress> {
  return text.includes(':') || /^(?:\d+\.){3}\d+$/.test(text) ? parseAddress(text) : undefined;
}

/** The prefix length of a network below which it covers very many addresses. */
const shortestPrefix = { ipv4: 8, ipv6: 16 } as const;

/** Whether an entry covers everything below a TLD that isn't private, or a large share of all addresses. */
export function isWide(rule: IgnoreRule): boolean {
  if (rule.kind === 'network') return rule.length < shortestPrefix[rule.address.kind()];
  return rule.kind === 'suffix' && !rule.name.includes('.') && !isSpecialName(`any.${rule.name}`);
}

/** Why an entry of the ignore list is invalid; undefined for a valid one. */
export function checkIgnorePattern(text: string, origin: IgnoreOrigin): IgnoreProblem | undefined {
  const read = readIgnoreEntry(text, origin);
  return 'problem' in read ? read.problem : undefined;
}

const unclear = { problem: 'unclear' } as const;

function fromExpression([, source = '', flags = '']: RegExpExecArray): ReturnType<typeof readIgnoreEntry> {
  // With `g` and `y`, a match depends on the one before.
  if (!/^[isu]*$/.test(flags)) return { problem: 'unsupportedFlag' };
  try {
    return { kind: 'expression', pattern: new RegExp(source, flags) };
  } catch {
    return { problem: 'notAnExpression' };
  }
}

function fromName(kind: 'host' | 'suffix', text: string): ReturnType<typeof readIgnoreEntry> {
  const name = writtenName(text);
  return name === undefined ? unclear : { kind, name };
}

function fromNetwork(text: string): ReturnType<typeof readIgnoreEntry> {
  const [first = '', bits = ''] = text.split('/');
  const bare = first.replace(/^\[(.*)\]$/, '$1');
  const written = writtenAddress(bare);
  // The library is slow, and lists of networks are long.
  if (written !== undefined && !bare.includes(':') && Number(bits) <= 32)
    return { kind: 'network', address: written, length: Number(bits) };
  if (written === undefined || !ipaddr.isValidCIDR(`${bare}/${bits}`)) {
    return { problem: 'network' };
  }
  const [address, length] = ipaddr.parseCIDR(`${bare}/${bits}`);
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && length >= 96;
  return mapped
    ? { kind: 'network', address: address.toIPv4Address(), length: length - 96 }
    : { kind: 'network', address, length };
}

function fromUrl(text: string): ReturnType<typeof readIgnoreEntry> {
  if (!URL.canParse(text)) return unclear;
  const { href } = new URL(text);
  return { kind: 'url', values: new Set([text, href, href.replace(/\/$/, '')]) };
}
