/** Classes of UTF-16 code units in a lookup table, because the scanner checks every character of a text. */

/** Flags of ASCII characters, as of {@link asciiFlags}. */
export const labelFlag = 1;
const digitFlag = 2;
const hexFlag = 4;
const spaceFlag = 8;
const letterFlag = 16;
export const capitalFlag = 32;
export const nonDigitFlag = 64;

const ascii = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[a-z0-9_-]/i.test(character)) ascii[code] = (ascii[code] ?? 0) | labelFlag;
  if (/[0-9]/.test(character)) ascii[code] = (ascii[code] ?? 0) | digitFlag;
  if (/[0-9a-f]/i.test(character)) ascii[code] = (ascii[code] ?? 0) | hexFlag;
  if (/\s/.test(character)) ascii[code] = (ascii[code] ?? 0) | spaceFlag;
  if (/[a-z]/i.test(character)) ascii[code] = (ascii[code] ?? 0) | letterFlag;
  if (/[A-Z]/.test(character)) ascii[code] = (ascii[code] ?? 0) | capitalFlag;
  if (!/[0-9]/.test(character)) ascii[code] = (ascii[code] ?? 0) | nonDigitFlag;
}

/** All flags of an ASCII character; 0 for any other, and for the end of a text. */
export function asciiFlags(code: number): number {
  return ascii[code] ?? 0;
}

/** A table with 1 at the code of each of the ASCII `characters`. */
export function asciiTable(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let index = 0; index < characters.length; index++) table[characters.charCodeAt(index)] = 1;
  return table;
}

const unknown = 0;
const yes = 1;
const no = 2;
/** Letters, marks, and digits outside ASCII, and symbols that browsers take for letters, such as `ⓐ`; filled on demand. */
const wide = new Uint8Array(65536);

function isWideLetter(code: number): boolean {
  if (wide[code] === unknown) {
    const character = String.fromCharCode(code);
    wide[code] = /[\p{L}\p{M}\p{N}]/u.test(character) || /^[a-z0-9]$/i.test(character.normalize('NFKC')) ? yes : no;
  }
  return wide[code] === yes;
}

/** Zero-width characters, which some reports insert into names to prevent links. */
export function isInvisible(code: number): boolean {
  return (code >= 0x200b && code <= 0x200d) || code === 0x2060 || code === 0xfeff || code === 0xad;
}

/** Characters allowed in a host label: letters of any script, digits, `-`, `_`, and invisible characters. */
export function isLabel(code: number): boolean {
  if (code < 128) return ((ascii[code] ?? 0) & labelFlag) !== 0;
  return isWideLetter(code) || isInvisible(code);
}

/** ASCII decimal digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** ASCII hexadecimal digit. */
export function isHex(code: number): boolean {
  return code < 128 && ((ascii[code] ?? 0) & hexFlag) !== 0;
}

/** ASCII letter. */
export function isLetter(code: number): boolean {
  return code < 128 && ((ascii[code] ?? 0) & letterFlag) !== 0;
}

/** ASCII letter or digit. */
export function isWord(code: number): boolean {
  return code < 128 && ((ascii[code] ?? 0) & (letterFlag | digitFlag)) !== 0;
}

/** Whitespace, including outside ASCII; NaN (the end of a text) counts. */
export function isSpace(code: number): boolean {
  if (code < 128) return ((ascii[code] ?? 0) & spaceFlag) !== 0;
  return (
    code !== code ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    isLineEnd(code) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** `\n`, `\r`, and the line and paragraph separators. */
export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}

/** Scripts written without spaces: a Latin name can be directly between their characters. */
export function isSpaceless(code: number): boolean {
  return (
    (code >= 0x0e00 && code <= 0x0fff) ||
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xffef)
  );
}

/** A dot of a different width: full width, ideographic, half width, one dot leader. */
export function isWideDot(code: number): boolean {
  return code === 0xff0e || code === 0x3002 || code === 0xff61 || code === 0x2024;
}
