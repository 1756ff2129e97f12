import type { Indicator, Occurrence } from '../indicators/identity/types';

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

/** Counts the occurrences of a text by indicator. */
export class Tally {
  readonly #found = new Map<string, { readonly first: Occurrence; count: number; readonly locations: number[] }>();
  /** All occurrences. */
  occurrences = 0;
  /** Occurrences of indicators that aren't listed. */
  unlisted = 0;

  constructor(private readonly max = maxIndicators) {}

  /** Adds an occurrence at `line` and `column`, both from 1. */
  add(occurrence: Occurrence, { line, column }: { readonly line: number; readonly column: number }): void {
    this.occurrences++;
    const name = `${occurrence.type} ${occurrence.value}`;
    const existing = this.#found.get(name);
    if (existing !== undefined) {
      existing.count++;
      if (existing.locations.length < 2 * maxLocations) existing.locations.push(line, column);
    } else if (this.#found.size < this.max) {
      this.#found.set(name, { first: occurrence, count: 1, locations: [line, column] });
    } else this.unlisted++;
  }

  /** The number of indicators listed. */
  get size(): number {
    return this.#found.size;
  }

  /** Ordered by first occurrence. */
  list(): readonly TallyEntry[] {
    return Array.from(this.#found.values(), ({ first: { type, value, reserved }, count, locations }) => ({
      ...{ type, value, reserved },
      ...{ count, locations },
    }));
  }
}
