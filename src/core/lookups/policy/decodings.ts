/** Longer texts aren't checked. In UTF-16 code units. */
export const maxTextLength = 8_192;

/** How many nested encodings are decoded. */
const maxRounds = 5;

/** The maximum number of characters of all decodings of a text. */
const maxCharacters = 48 * maxTextLength;

/** Characters that nobody sees: soft hyphens, zero widths, variation selectors, tags, bidirectional marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u200e\u200f\u202a-\u202e]/gu;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const CODE_POINT = /%u([0-9a-f]{4})|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|&#x([0-9a-f]{1,6});?|&#(\d{1,7});?/gi;
const NAMED = /&(?:amp|period|sol|colon|commat|bsol|equals|quest|num|lowbar|hyphen|dash);/gi;
const named: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&period;': '.',
  '&sol;': '/',
  '&colon;': ':',
  '&commat;': '@',
  '&bsol;': '\\',
  '&equals;': '=',
  '&quest;': '?',
  '&num;': '#',
  '&lowbar;': '_',
  '&hyphen;': '-',
  '&dash;': '-',
};
/** The characters of a host in UTF-7. */
const UTF7 = /\+A(C4|C8|Do|EA)(?:-|(?=[A-Za-z0-9]))/g;
const utf7: Readonly<Record<string, string>> = { C4: '.', C8: '/', Do: ':', EA: '@' };

const DOT_IN_BRACKETS = /\s?[[({<]\s?(?:\.|dot|punkt|punto)\s?[\])}>]\s?|\[\.(?!\])|(?<!\[)\.\]|\\{1,4}\./gi;
const SPELLED_DOT = /[\s_+-]{1,3}(?:dot|punkt|punto)[\s_+-]{1,3}|\s{1,3}\.\s{0,3}|\.\s{1,3}/gi;
const COLON_IN_BRACKETS = /\[:(?:\/\/)?\]?|(?<=:)\]/g;

/**
 * A text and its decoded forms: percent-encoding, `%uXXXX`, JSON escapes, HTML character references, UTF-7,
 * quoted-printable, dots in brackets and words, full-width forms, the encodings of mail filters, and Base64, Base32, and
 * hexadecimal text, also beside other bytes. Encryption, compression, and other alphabets aren't decoded. Undefined beyond the
 * limits of length, depth, and work.
 */
export function getDecodings(text: string): readonly string[] | undefined {
  // A text is checked twice: for the hosts that it names, and for those that it could name.
  if (latestRead?.text !== text) latestRead = { text, readings: readAll(text) };
  return latestRead.readings;
}

let latestRead: { readonly text: string; readonly readings: readonly string[] | undefined } | undefined;

function readAll(text: string): readonly string[] | undefined {
  if (text.length > maxTextLength) return undefined;
  const readings = new Set([text.replace(INVISIBLE, '')]);
  let characters = text.length;
  let latest = [...readings];
  for (let round = 0; latest.length > 0; round++) {
    const next = latest.flatMap((reading) => [unescaped(reading), ...otherReadings(reading)]);
    latest = [...new Set(next)].filter((reading) => !readings.has(reading));
    if (latest.length > 0 && round === maxRounds) return undefined;
    for (const reading of latest) {
      readings.add(reading);
      characters += reading.length;
    }
    if (characters > maxCharacters) return undefined;
  }
  return [...readings];
}

/** The text without the escapes that every server undoes; undefined if they are nested too deeply. */
export function fullyUnescaped(text: string): string | undefined {
  let reading = text.replace(INVISIBLE, '');
  for (let round = 0; round <= maxRounds; round++) {
    const next = unescaped(reading);
    if (next === reading) return reading;
    reading = next;
  }
  return undefined;
}

/** Full-width letters, digits, and symbols as URL hosts are read, with the dots of other scripts as dots. */
function foldedDots(text: string): string {
  return /\P{ASCII}/u.test(text) ? text.normalize('NFKC').replace(/[。｡]/g, '.') : text;
}

