import { free, larger } from './larger';
import { secret } from './tokenTable';

/**
 * Numbers of a pair in {@link PairList.take}: an indicator, a client, their lines, the first and the last time, and the
 * line and the column of the first one.
 */
export const pairSize = 7;
const [indicatorOffset, clientOffset] = [0, 1];
/** Offsets of numbers in a pair that is added. */
export const pairOffsets = { lines: 2, first: 3, last: 4, line: 5, column: 6 } as const;
/** A record has the pair, and the number of the pair before it plus one. */
const recordSize = pairSize + 1;
const beforeOffset = pairSize;
/** Numbers of an indicator: its last pair plus one, the number of its pairs, and lines of clients that have none. */
const indicatorSize = 3;
const minSlots = 1 << 10;
/** Records in a chunk. A large one that grows would have to be copied each time. */
const chunkBits = 14;
const chunkMask = (1 << chunkBits) - 1;
/** Slots grow by large steps up to here, because all pairs are put into other ones each time. */
const manySlots = 1 << 21;
/** The low bits of a slot are the number of a pair plus one, the others are those of its hash. */
const numberMask = (1 << 21) - 1;

/** Pairs of an indicator and a client that are kept (and as many of known indicators), and clients of one indicator. */
export const maxPairs = 1 << 20;
export const maxClientsOfIndicator = 1_000;

/**
 * Lists pairs of an indicator and a client with their lines. Lines in which an indicator has the same client again are one
 * pair; otherwise a pair can be listed again, which {@link ClientCounts} adds up.
 */
export class PairList {
  private pairs = new Int32Array(pairSize << 8);
  private used = 0;
  /** By indicator: the place of its last pair, plus one. */
  private lasts = new Int32Array(1 << 8);

  /** Adds a line of an indicator about a client. */
  add(indicator: number, client: number, line: number, column: number, time: number): void {
    if (indicator >= this.lasts.length) this.lasts = larger(this.lasts, 2 * indicator);
    const last = (this.lasts[indicator] ?? 0) - 1;
    if (last !== -1 && this.pairs[last + clientOffset] === client) this.include(last, time);
    else this.append(indicator, client, line, column, time);
  }

  /** The pairs as numbers, {@link pairSize} each; there are none afterwards. */
  take(): Int32Array<ArrayBuffer> {
    const { pairs, used, lasts } = this;
    for (let at = 0; at < used; at += pairSize) lasts[pairs[at + indicatorOffset] ?? 0] = 0;
    this.used = 0;
    return pairs.slice(0, used);
  }

  private append(indicator: number, client: number, line: number, column: number, time: number): void {
    const at = this.used;
    if (at + pairSize > this.pairs.length) this.pairs = larger(this.pairs, 2 * this.pairs.length);
    const { pairs } = this;
    pairs[at + indicatorOffset] = indicator;
    pairs[at + clientOffset] = client;
    pairs[at + pairOffsets.lines] = 1;
    pairs[at + pairOffsets.first] = time;
    pairs[at + pairOffsets.last] = time;
    pairs[at + pairOffsets.line] = line;
    pairs[at + pairOffsets.column] = column;
    this.lasts[indicator] = at + 1;
    this.used = at + pairSize;
  }

  private include(at: number, time: number): void {
    const { pairs } = this;
    pairs[at + pairOffsets.lines] = (pairs[at + pairOffsets.lines] ?? 0) + 1;
    includeTimes(pairs, at, time, time);
  }
}

/** Widens the times of a pair by others; 0 isn't known. */
function includeTimes(pairs: Int32Array, at: number, first: number, last: number): void {
  if (first === 0) return;
  const before = (pairs[at + pairOffsets.first] ?? 0) >>> 0;
  if (before === 0 || first < before) pairs[at + pairOffsets.first] = first;
  if (last > (pairs[at + pairOffsets.last] ?? 0) >>> 0) pairs[at + pairOffsets.last] = last;
}

/** The lines of an indicator and a client, with their first and last time, and the location of the first one. */
export interface PairCounts {
  readonly lines: number;
  readonly first: number;
  readonly last: number;
  readonly line: number;
  readonly column: number;
}

/** Counts the lines of each indicator and client, both numbers, in a few arrays. Times are in seconds since 1970, 0 if unknown. */
export class ClientCounts {
  /** The result of {@link preload}, kept as in `TokenTable`. */
  loaded = 0;
  /** A free slot is 0. The bits of a hash in it exclude most other pairs without reading them, which are far apart in memory. */
  private slots = new Int32Array(minSlots);
  private readonly chunks = [new Int32Array((recordSize * minSlots) / 2)];
  private indicators = new Int32Array(indicatorSize << 8);
  private size = 0;
  private readonly factors = [secret(), secret()] as const;

  constructor(
    private readonly maxPairs: number,
    private readonly maxOfIndicator: number,
  ) {}

  /** Whether a number of further pairs may not fit, apart from those of known indicators. */
  mayFill(pairs: number): boolean {
    return this.size + pairs > this.maxPairs;
  }

