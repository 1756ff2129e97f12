/** How a text is encoded; other encodings with one byte for each ASCII character are read as UTF-8. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The number of first bytes of a text by which its encoding is recognized. */
export const encodingBytes = 4 * 1024;
/** The number of first bytes of a file that show whether it is a text. */
export const headBytes = 64 * 1024;

/** The length of the byte order mark at the beginning of a text. */
export function markLength(head: Uint8Array, encoding: TextEncoding): number {
  if (encoding !== 'utf-8') return markedEncoding(head) === undefined ? 0 : 2;
  const [first, second, third] = head;
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}

/**
 * The encoding of a text by its first bytes: UTF-16 by its byte order mark, or because one byte of its units is mostly
 * zero, and never the other one. Units of two zeros don't count: a log that was emptied while it was written begins
 * with them.
 */
export function getEncoding(head: Uint8Array): TextEncoding {
  return markedEncoding(head) ?? encodingOfUnits(head);
}

function markedEncoding([first, second]: Uint8Array): TextEncoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function encodingOfUnits(head: Uint8Array): TextEncoding {
  let [units, low, high] = [0, 0, 0];
  for (let at = 0; at + 1 < Math.min(head.length, encodingBytes); at += 2) {
    const [even, odd] = [head[at], head[at + 1]];
    if (even === 0 && odd === 0) continue;
    units++;
    if (odd === 0) high++;
    else if (even === 0) low++;
  }
  if (units < 2) return 'utf-8';
  if (high > units / 2 && low <= units / 50) return 'utf-16le';
  if (low > units / 2 && high <= units / 50) return 'utf-16be';
  return 'utf-8';
}

/** Control characters that texts don't contain: not tabs, line and page breaks, backspaces, and escapes. */
const isControl = (code: number): boolean => (code < 32 && (code < 8 || code > 13) && code !== 27) || code === 127;

/** A larger share of control characters isn't text. */
const maxControls = 0.025;

/**
 * Whether the beginning of a file isn't text: it has NUL characters, as no text should, and other control characters in
 * more than a few places. Texts may have NUL characters alone: where a log was emptied while it was written, and where
 * a disk lost data that wasn't written yet.
 */
export function isBinary(head: Uint8Array, encoding: TextEncoding): boolean {
  if (isUtf32(head)) return true;
  let [nuls, characters, controls, broken] = [0, 0, 0, 0];
  const count = (code: number, isBroken: boolean): void => {
    if (code === 0) {
      nuls++;
      return;
    }
    characters++;
    if (isBroken) broken++;
    else if (isControl(code)) controls++;
  };
  if (encoding === 'utf-8') for (const byte of head.subarray(0, headBytes)) count(byte, false);
  else {
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(head.subarray(0, headBytes & ~1));
    // Random bytes have halves of pairs, which are decoded as this.
    for (let at = 0; at < text.length; at++) count(text.charCodeAt(at), text.charCodeAt(at) === 0xfffd);
  }
  return nuls + broken > 0 && controls + broken > characters * maxControls;
}

/** Whether a text is in UTF-32, which isn't read: three bytes of nearly all its units are zero. */
function isUtf32(head: Uint8Array): boolean {
  let [units, wide] = [0, 0];
  for (let at = 0; at + 3 < Math.min(head.length, encodingBytes); at += 4) {
    const [first = 0, second = 0, third = 0, fourth = 0] = head.subarray(at, at + 4);
    if ((first | second | third | fourth) === 0) continue;
    units++;
    if ((second | third | fourth) === 0 || (first | second | third) === 0) wide++;
  }
  return units >= 4 && wide > units * 0.9;
}

/** Units of the other encoding in sequence that can't be chance. */
const [otherUnits, otherBytes] = [8, 32];
const isAscii = (byte: number | undefined): boolean => byte !== undefined && byte > 0 && byte < 128;

/** Whether part of a text is in another encoding than its beginning: logs that two programs wrote are UTF-16 and UTF-8. */
export function hasOtherEncoding(bytes: Uint8Array, encoding: TextEncoding): boolean {
  return encoding === 'utf-8' ? hasWideText(bytes) : hasNarrowText(bytes) || hasSwappedText(bytes, encoding);
}

/** Whether every second of some bytes is zero. */
function hasWideText(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at)) {
    let units = 0;
    while (bytes[at + 2 * units] === 0 && isAscii(bytes[at + 2 * units + 1])) units++;
    if (units >= otherUnits) return true;
    at += 2 * units;
    while (bytes[at] === 0) at++;
  }
  return false;
}

/** Whether there are many bytes in sequence that no text in UTF-16 has. */
function hasNarrowText(bytes: Uint8Array): boolean {
  for (let at = otherBytes - 1; at < bytes.length;) {
    // From the end: the first byte that doesn't fit rules out all sequences with it.
    let back = 0;
    while (back < otherBytes && isAscii(bytes[at - back])) back++;
    if (back < otherBytes) at += otherBytes - back;
    // Words in Chinese such as 漢字 have only such bytes; names and addresses have a dot.
    else if (hasDot(bytes.subarray(at + 1 - otherBytes, at + 1))) return true;
    else at += otherBytes / 2;
  }
  // A short line at the end.
  const end = bytes.subarray(-otherUnits);
  return end.length === otherUnits && end.at(-1) === 10 && end.every(isAscii) && hasDot(end);
}

/**
 * Whether bytes contain a dot as in an address or a name; single letters beside it can be parts of other characters.
 */
function hasDot(bytes: Uint8Array): boolean {
  return /\d\.\d|[a-z\d]{2}\.[a-z\d]{2}/i.test(Buffer.from(bytes).toString('latin1'));
}

/** Whether the two bytes of units are swapped. */
function hasSwappedText(bytes: Uint8Array, encoding: TextEncoding): boolean {
  const [zero, other] = encoding === 'utf-16le' ? [0, 1] : [1, 0];
  let units = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (bytes[at + zero] === 0 && isAscii(bytes[at + other])) {
      if (++units >= otherUnits) return true;
    } else units = 0;
  }
  return false;
}
