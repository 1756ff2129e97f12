import { ipv4Number } from '../../identity/addresses';
import { canonicalHost } from '../../identity/canonicalHost';
import { isDigit, isSpaceless } from './characters';
import { DotForm } from './dotVariants';
import { type HostToken, isTooLong, labelRanges, refangedHost, dropLastLabel } from './hostToken';
import { isSpecialIpv4 } from '../../registry/specialAddresses';
import { lastLabel } from '../../registry/specialNames';
import { isTopLevelDomain, isTopLevelDomainAt, maxLabelLength, nameKind } from '../../registry/suffixes';

/** A host name or an IPv4 address in a text. */
export interface Host {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly type: 'domain' | 'ip';
  /** Canonical. */
  readonly value: string;
  /** The forms of its dots, as bit flags. */
  readonly forms: number;
  /** Whether it has altered dots or invisible characters. */
  readonly defanged: boolean;
  readonly reserved: boolean;
  /** The value of an IPv4 address. */
  readonly number?: number;
}

const maxNameLength = 253;
const hyphen = 45;
const greaterThan = 62;
const underscore = 95;

/**
 * Parses the host in a token, without text and marks attached to it. Undefined if there is none, or for shared suffixes
 * (`github.io`) outside URLs.
 */
export function parseHost(text: string, token: HostToken, inUrl = false): Host | undefined {
  if (token.labels < 2 || isTooLong(token)) return undefined;
  if (token.numeric) return parseAddress(text, token);
  return (
    addressBetweenScript(text, token) ??
    emphasizedAddress(text, token) ??
    arrowStart(text, token) ??
    rangeStart(text, token) ??
    longestName(text, token, inUrl)
  );
}

/** The address in `访问192.0.2.1并`: between characters of a script written without spaces. */
function addressBetweenScript(text: string, token: HostToken): Host | undefined {
  if (token.ascii || token.labels < 4) return undefined;
  const start = scriptStart(text, token.start, token.firstEnd);
  const end = scriptEnd(text, token.lastStart, token.end);
  if (!isDigit(text.charCodeAt(start)) || (start === token.start && end === token.end)) return undefined;
  const part = { ...token, start, end };
  return parseAddress(text, part) ?? rangeStart(text, part);
}

function parseAddress(text: string, token: HostToken): Host | undefined {
  if (token.labels !== 4) return undefined;
  const { start, end, forms } = token;
  const raw = text.slice(start, end);
  const value = refangedHost(text, token, raw);
  const number = ipv4Number(value);
  if (number === undefined) return undefined;
  return {
    start,
    end,
    raw,
    type: 'ip',
    value,
    forms,
    defanged: value !== raw,
    reserved: isSpecialIpv4(number),
    number,
  };
}

/** The address in `_192.0.2.1_`, emphasized in Markdown. */
function emphasizedAddress(text: string, token: HostToken): Host | undefined {
  const { start, end, labels } = token;
  if (labels !== 4 || text.charCodeAt(start) !== underscore || text.charCodeAt(end - 1) !== underscore)
    return undefined;
  return parseAddress(text, { ...token, start: start + 1, end: end - 1 });
}

/** The address in `192.0.2.1->192.0.2.7`. */
function arrowStart(text: string, token: HostToken): Host | undefined {
  const { end, labels } = token;
  if (labels !== 4 || text.charCodeAt(end - 1) !== hyphen || text.charCodeAt(end) !== greaterThan) return undefined;
  return parseAddress(text, { ...token, end: end - 1 });
}

/** The first address of `1.2.3.4-1.2.3.9` or `1.2.3.4-20`; not `1.2.3.4-1`, a package revision. */
function rangeStart(text: string, token: HostToken): Host | undefined {
  if (token.labels < 4 || !isDigit(text.charCodeAt(token.start)) || !isDigit(text.charCodeAt(token.lastStart)))
    return undefined;
  const [from, to] = labelRanges(text, token)[3] ?? [0, 0];
  if (to - from > 8) return undefined;
  const range = /^(\d{1,3})-(\d{1,3})$/.exec(text.slice(from, to));
  if (range === null) return undefined;
  const [, first = '', last = ''] = range;
  const address = parseAddress(text, { ...token, end: from + first.length, labels: 4 });
  if (address === undefined || token.labels > 4) return address;
  // A short number after a public address is more often a package revision than the end of a range.
  const isRange = Number(last) > Number(first) && (last.length > 1 || address.reserved);
  return isRange ? address : undefined;
}

