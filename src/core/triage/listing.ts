import type { InputFailure } from '../records/problems/inputFailure';
import type { Found } from './found';
import { kindOf, ofKind } from './counting/blockFound';
import type { Tally, TallyEntry } from './counting/tally';
import { type PackedTimelines, type TimelineUnit, unpackTimeline } from './timeline';

/** Indicators of a text that is still read, by first occurrence. */
export interface ListedPart {
  /** The index of the first of them. */
  readonly from: number;
  readonly values: readonly string[];
  readonly kinds: Uint8Array;
  /** Occurrences so far. */
  readonly counts: Uint32Array;
  /** Line and column of each first occurrence. */
  readonly firsts: Int32Array;
}

/** The end of a text whose indicators were listed: numbers for each of them, in the same order. */
export interface ListedEnd {
  readonly kind: 'read';
  readonly bytes: number;
  readonly lines: number;
  readonly occurrences: number;
  readonly unlisted: number;
  readonly failure?: InputFailure;
  readonly counts: Uint32Array;
  /** Where the locations of each end in `locations`. */
  readonly locationEnds: Uint32Array;
  readonly locations: Int32Array;
  readonly timelines: PackedTimelines;
  readonly timelineUnit?: TimelineUnit;
}

/** The result of reading a text whose indicators were listed in {@link ListedPart}s before. */
export type ListedRead = ListedEnd | { readonly kind: 'skipped'; readonly failure: InputFailure };

/** The next indicators of a tally, at most `max`; undefined if there are none. */
export function listedPart(tally: Tally, from: number, max: number): ListedPart | undefined {
  const entries = [...tally.firsts(from, from + max)];
  if (entries.length === 0) return undefined;
  return {
    from,
    values: entries.map(({ value }) => value),
    kinds: Uint8Array.from(entries, ({ type, reserved }) => kindOf(type, reserved)),
    counts: Uint32Array.from(entries, ({ count }) => count),
    firsts: Int32Array.from(entries.flatMap(({ locations: [line = 1, column = 1] }) => [line, column])),
  };
}

/** The numbers of a tally that is complete. */
export function listedEnd(tally: Tally, failure: InputFailure | undefined): ListedEnd {
  const { bytes, lines, occurrences, unlisted, timelineUnit } = tally;
  const sums = { kind: 'read', bytes, lines, occurrences, unlisted } as const;
  return {
    ...sums,
    ...tally.numbers(),
    timelineUnit,
    failure,
  };
}

/** Collects the indicators of a text. */
export class Listing {
  private readonly values: string[] = [];
  private readonly kinds: number[] = [];

  add({ values, kinds }: ListedPart): void {
    for (const [at, value] of values.entries()) {
      this.values.push(value);
      this.kinds.push(kinds[at] ?? 0);
    }
  }

  /** The indicators with their numbers. */
  *entries(end: ListedEnd): Generator<TallyEntry> {
    for (let at = 0; at < this.values.length; at++) yield this.entry(at, end);
  }

  private entry(at: number, { counts, locationEnds, locations, timelines }: ListedEnd): TallyEntry {
    const from = at === 0 ? 0 : (locationEnds[at - 1] ?? 0);
    const timeline = unpackTimeline(timelines, at);
    return {
      value: this.values[at] ?? '',
      ...ofKind(this.kinds[at] ?? 0),
      count: counts[at] ?? 0,
      locations: Array.from(locations.subarray(from, locationEnds[at])),
      timeline,
    };
  }
}

/** The indicators of a part as far as they are known. */
export function foundOf({ values, kinds, counts, firsts }: ListedPart, file: number): Found[] {
  return values.map((value, at) => {
    const { type, reserved } = ofKind(kinds[at] ?? 0);
    const location = { file, line: firsts[2 * at] ?? 1, column: firsts[2 * at + 1] ?? 1 };
    return { indicator: { type, value }, reserved, occurrences: counts[at] ?? 0, files: 1, locations: [location] };
  });
}
