const maxDistance = 0xffff;
/** Most numbers ascend; those that don't are a little lower than the first one. */
const belowFirst = 0xfff;

/** Numbers of the same kind, each with 16 bits while all are close to the first one, and with 32 after that. */
export class NarrowNumbers {
  private base = -1;
  private near: Uint16Array | undefined;
  private all: Uint32Array | undefined;

  constructor(private readonly length: number) {
    this.near = new Uint16Array(length);
  }

  /** Sets a number of up to 32 bits, without a sign. */
  set(index: number, number: number): void {
    if (this.near !== undefined) {
      if (this.base === -1) this.base = Math.max(0, number - belowFirst);
      const distance = number - this.base;
      if (distance >= 0 && distance <= maxDistance) {
        this.near[index] = distance;
        return;
      }
      this.widen(this.near);
    }
    if (this.all !== undefined) this.all[index] = number;
  }

  at(index: number): number {
    return this.all?.[index] ?? this.base + (this.near?.[index] ?? 0);
  }

  private widen(near: Uint16Array): void {
    this.all = Uint32Array.from({ length: this.length }, (_, index) => this.base + (near[index] ?? 0));
    this.near = undefined;
  }
}
