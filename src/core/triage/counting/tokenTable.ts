/** Records for each token, so that few searches pass over others. */
const minRecords = 1 << 10;
/** Numbers of a record, together because they are used together: the token's number plus one, both halves of its hash, a note. */
const recordBits = 2;
const recordSize = 1 << recordBits;
const [numberPlace, hashPlace, otherPlace, notePlace] = [0, 1, 2, 3];

/** An odd number that attackers don't know. */
function secret(): number {
  return (crypto.getRandomValues(new Int32Array(1))[0] ?? 0) | 0x10001;
}

/**
 * Numbers texts from 0 in the order in which they first occur, and keeps a note with each: a number. It doesn't keep the
 * texts: 64 bits of a hash with secret factors distinguish them, so that millions of occurrences in a log need little time
 * and memory.
 */
export class TokenTable {
  /** At least half of the records are free. */
  private records = new Int32Array(recordSize * minRecords);
  private count = 0;
  private readonly seeds = [secret(), secret()] as const;
  private readonly factors = [secret(), secret()] as const;

  get size(): number {
    return this.count;
  }

  /** Whether the next new token moves all records. */
  get isFull(): boolean {
    return 2 * recordSize * (this.count + 1) > this.records.length;
  }

  /** Makes room for more tokens, which moves all records. */
  grow(): void {
    const before = this.records;
    const records = new Int32Array(2 * before.length);
    const mask = records.length - 1;
    for (let from = 0; from < before.length; from += recordSize) {
      if (before[from] === 0) continue;
      let at = ((before[from + hashPlace] ?? 0) << recordBits) & mask;
      while (records[at] !== 0) at = (at + recordSize) & mask;
      for (let place = 0; place < recordSize; place++) records[at + place] = before[from + place] ?? 0;
    }
    this.records = records;
  }

  /**
   * The record of a part of a text, of a kind, valid until they move. A new one gets the next number and the note 0, unless
   * there are `max` already: then -1. Grows if it is full.
   */
  recordOf(text: string, from: number, to: number, kind: number, max = Infinity): number {
    const [factor, otherFactor] = this.factors;
    let hash = (this.seeds[0] + kind) ^ (to - from);
    let other = (this.seeds[1] + kind) ^ (to - from);
    // Two characters at once, because each step waits for the one before.
    for (let at = from; at < to; at += 2) {
      const code = text.charCodeAt(at) | (at + 1 < to ? text.charCodeAt(at + 1) << 16 : 0);
      hash = Math.imul(hash ^ code, factor);
      hash ^= hash >>> 15;
      other = Math.imul(other ^ code, otherFactor);
      other = (other << 13) | (other >>> 19);
    }
    return this.find(hash, other, max);
  }

  /** The record of bytes of a kind, like {@link recordOf}; a table has either texts or bytes. */
  recordOfBytes(bytes: Uint8Array, from: number, to: number, kind: number, max = Infinity): number {
    const [factor, otherFactor] = this.factors;
    let hash = (this.seeds[0] + kind) ^ (to - from);
    let other = (this.seeds[1] + kind) ^ (to - from);
    for (let at = from; at < to; at++) {
      const code = bytes[at] ?? 0;
      hash = Math.imul(hash ^ code, factor);
      hash ^= hash >>> 15;
      other = Math.imul(other ^ code, otherFactor);
      other = (other << 13) | (other >>> 19);
    }
    return this.find(hash, other, max);
  }

  /** The number of the token with this record. */
  numberAt(record: number): number {
    return (this.records[record + numberPlace] ?? 0) - 1;
  }

  noteAt(record: number): number {
    return this.records[record + notePlace] ?? 0;
  }

  setNoteAt(record: number, note: number): void {
    this.records[record + notePlace] = note;
  }

  private find(hash: number, other: number, max: number): number {
    const { records } = this;
    const mask = records.length - 1;
    for (let at = (hash << recordBits) & mask; ; at = (at + recordSize) & mask) {
      if (records[at] === 0) return this.count < max ? this.add(hash, other, at) : -1;
      if (records[at + hashPlace] === hash && records[at + otherPlace] === other) return at;
    }
  }

  private add(hash: number, other: number, free: number): number {
    if (this.isFull) {
      this.grow();
      return this.find(hash, other, Infinity);
    }
    const { records } = this;
    records[free] = ++this.count;
    records[free + hashPlace] = hash;
    records[free + otherPlace] = other;
    return free;
  }
}
