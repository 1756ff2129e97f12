import { InputError } from '../../core/records/problems/inputFailure';
import type { ByteStream, Chunks } from './byteStream';

const [blockMagic, endMagic] = [0x314159265359, 0x177245385090];
const [runA, runB] = [0, 1];
const maxCodeLength = 20;
const groupSize = 50;
const pieceBytes = 256 * 1024;

/** The buffered bytes end within a block. */
class MoreNeeded extends Error {}

const damaged = (): InputError => new InputError({ kind: 'damaged' });

/** Reads bits, the most significant first. */
class Bits {
  /** Position in bits. */
  at = 0;

  constructor(readonly bytes: Uint8Array) {}

  bit(): number {
    const byte = this.bytes[this.at >> 3];
    if (byte === undefined) throw new MoreNeeded();
    return (byte >> (7 - (this.at++ & 7))) & 1;
  }

  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0;) {
      const byte = this.bytes[this.at >> 3];
      if (byte === undefined) throw new MoreNeeded();
      const inByte = 8 - (this.at & 7);
      const taken = Math.min(inByte, left);
      // Up to 48 bits, more than bitwise operators have.
      value = value * 2 ** taken + ((byte >> (inByte - taken)) & (2 ** taken - 1));
      this.at += taken;
      left -= taken;
    }
    return value;
  }
}

/** A Huffman code: the highest code of each length, and the symbols in the order of their codes. */
interface Code {
  readonly shortest: number;
  readonly limits: Int32Array;
  readonly offsets: Int32Array;
  readonly symbols: readonly number[];
}

function codeOf(lengths: readonly number[]): Code {
  const limits = new Int32Array(maxCodeLength + 2).fill(-1);
  const offsets = new Int32Array(maxCodeLength + 2);
  const symbols: number[] = [];
  let code = 0;
  for (let length = 1; length <= maxCodeLength; length++) {
    offsets[length] = symbols.length - code;
    for (const [symbol, each] of lengths.entries()) if (each === length) symbols.push(symbol);
    code = symbols.length - (offsets[length] ?? 0);
    limits[length] = code - 1;
    code <<= 1;
  }
  return { shortest: Math.min(...lengths), limits, offsets, symbols };
}

function readLengths(bits: Bits, symbols: number): readonly number[] {
  const lengths: number[] = [];
  let length = bits.read(5);
  while (lengths.length < symbols) {
    if (length < 1 || length > maxCodeLength) throw damaged();
    if (bits.bit() === 0) lengths.push(length);
    else length += bits.bit() === 1 ? -1 : 1;
  }
  return lengths;
}

function readUsed(bits: Bits): Uint8Array {
  const groups = bits.read(16);
  const used: number[] = [];
  for (let group = 0; group < 16; group++) {
    if (((groups >> (15 - group)) & 1) === 0) continue;
    const members = bits.read(16);
    for (let member = 0; member < 16; member++) if ((members >> (15 - member)) & 1) used.push(group * 16 + member);
  }
  if (used.length === 0) throw damaged();
  return Uint8Array.from(used);
}

function readSelectors(bits: Bits, codes: number): Uint8Array {
  const selectors = new Uint8Array(bits.read(15));
  const order = Array.from({ length: codes }, (_, index) => index);
  for (let at = 0; at < selectors.length; at++) {
    let index = 0;
    while (bits.bit() === 1) if (++index >= codes) throw damaged();
    const [code = 0] = order.splice(index, 1);
    order.unshift(code);
    selectors[at] = code;
  }
  if (selectors.length === 0) throw damaged();
  return selectors;
}

/** The symbols of a block, one by one. */
function symbolReader(bits: Bits, codes: readonly Code[], selectors: Uint8Array): () => number {
  let group = -1;
  let left = 0;
  let code: Code | undefined;
  return () => {
    if (left === 0) {
      code = codes[selectors[++group] ?? -1];
      left = groupSize;
    }
    left--;
    if (code === undefined) throw damaged();
    let length = code.shortest;
    let value = bits.read(length);
    while (value > (code.limits[length] ?? -1)) {
      if (++length > maxCodeLength) throw damaged();
      value = value * 2 + bits.bit();
    }
    const symbol = code.symbols[value + (code.offsets[length] ?? 0)];
    if (symbol === undefined) throw damaged();
    return symbol;
  };
}

/** The last column of the sorted rotations of a block. */
function readColumn(bits: Bits, maxLength: number): { readonly column: Uint32Array; readonly length: number } {
  const order = readUsed(bits);
  const count = bits.read(3);
  if (count < 2 || count > 6) throw damaged();
  const end = order.length + 1;
  const selectors = readSelectors(bits, count);
  const codes = Array.from({ length: count }, () => codeOf(readLengths(bits, order.length + 2)));
  const next = symbolReader(bits, codes, selectors);
  const column = new Uint32Array(maxLength);
  let length = 0;
  for (let symbol = next(); symbol !== end;) {
    let run = 0;
    for (let weight = 1; symbol === runA || symbol === runB; weight *= 2) {
      run += symbol === runA ? weight : 2 * weight;
      if (run > maxLength) throw damaged();
      symbol = next();
    }
    if (length + run > maxLength) throw damaged();
    column.fill(order[0] ?? 0, length, length + run);
    length += run;
    if (symbol === end) break;
    const byte = order[symbol - 1] ?? 0;
    order.copyWithin(1, 0, symbol - 1);
    order[0] = byte;
    if (length >= maxLength) throw damaged();
    column[length++] = byte;
    symbol = next();
  }
  return { column, length };
}

