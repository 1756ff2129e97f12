import type { Indicator, Occurrence } from '../indicators/identity/types';
import { type Timeline, TimelineCounter } from './timeline';

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

interface Counted {
  readonly first: Occurrence;
  count: number;
  readonly locations: number[];
  readonly timeline: TimelineCounter;
}

/** Locations stored per indicator and text. */
export const maxLocations = 50;
/** Indicators listed per text; occurrences of further ones are counted. */
export const maxIndicators = 500_000;

/** Counts the occurrences of a text by indicator. */
export class Tally {
  readonly #found = new Map<string, Counted>();
  /** All occurrences. */
  occurrences = 0;
  /** Occurrences of indicators that aren't listed. */
  unlisted = 0;

  constructor(private readonly max = maxIndicators) {}

  /** Adds an occurrence at `line` and `column`, both from 1; `at` is its position on the timeline of the text. */
  add(occurrence: Occurrence, { line, column }: { readonly line: number; readonly column: number }, at?: number): void {
    this.occurrences++;
    const name = `${occurrence.type} ${occurrence.value}`;
    const existing = this.#found.get(name);
    if (existing !== undefined) {
      existing.count++;
      if (existing.locations.length < 2 * maxLocations) existing.locations.push(line, column);
      if (at !== undefined) existing.timeline.add(at);
    } else if (this.#found.size < this.max) {
      const timeline = new TimelineCounter();
      if (at !== undefined) timeline.add(at);
      this.#found.set(name, { first: occurrence, count: 1, locations: [line, column], timeline });
    } else this.unlisted++;
  }

  /** The number of indicators listed. */
  get size(): number {
    return this.#found.size;
  }

  /** Ordered by first occurrence. */
  list(): readonly TallyEntry[] {
    return Array.from(this.#found.values(), ({ first: { type, value, reserved }, count, locations, timeline }) => ({
      ...{ type, value, reserved },
      ...{ count, locations },
      ...(timeline.counts.length === 0 ? {} : { timeline: timeline.plain() }),
    }));
  }
}
