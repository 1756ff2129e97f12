import { free, larger } from './larger';
import { secret } from './tokenTable';

/**
 * Numbers of a pair in {@link ClientCounts.take}: an indicator, a client, their lines, the first and the last time, and the
 * line and the column of the first one.
 */
export const pairSize = 7;
const [indicatorPlace, clientPlace] = [0, 1];
/** Where numbers of a pair are that is added. */
export const pairPlaces = { lines: 2, first: 3, last: 4, line: 5, column: 6 } as const;
/** A record has the pair, and the number of the pair before it plus one. */
const recordSize = pairSize + 1;
const beforePlace = pairSize;
/** Numbers of an indicator: its last pair plus one, the number of its pairs, and lines of clients that have none. */
const indicatorSize = 3;
const minSlots = 1 << 10;
/** Slots grow by large steps up to here, because all pairs are put into other ones each time. */
const manySlots = 1 << 21;
/** The low bits of a slot are the number of a pair plus one, the others are those of its hash. */
const numberMask = (1 << 21) - 1;

/** Pairs of an indicator and a client that are kept, as many again of known indicators, and the clients of one indicator. */
export const maxPairs = 1 << 20;
export const maxClientsOfIndicator = 1_000;

/** The lines of an indicator and a client, with their first and last time, and the place of the first one. */
export interface PairCounts {
  readonly lines: number;
  readonly first: number;
  readonly last: number;
  readonly line: number;
  readonly column: number;
}

/** Counts the lines of each indicator and client, both numbers, in a few arrays. Times are in seconds since 1970, 0 if unknown. */
export class ClientCounts {
  /** What was loaded last, see {@link preload}. */
  loaded = 0;
  /** A free slot is 0. The bits of a hash in it exclude most other pairs without reading them, which are far apart in memory. */
  private slots = new Int32Array(minSlots);
  private records = new Int32Array((recordSize * minSlots) / 2);
  private indicators = new Int32Array(indicatorSize << 8);
  private size = 0;
  private readonly factors = [secret(), secret()] as const;

  constructor(
    private readonly maxPairs = numberMask - 1,
    private readonly maxOfIndicator = Infinity,
  ) {}

  /** Whether there may be no room for as many more pairs, apart from those of known indicators. */
  mayFill(pairs: number): boolean {
    return this.size + pairs > this.maxPairs;
  }

  /** Counts lines of an indicator and a client. From `from` on, `pairs` has what {@link take} has of a pair. */
  add(indicator: number, client: number, pairs: Int32Array, from = 0, isKnown = false): void {
    const { slots, records } = this;
    const mask = slots.length - 1;
    const hash = this.hashOf(indicator, client);
    let slot = hash & mask;
    for (let next = slots[slot] ?? 0; next !== 0; next = slots[slot] ?? 0) {
      const at = recordSize * ((next & numberMask) - 1);
      const isSame = ((next ^ hash) & ~numberMask) === 0;
      if (isSame && records[at + indicatorPlace] === indicator && records[at + clientPlace] === client) {
        this.include(at, pairs, from);
        return;
      }
      slot = (slot + 1) & mask;
    }
    const max = isKnown ? Math.min(2 * this.maxPairs, numberMask - 1) : this.maxPairs;
    if (this.size >= max || this.clientsOf(indicator) >= this.maxOfIndicator)
      this.addOther(indicator, pairs[from + pairPlaces.lines] ?? 0);
    else this.addPair(slot, [indicator, client], pairs, from);
  }

  /** Loads what {@link add} needs of pairs, an indicator and a client each, at once, as `TokenTable` does; none is -1. */
  preload(pairs: Int32Array, count: number): void {
    const { slots, records, indicators } = this;
    const mask = slots.length - 1;
    let loaded = 0;
    for (let pair = 0; pair < count; pair++) {
      const indicator = pairs[2 * pair] ?? 0;
      const hash = this.hashOf(indicator, pairs[2 * pair + 1] ?? 0);
      const next = slots[hash & mask] ?? 0;
      if (next !== 0 && ((next ^ hash) & ~numberMask) === 0)
        loaded ^= records[recordSize * ((next & numberMask) - 1)] ?? 0;
      loaded ^= indicators[Math.max(0, indicatorSize * indicator)] ?? 0;
    }
    this.loaded = loaded;
  }

  /** Counts lines of an indicator about clients that aren't kept. */
  addOther(indicator: number, lines: number): void {
    const at = indicatorSize * indicator + 2;
    if (at >= this.indicators.length) this.indicators = larger(this.indicators, 2 * at);
    this.indicators[at] = (this.indicators[at] ?? 0) + lines;
  }

  /** The number of different clients of an indicator that are kept. */
  clientsOf(indicator: number): number {
    return this.indicators[indicatorSize * indicator + 1] ?? 0;
  }

