import { free, larger } from './larger';

/** Slots at first. There are always more slots than tokens, so that few searches pass over others. */
const minSlots = 1 << 10;
/** Numbers of a token, together because they are used together: both halves of its hash, a note, and details. */
const [hashOffset, otherOffset, noteOffset, detailOffset] = [0, 1, 2, 3];

/** An odd number that attackers don't know. */
export function secret(): number {
  return (crypto.getRandomValues(new Int32Array(1))[0] ?? 0) | 0x10001;
}

/** Up to three bytes as a number. */
function lastBytes(bytes: Uint8Array, from: number, to: number): number {
  let code = 0;
  for (let at = to - 1; at >= from; at--) code = (code << 8) | (bytes[at] ?? 0);
  return code;
}

const space = 32;
/** One in each byte of a number, or the highest bit of each. */
const [ones, highBits] = [0x01010101, 0x80808080 | 0];

/**
 * Numbers texts from 0 in the order in which they first occur, and keeps a note with each: a number. It doesn't keep the
 * texts: 64 bits of a hash with secret factors distinguish them, so that millions of occurrences in a log need little time
 * and memory.
 */
export class TokenTable {
  /** Both halves of the hash of the last text that was read, and its end. */
  hash = 0;
  other = 0;
  end = 0;
  /** The result of {@link preload}. It means nothing, but nothing would be loaded if it wasn't kept. */
  loaded = 0;
  /** The number of a token plus one, or 0; at least half of them are free. */
  private slots = new Int32Array(minSlots);
  /** By the same number: frequent tokens come early, so that they share memory pages. The first one is unused. */
  private records: Int32Array<ArrayBuffer>;
  private count = 0;
  private readonly seeds = [secret(), secret()] as const;
  private readonly factors = [secret(), secret()] as const;
  /** The bytes that were read last, and a view of them. */
  private viewed: Uint8Array = new Uint8Array();
  private view = new DataView(this.viewed.buffer);
  private readonly recordSize: number;

  /** `details`: numbers that are kept with each token beside its note. */
  constructor(details = 0) {
    this.recordSize = detailOffset + details;
    this.records = new Int32Array((this.recordSize * minSlots) / 2);
  }

  get size(): number {
    return this.count;
  }

  /** Frees its memory immediately; it has no tokens afterwards. */
  clear(): void {
    free(this.slots);
    free(this.records);
    this.slots = new Int32Array(minSlots);
    this.records = new Int32Array((this.recordSize * minSlots) / 2);
    this.count = 0;
  }

  /** Hashes a text in UTF-8 of a kind: see {@link hash} and {@link other}. */
  read(bytes: Uint8Array, from: number, to: number, kind: number): void {
    const view = this.viewOf(bytes);
    const [factor, otherFactor] = this.factors;
    let hash = this.seeds[0] + kind;
    let other = this.seeds[1] + kind;
    let at = from;
    // Four bytes in one step, because each step waits for the one before.
    for (; at + 4 <= to; at += 4) {
      const code = view.getInt32(at, true);
      hash = Math.imul(hash ^ code, factor);
      hash ^= hash >>> 15;
      other = Math.imul(other ^ code, otherFactor);
      other = (other << 13) | (other >>> 19);
    }
    this.finish(hash, other, lastBytes(bytes, at, to), to - from);
    this.end = to;
  }

  /** Like {@link read}, but for a text in ASCII that ends with the first space or control character, or at `limit`. */
  readWord(bytes: Uint8Array, from: number, limit: number, kind: number): void {
    const view = this.viewOf(bytes);
    const [factor, otherFactor] = this.factors;
    let hash = this.seeds[0] + kind;
    let other = this.seeds[1] + kind;
    let at = from;
    for (; at + 4 <= limit; at += 4) {
      const code = view.getInt32(at, true);
      // Characters up to a space have the highest bit after this subtraction.
      if (((code - ones * (space + 1)) & ~code & highBits) !== 0) break;
      hash = Math.imul(hash ^ code, factor);
      hash ^= hash >>> 15;
      other = Math.imul(other ^ code, otherFactor);
      other = (other << 13) | (other >>> 19);
    }
    let end = at;
    while (end < limit && (bytes[end] ?? 0) > space) end++;
    this.finish(hash, other, lastBytes(bytes, at, end), end - from);
    this.end = end;
  }

  /** The number of the text with these hashes. A new text gets the next one, unless there are `max` already: then -1. */
  numberOf(hash: number, other: number, max = Infinity): number {
    const { slots, records, recordSize } = this;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const next = slots[slot] ?? 0;
      if (next === 0) return this.count < max ? this.add(hash, other, slot) : -1;
      const record = recordSize * next;
      if (records[record + hashOffset] === hash && records[record + otherOffset] === other) return next - 1;
    }
  }

  /**
   * Loads the data that `numberOf` and the notes of many texts need into the cache of the processor. Here, it waits for
   * all of it together, but there for each. Every `step` numbers is a {@link hash}.
   */
  preload(hashes: Int32Array, length: number, step: number): void {
    const { slots, records, recordSize } = this;
    const mask = slots.length - 1;
    let loaded = 0;
    for (let at = 0; at < length; at += step)
      loaded ^= records[recordSize * (slots[(hashes[at] ?? 0) & mask] ?? 0)] ?? 0;
    this.loaded = loaded;
  }

  /** A number kept with a token, 0 at first. */
  noteOf(token: number): number {
    return this.records[this.recordSize * (token + 1) + noteOffset] ?? 0;
  }

  setNote(token: number, note: number): void {
    this.records[this.recordSize * (token + 1) + noteOffset] = note;
  }

  /** A further number kept with a token, 0 at first. */
  detailOf(token: number, detail: number): number {
    return this.records[this.recordSize * (token + 1) + detailOffset + detail] ?? 0;
  }

  setDetail(token: number, detail: number, number: number): void {
    this.records[this.recordSize * (token + 1) + detailOffset + detail] = number;
  }

  private viewOf(bytes: Uint8Array): DataView {
    if (this.viewed !== bytes) {
      this.viewed = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    return this.view;
  }

  /** Adds the last bytes to the hash of those before. */
  private finish(hash: number, other: number, last: number, length: number): void {
    const [factor, otherFactor] = this.factors;
    const mixed = Math.imul(hash ^ last, factor);
    this.hash = Math.imul(mixed ^ (mixed >>> 15) ^ length, factor);
    this.hash ^= this.hash >>> 15;
    const otherMixed = Math.imul(other ^ last, otherFactor);
    this.other = Math.imul(((otherMixed << 13) | (otherMixed >>> 19)) ^ length, otherFactor);
  }

  private add(hash: number, other: number, slot: number): number {
    const record = this.recordSize * ++this.count;
    this.records[record + hashOffset] = hash;
    this.records[record + otherOffset] = other;
    this.slots[slot] = this.count;
    if (2 * (this.count + 1) >= this.slots.length) this.grow();
    return this.count - 1;
  }

  private grow(): void {
    const { recordSize } = this;
    const slots = new Int32Array(2 * this.slots.length);
    const records = larger(this.records, (recordSize * slots.length) / 2);
    const mask = slots.length - 1;
    for (let next = 1; next <= this.count; next++) {
      let slot = (records[recordSize * next + hashOffset] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = next;
    }
    free(this.slots);
    this.slots = slots;
    this.records = records;
  }
}
