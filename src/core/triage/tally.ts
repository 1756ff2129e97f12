import type { Indicator } from '../indicators/identity/types';
import { type BlockFound, ofKind } from './blockFound';
import { LocationStore } from './locationStore';
import { type PackedTimelines, packTimelines, type Timeline, TimelineCounter, type TimelineUnit } from './timeline';

/** An indicator of one text with its number of occurrences and its first locations. */
export interface TallyEntry extends Indicator {
  /** Special-purpose address or special-use name: must never be sent. */
  readonly reserved: boolean;
  readonly count: number;
  /** Line, column, line, column … of its first locations ({@link maxLocations}), both from 1; columns count UTF-16 units. */
  readonly locations: readonly number[];
  /** When it occurs. */
  readonly timeline?: Timeline;
}

/** Locations stored per indicator and text. */
export const maxLocations = 50;
/** Indicators listed per text; occurrences of further ones are counted. */
export const maxIndicators = 500_000;

/** The list of indicators that the parts found by one thread refer to. */
export interface NameTable {
  readonly id: number;
  readonly names: string[];
  readonly kinds: number[];
  /** By index, the place in the tally plus one, or -1 if it isn't listed; 0 before it was looked up. */
  readonly entries: number[];
}

/** A {@link NameTable} for the next part of a thread, after the part's names were added. */
export function continuedTable(last: NameTable | undefined, { table, names, kinds }: BlockFound): NameTable {
  const next = last?.id === table ? last : { id: table, names: [], kinds: [], entries: [] };
  for (const [at, name] of names.entries()) {
    next.names.push(name);
    next.kinds.push(kinds[at] ?? 0);
    next.entries.push(0);
  }
  return next;
}

/** Counts the occurrences of a text by indicator, one part after the other. */
export class Tally {
  /** By type. */
  private readonly entries = new Map<string, Map<string, number>>();
  private readonly names: string[] = [];
  private readonly kinds: number[] = [];
  private readonly counts: number[] = [];
  private readonly locations = new LocationStore(maxLocations);
  /** Positions on the timeline: the first one of each indicator, and all of those that have more. */
  private readonly firsts: number[] = [];
  private readonly timelines: (TimelineCounter | undefined)[] = [];
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
    const { more, groups } = found;
    const lines = found.isAbsolute === true ? 0 : this.lineEnds;
    for (let at = 0; at < more.length; at += 3) {
      const entry = this.entryOf(more[at] ?? 0, table);
      const group = 2 * (more[at + 1] ?? 0);
      const count = more[at + 2] ?? 0;
      if (entry === -1) this.unlisted += count;
      else {
        this.counts[entry] = (this.counts[entry] ?? 0) + count;
        this.place(entry, lines + (groups[group] ?? 0) + 1, groups[group + 1], count);
      }
    }
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
  list(from = 0, to = this.size): readonly TallyEntry[] {
    return this.names.slice(from, to).map((name, at) => ({
      value: name,
      ...ofKind(this.kinds[from + at] ?? 0),
      count: this.counts[from + at] ?? 0,
      locations: this.locations.list(from + at),
      ...this.timelineOf(from + at),
    }));
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
    const { counts, locations, size } = this;
    const timelines = packTimelines(Array.from({ length: size }, (_, entry) => this.timelineOf(entry).timeline));
    return { counts: Uint32Array.from(counts), ...locations.lists(size), timelines };
  }

  private timelineOf(entry: number): { readonly timeline?: Timeline } {
    const timeline = this.timelines[entry];
    if (timeline !== undefined) return { timeline: timeline.plain() };
    const first = this.firsts[entry] ?? 0;
    return first === 0 ? {} : { timeline: { scale: 0, first, counts: [1] } };
  }

  /** Adds occurrences at a line or, where the text has timestamps, at a time; if that isn't known, at the last one. */
  private place(entry: number, line: number, time: number | undefined, count = 1): void {
    if (time !== undefined && time > 0) this.lastTime = time;
    const position = this.unit === 'seconds' ? this.lastTime : line;
    if (position === 0) return;
    const first = this.firsts[entry] ?? 0;
    let timeline = this.timelines[entry];
    // Most indicators occur once.
    if (first === 0 && count === 1) {
      this.firsts[entry] = position;
      return;
    }
    if (timeline === undefined) {
      timeline = new TimelineCounter();
      this.timelines[entry] = timeline;
      if (first !== 0) timeline.add(first);
      this.firsts[entry] = position;
    }
    timeline.add(position, count);
  }

  private entryOf(id: number, table: NameTable): number {
    const known = table.entries[id] ?? 0;
    if (known !== 0) return known > 0 ? known - 1 : -1;
    const name = table.names[id] ?? '';
    const kind = table.kinds[id] ?? 0;
    const { type } = ofKind(kind);
    const ofType = this.entries.get(type) ?? new Map<string, number>();
    this.entries.set(type, ofType);
    let entry = ofType.get(name);
    if (entry === undefined && this.size < this.max) {
      entry = this.size;
      ofType.set(name, entry);
      this.names.push(name);
      this.kinds.push(kind);
      this.counts.push(0);
    }
    table.entries[id] = entry === undefined ? -1 : entry + 1;
    // The tally has it now, possibly from another thread.
    table.names[id] = '';
    return entry ?? -1;
  }

  private addLocated({ located, times, isAbsolute }: BlockFound, table: NameTable): void {
    const lines = isAbsolute === true ? 0 : this.lineEnds;
    const before = isAbsolute === true ? 0 : this.column;
    for (let at = 0; at < located.length; at += 3) {
      const entry = this.entryOf(located[at] ?? 0, table);
      if (entry === -1) {
        this.unlisted++;
        continue;
      }
      this.counts[entry] = (this.counts[entry] ?? 0) + 1;
      const line = located[at + 1] ?? 0;
      const column = located[at + 2] ?? 0;
      this.locations.add(entry, lines + line + 1, line === 0 ? before + column : column);
      this.place(entry, lines + line + 1, times[at / 3]);
    }
  }
}