function longestName(text: string, token: HostToken, inUrl: boolean): Host | undefined {
  for (
    let part: HostToken | undefined = trimToken(text, token, inUrl);
    part !== undefined;
    part = dropSpacedLabel(text, part, inUrl)
  ) {
    const host = parseName(text, part, inUrl);
    if (host !== undefined) return host;
  }
  return undefined;
}

/** A space next to a defanged dot can belong to a sentence, so the name may end earlier. */
function dropSpacedLabel(text: string, token: HostToken, inUrl: boolean): HostToken | undefined {
  return (token.forms & DotForm.spaced) !== 0 && token.labels > 2
    ? trimToken(text, dropLastLabel(text, token), inUrl)
    : undefined;
}

/** The token without marks around it. In a URL, the scheme determines its start. */
function trimToken(text: string, token: HostToken, inUrl: boolean): HostToken {
  let { start, end } = token;
  const { firstEnd, lastStart } = token;
  let underscores = 0;
  for (; end > lastStart + 1; end--) {
    const code = text.charCodeAt(end - 1);
    if (code === underscore) underscores++;
    else if (code !== hyphen) break;
  }
  while (!inUrl && start < firstEnd - 1 && text.charCodeAt(start) === hyphen) start++;
  for (; underscores > 0 && start < firstEnd - 1 && text.charCodeAt(start) === underscore; underscores--) start++;
  if (!token.ascii) {
    end = scriptEnd(text, lastStart, end);
    start = scriptStart(text, start, firstEnd);
  }
  return start === token.start && end === token.end ? token : { ...token, start, end };
}

/** The offset where a script written without spaces follows a Latin TLD: `com` of `com和`. */
function scriptEnd(text: string, from: number, to: number): number {
  if (text.charCodeAt(from) > 127) return to;
  for (let position = from + 1; position < to; position++) if (isSpaceless(text.charCodeAt(position))) return position;
  return to;
}

/** The offset where a Latin label follows a script written without spaces: `evil` of `访问evil`. */
function scriptStart(text: string, from: number, to: number): number {
  if (text.charCodeAt(to - 1) > 127) return from;
  for (let position = to - 1; position > from; position--) {
    if (isSpaceless(text.charCodeAt(position - 1))) return position;
  }
  return from;
}

function parseName(text: string, token: HostToken, inUrl: boolean): Host | undefined {
  const { start, end, forms, lastStart } = token;
  if (end - start > 4 * maxNameLength || end - lastStart > maxLabelLength) return undefined;
  // Most tokens in code don't end in a TLD, so the cheapest check comes first.
  if (token.ascii && (end - lastStart < 2 || !isTopLevelDomainAt(text, lastStart, end))) return undefined;
  const raw = text.slice(start, end);
  const written = refangedHost(text, token, raw);
  const value = !token.ascii ? canonicalHost(written) : token.capital ? written.toLowerCase() : written;
  if (value === undefined || value.length > maxNameLength) return undefined;
  if (!token.ascii && !isTopLevelDomain(lastLabel(value))) return undefined;
  const kind = nameKind(value);
  if (kind === 'none' || (kind === 'shared' && !inUrl) || isMaskedAddress(value)) return undefined;
  return { start, end, raw, type: 'domain', value, forms, defanged: written !== raw, reserved: kind === 'reserved' };
}

/** `192.0.2.xxx`, a partially redacted address; `.xxx` is also a TLD. */
function isMaskedAddress(value: string): boolean {
  return value.endsWith('.xxx') && /^(?:\d{1,3}|x{1,3})(?:\.\d{1,3}|\.x{1,3}){1,2}\.xxx$/.test(value);
}
