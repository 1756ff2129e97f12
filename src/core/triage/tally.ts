import type { Indicator } from '../indicators/identity/types';
import { type BlockFound, ofKind } from './blockFound';
import { LocationStore } from './locationStore';

/** An indicator of one text with its number of occurrences and its first locations. */
export interface TallyEntry extends Indicator {
  /** Special-purpose address or special-use name: must never be sent. */
  readonly reserved: boolean;
  readonly count: number;
  /** Line, column, line, column … of its first locations ({@link maxLocations}), both from 1; columns count UTF-16 units. */
  readonly locations: readonly number[];
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
    this.addLocated(found, table);
    const { more } = found;
    for (let at = 0; at < more.length; at += 2) {
      const entry = this.entryOf(more[at] ?? 0, table);
      const count = more[at + 1] ?? 0;
      if (entry === -1) this.unlisted += count;
      else this.counts[entry] = (this.counts[entry] ?? 0) + count;
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
    }));
  }

  /** The counts and locations of the list. */
  numbers(): {
    readonly counts: Uint32Array<ArrayBuffer>;
    readonly locationEnds: Uint32Array<ArrayBuffer>;
    readonly locations: Int32Array<ArrayBuffer>;
  } {
    const { counts, locations, size } = this;
    return { counts: Uint32Array.from(counts), ...locations.lists(size) };
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

  private addLocated({ located, isAbsolute }: BlockFound, table: NameTable): void {
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
    }
  }
}
