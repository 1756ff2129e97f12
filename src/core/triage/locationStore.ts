/** Numbers of a chunk; a location has three: line, column, and the index of the next location plus one. */
const chunkLocations = 1 << 15;

/** The first locations of many indicators, in a few arrays of numbers instead of a list for each. */
export class LocationStore {
  private readonly chunks: Int32Array[] = [];
  private size = 0;
  /** By indicator: the first and the last location plus one, and how many there are. */
  private readonly firsts: number[] = [];
  private readonly lasts: number[] = [];
  private readonly counts: number[] = [];

  constructor(private readonly max: number) {}

  /** Adds a location of an indicator, unless it has the maximum. Indicators are numbered from 0 without gaps. */
  add(indicator: number, line: number, column: number): void {
    const count = this.counts[indicator] ?? 0;
    if (count >= this.max) return;
    const at = this.size++;
    const chunk = this.chunkOf(at);
    const from = (at % chunkLocations) * 3;
    chunk[from] = line;
    chunk[from + 1] = column;
    if (count === 0) this.firsts[indicator] = at + 1;
    else {
      const last = (this.lasts[indicator] ?? 0) - 1;
      this.chunkOf(last)[(last % chunkLocations) * 3 + 2] = at + 1;
    }
    this.lasts[indicator] = at + 1;
    this.counts[indicator] = count + 1;
  }

  /** Line, column, line, column … of an indicator, in the order in which they were added. */
  list(indicator: number): number[] {
    const count = this.counts[indicator] ?? 0;
    const numbers = new Array<number>(2 * count);
    for (let place = 0, next = this.firsts[indicator] ?? 0; place < count; place++) {
      const chunk = this.chunkOf(next - 1);
      const from = ((next - 1) % chunkLocations) * 3;
      numbers[2 * place] = chunk[from] ?? 1;
      numbers[2 * place + 1] = chunk[from + 1] ?? 1;
      next = chunk[from + 2] ?? 0;
    }
    return numbers;
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
      const numbers = this.list(indicator);
      locations.set(numbers, end);
      end += numbers.length;
      locationEnds[indicator] = end;
    }
    return { locationEnds, locations };
  }

  private chunkOf(location: number): Int32Array {
    const number = Math.floor(location / chunkLocations);
    return (this.chunks[number] ??= new Int32Array(3 * chunkLocations));
  }
}
