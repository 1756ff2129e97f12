import { trimTrailing } from '../../text/trim';
import { canonicalAddress } from '../identity/addresses';
import { parseNetwork } from '../identity/network';
import { refang } from '../identity/refang';
import type { Indicator } from '../identity/types';
import { findIndicators } from './find';
import { parseIndicator } from './parseIndicator';

const maxLength = 16_384;
/** Without anything that ends a URL in a sentence, or that is decoded in one. */
const plainUrl = /^https?:\/\/[a-z0-9.-]+(?::\d{1,4})?(?:\/(?:[\w.~/-]*[\w/-])?)?$/i;
/** A host and the start of a path without a scheme; not `1.5/2`. */
const hostAndPath =
  /^(?=[\d.]*[\p{L}]|(?:\d{1,3}\.){3})[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+(?::\d{1,5})?\/(?!\d{1,3}$)\S*$/u;
/** A scheme, possibly defanged, and what follows it. */
const startPattern = /^[^\p{L}]{0,4}[a-z*_]{2,6}[[\]()s5:]{1,8}\s?[[(]?[\\/]/iu;
const outerMark = /[\s\u200b-\u200f\u2060\ufeff]/;
const leadingMarks = /^[\s\u200b-\u200f\u2060\ufeff]+/;
const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '<': '>', '“': '”', '‘': '’' };

/**
 * Parses a list entry: an indicator as in {@link parseIndicator}, or a network in CIDR notation as an `ip` with the
 * network as value. Nothing but the URL is in an entry, so it is what a browser takes it for: the rules for the end of
 * a URL in a sentence don't apply. Undefined for anything else, and for a network that is too large.
 */
export function parseListEntry(text: string): Indicator | undefined {
  if (/[\\/]{2}|\\\//.test(text)) {
    const written = writtenUrl(text);
    if (written !== undefined) return /\s/.test(written) ? undefined : urlOf(written);
  }
  const indicator = parseIndicator(text);
  if (indicator !== undefined || !text.includes('/')) return indicator;
  const network = parseNetwork(text);
  if (network !== undefined) return network.value === undefined ? undefined : { type: 'ip', value: network.value };
  const bare = refang(unquoted(text));
  return hostAndPath.test(bare) ? urlOf(`http://${bare}`) : undefined;
}

/** The URL that is all of a cell, which may contain spaces: `https://bad.example/my file.exe`. */
export function parseSpacedUrl(text: string): Indicator | undefined {
  const written = writtenUrl(text);
  return written === undefined ? undefined : urlOf(written);
}

/** A text without quotes around it, refanged, if it begins like a URL of the web. */
function writtenUrl(text: string): string | undefined {
  if (text.length > maxLength || !startPattern.test(text)) return undefined;
  const bare = unquoted(text);
  const isEscaped = /^[a-z]+:\\+\/\\+\//i.test(bare);
  const slash = backslashAfterHost(bare);
  const written = refang(bare.slice(0, slash)) + bare.slice(slash);
  if (!/^(?:https?|ftp):[\\/]{2}/i.test(written)) return undefined;
  const plain = isEscaped ? written.replaceAll(/\\{1,2}\//g, '/') : written;
  return plain.includes('&') ? plain.replaceAll(/&amp;|&#38;|&#x26;/gi, '&') : plain;
}

/** The end of a host before the backslash of an escaped dot, which browsers read as a slash, or the end of the text. */
function backslashAfterHost(text: string): number {
  if (!/^[a-z]+:[\\/]+[^\\/?#]+\\+\./i.test(text)) return text.length;
  const [first] = findIndicators(text);
  return first?.start === 0 && text.charAt(first.end) === '\\' ? first.end : text.length;
}

function unquoted(given: string): string {
  const text = trimTrailing(given.replace(leadingMarks, ''), outerMark);
  const last = quotes[text.charAt(0)];
  return last !== undefined && text.length > 2 && text.endsWith(last) ? text.slice(1, -1) : text;
}

/** The URL as it is read in a text if that is the same one, otherwise as a browser writes it. */
function urlOf(written: string): Indicator | undefined {
  const read = parseIndicator(written);
  if (read !== undefined && plainUrl.test(written)) return read;
  const url = parsed(written);
  if (url === undefined) return undefined;
  if (read?.type === 'url' && parsed(read.value)?.href === url.href) return read;
  return isPublicHost(url.hostname) ? { type: 'url', value: url.href } : undefined;
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Whether all of a host is a name or an address that can be an indicator. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (canonicalAddress(host) !== undefined) return true;
  const found = parseIndicator(host);
  return found?.type === 'domain' && found.value === host;
}
