import { lookupKey, parseIndicator, parseListEntry, parseNetwork, refang, rejectionReason } from '../indicators';
import { parseSpacedUrl } from '../indicators/detect/parseListEntry';
import type { Indicator } from '../indicators/identity/types';
import type { SkipReason } from '../records/problems/skipReason';
import { patternIndicators } from '../stix/patternIndicators';
import { getPort } from './cells';

/** An indicator in a cell or line, with the port beside it. */
export interface Entry {
  readonly indicator: Indicator;
  readonly port?: number | undefined;
}

const none: readonly Entry[] = [];
/** More values than this aren't in one cell. */
const maxValues = 200;
/** A longer text isn't an entry with several parts. */
const maxLength = 64 * 1024;

/** A value as an indicator; an IPv4 address that is written as IPv6 is itself. */
export function parseEntry(text: string): Indicator | undefined {
  return withoutMapping(parseListEntry(text));
}

function withoutMapping(indicator: Indicator | undefined): Indicator | undefined {
  return indicator?.value.startsWith('::ffff:') === true ? { ...indicator, value: lookupKey(indicator) } : indicator;
}

/** The one value that is all of a word: an indicator, the host of a URL that isn't of the web, or two values. */
export function entriesOfWord(word: string): readonly Entry[] {
  const indicator = parseEntry(word);
  if (indicator !== undefined) return [{ indicator, port: indicator.type === 'url' ? undefined : portBehind(word) }];
  if (/\s/.test(word)) return none;
  return /^\\{2}|\/\/|\\\//.test(word) ? hostOfUrl(word) : partsOf(word);
}

/**
 * The indicators that a cell consists of; none if there is anything else in it. Beside what {@link entriesOfWord} reads,
 * these are several values, a URL with spaces or with a remark after a dash, a STIX pattern, and the sentence of some
 * publishers about traffic to an address.
 */
export function getEntries(cell: string): readonly Entry[] {
  const text = cell.trim();
  if (text === '' || text.length > maxLength) return none;
  const word = entriesOfWord(text);
  if (word.length > 0) return word;
  const pattern = text.startsWith('[') ? entriesOfPattern(text) : none;
  if (pattern.length > 0) return pattern;
  const several = severalIn(text);
  if (several.length > 0) return several;
  return /\s/.test(text) ? entriesOfSentence(text) : none;
}

/** A sentence about traffic to an address, a value with a remark, or a URL with spaces. */
function entriesOfSentence(text: string): readonly Entry[] {
  const traffic = /^network traffic to (\S{4,300}) on port (\d{1,5})\.?$/i.exec(text);
  if (traffic !== null) {
    return entriesOfWord(traffic[1] ?? '').map(({ indicator }) => ({ indicator, port: getPort(traffic[2]) }));
  }
  const remarked = /^(\S+)\s+[-–—]\s/.exec(text);
  if (remarked !== null) return entriesOfWord(remarked[1] ?? '');
  const spaced = severalUrls.test(text) ? undefined : parseSpacedUrl(text);
  return spaced === undefined ? none : [{ indicator: spaced }];
}

const severalUrls = /[\s,;|][a-z]{2,8}(?::|\[:\])\/\//i;

/** Values with commas, semicolons, or spaces between them, and nothing else. */
function severalIn(text: string): readonly Entry[] {
  const words = text.split(/[\s,;]+/, maxValues + 1).filter((word) => word !== '');
  if (words.length < 2 || words.length > maxValues) return none;
  const read: Entry[] = [];
  for (const word of words) {
    const entries = entriesOfWord(word);
    if (entries.length === 0) return none;
    read.push(...entries);
  }
  return read;
}

/** The port in `203.0.113.9:443` or `[2001:db8::9]:443`. */
function portBehind(text: string): number | undefined {
  const [, port] = /(?:^[^:/]+|\])\[?:\]?(\d{1,5})$/.exec(text.trim()) ?? [];
  return port === undefined ? undefined : getPort(port);
}

