/** Slots for each token, so that few searches pass over others. */
const minSlots = 1 << 10;

/** An odd number that attackers don't know. */
function secret(): number {
  return (crypto.getRandomValues(new Int32Array(1))[0] ?? 0) | 0x10001;
}

/**
 * Numbers texts from 0 in the order in which they first occur. It doesn't keep them: 64 bits of a hash with secret factors
 * distinguish them, so that millions of occurrences in a log need little time and memory.
 */
export class TokenTable {
  /** The number of a token plus one, or 0; at least half of them are free. */
  private slots = new Int32Array(minSlots);
  /** By number: both halves of the hash. */
  private hashes = new Int32Array(minSlots);
  private count = 0;
  private readonly seeds = [secret(), secret()] as const;
  private readonly factors = [secret(), secret()] as const;

  get size(): number {
    return this.count;
  }

  /** The number of a text of a kind. A new text gets the next one, unless there are `max` already: then -1. */
  numberOf(text: string, kind: number, max = Infinity): number {
    const [factor, otherFactor] = this.factors;
    let hash = this.seeds[0] + kind;
    let other = this.seeds[1] + kind;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      hash = Math.imul(hash ^ code, factor);
      hash ^= hash >>> 15;
      other = Math.imul(other ^ code, otherFactor);
      other = (other << 13) | (other >>> 19);
    }
    return this.find(hash, other, max);
  }

  /** The number of bytes of a kind, like {@link numberOf}; a table has either texts or bytes. */
  numberOfBytes(bytes: Uint8Array, from: number, to: number, kind: number, max = Infinity): number {
    const [factor, otherFactor] = this.factors;
    let hash = this.seeds[0] + kind;
    let other = this.seeds[1] + kind;
    for (let at = from; at < to; at++) {
      const code = bytes[at] ?? 0;
      hash = Math.imul(hash ^ code, factor);
      hash ^= hash >>> 15;
      other = Math.imul(other ^ code, otherFactor);
      other = (other << 13) | (other >>> 19);
    }
    return this.find(hash, other, max);
  }

  private find(hash: number, other: number, max: number): number {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number === -1) return this.count < max ? this.add(hash, other, slot) : -1;
      if (hashes[2 * number] === hash && hashes[2 * number + 1] === other) return number;
    }
  }

  private add(hash: number, other: number, slot: number): number {
    const number = this.count++;
    this.hashes[2 * number] = hash;
    this.hashes[2 * number + 1] = other;
    this.slots[slot] = number + 1;
    if (2 * this.count >= this.slots.length) this.grow();
    return number;
  }

  private grow(): void {
    const slots = new Int32Array(2 * this.slots.length);
    const hashes = new Int32Array(slots.length);
    hashes.set(this.hashes);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = (hashes[2 * number] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
    this.hashes = hashes;
  }
}
