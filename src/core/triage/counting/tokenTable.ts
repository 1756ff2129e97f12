/** Slots for each token, so that few searches pass over others. */
const minSlots = 1 << 10;
/** Numbers of a token, together because they are used together: both halves of its hash, and a note. */
const recordSize = 4;
const [hashPlace, otherPlace, notePlace] = [0, 1, 2];

/** An odd number that attackers don't know. */
function secret(): number {
  return (crypto.getRandomValues(new Int32Array(1))[0] ?? 0) | 0x10001;
}

function fourBytes(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

/** The same for fewer bytes. */
function lastBytes(bytes: Uint8Array, from: number, to: number): number {
  let code = 0;
  for (let at = to - 1; at >= from; at--) code = (code << 8) | (bytes[at] ?? 0);
  return code;
}

/**
 * Numbers texts from 0 in the order in which they first occur, and keeps a note with each: a number. It doesn't keep the
 * texts: 64 bits of a hash with secret factors distinguish them, so that millions of occurrences in a log need little time
 * and memory.
 */
export class TokenTable {
  /** The number of a token plus one, or 0; at least half of them are free. */
  private slots = new Int32Array(minSlots);
  /** By number: frequent tokens come early, so that they share memory pages. */
  private records = new Int32Array((recordSize * minSlots) / 2);
  private count = 0;
  private readonly seeds = [secret(), secret()] as const;
  private readonly factors = [secret(), secret()] as const;

  get size(): number {
    return this.count;
  }

  /** The number of a text in UTF-8 of a kind. A new text gets the next one, unless there are `max` already: then -1. */
  numberOf(bytes: Uint8Array, from: number, to: number, kind: number, max = Infinity): number {
    const [factor, otherFactor] = this.factors;
    let hash = (this.seeds[0] + kind) ^ (to - from);
    let other = (this.seeds[1] + kind) ^ (to - from);
    // Four bytes at once, because each step waits for the one before.
    for (let at = from; at < to; at += 4) {
      const code = at + 4 <= to ? fourBytes(bytes, at) : lastBytes(bytes, at, to);
      hash = Math.imul(hash ^ code, factor);
      hash ^= hash >>> 15;
      other = Math.imul(other ^ code, otherFactor);
      other = (other << 13) | (other >>> 19);
    }
    return this.find(hash, other, max);
  }

  /** A number kept with a token, 0 at first. */
  noteOf(token: number): number {
    return this.records[recordSize * token + notePlace] ?? 0;
  }

  setNote(token: number, note: number): void {
    this.records[recordSize * token + notePlace] = note;
  }

  private find(hash: number, other: number, max: number): number {
    const { slots, records } = this;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const token = (slots[slot] ?? 0) - 1;
      if (token === -1) return this.count < max ? this.add(hash, other, slot) : -1;
      const record = recordSize * token;
      if (records[record + hashPlace] === hash && records[record + otherPlace] === other) return token;
    }
  }

  private add(hash: number, other: number, slot: number): number {
    const token = this.count++;
    this.records[recordSize * token + hashPlace] = hash;
    this.records[recordSize * token + otherPlace] = other;
    this.slots[slot] = token + 1;
    if (2 * this.count >= this.slots.length) this.grow();
    return token;
  }

  private grow(): void {
    const slots = new Int32Array(2 * this.slots.length);
    const records = new Int32Array((recordSize * slots.length) / 2);
    records.set(this.records);
    const mask = slots.length - 1;
    for (let token = 0; token < this.count; token++) {
      let slot = (records[recordSize * token + hashPlace] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = token + 1;
    }
    this.slots = slots;
    this.records = records;
  }
}
