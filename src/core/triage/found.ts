import type { Indicator } from '../indicators/identity/types';
import type { InputFailure } from '../records/problems/inputFailure';
import { maxLocations, type TallyEntry } from './tally';
import { mergeTimelines, shiftTimeline, type Timeline, type TimelineUnit } from './timeline';

/** A location of an indicator: the index of the file, and line and column from 1. */
export interface Location {
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

/** The result of reading one text. */
export type TextRead =
  | {
      readonly kind: 'read';
      readonly bytes: number;
      readonly lines: number;
      readonly occurrences: number;
      /** Occurrences of indicators beyond the maximum listed. */
      readonly unlisted: number;
      readonly found: readonly TallyEntry[];
      /** The unit of the timelines of the indicators. */
      readonly timelineUnit?: TimelineUnit;
      /** Why it wasn't read to its end. */
      readonly failure?: InputFailure;
    }
  | { readonly kind: 'skipped'; readonly failure: InputFailure };

/** An indicator of several texts. */
export interface Found {
  readonly indicator: Indicator;
  readonly reserved: boolean;
  readonly occurrences: number;
  /** The number of files that contain it. */
  readonly files: number;
  /** Ordered by file and line. */
  readonly locations: readonly Location[];
  /** When it occurs, see {@link timelineUnitOf}; absent if that isn't known. */
  readonly timeline?: Timeline;
}

/** The unit of the timeline of several texts: time if any of them has timestamps, else lines, one text after the other. */
export function timelineUnitOf(texts: readonly TextRead[]): TimelineUnit | undefined {
  const units = texts.flatMap((text) => (text.kind === 'read' ? (text.timelineUnit ?? []) : []));
  return units.includes('seconds') ? 'seconds' : units[0];
}

/** Merges the indicators of several texts; a skipped text counts as a file without indicators. */
export function mergeTexts(texts: readonly TextRead[]): readonly Found[] {
  const all = new Map<string, { -readonly [K in keyof Found]: Found[K] } & { locations: Location[] }>();
  const unit = timelineUnitOf(texts);
  let linesBefore = 0;
  for (const [file, text] of texts.entries()) {
    if (text.kind === 'skipped') continue;
    const placed = (timeline: Timeline | undefined): Timeline | undefined =>
      timeline === undefined || text.timelineUnit !== unit
        ? undefined
        : unit === 'lines' && linesBefore > 0
          ? shiftTimeline(timeline, linesBefore)
          : timeline;
    for (const { type, value, reserved, count, locations, timeline: own } of text.found) {
      const name = `${type} ${value}`;
      const existing = all.get(name);
      const located = locationsOf(locations, file);
      const timeline = mergeTimelines(existing?.timeline, placed(own));
      if (existing === undefined)
        all.set(name, {
          ...{ indicator: { type, value }, reserved, occurrences: count, files: 1, locations: located },
          ...(timeline === undefined ? {} : { timeline }),
        });
      else {
        if (timeline !== undefined) existing.timeline = timeline;
        existing.occurrences += count;
        existing.files++;
        existing.locations.push(...located.slice(0, Math.max(0, maxLocations - existing.locations.length)));
      }
    }
    linesBefore += text.lines;
  }
  return [...all.values()];
}

function locationsOf(numbers: readonly number[], file: number): Location[] {
  const locations: Location[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2)
    locations.push({ file, line: numbers[at] ?? 1, column: numbers[at + 1] ?? 1 });
  return locations;
}