/** The bytes of a block, still with runs: four equal bytes are followed by a count of further ones. */
function* unsorted(column: Uint32Array, length: number, first: number): Generator<number> {
  const starts = new Uint32Array(257);
  for (let at = 0; at < length; at++) starts[(column[at] ?? 0) + 1] = (starts[(column[at] ?? 0) + 1] ?? 0) + 1;
  for (let byte = 0; byte < 256; byte++) starts[byte + 1] = (starts[byte + 1] ?? 0) + (starts[byte] ?? 0);
  for (let at = 0; at < length; at++) {
    const byte = (column[at] ?? 0) & 255;
    const to = starts[byte] ?? 0;
    starts[byte] = to + 1;
    column[to] = ((column[to] ?? 0) & 255) | (at << 8);
  }
  let at = (column[first] ?? 0) >>> 8;
  for (let left = length; left > 0; left--) {
    const entry = column[at] ?? 0;
    yield entry & 255;
    at = entry >>> 8;
  }
}

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  return sum >>> 0;
});

/** The content of a block after its magic number, in pieces. */
function* blockPieces(bits: Bits, maxLength: number): Generator<Uint8Array> {
  const wanted = bits.read(32);
  // Randomized blocks are of a version from 1996.
  if (bits.bit() === 1) throw damaged();
  const first = bits.read(24);
  const { column, length } = readColumn(bits, maxLength);
  if (first >= length) throw damaged();
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  let sum = -1;
  let [last, equal] = [-1, 0];
  for (const byte of unsorted(column, length, first)) {
    const isCount = equal === 4;
    const [value, times] = isCount ? [last, byte] : [byte, 1];
    equal = isCount ? 0 : byte === last ? equal + 1 : 1;
    last = isCount ? -1 : byte;
    for (let n = 0; n < times; n++) {
      if (filled === pieceBytes) {
        yield piece;
        [piece, filled] = [new Uint8Array(pieceBytes), 0];
      }
      piece[filled++] = value;
      sum = (sum << 8) ^ (checksums[((sum >>> 24) ^ value) & 255] ?? 0);
    }
  }
  yield piece.subarray(0, filled);
  if (~sum >>> 0 !== wanted) throw damaged();
}

/** Whether bytes begin like bzip2: its magic number, and that of a block or of the end. */
export function isBzip2(head: Uint8Array): boolean {
  if (head[0] !== 0x42 || head[1] !== 0x5a || head[2] !== 0x68 || head.length < 10) return false;
  const magic = new Bits(head.subarray(4, 10)).read(48);
  return magic === blockMagic || magic === endMagic;
}

/**
 * Decompresses bzip2, block by block, all streams of a file. Throws an InputError at the first damaged block, at the end if
 * it is missing, and if anything else follows.
 */
export async function* bunzip(input: ByteStream): Chunks {
  let bits = new Bits(new Uint8Array());
  let level = 0;
  let isFirst = true;
  /** The checksum of the stream, from those of its blocks: a block that is missing as a whole is noticed. */
  let combined = 0;
  // A block is hardly longer than its content; less isn't tried, so that none is read many times.
  const wanted = (): number => level * 120_000 + 20_000;
  function* blocks(): Generator<Uint8Array> {
    for (;;) {
      const before = bits.at;
      try {
        const magic = level === 0 ? bits.read(24) : bits.read(48);
        if (level === 0) {
          if (magic !== 0x425a68) throw isFirst ? damaged() : new InputError({ kind: 'otherBytes' });
          level = bits.read(8) - 0x30;
          if (level < 1 || level > 9) throw damaged();
        } else if (magic === endMagic) {
          if (bits.read(32) !== combined >>> 0) throw damaged();
          combined = 0;
          bits.at = Math.ceil(bits.at / 8) * 8;
          [level, isFirst] = [0, false];
          if (bits.at >= bits.bytes.length * 8) return;
        } else if (magic === blockMagic) {
          const start = bits.at;
          const sum = bits.read(32);
          bits.at = start;
          yield* blockPieces(bits, level * 100_000);
          combined = ((combined << 1) | (combined >>> 31)) ^ sum;
        } else throw damaged();
      } catch (error) {
        if (!(error instanceof MoreNeeded)) throw error;
        bits.at = before;
        return;
      }
      if (bits.bytes.length - (bits.at >> 3) < (hasEnded ? 1 : wanted())) return;
    }
  }
  let hasEnded = false;
  for (let chunk = await input.next(); chunk !== undefined; chunk = await input.next()) {
    const from = bits.at >> 3;
    const longer = new Uint8Array(bits.bytes.length - from + chunk.length);
    longer.set(bits.bytes.subarray(from));
    longer.set(chunk, bits.bytes.length - from);
    const next = new Bits(longer);
    next.at = bits.at & 7;
    bits = next;
    if (longer.length >= wanted()) yield* blocks();
  }
  hasEnded = true;
  yield* blocks();
  if (level !== 0) throw new InputError({ kind: 'truncated' });
  if (bits.at < bits.bytes.length * 8) throw new InputError({ kind: 'otherBytes' });
  return undefined;
}
