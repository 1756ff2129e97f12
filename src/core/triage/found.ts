import type { Indicator } from '../indicators/types';
import { mostPlaces, type Tallied } from './tally';

/** Where an indicator stands: the file by its place among those read, line and column from 1. */
export interface Place {
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

/** What came of reading one text. */
export type TextRead =
  | {
      readonly kind: 'read';
      readonly bytes: number;
      readonly lines: number;
      readonly occurrences: number;
      /** Occurrences of indicators beyond the most that are listed. */
      readonly unlisted: number;
      readonly found: readonly Tallied[];
      /** Why it was not read to its end; goes on from “read in part: ”. */
      readonly broke?: string;
    }
  /** The reason goes on from “not read: ”. */
  | { readonly kind: 'skipped'; readonly reason: string };

/** An indicator of several texts. */
export interface Found {
  readonly indicator: Indicator;
  readonly reserved: boolean;
  readonly occurrences: number;
  /** How many files it stands in. */
  readonly files: number;
  /** In the order of the files and of their lines. */
  readonly places: readonly Place[];
}

/** Lays what was found in several texts over each other; what was skipped counts as a file without indicators. */
export function united(texts: readonly TextRead[]): readonly Found[] {
  const all = new Map<string, { -readonly [K in keyof Found]: Found[K] } & { places: Place[] }>();
  for (const [file, text] of texts.entries()) {
    if (text.kind === 'skipped') continue;
    for (const { type, value, reserved, count, places } of text.found) {
      const name = `${type} ${value}`;
      const held = all.get(name);
      const placed = placesOf(places, file);
      if (held === undefined)
        all.set(name, { indicator: { type, value }, reserved, occurrences: count, files: 1, places: placed });
      else {
        held.occurrences += count;
        held.files++;
        held.places.push(...placed.slice(0, Math.max(0, mostPlaces - held.places.length)));
      }
    }
  }
  return [...all.values()];
}

function placesOf(numbers: readonly number[], file: number): Place[] {
  const places: Place[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2)
    places.push({ file, line: numbers[at] ?? 1, column: numbers[at + 1] ?? 1 });
  return places;
}
