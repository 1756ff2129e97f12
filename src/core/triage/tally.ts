import type { Indicator, Occurrence } from '../indicators/types';

/** An indicator of one text: how often it stands there, and where at first. */
export interface TallyEntry extends Indicator {
  /** Special-purpose address or special-use name: must never leave the machine. */
  readonly reserved: boolean;
  readonly count: number;
  /** Line, column, line, column … of its first places ({@link maxLocations}), both from 1; columns count UTF-16 units. */
  readonly locations: readonly number[];
}

/** So many places of one indicator are kept of a text. */
export const maxLocations = 50;
/** So many indicators of one text are listed; what is beyond is counted. */
export const maxIndicators = 500_000;

/** Counts the occurrences of a text, indicator by indicator. */
export class Tally {
  readonly #found = new Map<string, { readonly first: Occurrence; count: number; readonly locations: number[] }>();
  /** All that were counted. */
  occurrences = 0;
  /** Those of them that are of indicators beyond the ones listed. */
  unlisted = 0;

  constructor(private readonly max = maxIndicators) {}

  /** Takes in an occurrence that stands at `line` and `column`, both from 1. */
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

  /** How many indicators are listed. */
  get size(): number {
    return this.#found.size;
  }

  /** In the order in which they stand first. */
  list(): readonly TallyEntry[] {
    return Array.from(this.#found.values(), ({ first: { type, value, reserved }, count, locations }) => ({
      ...{ type, value, reserved },
      ...{ count, locations },
    }));
  }
}