/** The host of a URL that no browser opens, as `tcp://`, or of a share of Windows, with its port. */
function hostOfUrl(word: string): readonly Entry[] {
  const text = refang(word).replace(/^\\{2,4}(?=[^\\])/, 'file://');
  const [, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]{0,30}):[\\/]{2}([^\\/?#]+)/i.exec(text) ?? [];
  if (scheme === '' || /^(?:https?|ftp)$/i.test(scheme)) return none;
  // Windows writes the port of a share of the web after an at sign.
  const hostAndPort =
    scheme.toLowerCase() === 'file'
      ? authority.replace(/(?:@ssl)?(?:@(\d{1,5}))?$/i, (_, port?: string) => (port === undefined ? '' : `:${port}`))
      : authority.slice(authority.lastIndexOf('@') + 1);
  const indicator = parseEntry(hostAndPort);
  const isHost = indicator !== undefined && indicator.type !== 'url' && !hostAndPort.startsWith('*');
  return isHost ? [{ indicator, port: portBehind(hostAndPort) }] : none;
}

/** Two values that MISP joins: `203.0.113.9|443`, `bad.example|203.0.113.9`. */
function partsOf(word: string): readonly Entry[] {
  const [first = '', second = '', ...more] = word.split('|');
  if (second === '' || more.length > 0) return none;
  const indicator = hostIn(first);
  if (indicator === undefined) return none;
  const port = getPort(second);
  if (port !== undefined) return [{ indicator, port }];
  const other = hostIn(second);
  return other === undefined ? none : [{ indicator }, { indicator: other }];
}

function hostIn(text: string): Indicator | undefined {
  const indicator = parseEntry(text);
  return indicator?.type === 'url' ? undefined : indicator;
}

function entriesOfPattern(text: string): readonly Entry[] {
  const { indicators } = patternIndicators(text);
  const ports = [...text.matchAll(/network-traffic:(?:dst|src)_port\s*=\s*'?(\d{1,5})/g)];
  const port = ports.length === 1 ? getPort(ports[0]?.[1]) : undefined;
  return indicators.map((indicator) => ({ indicator, port }));
}

/** Whether a text is the hexadecimal hash of a file, by its length. */
export function isHash(text: string): boolean {
  return /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i.test(text.trim());
}

/** Whether a text is an e-mail address, defanged or not. Its domain is usually a provider, or a victim. */
function isEmailAddress(text: string): boolean {
  return (
    text.length < 400 &&
    /^(?:mailto:)?[\w.!#$%&'*+=?^{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(refang(text.trim()))
  );
}

/** A part of a name that matches others: a character class, a quantifier, a wildcard, a placeholder. */
const patternParts = [
  /\[[^\]\s]{1,60}\](?:[{*+?]|(?=[\w-]))/,
  /\{\d{1,4}(?:,\d{0,4})?\}/,
  /\\[dswDSW](?:[*+?{]|\\)/,
  /[.)][*+]/,
  /\([^()\s]{1,200}\|[^()\s]{1,200}\)/,
  /[\w-]\*+[\w.-]|^\*[\w-](?!.*\*$)/,
  /^(?:<[^<>\s]{1,60}>|\{[^{}\s]{1,60}\}|\[[^[\]\s]{1,60}\]|%\w{1,60}%|\$\w{1,60})\.?[\w-]/,
];

/** Whether a word is a pattern of names, such as a regular expression, instead of one of them. */
export function isPattern(word: string): boolean {
  if (word.length > 400 || /\s/.test(word) || !/[*[{(<\\%$]/.test(word)) return false;
  const text = refang(word);
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0] ?? '';
  const [host = ''] = text.slice(scheme.length).split(/[/?#]/, 1);
  // For a name alone, that means all its subdomains.
  if (host.startsWith('*.') && scheme !== '') return true;
  const name = host.replace(/^\*?\./, '');
  return name.includes('.') && patternParts.some((part) => part.test(name));
}

/** Why a cell, or a line of one word, isn't an indicator. */
export function reasonAgainst(cell: string): SkipReason {
  const text = cell.trim();
  if (isHash(text)) return { kind: 'fileHash' };
  if (isEmailAddress(text)) return { kind: 'emailAddress' };
  if (isPattern(text)) return { kind: 'patternRule' };
  if (parseNetwork(text) !== undefined) return { kind: 'networkTooLarge' };
  const [reason] = text.startsWith('[') ? patternIndicators(text).skipped : [];
  return reason === undefined || reason.kind === 'patternSyntax' ? reasonAgainstName(text) : reason;
}

/** Why a name, or the host of a URL, isn't an indicator. */
function reasonAgainstName(text: string): SkipReason {
  const [, scheme = '', host = ''] = /^([a-z][a-z0-9+.-]*):[\\/]{2}([^\\/?#\s:@]*)/i.exec(refang(text)) ?? [];
  if (scheme === '') return { kind: rejectionReason(text) };
  if (host === '') return { kind: 'noHost' };
  return /^[a-z0-9_-]+$/i.test(host) ? { kind: 'reserved' } : { kind: rejectionReason(host) };
}

/** Whether a text contains what could be an indicator: a URL, a defanged dot, or an address. */
export function looksLikeIndicator(cell: string): boolean {
  const text = cell.slice(0, maxLength);
  return /[a-z]{2,8}:\/\/\S|[[({]\.[\])}]|\[:\]|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/i.test(text)
    ? true
    : parseIndicator(text) !== undefined;
}
