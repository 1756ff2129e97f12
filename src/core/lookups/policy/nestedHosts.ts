import type { Indicator } from '../../indicators/identity/types';
import { substringBefore, trimTrailing } from '../../text/trim';
import { fileEndings } from './fileEndings';
import { parseAddress, normalizeHost } from './hostForms';
import { getDecodings } from './decodings';

/**
 * Every host in a text, in any spelling that a server or reader would decode: with a scheme, after `//`, or bare;
 * names of several labels, also before the ending of a file, IDN and punycode, IPv4 also in octal and hexadecimal, IPv6
 * with and without brackets;
 * encoded as {@link getDecodings} decodes. A single label or a whole number counts only with a scheme, `//`, or (a
 * number) a parameter such as `ip=`, since any word would count otherwise. Finds more than indicator detection,
 * including file names and versions, since it determines what must not be sent. Undefined if the text is too long or
 * too deeply encoded to check.
 */
export function findEmbeddedHosts(text: string): readonly Indicator[] | undefined {
  const readings = getDecodings(text);
  if (readings === undefined) return undefined;
  const hosts = new Map<string, Indicator>();
  for (const reading of readings) {
    for (const spelled of candidatesIn(reading)) {
      const host = normalizeHost(spelled);
      if (host !== undefined) hosts.set(host.value, host);
      if (hosts.size > maxHosts) return undefined;
    }
  }
  return [...hosts.values()];
}

/** A text with more hosts than this is a list rather than a URL. */
const maxHosts = 500;

/** `https://HOST`, `http:/HOST` as in archives, and `//HOST` or `\\\\HOST` at the beginning of a value. */
const AUTHORITY =
  /(?:(?<![a-z0-9])https?:[\\/]*|(?<![a-z0-9])[a-z][a-z0-9+.*-]{1,31}:[\\/]{2}|[=&?;,|("'<\s][\\/]{2})([^\s/?#\\&"'<>;,|()]+)/gi;
const DOTTED = /(?<![\p{L}\p{M}\p{N}_-])[\p{L}\p{M}\p{N}_-]+(?:[.。．｡][\p{L}\p{M}\p{N}_-]+)+/gu;
const QUAD = /(?<!\d|\d\.)\d{1,4}(?:\.\d{1,4}){3}(?!\d|\.\d)/g;
const COLONS = /(?<![\p{L}\p{N}_])[0-9a-f:.]{3,64}(?![\p{L}\p{N}_])/giu;
const HEX_NUMBER = /(?<![\p{L}\p{N}_])0x[0-9a-f]{7,8}(?![\p{L}\p{N}_])/giu;
const NUMBER =
  /[?&;](?:ip|ip_?addr(?:ess)?|addr(?:ess)?|host(?:name)?|domain|server|url|uri|u|to|next|dest(?:ination)?|target|redirect(?:_ur[il])?|return(?:_?to)?|goto|link)=(\d{8,10})(?![\p{L}\p{N}_.])/giu;

function* candidatesIn(text: string): Iterable<string> {
  for (const [, authority = ''] of text.matchAll(AUTHORITY)) yield hostOfAuthority(authority);
  for (const [name] of text.matchAll(DOTTED)) {
    if (/^[\d.]+$/.test(name)) continue;
    const trimmed = trimTrailing(name.replace(/^[_-]+/, ''), /[_-]/);
    yield trimmed;
    yield* withoutEndings(trimmed);
  }
  for (const [quad] of text.matchAll(QUAD)) {
    yield quad;
    // Readers take `010.0.0.1` for 10.0.0.1, browsers for 8.0.0.1.
    yield quad.replace(/(^|\.)0+(?=\d)/g, '$1');
  }
  for (const [run] of text.matchAll(COLONS)) {
    const address = trimTrailing(run, /\./).replace(/^:(?!:)|(?<!:):$/g, '');
    if (address !== '::' && parseAddress(address) !== undefined) yield address;
  }
  for (const [number] of text.matchAll(HEX_NUMBER)) yield number;
  for (const [, number = ''] of text.matchAll(NUMBER)) yield number;
}

/** The host of `user@HOST:port`; an IPv6 address with its brackets. */
function hostOfAuthority(authority: string): string {
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return host.startsWith('[') ? substringBefore(host, ']') + ']' : substringBefore(host, ':');
}

/** The name before the ending of a file: a log, an archive, or a copy is named like the host that it is from. */
function* withoutEndings(name: string): Iterable<string> {
  let rest = name;
  for (let dot = rest.lastIndexOf('.'); dot > 0; dot = rest.lastIndexOf('.')) {
    if (!fileEndings.has(rest.slice(dot + 1).toLowerCase())) return;
    rest = rest.slice(0, dot);
    if (!rest.includes('.')) return;
    yield rest;
  }
}
