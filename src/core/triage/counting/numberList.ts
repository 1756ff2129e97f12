import { larger } from './larger';

/** A list of 32-bit integers in one buffer, which threads can send at once. */
export class NumberList {
  private numbers = new Int32Array(1 << 6);
  private size = 0;

  get length(): number {
    return this.size;
  }

  add(number: number): void {
    if (this.size === this.numbers.length) this.grow(2 * this.size);
    this.numbers[this.size++] = number;
  }

  /** The number at an index; 0 if it wasn't set. */
  at(index: number): number {
    return index < this.size ? (this.numbers[index] ?? 0) : 0;
  }

  /** Sets the number at an index, which may be after the end. */
  set(index: number, number: number): void {
    if (index >= this.numbers.length) this.grow(Math.max(2 * this.numbers.length, index + 1));
    if (index >= this.size) this.size = index + 1;
    this.numbers[index] = number;
  }

  /** The numbers added so far; the list is empty afterwards. */
  take(): Int32Array<ArrayBuffer> {
    const taken = this.numbers.slice(0, this.size);
    this.size = 0;
    return taken;
  }

  private grow(length: number): void {
    this.numbers = larger(this.numbers, length);
  }
}
