/**
 * Numbers with more room: the same ones, and zeros after them. The memory of the shorter array is freed at once, because
 * the collector doesn't see how much it is.
 */
export function larger(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(numbers.buffer.transfer(4 * length));
}

/** Frees memory at once that nobody uses any more. */
export function free({ buffer }: Int32Array | Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
