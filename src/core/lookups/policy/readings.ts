/** Longer texts aren't checked. In UTF-16 code units. */
export const maxTextLength = 8_192;

/** How many nested encodings are decoded. */
export const maxRounds = 5;

/** The maximum number of characters of all readings of a text. */
const maxCharacters = 16 * maxTextLength;

/** `10.0.0.5`; shorter texts occur in any word. */
const minDecodedLength = 8;
const BASE64 = /[A-Za-z0-9+/_-]{11,}/g;
/** Base64 may begin after any slash of a path; this many positions are tried. */
const maxStarts = 16;

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const DOT_IN_BRACKETS = /[[({](?:\.|dot)[\])}]/gi;
const CODE_POINT = /%u([0-9a-f]{4})|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|&#x([0-9a-f]{1,6});?|&#(\d{1,7});?/gi;
const NAMED = /&(?:amp|period|sol|colon|commat|bsol|equals|quest|num);/gi;
const named: Readonly<Record<string, string>> = {
  ...{ '&amp;': '&', '&period;': '.', '&sol;': '/', '&colon;': ':', '&commat;': '@', '&bsol;': '\\' },
  ...{ '&equals;': '=', '&quest;': '?', '&num;': '#' },
};

/**
 * A text and its decoded forms: percent-encoding, `%uXXXX`, JSON escapes, HTML character references, dots in
 * brackets, full-width forms, and Base64 of plain text. Encryption, compression, and other alphabets aren't decoded.
 * Undefined beyond the limits of length, depth, and work.
 */
export function readingsOf(text: string): readonly string[] | undefined {
  if (text.length > maxTextLength) return undefined;
  const readings = new Set([text.replace(INVISIBLE, '')]);
  let characters = text.length;
  let latest = [...readings];
  for (let round = 0; latest.length > 0; round++) {
    const next = latest.flatMap((reading) => [unescaped(reading), ...decodedBase64(reading)]);
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

/** Full-width letters, digits, and signs as URL hosts are read, with the dots of other scripts as dots. */
function foldedDots(text: string): string {
  return /\P{ASCII}/u.test(text) ? text.normalize('NFKC').replace(/[。｡]/g, '.') : text;
}

/** Decodes one level of escapes. */
function unescaped(text: string): string {
  const folded = foldedDots(text);
  if (!/[%\\&[({\u00ad\u200b-\u200d\u2060\ufeff]/.test(folded)) return folded;
  return folded
    .replace(PERCENT, bytesOf)
    .replace(CODE_POINT, (all, ...codes: readonly (string | undefined)[]) => {
      const [percent, json, byte, hex, decimal] = codes;
      const digits = percent ?? json ?? byte ?? hex;
      const code = digits === undefined ? Number(decimal) : parseInt(digits, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    })
    .replace(NAMED, (name) => named[name.toLowerCase()] ?? name)
    .replace(DOT_IN_BRACKETS, '.')
    .replace(INVISIBLE, '');
}

/** Bytes that aren't UTF-8 become replacement characters; the rest is still read. */
function bytesOf(codes: string): string {
  const bytes = Uint8Array.from(codes.slice(1).split('%'), (code) => parseInt(code, 16));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function* decodedBase64(text: string): Iterable<string> {
  for (const [run] of text.matchAll(BASE64)) {
    let starts = 0;
    for (let start = 0; start !== -1 && starts < maxStarts; starts++) {
      const read = plainText(run.slice(start));
      if (read.length >= minDecodedLength) yield read;
      const slash = run.indexOf('/', start);
      start = slash === -1 ? -1 : slash + 1;
    }
  }
}

/** The plain text at the start of decoded Base64; after the next slash of a path it would be noise. */
function plainText(base64: string): string {
  const whole = base64.slice(0, base64.length - (base64.length % 4 === 1 ? 1 : 0));
  const bytes = atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
  const noise = bytes.search(/[^\t\n\r -~]/);
  return noise === -1 ? bytes : bytes.slice(0, noise);
}
