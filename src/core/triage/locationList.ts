import { maxLocations } from './counting/locationStore';
import type { NumberList } from './counting/numberList';

/** A location of an indicator: the index of the file, and line and column from 1. */
export interface Location {
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

/** Locations of an indicator, one file after the other, by line: in logs the file first in which it occurs first. */
export interface LocationList extends Iterable<Location> {
  readonly length: number;
  at(index: number): Location | undefined;
}

/** Locations as a part of a list of numbers, which many indicators share: line, column, line, column … */
export class StoredLocations implements LocationList {
  /**
   * Stores the locations of an indicator in a file in a list; `time` is that of the first one, or Infinity if it isn't
   * known.
   */
  static of(list: NumberList, file: number, numbers: readonly number[], time: number): StoredLocations {
    const from = list.length;
    for (const number of numbers) list.add(number);
    return new StoredLocations(list, file, time, from, list.length);
  }

  private constructor(
    private readonly list: NumberList,
    private readonly file: number,
    private readonly time: number,
    private readonly from: number,
    private readonly to: number,
    private readonly before?: StoredLocations,
  ) {}

  /** Adds locations in a further file by its time, up to {@link maxLocations} altogether. */
  with(file: number, numbers: readonly number[], time: number): StoredLocations {
    const { list } = this;
    if (time < this.time) {
      const before = this.before?.with(file, numbers, time) ?? StoredLocations.of(list, file, numbers, time);
      const to = Math.min(this.to, this.from + roomAfter(before));
      return to === this.from ? before : new StoredLocations(list, this.file, this.time, this.from, to, before);
    }
    const added = numbers.slice(0, roomAfter(this));
    if (added.length === 0) return this;
    const { from, to } = StoredLocations.of(list, file, added, time);
    return new StoredLocations(list, file, time, from, to, this);
  }

  get length(): number {
    return (this.before?.length ?? 0) + (this.to - this.from) / 2;
  }

  at(index: number): Location | undefined {
    const earlier = this.before?.length ?? 0;
    if (index < earlier) return this.before?.at(index);
    const at = this.from + 2 * (index - earlier);
    return at < this.to ? { file: this.file, line: this.list.at(at), column: this.list.at(at + 1) } : undefined;
  }

  *[Symbol.iterator](): Generator<Location> {
    if (this.before !== undefined) yield* this.before;
    for (let at = this.from; at < this.to; at += 2)
      yield { file: this.file, line: this.list.at(at), column: this.list.at(at + 1) };
  }
}

/** Numbers of further locations after some. */
function roomAfter({ length }: LocationList): number {
  return 2 * Math.max(0, maxLocations - length);
}
