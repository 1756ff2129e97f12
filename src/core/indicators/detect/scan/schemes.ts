import { isLetter } from './characters';

/** `://` in any spelling. */
export interface Separator {
  readonly start: number;
  readonly end: number;
  readonly defanged: boolean;
}

const escapedSlashPattern = /\/|\\{1,2}\/|\\u002f|&#x2f;|&#47;|&sol;/iy;

/** The end of a slash at `at`: plain, JSON-escaped (`\/`), or an HTML or Unicode escape; 0 if there is no slash. */
export function slashEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 47) return at + 1;
  if (code !== 92 && code !== 38) return 0;
  escapedSlashPattern.lastIndex = at;
  return escapedSlashPattern.test(text) ? escapedSlashPattern.lastIndex : 0;
}

/**
 * The offset after all slashes from `at`. Browsers accept any number of them before the host of a URL, and backslashes as
 * well; the first one must not be single, because `\n` is a line end.
 */
export function slashesEnd(text: string, at: number): number {
  let end = at;
  for (;;) {
    const slash = slashEnd(text, end);
    if (slash > 0) end = slash;
    else if (text.charCodeAt(end) !== 92) return end;
    else if (text.charCodeAt(end + 1) === 92) end += 2;
    else if (text.charCodeAt(end - 1) === 47) end++;
    else return end;
  }
}

const closingBracket = (code: number): number => (code === 91 ? 93 : code === 40 ? 41 : 0);

/** Parses `://`, `[:]//`, `[://]`, `:[//]`, or `:\/\/` around the colon at `colon`; undefined for anything else. */
export function separatorAt(text: string, colon: number): Separator | undefined {
  let closer = closingBracket(text.charCodeAt(colon - 1));
  const start = closer === 0 ? colon : colon - 1;
  let defanged = closer !== 0;
  let position = colon + 1;
  if (closer !== 0 && text.charCodeAt(position) === closer) {
    closer = 0;
    position++;
  } else if (closer === 0) {
    closer = closingBracket(text.charCodeAt(position));
    if (closer !== 0) {
      defanged = true;
      position++;
    }
  }
  const first = slashEnd(text, position);
  const second = first === 0 ? 0 : slashEnd(text, first);
  if (second === 0) return undefined;
  if (closer === 0) return { start, end: second, defanged };
  return text.charCodeAt(second) === closer ? { start, end: second + 1, defanged } : undefined;
}

/** Parses `:/`, `:\\`, or any other colon and slashes that browsers read as `://`; undefined if no slash follows. */
export function browserSeparatorAt(text: string, colon: number): Separator | undefined {
  const end = slashesEnd(text, colon + 1);
  return end === colon + 1 ? undefined : { start: colon, end, defanged: false };
}

/** The word before a separator. */
export interface Scheme {
  readonly start: number;
  /** Canonical; undefined for unsupported schemes (`tcp`, `ldap`), where only the host counts. */
  readonly name: 'http' | 'https' | 'ftp' | undefined;
  readonly word: string;
  readonly defanged: boolean;
}

const maxSchemeLength = 16;
const httpPattern = /(?:h[tx*_]{1,3}p{1,2}|h[tx0]{2}p|hhtt?p|[tx]{2}p|meow)(?:[s5]|\[s\]|\(s\))?$/i;
const bracketedPattern = /[[(]([a-z][a-z*_]{1,8})[\])]$/i;
const wholeHttpPattern = /^h(?:tt|xx|\*\*)ps?$/i;
const ftpPattern = /^f[tx*]ps?$/i;

/** A letter, `*`, `_`, or a digit of `http5` or `h00p`. */
function isSchemeCharacter(code: number): boolean {
  return isLetter(code) || code === 42 || code === 95 || code === 53 || code === 48;
}

/** Parses a plain `http` or `https`, the most common case; undefined otherwise. */
function plainScheme(text: string, end: number, lowest: number): Scheme | undefined {
  const name = text.charCodeAt(end - 1) === 115 ? 'https' : 'http';
  const start = end - name.length;
  if (start < lowest || !text.startsWith(name, start) || isSchemeCharacter(text.charCodeAt(start - 1)))
    return undefined;
  return { start, name, word: name, defanged: false };
}

/**
 * Parses the scheme that ends at `end`, not before `floor`: http, https, and ftp, also defanged or misspelled, or
 * another word.
 */
export function schemeBefore(text: string, end: number, floor: number): Scheme {
  const lowest = Math.max(floor, end - maxSchemeLength);
  const plain = plainScheme(text, end, lowest);
  if (plain !== undefined) return plain;
  let start = end;
  const last = text.charCodeAt(end - 1);
  const whole = last === 93 || last === 41 ? bracketedScheme(text, lowest, end) : undefined;
  if (whole !== undefined) return whole;
  const bracketed = (last === 93 || last === 41) && /^[[(]s[\])]$/i.test(text.slice(Math.max(lowest, end - 3), end));
  if (bracketed) start = end - 3;
  while (start > lowest && isSchemeCharacter(text.charCodeAt(start - 1))) start--;
  const word = text.slice(start, end);
  const web = httpPattern.exec(word);
  if (web !== null) {
    const spelling = web[0].toLowerCase();
    const secure = /s[\])]?$|5$/.test(spelling);
    const name = secure ? 'https' : 'http';
    return { start: start + web.index, name, word: web[0], defanged: spelling !== name };
  }
  const bare = /^[ntr](?=f)/i.test(word) && text.charCodeAt(start - 1) === 92 ? word.slice(1) : word;
  const files = ftpPattern.test(bare) && !/^ftps$/i.test(bare);
  if (files) return { start: end - bare.length, name: 'ftp', word: bare, defanged: bare.toLowerCase() !== 'ftp' };
  return { start, name: undefined, word, defanged: false };
}

/** Parses `[https]` or `(hxxp)`; of other schemes in brackets, only the host counts. */
function bracketedScheme(text: string, lowest: number, end: number): Scheme | undefined {
  const match = bracketedPattern.exec(text.slice(lowest, end));
  const [whole = '', word = ''] = match ?? [];
  if (match === null) return undefined;
  const start = end - whole.length;
  if (!wholeHttpPattern.test(word)) return { start, name: undefined, word, defanged: true };
  return { start, name: /s$/i.test(word) ? 'https' : 'http', word: whole, defanged: true };
}
