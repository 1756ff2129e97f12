import type { Indicator } from '../../indicators/identity/types';
import { type BlockFound, locatedSize, moreSize, ofKind, typeOfKind } from './blockFound';
import { BinStore } from './binStore';
import { LocationStore } from './locationStore';
import { NumberList } from './numberList';
import { type PackedTimelines, packTimelines, type Timeline, timelineOf, type TimelineUnit } from '../timeline';
import { TokenTable } from './tokenTable';

/** An indicator of one text with its number of occurrences and its first locations. */
export interface TallyEntry extends Indicator {
  /** Special-purpose address or special-use name: must never be sent. */
  readonly reserved: boolean;
  readonly count: number;
  /** Line, column, line, column … of its first locations (see {@link LocationStore}), both from 1; columns count UTF-16 units. */
  readonly locations: readonly number[];
  /** When it occurs. */
  readonly timeline?: Timeline;
}

/** Indicators listed per text; occurrences of further ones are counted. */
export const maxIndicators = 500_000;

/** The list of indicators that the parts found by one thread refer to. */
export interface NameTable {
  readonly id: number;
  /** By index; empty for those that the tally has. */
  readonly names: string[];
  readonly kinds: number[];
  /** By index, the place in the tally plus one, or -1 if it isn't listed; 0 before it was looked up. */
  readonly entries: NumberList;
}

/** A {@link NameTable} for the next part of a thread, after the part's names were added. */
export function continuedTable(last: NameTable | undefined, { table, names, kinds }: BlockFound): NameTable {
  const next = last?.id === table ? last : { id: table, names: [], kinds: [], entries: new NumberList() };
  if (kinds.length === 0) return next;
  for (const [at, name] of names.split('\n').entries()) {
    next.names.push(name);
    next.kinds.push(kinds[at] ?? 0);
    next.entries.add(0);
  }
  return next;
}

/** Counts the occurrences of a text by indicator, one part after the other. */
export class Tally {
  private readonly tokens = new TokenTable();
  private readonly names: string[] = [];
  private readonly kinds: number[] = [];
  private readonly locations = new LocationStore();
  /** Positions on the timeline of occurrences without a location. */
  private readonly bins = new BinStore();
  /** What positions are counted in, which the first part with indicators decides. */
  private unit: TimelineUnit | undefined;
  private lastTime = 0;
  private lineEnds = 0;
  /** UTF-16 units before the next part in its first line. */
  private column = 0;
  /** All occurrences. */
  occurrences = 0;
  /** Occurrences of indicators that aren't listed. */
  unlisted = 0;
  bytes = 0;

  constructor(private readonly max = maxIndicators) {}

  /** Adds the next part of the text. */
  add(found: BlockFound, table: NameTable): void {
    if (found.occurrences > 0) this.unit ??= found.isTimed ? 'seconds' : 'lines';
    this.addLocated(found, table);
    this.addMore(found, table);
    this.occurrences += found.occurrences;
    this.bytes += found.bytes;
    this.lineEnds += found.lineEnds;
    this.column = found.lineEnds === 0 ? this.column + found.tail : found.tail;
  }

  /** The number of indicators listed. */
  get size(): number {
    return this.names.length;
  }

  /** As an editor counts them, without an empty last line. */
  get lines(): number {
    return this.lineEnds + (this.column > 0 ? 1 : 0);
  }

  /** A part of the list, which is ordered by first occurrence. */
  *list(from = 0, to = this.size): Generator<TallyEntry> {
    for (let at = from; at < Math.min(to, this.size); at++) {
      const timeline = this.timelineOf(at);
      yield {
        ...{ ...this.nameOf(at), count: this.locations.countOf(at), locations: this.locations.list(at) },
        ...(timeline === undefined ? {} : { timeline }),
      };
    }
  }

