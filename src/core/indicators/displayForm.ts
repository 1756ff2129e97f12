import { canonicalHost } from './canonicalHost';
import { decodePunycode } from './punycode';

/** Scripts whose letters do not look like Latin ones. */
const DISTINCT_SCRIPTS: readonly RegExp[] = [
  /^\p{Script=Hangul}+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u,
  /^\p{Script=Arabic}+$/u,
  /^\p{Script=Hebrew}+$/u,
  /^\p{Script=Thai}+$/u,
  /^\p{Script=Devanagari}+$/u,
  /^\p{Script=Georgian}+$/u,
];

/** Latin as Western and Central European languages write it: base letters with marks of Latin-1 and Latin Extended-A. */
const EUROPEAN = /^[a-zß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž]+$/;

/**
 * How a domain or a URL is shown to a reader: internationalised labels in Unicode where no letter can be taken for
 * another one; punycode stays where scripts are mixed or look alike (Cyrillic, Greek, Latin beyond Europe's).
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
  return EUROPEAN.test(letters) || DISTINCT_SCRIPTS.some((script) => script.test(letters));
}
