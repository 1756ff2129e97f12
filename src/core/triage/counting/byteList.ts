/** Bytes in one piece of memory, which threads can send at once. */
export class ByteList {
  private bytes = new Uint8Array(1 << 10);
  private size = 0;

  /** Adds a part of other bytes. */
  add(bytes: Uint8Array, from: number, to: number): void {
    this.reserve(to - from);
    for (let at = from; at < to; at++) this.bytes[this.size++] = bytes[at] ?? 0;
  }

  addByte(byte: number): void {
    this.reserve(1);
    this.bytes[this.size++] = byte;
  }

  /** The bytes added so far; the list is empty afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.size);
    this.size = 0;
    return taken;
  }

  private reserve(count: number): void {
    if (this.size + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.size + count));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}
