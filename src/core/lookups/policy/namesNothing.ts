import { carriedHosts, isSpecialName } from '../../indicators/registry/specialNames';
import { isSpecialAddress } from '../../indicators/registry/specialAddresses';
import { isTopLevelDomain } from '../../indicators/registry/suffixes';
import { trimTrailing } from '../../text/trim';
import { fileEndings, fileMiddles } from './fileEndings';
import { hostName, normalizeHost } from './hostForms';
import type { IgnoreList } from './ignoreList';
import { fullyUnescaped, getDecodings } from './decodings';

/**
 * Whether the rest of a URL can be shown to name no internal and no ignored host. Stricter than `findEmbeddedHosts`,
 * which returns certain names only: here, anything that could be a host counts, and so does unreadable text. In any
 * reading, these are a part of a file name, an address with hyphens or as a number, a single label where a host is
 * expected, and the words of an ignored name in a row; in the text itself, an unknown ending and a long text without
 * meaning.
 */
export function namesNothing(text: string, ignored: IgnoreList): boolean {
  const readings = getDecodings(text);
  const plain = fullyUnescaped(text);
  if (readings === undefined || plain === undefined) return false;
  return readings.every((reading) => !mayName(reading, ignored)) && isPlain(plain);
}

const LABEL = String.raw`[\p{L}\p{M}\p{N}_-]`;
const DOT = '[.。．｡]';
const NAME = new RegExp(`(?<!${LABEL})${LABEL}+(?:${DOT}${LABEL}+)+`, 'gu');
/** A label of its own: a name of several labels is read as one. */
const SINGLE = `${LABEL}+(?!${LABEL}|${DOT}${LABEL})`;
const hostKeys =
  '(?:host(?:s|name)?|server|domain|node|machine|computer(?:name)?|proxy|gateway|dns|ip|ip_?addr(?:ess)?|addr(?:ess)?|url|ur[il]|u|to|next|dest(?:ination)?|target|redir(?:ect)?(?:_?(?:ur[il]|to))?|return(?:_?(?:to|ur[il]))?|goto|link|site|referr?er|origin)';

/** Positions of hosts, at which a single label is one as well. */
const hostPositions: readonly RegExp[] = [
  // After two slashes or backslashes, and after a scheme.
  new RegExp(String.raw`[\\/]{2}${SINGLE}`, 'u'),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:https?|hxxps?|ftps?|sftp|ssh|wss?|rdp|vnc|smb|ldaps?|telnet|file)[:/\\]{1,4}${SINGLE}`,
    'iu',
  ),
  // In the path of an AMP cache, a proxy, or an inventory.
  new RegExp(
    String.raw`/(?:amp|[a-z]{1,3}/s|proxy|hosts?|servers?|nodes?|domains?|machines?|computers?)/${SINGLE}`,
    'iu',
  ),
  // As a parameter, and in JSON.
  new RegExp(String.raw`(?:^|[^a-z0-9]|_)${hostKeys}["']?\s{0,2}[=:]\s{0,2}["']?${SINGLE}`, 'iu'),
  new RegExp(String.raw`[a-z](?:Host|Server|Domain|Url|Uri|Ip|Target)["']?\s{0,2}[=:]\s{0,2}["']?${SINGLE}`, 'u'),
  // In a mail address, and before a port.
  /[\p{L}\p{N}._+-]{2}@(?=[\p{L}_-])[\p{L}\p{M}\p{N}_-]{2,}(?![\p{L}\p{M}\p{N}_-]|[.。．｡][\p{L}\p{M}\p{N}_-])/u,
  /(?<![\p{L}\p{M}\p{N}_.-])(?=[\p{N}_-]*\p{L})[\p{L}\p{M}\p{N}_-]{2,}:\d{2,5}(?!\d)/u,
  /(?<![\p{L}\p{N}])localhost(?![\p{L}\p{N}])/iu,
];

/** Numbers with dots, hyphens, or underscores, one of them in whole, and eight hexadecimal digits. */
const NUMBERS = /(?<!\d)\d{1,3}(?:[-_.]\d{1,3}){3,}(?!\d)/g;
const NUMBER = /(?<![\p{L}\p{N}])\d{8,10}(?![\p{L}\p{N}])/gu;
const HEX = /(?<![\p{L}\p{N}])(?:0x)?([0-9a-f]{8})(?![\p{L}\p{N}])/giu;
const HYPHENS = /(?<![\p{L}\p{N}])(?:[0-9a-f]{1,4}-){0,7}-?(?:-[0-9a-f]{1,4}){1,7}(?![\p{L}\p{N}])/giu;
const COLONS = /(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}/gi;

/** A text with more is a list rather than a URL. */
const maxNames = 1_000;
const maxLabels = 32;
/** RFC 1035, 2.3.4. */
const maxNameLength = 253;

/** Whether a decoding could name an internal or ignored host. */
function mayName(reading: string, ignored: IgnoreList): boolean {
  if (hostPositions.some((position) => position.test(reading))) return true;
  const addresses = [...addressesIn(reading)];
  if (addresses.some(isPrivate)) return true;
  const names: string[] = [];
  for (const name of namesIn(reading)) {
    if (name === undefined || names.push(name) > maxNames || isSpecialName(name)) return true;
    const address = addressOf(name);
    if (address === undefined) continue;
    if (isPrivate(address)) return true;
    addresses.push(address);
  }
  if (ignored.isEmpty) return false;
  const carried = names.flatMap((name) => carriedHosts(name));
  return (
    ignored.find([reading], [...names, ...carried, ...addresses]) !== undefined || ignored.isNamedIn(asciiOf(reading))
  );
}

