import type { Indicator, IndicatorType } from '../../indicators/identity/types';
import { type BlockFound, type BlockNeed, firstAddress, locatedSize, moreSize, ofKind, typeOfKind } from './blockFound';
import { byLines, type Clients, type CountedClient, namedClients } from '../clients/counted';
import { ClientCounts, maxClientsOfIndicator, maxPairs, pairOffsets, pairSize } from './clientCounts';
import { BinStore } from './binStore';
import { LocationStore } from './locationStore';
import { forEachBin, getHistogram, type Timeline, type TimelineUnit, type VisitPosition } from '../timeline';
import { TokenTable } from './tokenTable';
import { NumberList } from './numberList';

/** Bytes of a chunk, which has at least one text. */
const chunkBytes = 1 << 18;

/** Many short texts in a few arrays of bytes, where they need no objects. Their order is that in which they were added. */
class NameStore {
  private readonly chunks: Uint8Array[] = [];
  /** The index of the first text of each chunk. */
  private readonly firsts: number[] = [];
  /** Bytes used of the last chunk. */
  private used = 0;
  /** By text: its end in its chunk. */
  private readonly ends = new NumberList();
  /** The beginnings of chunks as strings, of which texts are parts; undefined for those that aren't ASCII. */
  private readonly strings: (string | undefined)[] = [];

  get size(): number {
    return this.ends.length;
  }

  /** Adds a text of bytes in UTF-8. */
  add(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    let chunk = this.chunks.at(-1);
    if (chunk === undefined || this.used + length > chunk.length) {
      chunk = new Uint8Array(Math.max(chunkBytes, length));
      this.chunks.push(chunk);
      this.firsts.push(this.size);
      this.used = 0;
    }
    chunk.set(bytes.subarray(from, to), this.used);
    this.used += length;
    this.ends.add(this.used);
  }

  /** A text by its index. */
  at(index: number): string {
    const number = this.chunkOf(index);
    const chunk = this.chunks[number];
    if (chunk === undefined || index >= this.size) return '';
    const from = this.firsts[number] === index ? 0 : this.ends.at(index - 1);
    const to = this.ends.at(index);
    const text = this.stringOf(number, chunk, to);
    return text === undefined ? Buffer.from(chunk.buffer, from, to - from).toString('utf8') : text.slice(from, to);
  }

  /** A chunk as a string, at least up to an offset: decoding many texts at once takes a fraction of the time. */
  private stringOf(number: number, chunk: Uint8Array, to: number): string | undefined {
    const known = this.strings[number];
    if (number < this.strings.length && (known === undefined || known.length >= to)) return known;
    const isLast = number === this.chunks.length - 1;
    const used = isLast ? this.used : chunk.length;
    const decoded = Buffer.from(chunk.buffer, 0, used).toString('utf8');
    // Elsewhere, a character has more bytes than units.
    const text = decoded.length === used ? decoded : undefined;
    this.strings[number] = text;
    return text;
  }