  /**
   * Counts lines of an indicator and a client. From `from` on, `pairs` has the numbers of a pair as in {@link
   * PairList.take}.
   */
  add(indicator: number, client: number, pairs: Int32Array, from = 0, isKnown = false): void {
    const { slots } = this;
    const mask = slots.length - 1;
    const hash = this.hashOf(indicator, client);
    let slot = hash & mask;
    for (let next = slots[slot] ?? 0; next !== 0; next = slots[slot] ?? 0) {
      if (((next ^ hash) & ~numberMask) === 0 && this.isPair((next & numberMask) - 1, indicator, client)) {
        this.include((next & numberMask) - 1, pairs, from);
        return;
      }
      slot = (slot + 1) & mask;
    }
    const max = isKnown ? Math.min(2 * this.maxPairs, numberMask - 1) : this.maxPairs;
    if (this.size >= max || this.clientsOf(indicator) >= this.maxOfIndicator)
      this.addOther(indicator, pairs[from + pairOffsets.lines] ?? 0);
    else this.addPair(slot, [indicator, client], pairs, from);
  }

  /**
   * Loads the numbers that {@link add} needs of pairs (an indicator and a client each) together, as `TokenTable` does;
   * -1 means none.
   */
  preload(pairs: Int32Array, from: number, to: number): void {
    const { slots, indicators } = this;
    const mask = slots.length - 1;
    let loaded = 0;
    for (let pair = from; pair < to; pair++) {
      const indicator = pairs[2 * pair] ?? 0;
      const hash = this.hashOf(indicator, pairs[2 * pair + 1] ?? 0);
      const next = slots[hash & mask] ?? 0;
      if (next !== 0 && ((next ^ hash) & ~numberMask) === 0) {
        const known = (next & numberMask) - 1;
        loaded ^= this.chunkOf(known)[offsetOf(known)] ?? 0;
      }
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
    for (let next = this.indicators[indicatorSize * indicator] ?? 0; next !== 0;) {
      const records = this.chunkOf(next - 1);
      const at = offsetOf(next - 1);
      visit(records[at + clientOffset] ?? 0, {
        lines: records[at + pairOffsets.lines] ?? 0,
        first: (records[at + pairOffsets.first] ?? 0) >>> 0,
        last: (records[at + pairOffsets.last] ?? 0) >>> 0,
        line: records[at + pairOffsets.line] ?? 0,
        column: records[at + pairOffsets.column] ?? 0,
      });
      next = records[at + beforeOffset] ?? 0;
    }
  }

  /** Visits all pairs. */
  forEachPair(visit: (indicator: number, client: number) => void): void {
    for (let pair = 0; pair < this.size; pair++) {
      const records = this.chunkOf(pair);
      const at = offsetOf(pair);
      visit(records[at + indicatorOffset] ?? 0, records[at + clientOffset] ?? 0);
    }
  }

  private chunkOf(pair: number): Int32Array {
    return this.chunks[pair >> chunkBits] ?? none;
  }

  private isPair(pair: number, indicator: number, client: number): boolean {
    const records = this.chunkOf(pair);
    const at = offsetOf(pair);
    return records[at + indicatorOffset] === indicator && records[at + clientOffset] === client;
  }

  private addPair(slot: number, [indicator, client]: readonly [number, number], pairs: Int32Array, from: number): void {
    const own = indicatorSize * indicator;
    if (own >= this.indicators.length) this.indicators = larger(this.indicators, 2 * (own + indicatorSize));
    const { indicators } = this;
    const records = this.chunkFor(this.size);
    const at = offsetOf(this.size);
    for (let offset: number = pairOffsets.lines; offset < pairSize; offset++)
      records[at + offset] = pairs[from + offset] ?? 0;
    records[at + indicatorOffset] = indicator;
    records[at + clientOffset] = client;
    records[at + beforeOffset] = indicators[own] ?? 0;
    this.slots[slot] = (this.hashOf(indicator, client) & ~numberMask) | ++this.size;
    indicators[own] = this.size;
    indicators[own + 1] = (indicators[own + 1] ?? 0) + 1;
    if (2 * this.size > this.slots.length) this.grow();
  }

  /** The chunk for the record of a pair, with room for it: only the first chunk grows, for the many short texts. */
  private chunkFor(pair: number): Int32Array {
    const number = pair >> chunkBits;
    const chunk = this.chunks[number];
    if (chunk !== undefined && offsetOf(pair) < chunk.length) return chunk;
    const next = chunk === undefined ? new Int32Array(recordSize << chunkBits) : larger(chunk, 2 * chunk.length);
    this.chunks[number] = next;
    return next;
  }

  private include(pair: number, pairs: Int32Array, from: number): void {
    const records = this.chunkOf(pair);
    const at = offsetOf(pair);
    const [first, last] = [(pairs[from + pairOffsets.first] ?? 0) >>> 0, (pairs[from + pairOffsets.last] ?? 0) >>> 0];
    records[at + pairOffsets.lines] = (records[at + pairOffsets.lines] ?? 0) + (pairs[from + pairOffsets.lines] ?? 0);
    includeTimes(records, at, first, last);
  }

  private grow(): void {
    const { length } = this.slots;
    const slots = new Int32Array(Math.min(8 * length, Math.max(2 * length, manySlots)));
    const mask = slots.length - 1;
    for (let pair = 0; pair < this.size; pair++) {
      const records = this.chunkOf(pair);
      const at = offsetOf(pair);
      const hash = this.hashOf(records[at + indicatorOffset] ?? 0, records[at + clientOffset] ?? 0);
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

const none = new Int32Array();

/** The offset of the record of a pair in its chunk. */
function offsetOf(pair: number): number {
  return recordSize * (pair & chunkMask);
}