/** Every name in a decoding, and the names within it; undefined for one of too many labels to be read. */
function* namesIn(reading: string): Iterable<string | undefined> {
  for (const [run] of reading.matchAll(NAME)) {
    if (run.split('.').length > maxLabels) yield undefined;
    else yield* partsOf(run);
  }
}

/** The names within a name with hyphens, underscores, and endings: `access_wiki.corp.zip` contains `wiki.corp`. */
function* partsOf(run: string): Iterable<string> {
  const ascii = (/\P{ASCII}/u.test(run) ? (hostName(run.toLowerCase()) ?? run) : run).toLowerCase();
  const firstDot = ascii.indexOf('.');
  const starts = [
    0,
    ...[...ascii.slice(0, firstDot).matchAll(/[_-]+/g)].map(({ 0: { length }, index }) => index + length),
  ];
  const ends = [...ascii.slice(firstDot + 1).matchAll(/[_.-]+|$/g)].map(({ index }) => firstDot + 1 + index);
  for (const start of starts) {
    for (const end of ends) {
      const name = trimTrailing(ascii.slice(start, end), /[._-]/);
      if (name.includes('.') && name.length <= maxNameLength) yield name;
    }
  }
}

const fourNumbers = /^(?:0x)?[\da-f]+(?:\.(?:0x)?[\da-f]+){3}$/;

/** The address that a name of four numbers is, also in octal and hexadecimal. */
function addressOf(name: string): string | undefined {
  const host = fourNumbers.test(name) ? normalizeHost(name) : undefined;
  return host?.type === 'ip' ? host.value : undefined;
}

function* addressesIn(text: string): Iterable<string> {
  for (const [run] of text.matchAll(NUMBERS)) {
    const numbers = run.split(/[-_.]/).map(Number);
    for (let at = 0; at + 4 <= numbers.length; at++) yield numbers.slice(at, at + 4).join('.');
  }
  for (const [number] of text.matchAll(NUMBER)) yield dotted(Number(number));
  for (const [, digits = ''] of text.matchAll(HEX)) yield dotted(parseInt(digits, 16));
  for (const [run] of text.matchAll(COLONS)) if (run !== '::') yield run;
  for (const [run] of text.matchAll(HYPHENS)) if (run.includes('--')) yield run.replaceAll('-', ':');
}

function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}

/** Whether an address is of a network: a version, a date, and an ID aren't meant. */
function isPrivate(address: string): boolean {
  if (address.includes(':')) return isSpecialAddress(address) && /^(?:f[cde]|:)/i.test(address);
  const first = Number.parseInt(address, 10);
  return first > 0 && first < 192 ? isSpecialAddress(address) : /^192\.168\./.test(address);
}

/** A text in which international names are written as in the ignore list. */
function asciiOf(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}.。．｡-]+/gu, (run) =>
    /\P{ASCII}/u.test(run) ? (hostName(run.toLowerCase()) ?? run) : run,
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether all words of a text are of the kinds that URLs have: words, numbers, short IDs, and names of files and hosts. */
function isPlain(text: string): boolean {
  if (/[\p{Cc}\p{Co}\p{Cs}\ufffd]/u.test(text)) return false;
  for (const [run] of text.matchAll(/[\p{L}\p{M}\p{N}._~+-]+/gu)) {
    if (!isKnownName(run) || isOpaque(run)) return false;
  }
  return true;
}

/** Whether a name with dots is one of a file or of a public host, or a version. */
function isKnownName(run: string): boolean {
  const [first = '', ...labels] = trimTrailing(run, /[._~+-]/)
    .replace(/^[._~+-]+/, '')
    .toLowerCase()
    .split(/\.+/);
  if (labels.length === 0) return true;
  const last = labels.at(-1) ?? '';
  const isOfHost = isTopLevelDomain(last) && !isVersion(last);
  if (isOfHost && !fileEndings.has(last)) return true;
  if (isOfHost && labels.length === 1) return true;
  return labels.every((label, at) => {
    if (isVersion(label) || fileEndings.has(label)) return true;
    if (at === labels.length - 1) return false;
    return fileMiddles.has(label) || isVersion(first) || isTopLevelDomain(labels[at + 1] ?? '');
  });
}

function isVersion(label: string): boolean {
  return /^v?\d+(?:[a-z]{1,4}\d{0,3})?(?:[-_+~].*)?$/.test(label);
}

/** Long texts of letters and digits in no order: encrypted, compressed, or in an alphabet of its own. */
function isOpaque(run: string): boolean {
  if (run.length < shortestOpaque || UUID.test(run)) return false;
  return run.split(/[._~]+|\.(?=[a-z]+$)/i).some((word) => {
    if (word.length < shortestOpaque) return false;
    if (/^\d+$/.test(word)) return word.length > 20;
    const changes = word.match(/\p{Ll}(?=\p{Lu}|\p{N})|\p{Lu}(?=\p{N}|\p{Lu}\p{Ll})|\p{N}(?=\p{L})/gu)?.length ?? 0;
    return changes >= manyChanges || longestIn(word.split(/[^\p{L}]+/u)) > longestWord;
  });
}

const shortestOpaque = 16;
/** From small letters to capitals or digits and back, without a hyphen between them: `iPhone15Pro` has three. */
const manyChanges = 5;
const longestWord = 40;

function longestIn(words: readonly string[]): number {
  return Math.max(...words.map(({ length }) => length));
}