  /** Lines of an indicator about clients that aren't kept. */
  otherLinesOf(indicator: number): number {
    return this.indicators[indicatorSize * indicator + 2] ?? 0;
  }

  /** Visits the clients of an indicator, in no certain order. */
  forEachClient(indicator: number, visit: (client: number, counted: PairCounts) => void): void {
    const { records } = this;
    for (let next = this.indicators[indicatorSize * indicator] ?? 0; next !== 0;) {
      const at = recordSize * (next - 1);
      visit(records[at + clientPlace] ?? 0, {
        lines: records[at + pairPlaces.lines] ?? 0,
        first: (records[at + pairPlaces.first] ?? 0) >>> 0,
        last: (records[at + pairPlaces.last] ?? 0) >>> 0,
        line: records[at + pairPlaces.line] ?? 0,
        column: records[at + pairPlaces.column] ?? 0,
      });
      next = records[at + beforePlace] ?? 0;
    }
  }

  /** Visits all pairs. */
  forEachPair(visit: (indicator: number, client: number) => void): void {
    const { records, size } = this;
    for (let at = 0; at < recordSize * size; at += recordSize)
      visit(records[at + indicatorPlace] ?? 0, records[at + clientPlace] ?? 0);
  }

  /** The pairs as numbers, {@link pairSize} each; there are none afterwards. */
  take(): Int32Array<ArrayBuffer> {
    const { records, size } = this;
    const taken = new Int32Array(pairSize * size);
    const mask = this.slots.length - 1;
    for (let pair = 0; pair < size; pair++) {
      const at = recordSize * pair;
      const indicator = records[at + indicatorPlace] ?? 0;
      for (let place = 0; place < pairSize; place++) taken[pairSize * pair + place] = records[at + place] ?? 0;
      for (let place = 0; place < indicatorSize; place++) this.indicators[indicatorSize * indicator + place] = 0;
      // All of a run of slots is freed, whichever of its pairs comes first.
      for (let slot = this.hashOf(indicator, records[at + clientPlace] ?? 0) & mask; this.slots[slot] !== 0;) {
        this.slots[slot] = 0;
        slot = (slot + 1) & mask;
      }
    }
    this.size = 0;
    return taken;
  }

  private addPair(slot: number, [indicator, client]: readonly [number, number], pairs: Int32Array, from: number): void {
    const own = indicatorSize * indicator;
    if (own >= this.indicators.length) this.indicators = larger(this.indicators, 2 * (own + indicatorSize));
    const { indicators } = this;
    const at = recordSize * this.size;
    if (at >= this.records.length) this.records = larger(this.records, 2 * this.records.length);
    const { records } = this;
    for (let place: number = pairPlaces.lines; place < pairSize; place++)
      records[at + place] = pairs[from + place] ?? 0;
    records[at + indicatorPlace] = indicator;
    records[at + clientPlace] = client;
    records[at + beforePlace] = indicators[own] ?? 0;
    this.slots[slot] = (this.hashOf(indicator, client) & ~numberMask) | ++this.size;
    indicators[own] = this.size;
    indicators[own + 1] = (indicators[own + 1] ?? 0) + 1;
    if (2 * this.size > this.slots.length) this.grow();
  }

  private include(at: number, pairs: Int32Array, from: number): void {
    const { records } = this;
    const [first, last] = [(pairs[from + pairPlaces.first] ?? 0) >>> 0, (pairs[from + pairPlaces.last] ?? 0) >>> 0];
    records[at + pairPlaces.lines] = (records[at + pairPlaces.lines] ?? 0) + (pairs[from + pairPlaces.lines] ?? 0);
    if (first === 0) return;
    const before = (records[at + pairPlaces.first] ?? 0) >>> 0;
    if (before === 0 || first < before) records[at + pairPlaces.first] = first;
    if (last > (records[at + pairPlaces.last] ?? 0) >>> 0) records[at + pairPlaces.last] = last;
  }

  private grow(): void {
    const { length } = this.slots;
    const slots = new Int32Array(Math.min(8 * length, Math.max(2 * length, manySlots)));
    const mask = slots.length - 1;
    for (let pair = 0; pair < this.size; pair++) {
      const at = recordSize * pair;
      const hash = this.hashOf(this.records[at + indicatorPlace] ?? 0, this.records[at + clientPlace] ?? 0);
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = (hash & ~numberMask) | (pair + 1);
    }
    free(this.slots);
    this.slots = slots;
  }

  private hashOf(indicator: number, client: number): number {
    const [factor, otherFactor] = this.factors;
    const mixed = Math.imul(indicator, factor) ^ Math.imul(client, otherFactor);
    return Math.imul(mixed ^ (mixed >>> 15), factor) ^ (mixed >>> 13);
  }
}
