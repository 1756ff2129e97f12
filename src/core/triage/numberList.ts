/** A list of 32-bit integers, which threads can send at once. */
export class NumberList {
  private numbers = new Int32Array(1 << 10);
  private size = 0;

  get length(): number {
    return this.size;
  }

  add(number: number): void {
    if (this.size === this.numbers.length) {
      const larger = new Int32Array(2 * this.size);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.size++] = number;
  }

  /** The numbers added so far; the list is empty afterwards. */
  take(): Int32Array<ArrayBuffer> {
    const taken = this.numbers.slice(0, this.size);
    this.size = 0;
    return taken;
  }
}
