import { canonicalHost } from './canonicalHost';
import { decodePunycode } from './punycode';

/** Scripts whose letters don't resemble Latin ones. */
const distinctScripts: readonly RegExp[] = [
  /^\p{Script=Hangul}+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u,
  /^\p{Script=Arabic}+$/u,
  /^\p{Script=Hebrew}+$/u,
  /^\p{Script=Thai}+$/u,
  /^\p{Script=Devanagari}+$/u,
  /^\p{Script=Georgian}+$/u,
];

/** Latin letters of Western and Central European languages, with diacritics from Latin-1 and Latin Extended-A. */
const europeanPattern = /^[a-zß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž]+$/;

/**
 * Formats a domain or URL for display: internationalized labels in Unicode if no letter can be mistaken for another.
 * Punycode is kept for mixed or similar scripts (Cyrillic, Greek, non-European Latin).
 */
export function displayForm(value: string): string {
  const hostEnd = endOfHost(value);
  return value.replace(
    /(^|[/.@])(xn--[a-z0-9-]+)(?=[.:/?#]|$)/gi,
    (whole, before: string, label: string, at: number) => {
      if (at >= hostEnd) return whole;
      const decoded = decodePunycode(label.slice(4).toLowerCase());
      if (decoded === undefined || !isUnambiguous(decoded) || canonicalHost(decoded) !== label.toLowerCase())
        return whole;
      return before + decoded;
    },
  );
}

function endOfHost(value: string): number {
  const separator = value.indexOf('://');
  const start = separator === -1 ? 0 : separator + 3;
  const length = value.slice(start).search(/[/?#]/);
  return length === -1 ? value.length : start + length;
}

function isUnambiguous(label: string): boolean {
  const letters = label.replace(/[0-9-]/g, '');
  return europeanPattern.test(letters) || distinctScripts.some((script) => script.test(letters));
}
