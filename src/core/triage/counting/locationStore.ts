import type { VisitPosition } from '../timeline';
import { larger } from './larger';

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

const chunkShift = 14;
const chunkLocations = 1 << chunkShift;

/** A part of all locations. */
class Chunk {
  readonly lines = new Int32Array(chunkLocations);
  readonly columns = new NarrowNumbers(chunkLocations);
  /** On the timeline. */
  readonly positions = new NarrowNumbers(chunkLocations);
  /** The location of the same indicator before each, plus one. */
  readonly before = new Int32Array(chunkLocations);
}

/** Locations stored per indicator: fewer once there are many of them. */
export const maxLocations = 50;
const crowded = { after: 500_000, max: 10 };

/**
 * Numbers of an indicator, together because they are used together: its last location plus one, counts, a note, and its
 * first and last position on the timeline, which have all 32 bits, and the last event.
 */
const indicatorNumbers = 7;
const [lastOffset, storedOffset, countOffset, noteOffset, fromOffset, toOffset, eventOffset] = [0, 1, 2, 3, 4, 5, 6];

/** The occurrences of many indicators, and their first locations, in a few arrays of numbers instead of a list for each. */
export class LocationStore {
  loaded = 0;
  private readonly chunks: Chunk[] = [];
  private size = 0;
  private indicators = new Int32Array(indicatorNumbers << 10);

  /** Locations that are stored of an indicator now. */
  get max(): number {
    return this.size < crowded.after ? maxLocations : crowded.max;
  }

  /** Counts occurrences of an indicator. Indicators are numbered from 0. */
  count(indicator: number, occurrences: number): void {
    const at = this.recordOf(indicator) + countOffset;
    this.indicators[at] = (this.indicators[at] ?? 0) + occurrences;
  }

  /** Notes that an indicator is in an event (from 0). Returns false if that is the last one noted. */
  enter(indicator: number, event: number): boolean {
    const at = this.recordOf(indicator) + eventOffset;
    if (this.indicators[at] === event + 1) return false;
    this.indicators[at] = event + 1;
    return true;
  }

  /** Notes that an indicator occurs at a position of the timeline; 0 isn't one. */
  include(indicator: number, position: number): void {
    if (position === 0) return;
    const record = this.recordOf(indicator);
    const { indicators } = this;
    const from = (indicators[record + fromOffset] ?? 0) >>> 0;
    if (from === 0 || position < from) indicators[record + fromOffset] = position;
    if (position > (indicators[record + toOffset] ?? 0) >>> 0) indicators[record + toOffset] = position;
  }

  /** The first position of an indicator; 0 if none is known. */
  fromOf(indicator: number): number {
    return (this.indicators[this.recordOf(indicator) + fromOffset] ?? 0) >>> 0;
  }

  /** The last position of an indicator. */
  toOf(indicator: number): number {
    return (this.indicators[this.recordOf(indicator) + toOffset] ?? 0) >>> 0;
  }

  /** A number kept with an indicator, 0 at first. */
  noteOf(indicator: number): number {
    return this.indicators[this.recordOf(indicator) + noteOffset] ?? 0;
  }

  setNote(indicator: number, note: number): void {
    this.indicators[this.recordOf(indicator) + noteOffset] = note;
  }

  /** Loads the numbers of many indicators together, as `TokenTable` does; -1 means none. */
  preload(indicators: Int32Array, count: number): void {
    const { indicators: numbers } = this;
    let loaded = 0;
    for (let at = 0; at < count; at++) {
      const record = indicatorNumbers * Math.max(0, indicators[at] ?? 0);
      if (record < numbers.length) loaded ^= numbers[record] ?? 0;
    }
    this.loaded = loaded;
  }

  /** The occurrences counted. */
  countOf(indicator: number): number {
    return this.indicators[this.recordOf(indicator) + countOffset] ?? 0;
  }

  /** Counts an occurrence, and adds its location. Returns false if the indicator has the most locations already. */
  add(indicator: number, line: number, column: number, position: number): boolean {
    const record = this.recordOf(indicator);
    const { indicators } = this;
    indicators[record + countOffset] = (indicators[record + countOffset] ?? 0) + 1;
    const stored = indicators[record + storedOffset] ?? 0;
    if (stored >= this.max) return false;
    const at = this.size++;
    const chunk = this.chunkOf(at);
    const index = at % chunkLocations;
    chunk.lines[index] = line;
    chunk.columns.set(index, column);
    chunk.positions.set(index, position);
    // Not the one after, because that would change a number far away.
    chunk.before[index] = indicators[record + lastOffset] ?? 0;
    indicators[record + lastOffset] = at + 1;
    indicators[record + storedOffset] = stored + 1;
    return true;
  }

  /** Line, column, line, column … of an indicator, in the order in which they were added. */
  list(indicator: number, max = Infinity): number[] {
    const numbers: number[] = [];
    this.forEach(indicator, (line, column) => numbers.push(line, column), max);
    return numbers;
  }

  /** Calls back with each location of an indicator, in the order in which they were added. */
  forEach(indicator: number, visit: (line: number, column: number, position: number) => void, max = Infinity): void {
    const record = this.recordOf(indicator);
    const locations: number[] = [];
    for (let next = this.indicators[record + lastOffset] ?? 0; next > 0;) {
      locations.push(next - 1);
      next = this.chunkOf(next - 1).before[(next - 1) % chunkLocations] ?? 0;
    }
    for (const location of locations.reverse().slice(0, max)) {
      const chunk = this.chunkOf(location);
      const index = location % chunkLocations;
      visit(chunk.lines[index] ?? 1, chunk.columns.at(index), chunk.positions.at(index));
    }
  }

  /** Visits the positions of an indicator on the timeline, the last one first; nothing is known before the first timestamp. */
  forEachPosition(indicator: number, visit: VisitPosition): void {
    for (let next = this.indicators[this.recordOf(indicator) + lastOffset] ?? 0; next > 0;) {
      const chunk = this.chunkOf(next - 1);
      const index = (next - 1) % chunkLocations;
      const position = chunk.positions.at(index);
      if (position > 0) visit(position, 1, 1);
      next = chunk.before[index] ?? 0;
    }
  }

  /** Whether the position of any stored location is known: once one is, all that follow are. */
  hasPosition(indicator: number): boolean {
    const last = (this.indicators[this.recordOf(indicator) + lastOffset] ?? 0) - 1;
    return last >= 0 && this.chunkOf(last).positions.at(last % chunkLocations) > 0;
  }

  /** The offset of the numbers of an indicator. */
  private recordOf(indicator: number): number {
    const record = indicator * indicatorNumbers;
    if (record >= this.indicators.length) {
      this.indicators = larger(this.indicators, 2 * Math.max(this.indicators.length, record));
    }
    return record;
  }

  private chunkOf(location: number): Chunk {
    return (this.chunks[location >> chunkShift] ??= new Chunk());
  }
}
