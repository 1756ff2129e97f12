import { InputError } from '../../core/records/problems/inputFailure';
import type { ByteStream, Chunks } from './byteStream';

const [blockMagic, endMagic] = [0x314159265359, 0x177245385090];
const [runA, runB] = [0, 1];
const maxCodeLength = 20;
const groupSize = 50;
const chunkBytes = 256 * 1024;

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
    const mask = bits.read(16);
    for (let member = 0; member < 16; member++) if ((mask >> (15 - member)) & 1) used.push(group * 16 + member);
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

/** Reads the codes of a block; returns the reader of its symbols. */
function readCodes(bits: Bits, symbols: number): () => number {
  const count = bits.read(3);
  if (count < 2 || count > 6) throw damaged();
  const selectors = readSelectors(bits, count);
  const codes = Array.from({ length: count }, () => codeOf(readLengths(bits, symbols)));
  return symbolReader(bits, codes, selectors);
}

/** The last column of the sorted rotations of a block. */
function readColumn(bits: Bits, maxLength: number): { readonly column: Uint32Array; readonly length: number } {
  const order = readUsed(bits);
  const end = order.length + 1;
  const next = readCodes(bits, order.length + 2);
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

/** Returns the index of the first occurrence of each byte in the sorted column. */
function startsOf(column: Uint32Array, length: number): Uint32Array {
  const starts = new Uint32Array(257);
  for (let at = 0; at < length; at++) {
    const next = (column[at] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let byte = 0; byte < 256; byte++) starts[byte + 1] = (starts[byte + 1] ?? 0) + (starts[byte] ?? 0);
  return starts;
}

/** The bytes of a block, still with runs: four equal bytes are followed by a count of further ones. */
function* unsorted(column: Uint32Array, length: number, first: number): Generator<number> {
  const starts = startsOf(column, length);
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

/** The content of a block after its magic number, in chunks. */
function* blockChunks(bits: Bits, maxLength: number): Generator<Uint8Array> {
  const wanted = bits.read(32);
  // Randomized blocks are of a version from 1996.
  if (bits.bit() === 1) throw damaged();
  const first = bits.read(24);
  const { column, length } = readColumn(bits, maxLength);
  if (first >= length) throw damaged();
  let chunk = new Uint8Array(chunkBytes);
  let filled = 0;
  let sum = -1;
  let [last, equal] = [-1, 0];
  for (const byte of unsorted(column, length, first)) {
    const isCount = equal === 4;
    const [value, times] = isCount ? [last, byte] : [byte, 1];
    equal = isCount ? 0 : byte === last ? equal + 1 : 1;
    last = isCount ? -1 : byte;
    for (let n = 0; n < times; n++) {
      if (filled === chunkBytes) {
        yield chunk;
        [chunk, filled] = [new Uint8Array(chunkBytes), 0];
      }
      chunk[filled++] = value;
      sum = (sum << 8) ^ (checksums[((sum >>> 24) ^ value) & 255] ?? 0);
    }
  }
  yield chunk.subarray(0, filled);
  if (~sum >>> 0 !== wanted) throw damaged();
}

/** Whether bytes begin like bzip2: its magic number, and that of a block or of the end. */
export function isBzip2(head: Uint8Array): boolean {
  if (head[0] !== 0x42 || head[1] !== 0x5a || head[2] !== 0x68 || head.length < 10) return false;
  const magic = new Bits(head.subarray(4, 10)).read(48);
  return magic === blockMagic || magic === endMagic;
}

/** The streams of a file, decompressed block by block as their bytes arrive. */
class Streams {
  private bits = new Bits(new Uint8Array());
  /** The size of blocks in the stream, in 100 kB; 0 between streams. */
  private level = 0;
  private isFirst = true;
  /** The checksum of the stream, from those of its blocks: a block that is missing as a whole is noticed. */
  private combined = 0;

  append(chunk: Uint8Array): void {
    const { at, bytes } = this.bits;
    const rest = bytes.subarray(at >> 3);
    const longer = new Uint8Array(rest.length + chunk.length);
    longer.set(rest);
    longer.set(chunk, rest.length);
    this.bits = new Bits(longer);
    this.bits.at = at & 7;
  }

  /** The content of what is buffered. Before the input has ended, a block is only tried at a length at which it is complete. */
  *content(hasEnded: boolean): Generator<Uint8Array> {
    while (this.left >= (hasEnded ? 1 : this.wanted)) {
      const { at } = this.bits;
      try {
        yield* this.part();
      } catch (error) {
        if (!(error instanceof MoreNeeded)) throw error;
        this.bits.at = at;
        return;
      }
    }
  }

  /** Throws unless the last stream is complete and nothing follows. */
  checkEnd(): void {
    if (this.level !== 0) throw new InputError({ kind: 'truncated' });
    if (this.left > 0) throw new InputError({ kind: 'otherBytes' });
  }

  /** Bytes that aren't read yet. */
  private get left(): number {
    return this.bits.bytes.length - (this.bits.at >> 3);
  }

  /** The bytes with which a part is tried: a block is hardly longer than its content, and none is read many times. */
  private get wanted(): number {
    return this.level * 120_000 + 20_000;
  }

  private *part(): Generator<Uint8Array> {
    if (this.level === 0) {
      this.readStart();
      return;
    }
    const magic = this.bits.read(48);
    if (magic === blockMagic) yield* this.block();
    else if (magic === endMagic) this.readEnd();
    else throw damaged();
  }

  private readStart(): void {
    if (this.bits.read(24) !== 0x425a68) throw this.isFirst ? damaged() : new InputError({ kind: 'otherBytes' });
    const level = this.bits.read(8) - 0x30;
    if (level < 1 || level > 9) throw damaged();
    this.level = level;
  }

  private *block(): Generator<Uint8Array> {
    const { at } = this.bits;
    const sum = this.bits.read(32);
    this.bits.at = at;
    yield* blockChunks(this.bits, this.level * 100_000);
    this.combined = ((this.combined << 1) | (this.combined >>> 31)) ^ sum;
  }

  /** The next stream begins at a whole byte. */
  private readEnd(): void {
    if (this.bits.read(32) !== this.combined >>> 0) throw damaged();
    this.bits.at = Math.ceil(this.bits.at / 8) * 8;
    this.combined = 0;
    this.level = 0;
    this.isFirst = false;
  }
}

/**
 * Decompresses bzip2, block by block, all streams of a file. Throws an InputError at the first damaged block, at the end if
 * it is missing, and if anything else follows.
 */
export async function* bunzip(input: ByteStream): Chunks {
  const streams = new Streams();
  for (let chunk = await input.next(); chunk !== undefined; chunk = await input.next()) {
    streams.append(chunk);
    yield* streams.content(false);
  }
  yield* streams.content(true);
  streams.checkEnd();
  return undefined;
}