/** Decodes one level of escapes. */
function unescaped(text: string): string {
  const folded = foldedDots(text);
  if (/^[\w/.-]*$/.test(folded)) return folded;
  return folded
    .replace(PERCENT, bytesOf)
    .replace(CODE_POINT, (all, ...codes: readonly (string | undefined)[]) => {
      const [percent, json, byte, hex, decimal] = codes;
      const digits = percent ?? json ?? byte ?? hex;
      const code = digits === undefined ? Number(decimal) : parseInt(digits, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    })
    .replace(NAMED, (name) => named[name.toLowerCase()] ?? name)
    .replace(UTF7, (all, code: string) => utf7[code] ?? all)
    .replace(DOT_IN_BRACKETS, '.')
    .replace(COLON_IN_BRACKETS, (all) => (all.includes('//') ? '://' : all.includes(':') ? ':' : ''))
    .replace(INVISIBLE, '');
}

/** Bytes that aren't UTF-8 become replacement characters; the rest is still read. ASCII in two bytes is ASCII to some. */
function bytesOf(codes: string): string {
  const bytes = codes
    .slice(1)
    .split('%')
    .map((code) => parseInt(code, 16));
  const short: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
    const isLong = (first === 0xc0 || first === 0xc1) && second >> 6 === 2;
    short.push(isLong ? ((first & 1) << 6) | (second & 0x3f) : first);
    if (isLong) at++;
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(short));
}

/** Readings of which only some readers think, so that the text itself is read as well. */
function* otherReadings(text: string): Iterable<string> {
  if (/[\s_+-](?:dot|punkt|punto)[\s_+-]|\s\.|\.\s/i.test(text)) yield text.replace(SPELLED_DOT, '.');
  // Quoted-printable, and the form of Proofpoint (`u=http-3A__host_path`).
  if (/=(?:2e|2f|3a|40|5c)|(?:=[0-9a-f]{2}){3}/i.test(text))
    yield text.replace(/=\r?\n/g, '').replace(/(?:=[0-9a-f]{2})+/gi, (all) => bytesOf(all.replaceAll('=', '%')));
  if (/-[0-9A-F]{2}/.test(text))
    yield text.replaceAll('_', '/').replace(/(?:-[0-9A-F]{2})+/g, (all) => bytesOf(all.replaceAll('-', '%')));
  if (/\d,\d/.test(text)) yield text.replace(/(?<=\d),(?=\d)/g, '.');
  for (const [run] of text.matchAll(BASE64)) {
    yield* decodedBase64(run);
    if (run.includes('/')) yield* decodedBase64(run.replaceAll('/', ''));
  }
  for (const [run] of text.matchAll(HEXADECIMAL)) yield* decodedHexadecimal(run);
  for (const [run] of text.matchAll(BASE32)) yield* decodedBase32(run);
}

/** `a.local` takes ten characters; shorter texts are in any word. */
const BASE64 = /[A-Za-z0-9+/_-]{10,}/g;
const HEXADECIMAL = /(?:(?:0x|\\x)?[0-9a-f]{2}[-:,. ]?){7,}[0-9a-f]?/gi;
const BASE32 = /(?<![A-Za-z0-9])[A-Z2-7]{11,}(?![A-Za-z0-9])/gi;

/** Four characters are three bytes, so four starts read a text that begins anywhere. */
function* decodedBase64(run: string): Iterable<string> {
  for (let start = 0; start < 4; start++) {
    if (!hasText(run, start)) continue;
    const part = run.slice(start).replaceAll('-', '+').replaceAll('_', '/');
    yield* textIn(atob(part.slice(0, part.length - (part.length % 4 === 1 ? 1 : 0))));
  }
}

/** The values of the characters of Base64, in both alphabets. */
const sextets = new Uint8Array(128);
for (const [value, character] of Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
).entries())
  sextets[character.charCodeAt(0)] = value;
