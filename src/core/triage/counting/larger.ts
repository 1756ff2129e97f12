/**
 * Enlarges an array, with zeros at its end. The memory of the shorter one is freed immediately, because the collector
 * doesn't see its size.
 */
export function larger(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  return new Int32Array(numbers.buffer.transfer(4 * length));
}

/** Frees memory immediately that nobody uses anymore. */
export function free({ buffer }: Int32Array | Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
