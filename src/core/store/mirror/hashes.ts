/**
 * A 53-bit hash of a text, the same in every process and version: two lanes of multiplications, mixed at the end. Not
 * for secrets. Never 0.
 */
export function hashOf(text: string): number {
  let one = 0x9e3779b9;
  let two = 0x85ebca6b;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x9e3779b1);
    two = Math.imul(two ^ unit, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
  two = Math.imul(two ^ (two >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return (two & 0x1fffff) * 0x1_0000_0000 + (one >>> 0) || 1;
}

/** A set of hashes, 16 to 32 bytes each: the IDs of a collection of millions fit. */
export class HashSet {
  private slots = new Float64Array(1_024);
  size = 0;

  /** True where the hash is new. */
  add(hash: number): boolean {
    const at = this.slotOf(hash);
    if (this.slots[at] !== 0) return false;
    this.slots[at] = hash;
    this.size++;
    if (this.size * 2 > this.slots.length) this.grow();
    return true;
  }

  private slotOf(hash: number): number {
    const mask = this.slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const existing = this.slots[at];
      if (existing === 0 || existing === hash) return at;
    }
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Float64Array(before.length * 2);
    for (const hash of before) if (hash !== 0) this.slots[this.slotOf(hash)] = hash;
  }
}

/** The lower 32 bits of some hashes, sorted, as bytes: what a page can be found by. */
export function packHashes(hashes: readonly number[]): Uint8Array {
  const packed = Uint32Array.from(hashes, (hash) => hash >>> 0).sort();
  return new Uint8Array(packed.buffer);
}

/** Reads the result of {@link packHashes}. */
export function unpackHashes(bytes: Uint8Array): Uint32Array {
  // A copy: the bytes of a row may start anywhere.
  return new Uint32Array(Uint8Array.from(bytes).buffer, 0, bytes.length >> 2);
}

/** Whether a hash may be among those packed; wrong once in a million pages. */
export function hasHash(packed: Uint32Array, hash: number): boolean {
  const wanted = hash >>> 0;
  let [low, high] = [0, packed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((packed[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return packed[low] === wanted;
}