[sextets[45], sextets[95]] = [62, 63];

/**
 * Whether Base64 that begins at an offset may decode to a text in which {@link textIn} finds something: most words of a path
 * don't, and this is much faster than decoding them. Letters beyond ASCII count in UTF-8.
 */
function hasText(run: string, start: number): boolean {
  let length = 0;
  let needed = shortestWithoutPunctuation;
  let isLetterOpen = false;
  let bits = 0;
  for (let at = start; at < run.length; at++) {
    bits = ((bits << 6) | sextetAt(run, at)) & 0xffff;
    const position = (at - start) & 3;
    if (position === 0) continue;
    const kind = byteKindOf((bits >> (6 - 2 * position)) & 0xff);
    if (kind === zero) continue;
    // A letter may have a third byte.
    isLetterOpen = kind === letterStart || (isLetterOpen && kind === letterRest);
    if (kind === letterStart) continue;
    if (kind >= ascii || isLetterOpen) {
      if (kind === asciiPunctuation && length > 0) needed = shortestText;
      if (++length >= needed) return true;
    } else {
      length = 0;
      needed = shortestWithoutPunctuation;
    }
  }
  return false;
}

/** Text without punctuation of hosts and URLs has to be longer to count. */
const shortestWithoutPunctuation = 6;

function sextetAt(run: string, at: number): number {
  return sextets[run.charCodeAt(at)] ?? 0;
}

/** Kinds of bytes in a text: UTF-16 has zeros between letters, and every other byte is noise. */
const zero = 0;
const noise = 1;
const letterStart = 2;
const letterRest = 3;
const ascii = 4;
const asciiPunctuation = 5;

const byteKinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0) return zero;
  if (byte >= 0x80) return byte >= 0xc3 && byte < 0xf0 ? letterStart : byte < 0xc0 ? letterRest : noise;
  const character = String.fromCharCode(byte);
  if (/[^\t\n\r -~]/.test(character)) return noise;
  return '.:@%&=\\/'.includes(character) ? asciiPunctuation : ascii;
});

function byteKindOf(byte: number): number {
  return byteKinds[byte] ?? noise;
}

function* decodedHexadecimal(run: string): Iterable<string> {
  const digits = run.replace(/0x|\\x|[-:,. ]/gi, '');
  for (const start of [0, 1]) {
    const pairs = digits.slice(start).match(/../g) ?? [];
    yield* textIn(String.fromCharCode(...pairs.map((pair) => parseInt(pair, 16))));
  }
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function* decodedBase32(run: string): Iterable<string> {
  let [bits, count, bytes] = [0, 0, ''];
  for (const character of run.toUpperCase()) {
    bits = ((bits << 5) | base32.indexOf(character)) & 0xffff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes += String.fromCharCode((bits >> count) & 0xff);
  }
  yield* textIn(bytes);
}

const shortestText = 4;
const PRINTABLE = /[\p{L}\p{N}\p{P}\p{S} \t\r\n]{4,}/gu;
/** Bytes that are noise spell words of four letters now and then, and nothing that could be a host. */
const MAY_NAME = /[\p{L}\p{N}][.。．｡:@%&=\\]|\/\/|^.{6,}/su;

/** The stretches of text among bytes, one a line: as UTF-8, and as UTF-16, of which every second byte is zero. */
function* textIn(bytes: string): Iterable<string> {
  const shown = bytes.replaceAll('\0', '');
  if (shown.length < shortestText) return;
  const decoded = /[\x80-\xff]/.test(shown)
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(shown, (byte) => byte.charCodeAt(0)))
    : shown;
  const texts = (decoded.replaceAll('\ufffd', '\0').match(PRINTABLE) ?? []).filter((text) => MAY_NAME.test(text));
  if (texts.length > 0) yield texts.join('\n');
}