  /** The number of the chunk with a text. */
  private chunkOf(index: number): number {
    let [low, high] = [0, this.firsts.length - 1];
    if (index >= (this.firsts[high] ?? 0)) return high;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.firsts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** An indicator of one text with its number of occurrences and its first locations. */
export interface CountedIndicator extends Indicator {
  /** Special-purpose address or special-use name: must never be sent. */
  readonly reserved: boolean;
  /** Lines with it: for a host, also those with a URL on it. In a document of records, the records. */
  readonly count: number;
  /** The clients of these lines; absent if none is known. The number of the file is 0. */
  readonly clients?: Clients | undefined;
  /** Line, column, line, column … of its first locations (see {@link LocationStore}), both from 1; columns count UTF-16 units. */
  readonly locations: readonly number[];
  /** The timeline of its occurrences. */
  readonly timeline?: Timeline;
}

/** Indicators listed per text, and further ones that sources know; occurrences of others are counted. */
export const maxIndicators = 500_000;

/** Returns which of many indicators sources know. */
export type AreKnown = (indicators: readonly Indicator[]) => readonly boolean[];

/** By index in a list of a thread ({@link BlockFound.table}), the place in the list of the counter; -1 if it isn't listed. */
export class NameTable {
  readonly indicators = new NumberList();
  readonly clients = new NumberList();
  /** The number plus one of the client that is an indicator, once it was one. */
  readonly addresses = new NumberList();
}

const newline = 10;
/** Numbers of a name that was read: its hash, both halves, and where it ends. */
const nameSize = 3;

/** Pairs whose numbers are loaded together, and have to stay in the cache of the processor. */
const pairsAtOnce = 1 << 10;

/** Different clients of a text. */
const maxClients = 500_000;

/** Counts the lines of a text by indicator, one part after the other. */
export class OccurrenceCounter {
  private readonly tokens = new TokenTable();
  private readonly names = new NameStore();
  private kinds = new Uint8Array(1 << 10);
  private readonly locations = new LocationStore();
  private readonly clientTokens = new TokenTable();
  private readonly clientNames = new NameStore();
  private readonly clients: ClientCounts;
  /** By indicator: 1 if it is known, 2 if it isn't; 0 if nobody asked about it. */
  private readonly asked = new NumberList();
  /** Positions on the timeline of occurrences without a location; the note of an indicator is its row plus one. */
  private readonly bins = new BinStore();
  /** For one part after the other, so that no memory is left to be collected. */
  private scratch = new Int32Array();
  /** The unit of positions, which the first part with indicators decides. */
  private unit: TimelineUnit | undefined;
  private lastTime = 0;
  /** See {@link BlockFound.zone}. */
  zone: number | undefined;
  private lineEnds = 0;
  private eventEnds = 0;
  /** UTF-16 units before the next part in its first line. */
  private column = 0;
  /** Lines with each indicator, all together. */
  counted = 0;
  /** Those of indicators that aren't listed. */
  unlisted = 0;
  bytes = 0;
  /** It is a list, or an import of the store. */
  isKnowledge = false;

  /**
   * `areKnown` decides which indicators are listed beyond `max`, up to twice as many, and whose clients are kept beyond
   * `pairs`, up to twice as many.
   */
  constructor(
    private readonly max = maxIndicators,
    private readonly areKnown?: AreKnown,
    pairs = maxPairs,
  ) {
    this.clients = new ClientCounts(pairs, maxClientsOfIndicator);
  }

  /** Adds the next part of the text. `table` is that of its thread and list, and empty for the first part. */
  add(found: BlockFound, table: NameTable): void {
    this.addNames(found, table.indicators);
    this.addClientNames(found, table.clients);
    this.zone ??= found.zone;
    if (found.counted > 0) this.unit ??= found.isTimed ? 'seconds' : 'lines';
    this.counted += found.counted;
    this.addLocated(found, table.indicators);
    this.addMore(found, table.indicators);
    this.addClients(found, table);
    this.bytes += found.bytes;
    this.lineEnds += found.lineEnds;
    this.eventEnds += found.eventEnds;
    this.column = found.lineEnds === 0 ? this.column + found.tail : found.tail;
  }

  /** The data that this text needs of its next parts, which need to return no more. */
  get need(): BlockNeed {
    return { binSeconds: this.bins.width, locations: this.locations.max };
  }

  /** The number of indicators listed. */
  get size(): number {
    return this.names.size;
  }

  /** As an editor counts them, without an empty last line. */
  get lines(): number {
    return this.lineEnds + (this.column > 0 ? 1 : 0);
  }

  /** A part of the list, which is ordered by first occurrence. Each has at most `maxNamed` clients by name. */
  *list(from = 0, to = this.size, maxNamed = namedClients): Generator<CountedIndicator> {
    for (let at = from; at < Math.min(to, this.size); at++) {
      const timeline = this.timelineOf(at);
      yield {
        ...this.nameOf(at),
        count: this.locations.countOf(at),
        clients: this.clientCountOf(at) === 0 ? undefined : this.clientsOf(at, maxNamed),
        locations: this.locations.list(at),
        timeline,
      };
    }
  }

  /** An indicator of the list. */
  nameOf(entry: number): Pick<CountedIndicator, 'value' | 'type' | 'reserved'> {
    const { type, reserved } = ofKind(this.kinds[entry] ?? 0);
    return { value: this.names.at(entry), type, reserved };
  }

  /** The type of an indicator of the list. */
  typeOf(entry: number): IndicatorType {
    return ofKind(this.kinds[entry] ?? 0).type;
  }

  /** The number of lines with it so far. */
  countOf(entry: number): number {
    return this.locations.countOf(entry);
  }

  /** The clients of these lines; `top` has at most `max`. The number of the file is 0. */
  clientsOf(entry: number, max = namedClients): Clients {
    const all: CountedClient[] = [];
    this.clients.forEachClient(entry, (client, { line, column, ...counted }) =>
      all.push({ name: this.clientNames.at(client), ...counted, files: 1, location: { file: 0, line, column } }),
    );
    const isMore = this.clients.otherLinesOf(entry) > 0;
    return { count: all.length, isMore, top: all.sort(byLines).slice(0, max) };
  }

  /** How many different clients {@link clientsOf} has. */
  clientCountOf(entry: number): number {
    return this.clients.clientsOf(entry);
  }

  /** The indicators that have a client of which a test is true. */
  entriesWithClient(test: (name: string) => boolean): ReadonlySet<number> {
    const clients = new Set<number>();
    for (let client = 0; client < this.clientNames.size; client++)
      if (test(this.clientNames.at(client))) clients.add(client);
    const entries = new Set<number>();
    if (clients.size > 0)
      this.clients.forEachPair((entry, client) => {
        if (clients.has(client)) entries.add(entry);
      });
    return entries;
  }

  /** Whether a test is true of any client. */
  hasClient(test: (name: string) => boolean): boolean {
    for (let client = 0; client < this.clientNames.size; client++) if (test(this.clientNames.at(client))) return true;
    return false;
  }

  /** Its locations, as in {@link CountedIndicator}. */
  locationsOf(entry: number, max?: number): readonly number[] {
    return this.locations.list(entry, max);
  }

  /** The timeline of its occurrences. */
  timelineOf(entry: number): Timeline | undefined {
    const positions: number[] = [];
    // Nothing is known before the first timestamp.
    this.locations.forEach(entry, (_line, _column, position) => {
      if (position > 0) positions.push(position);
    });
    const row = this.locations.noteOf(entry) - 1;
    const histogram = getHistogram(positions, row === -1 ? undefined : this.bins.histogram(row));
    return histogram && { ...histogram, from: this.locations.fromOf(entry), to: this.locations.toOf(entry) };
  }

  /** The first and the last position of {@link timelineOf}. */
  spanOf(entry: number): Pick<Timeline, 'from' | 'to'> | undefined {
    const isCounted = this.locations.noteOf(entry) > 0 || this.locations.hasPosition(entry);
    return isCounted ? { from: this.locations.fromOf(entry), to: this.locations.toOf(entry) } : undefined;
  }

  /** Visits the counts of {@link timelineOf}: positions, and the beginnings of wider bins. */
  forEachPosition(entry: number, visit: VisitPosition): void {
    this.locations.forEachPosition(entry, visit);
    const row = this.locations.noteOf(entry) - 1;
    if (row !== -1) forEachBin(this.bins.histogram(row), visit);
  }

  /** The unit of the timelines; undefined before any indicator. */
  get timelineUnit(): TimelineUnit | undefined {
    return this.unit;
  }

  /**
   * The position of a line on the timeline: where the text has timestamps its time or, if that isn't known, the last one.
   * Times have all 32 bits, for logs after January 2038.
   */
  private positionOf(line: number, time: number): number {
    if (time > 0) this.lastTime = time;
    return this.unit === 'seconds' ? this.lastTime : line;
  }

  private addClientNames({ clientNames }: BlockFound, table: NumberList): void {
    for (let from = 0; from < clientNames.length;) {
      const to = clientNames.indexOf(newline, from);
      table.add(this.clientNumber(clientNames, from, to));
      from = to + 1;
    }
  }

  /** The number of a client; -1 if there are too many. */
  private clientNumber(bytes: Uint8Array, from: number, to: number): number {
    const { clientTokens: tokens, clientNames } = this;
    tokens.read(bytes, from, to, 0);
    const client = tokens.numberOf(tokens.hash, tokens.other, maxClients);
    if (client === clientNames.size) clientNames.add(bytes, from, to);
    return client;
  }

  private addClients({ clients, isAbsolute }: BlockFound, table: NameTable): void {
    const [lines, before] = isAbsolute === true ? [0, 0] : [this.lineEnds, this.column];
    const count = clients.length / pairSize;
    const pairs = this.scratchOf(2 * count);
    for (let pair = 0; pair < count; pair++) {
      const given = clients[pairSize * pair + 1] ?? 0;
      pairs[2 * pair] = table.indicators.at(clients[pairSize * pair] ?? 0);
      pairs[2 * pair + 1] = given < 0 ? this.addressOf(firstAddress - given, table) : table.clients.at(given);
    }
    if (this.clients.mayFill(count)) this.askAbout(pairs, count);
    for (let pair = 0; pair < count; pair++) {
      if (pair % pairsAtOnce === 0) this.clients.preload(pairs, pair, Math.min(count, pair + pairsAtOnce));
      const [entry, client] = [pairs[2 * pair] ?? 0, pairs[2 * pair + 1] ?? 0];
      const at = pairSize * pair;
      if (entry === -1) continue;
      if (client === -1) this.clients.addOther(entry, clients[at + pairOffsets.lines] ?? 0);
      else {
        const line = clients[at + pairOffsets.line] ?? 0;
        clients[at + pairOffsets.line] = lines + line + 1;
        if (line === 0) clients[at + pairOffsets.column] = before + (clients[at + pairOffsets.column] ?? 0);
        this.clients.add(entry, client, clients, at, this.asked.at(entry) === 1);
      }
    }
  }

  /** Asks which indicators of pairs are known. */
  private askAbout(pairs: Int32Array, count: number): void {
    if (this.areKnown === undefined) return;
    const notLookedUp = new Set<number>();
    for (let pair = 0; pair < count; pair++) {
      const entry = pairs[2 * pair] ?? 0;
      if (entry !== -1 && this.asked.at(entry) === 0 && !ofKind(this.kinds[entry] ?? 0).reserved)
        notLookedUp.add(entry);
    }
    const entries = [...notLookedUp];
    const known = this.areKnown(entries.map((entry) => this.nameOf(entry)));
    for (const [index, entry] of entries.entries()) this.asked.set(entry, known[index] === true ? 1 : 2);
  }

  /** The number of the client that is the indicator with an index in the list of a thread. */
  private addressOf(index: number, { indicators, addresses }: NameTable): number {
    const known = addresses.at(index);
    if (known > 0) return known - 1;
    const client = this.clientOfEntry(indicators.at(index));
    if (client !== -1) addresses.set(index, client + 1);
    return client;
  }

  /** The number of the client that is an indicator of the list. */
  private clientOfEntry(entry: number): number {
    if (entry === -1) return -1;
    const name = Buffer.from(this.names.at(entry));
    return this.clientNumber(name, 0, name.length);
  }

  private addNames({ names, kinds }: BlockFound, table: NumberList): void {
    const { tokens } = this;
    const read = this.scratchOf(nameSize * kinds.length);
    for (let at = 0, from = 0; at < kinds.length; at++) {
      const to = names.indexOf(newline, from);
      tokens.read(names, from, to, typeOfKind(kinds[at] ?? 0));
      read[nameSize * at] = tokens.hash;
      read[nameSize * at + 1] = tokens.other;
      read[nameSize * at + 2] = to;
      from = to + 1;
    }
    tokens.preload(read, nameSize * kinds.length, nameSize);
    const known = this.knownBeyond(names, kinds, read);
    for (let at = 0, from = 0; at < kinds.length; at++) {
      const to = read[nameSize * at + 2] ?? 0;
      const max = known?.has(at) === true ? 2 * this.max : this.max;
      const entry = tokens.numberOf(read[nameSize * at] ?? 0, read[nameSize * at + 1] ?? 0, max);
      if (entry === this.size) {
        this.addKind(kinds[at] ?? 0);
        this.names.add(names, from, to);
      }
      table.add(entry);
      from = to + 1;
    }
  }

  /** Which names of a part may be beyond the maximum, and are known; undefined as long as it isn't reached. */
  private knownBeyond(names: Uint8Array, kinds: Uint8Array, read: Int32Array): ReadonlySet<number> | undefined {
    if (this.areKnown === undefined || this.size + kinds.length <= this.max || this.size >= 2 * this.max)
      return undefined;
    const beyond: (Indicator & { readonly at: number })[] = [];
    for (let at = 0, from = 0; at < kinds.length; at++) {
      const to = read[nameSize * at + 2] ?? 0;
      const { type, reserved } = ofKind(kinds[at] ?? 0);
      const value = Buffer.from(names.buffer, names.byteOffset + from, to - from).toString('utf8');
      if (!reserved) beyond.push({ type, value, at });
      from = to + 1;
    }
    const known = this.areKnown(beyond);
    return new Set(beyond.flatMap(({ at }, index) => (known[index] === true ? [at] : [])));
  }

  private addKind(kind: number): void {
    const { size } = this;
    if (size === this.kinds.length) this.kinds = new Uint8Array(this.kinds.buffer.transfer(2 * size));
    this.kinds[size] = kind;
  }

  private addLocated({ located, isAbsolute }: BlockFound, table: NumberList): void {
    const [lines, events] = isAbsolute === true ? [0, 0] : [this.lineEnds, this.eventEnds];
    const before = isAbsolute === true ? 0 : this.column;
    const entries = this.entriesOf(located, locatedSize, table);
    for (let at = 0; at < located.length; at += locatedSize) {
      const entry = entries[at / locatedSize] ?? -1;
      if (entry === -1) {
        this.unlisted++;
        continue;
      }
      // The part before may have counted the beginning of this event.
      if (!this.locations.enter(entry, events + (located[at + 4] ?? 0))) {
        this.counted--;
        continue;
      }
      const line = located[at + 1] ?? 0;
      const column = located[at + 2] ?? 0;
      const position = this.positionOf(lines + line + 1, (located[at + 3] ?? 0) >>> 0);
      const isStored = this.locations.add(entry, lines + line + 1, line === 0 ? before + column : column, position);
      this.locations.include(entry, position);
      if (!isStored && position > 0) this.addToBin(entry, position, 1);
    }
  }

  private addMore({ more, groups, isAbsolute }: BlockFound, table: NumberList): void {
    const [lines, events] = isAbsolute === true ? [0, 0] : [this.lineEnds, this.eventEnds];
    const entries = this.entriesOf(more, moreSize, table);
    this.bins.preload(entries, more.length / moreSize, this.locations);
    for (let at = 0; at < more.length; at += moreSize) {
      const entry = entries[at / moreSize] ?? -1;
      const group = 2 * (more[at + 1] ?? 0);
      const count = more[at + 2] ?? 0;
      if (entry === -1) {
        this.unlisted += count;
        continue;
      }
      this.locations.count(entry, count);
      this.locations.enter(entry, events + (more[at + 6] ?? 0));
      const position = this.positionOf(lines + (groups[group] ?? 0) + 1, (groups[group + 1] ?? 0) >>> 0);
      if (position > 0) this.addToBin(entry, position, count);
      const [from, to] = [(more[at + 3] ?? 0) >>> 0, (more[at + 4] ?? 0) >>> 0];
      if (this.unit === 'lines') this.locations.include(entry, lines + (more[at + 5] ?? 0) + 1);
      else if (from === 0) this.locations.include(entry, position);
      else {
        this.locations.include(entry, from);
        this.locations.include(entry, to);
        this.lastTime = to;
      }
    }
  }

  /** The places in the list of all indexes in a list of occurrences, whose numbers are loaded at once. */
  private entriesOf(numbers: Int32Array, step: number, table: NumberList): Int32Array {
    const count = numbers.length / step;
    const entries = this.scratchOf(count);
    for (let at = 0; at < count; at++) entries[at] = table.at(numbers[step * at] ?? 0);
    this.locations.preload(entries, count);
    return entries;
  }

  private scratchOf(length: number): Int32Array {
    if (this.scratch.length < length) this.scratch = new Int32Array(2 * length);
    return this.scratch;
  }

  private addToBin(entry: number, position: number, count: number): void {
    if (this.locations.noteOf(entry) === 0) this.locations.setNote(entry, this.bins.addRow() + 1);
    this.bins.add(this.locations.noteOf(entry) - 1, position, count);
  }
}