  /** A part of the list: what an indicator is, its number of occurrences so far, and its first location. */
  *firsts(from: number, to: number): Generator<Omit<TallyEntry, 'timeline'>> {
    for (let at = from; at < Math.min(to, this.size); at++)
      yield { ...this.nameOf(at), count: this.locations.countOf(at), locations: this.locations.list(at, 1) };
  }

  /** The unit of the timelines; undefined before any indicator. */
  get timelineUnit(): TimelineUnit | undefined {
    return this.unit;
  }

  /** The counts and locations of the list. */
  numbers(): {
    readonly counts: Uint32Array<ArrayBuffer>;
    readonly locationEnds: Uint32Array<ArrayBuffer>;
    readonly locations: Int32Array<ArrayBuffer>;
    readonly timelines: PackedTimelines;
  } {
    const { locations, size } = this;
    const counts = new Uint32Array(size);
    for (let at = 0; at < size; at++) counts[at] = locations.countOf(at);
    return { counts, ...locations.lists(size), timelines: packTimelines(this.timelines()) };
  }

  private *timelines(): Generator<Timeline | undefined> {
    for (let at = 0; at < this.size; at++) yield this.timelineOf(at);
  }

  private timelineOf(entry: number): Timeline | undefined {
    const positions: number[] = [];
    // Nothing is known before the first timestamp.
    this.locations.forEach(entry, (_line, _column, position) => {
      if (position > 0) positions.push(position);
    });
    return timelineOf(positions, this.bins.timeline(entry));
  }

  private nameOf(entry: number): Pick<TallyEntry, 'value' | 'type' | 'reserved'> {
    return { value: this.names[entry] ?? '', ...ofKind(this.kinds[entry] ?? 0) };
  }

  /** The position of a line on the timeline: where the text has timestamps its time or, if that isn't known, the last one. */
  private positionOf(line: number, time: number): number {
    if (time > 0) this.lastTime = time;
    return this.unit === 'seconds' ? this.lastTime : line;
  }

  private entryOf(id: number, table: NameTable): number {
    const known = table.entries.at(id);
    if (known !== 0) return known > 0 ? known - 1 : -1;
    const name = table.names[id] ?? '';
    const kind = table.kinds[id] ?? 0;
    // The tally has it now, possibly from another thread.
    table.names[id] = '';
    const entry = this.tokens.numberOf(name, typeOfKind(kind), this.max);
    table.entries.set(id, entry === -1 ? -1 : entry + 1);
    if (entry === this.size) {
      this.names.push(name);
      this.kinds.push(kind);
    }
    return entry;
  }

  private addLocated({ located, isAbsolute }: BlockFound, table: NameTable): void {
    const lines = isAbsolute === true ? 0 : this.lineEnds;
    const before = isAbsolute === true ? 0 : this.column;
    for (let at = 0; at < located.length; at += locatedSize) {
      const entry = this.entryOf(located[at] ?? 0, table);
      if (entry === -1) {
        this.unlisted++;
        continue;
      }
      const line = located[at + 1] ?? 0;
      const column = located[at + 2] ?? 0;
      const position = this.positionOf(lines + line + 1, located[at + 3] ?? 0);
      const isStored = this.locations.add(entry, lines + line + 1, line === 0 ? before + column : column, position);
      if (!isStored && position > 0) this.bins.add(entry, position, 1);
    }
  }

  private addMore({ more, groups, isAbsolute }: BlockFound, table: NameTable): void {
    const lines = isAbsolute === true ? 0 : this.lineEnds;
    for (let at = 0; at < more.length; at += moreSize) {
      const entry = this.entryOf(more[at] ?? 0, table);
      const group = 2 * (more[at + 1] ?? 0);
      const count = more[at + 2] ?? 0;
      if (entry === -1) {
        this.unlisted += count;
        continue;
      }
      this.locations.count(entry, count);
      const position = this.positionOf(lines + (groups[group] ?? 0) + 1, groups[group + 1] ?? 0);
      if (position > 0) this.bins.add(entry, position, count);
    }
  }
}
