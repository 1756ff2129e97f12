/** Locations of a chunk; each has four numbers: line, column, position on the timeline, and the one before plus one. */
const chunkLocations = 1 << 14;
const numbersEach = 4;

/** Locations stored per indicator: fewer once there are many of them. */
export const maxLocations = 50;
const crowded = { after: 500_000, max: 10 };

/** Numbers of an indicator, together because they are used together: its last location plus one, counts, and a note. */
const indicatorNumbers = 4;
const [lastPlace, storedPlace, countPlace, notePlace] = [0, 1, 2, 3];

/** The occurrences of many indicators, and their first locations, in a few arrays of numbers instead of a list for each. */
export class LocationStore {
  private readonly chunks: Int32Array[] = [];
  private size = 0;
  private indicators = new Int32Array(indicatorNumbers << 10);

  /** Counts occurrences of an indicator. Indicators are numbered from 0. */
  count(indicator: number, occurrences: number): void {
    const at = this.recordOf(indicator) + countPlace;
    this.indicators[at] = (this.indicators[at] ?? 0) + occurrences;
  }

  /** A number kept with an indicator, 0 at first. */
  noteOf(indicator: number): number {
    return this.indicators[this.recordOf(indicator) + notePlace] ?? 0;
  }

  setNote(indicator: number, note: number): void {
    this.indicators[this.recordOf(indicator) + notePlace] = note;
  }

  /** The occurrences counted. */
  countOf(indicator: number): number {
    return this.indicators[this.recordOf(indicator) + countPlace] ?? 0;
  }

  /** Counts an occurrence, and adds its location. Returns false if the indicator has the most locations already. */
  add(indicator: number, line: number, column: number, position: number): boolean {
    const record = this.recordOf(indicator);
    const { indicators } = this;
    indicators[record + countPlace] = (indicators[record + countPlace] ?? 0) + 1;
    const stored = indicators[record + storedPlace] ?? 0;
    if (stored >= (this.size < crowded.after ? maxLocations : crowded.max)) return false;
    const at = this.size++;
    const chunk = this.chunkOf(at);
    const from = (at % chunkLocations) * numbersEach;
    chunk[from] = line;
    chunk[from + 1] = column;
    chunk[from + 2] = position;
    // Not the one after, because that would change a number far away.
    chunk[from + 3] = indicators[record + lastPlace] ?? 0;
    indicators[record + lastPlace] = at + 1;
    indicators[record + storedPlace] = stored + 1;
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
    const places: number[] = [];
    for (let next = this.indicators[record + lastPlace] ?? 0; next > 0;) {
      places.push(next - 1);
      next = this.chunkOf(next - 1)[((next - 1) % chunkLocations) * numbersEach + 3] ?? 0;
    }
    for (const place of places.reverse().slice(0, max)) {
      const chunk = this.chunkOf(place);
      const from = (place % chunkLocations) * numbersEach;
      visit(chunk[from] ?? 1, chunk[from + 1] ?? 1, (chunk[from + 2] ?? 0) >>> 0);
    }
  }

  /** The lists of the first indicators, one after the other, and where each ends. */
  lists(indicators: number): {
    readonly locationEnds: Uint32Array<ArrayBuffer>;
    readonly locations: Int32Array<ArrayBuffer>;
  } {
    const locationEnds = new Uint32Array(indicators);
    const locations = new Int32Array(2 * this.size);
    let end = 0;
    for (let indicator = 0; indicator < indicators; indicator++) {
      this.forEach(indicator, (line, column) => {
        locations[end++] = line;
        locations[end++] = column;
      });
      locationEnds[indicator] = end;
    }
    return { locationEnds, locations };
  }

  /** Where the numbers of an indicator are. */
  private recordOf(indicator: number): number {
    const record = indicator * indicatorNumbers;
    if (record >= this.indicators.length) {
      const larger = new Int32Array(2 * Math.max(this.indicators.length, record));
      larger.set(this.indicators);
      this.indicators = larger;
    }
    return record;
  }

  private chunkOf(location: number): Int32Array {
    const number = Math.floor(location / chunkLocations);
    return (this.chunks[number] ??= new Int32Array(numbersEach * chunkLocations));
  }
}
