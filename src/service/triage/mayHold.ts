/** Classes of bytes in UTF-8. */
const label = 1;
const bracket = 2;
const hex = 4;
const wide = 8;
const afterColon = 16;

const classes = new Uint8Array(256);
const classify = (pattern: RegExp, flag: number): void => {
  for (let code = 0; code < 128; code++)
    if (pattern.test(String.fromCharCode(code))) classes[code] = (classes[code] ?? 0) | flag;
};
classify(/[a-z0-9_-]/i, label);
classify(/[[({< \\]/, bracket);
classify(/[0-9a-f]/i, hex);
classify(/[:/\\&[\](){}]/, afterColon);
for (let code = 128; code < 256; code++) classes[code] = label | wide;

/** Characters after which an anchor is looked for: `.`, `:`, the `d` of `dot`, and the first bytes of wide dots. */
const anchors = new Uint8Array(256);
for (const code of [0x2e, 0x3a, 0x64, 0x44, 0xe2, 0xe3, 0xef]) anchors[code] = 1;

/** U+2024, U+3002, U+FF0E, and U+FF61 in UTF-8. */
const wideDots = [0xe280a4, 0xe38082, 0xefbc8e, 0xefbda1];

/**
 * Whether bytes in UTF-8 can contain any part of an indicator that `findIndicators` finds by what is between them. False
 * only if nothing in them looks like a dot between two labels, a colon of a URL or of an IPv6 address, or a defanged one;
 * a test compares this with `findIndicators`. Ends at the first such place, which is near in most texts with indicators.
 */
export function mayHold(bytes: Uint8Array, from: number, to: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = from;
  // Four bytes at once: in most of them, there is no such character.
  for (; at + 4 <= to; at += 4) {
    const four = view.getInt32(at, true);
    const found = zeroByte(four ^ fullStops) | zeroByte(four ^ colons) | zeroByte((four | spaces) ^ lettersD) | four;
    if ((found & highBits) !== 0 && hasAnchor(bytes, at, at + 4)) return true;
  }
  return hasAnchor(bytes, at, to);
}

/** A byte four times: `.`, `:`, `d`, and others. */
const [fullStops, colons, lettersD, spaces] = [0x2e2e2e2e, 0x3a3a3a3a, 0x64646464, 0x20202020];
const [ones, highBits] = [0x01010101, 0x80808080 | 0];

/** Has the highest bit of a byte if one of the four is zero, and of no byte otherwise. */
function zeroByte(four: number): number {
  return (four - ones) & ~four & highBits;
}

function hasAnchor(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = bytes[at] ?? 0;
    if (anchors[code] === 1 && isAnchor(bytes, at, code)) return true;
  }
  return false;
}

function isAnchor(bytes: Uint8Array, at: number, code: number): boolean {
  const before = classes[bytes[at - 1] ?? 0] ?? 0;
  const next = bytes[at + 1] ?? 0;
  switch (code) {
    case 0x2e: {
      const after = classes[next] ?? 0;
      return (before & bracket) !== 0 || ((before & label) !== 0 && ((after & label) !== 0 || next === 0x5d));
    }
    case 0x3a:
      return (before & bracket) !== 0 || ((classes[next] ?? 0) & afterColon) !== 0 || isGroup(bytes, at);
    case 0x64:
    case 0x44:
      return (before & bracket) !== 0 && ((bytes[at + 1] ?? 0) | 32) === 0x6f && ((bytes[at + 2] ?? 0) | 32) === 0x74;
    default:
      return wideDots.includes((code << 16) | (next << 8) | (bytes[at + 2] ?? 0));
  }
}

/** Whether at least two groups of an IPv6 address without `::` follow a colon; a time has two colons. */
function isGroup(bytes: Uint8Array, colon: number): boolean {
  let at = colon;
  for (let groups = 0; groups < 2; groups++) {
    const from = ++at;
    while (at < from + 4 && ((classes[bytes[at] ?? 0] ?? 0) & hex) !== 0) at++;
    if (at === from) return false;
    if (bytes[at] === 0x5b) return true;
    if (bytes[at] !== 0x3a) return false;
  }
  return true;
}
