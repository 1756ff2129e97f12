import type { Indicator } from '../indicators/identity/types';
import type { InputFailure } from '../records/problems/inputFailure';
import { type Clients, clientsIn, mergeClients } from './clients/counted';
import { NumberList } from './counting/numberList';
import type { CountedIndicator } from './counting/occurrenceCounter';
import { type LocationList, StoredLocations } from './locationList';
import { mergeTimelines, shiftTimeline, type Timeline, type TimelineUnit } from './timeline';

/** The result of reading one text. */
export type TextRead =
  | {
      readonly kind: 'read';
      readonly bytes: number;
      readonly lines: number;
      readonly counted: number;
      /** Occurrences of indicators beyond the maximum listed. */
      readonly unlisted: number;
      /** Ordered by first occurrence; each iteration lists it again, so that a long list isn't in memory. */
      readonly found: Iterable<CountedIndicator>;
      /** The unit of the timelines of the indicators. */
      readonly timelineUnit?: TimelineUnit;
      /** The names of its fields, if it doesn't have the field that was chosen for its clients. */
      readonly fields?: readonly string[] | undefined;
      /** It is counted although it is knowledge. */
      readonly isKnowledge?: boolean | undefined;
      /** Why it wasn't read to its end. */
      readonly failure?: InputFailure | undefined;
    }
  | UncountedText;

/** A text that couldn't be read, or that isn't counted, because it is knowledge rather than evidence. */
export type UncountedText =
  | { readonly kind: 'skipped'; readonly failure: InputFailure }
  | { readonly kind: 'knowledge'; readonly failure?: undefined };

/** An indicator of several texts. */
export interface Found {
  readonly indicator: Indicator;
  readonly reserved: boolean;
  /** Lines with it, see {@link CountedIndicator.count}. */
  readonly lines: number;
  /** The clients of these lines; absent if none is known. */
  readonly clients?: Clients | undefined;
  /** The number of files that contain it. */
  readonly files: number;
  readonly locations: LocationList;
  /** When it occurs, see {@link getTimelineUnit}; absent if that isn't known. */
  readonly timeline?: Timeline | undefined;
  /** In a part of the timeline: lines are at most as many, and the first and the last time are the edges of bars. */
  readonly isRough?: boolean | undefined;
  /** The number of a row of which only the lines of a client or a time count. */
  readonly part?: number | undefined;
  /** In a part of the timeline: its lines may not be those at {@link locations}. */
  readonly isElsewhere?: boolean | undefined;
  /** The source in whose group it is. */
  readonly ofSource?: string | undefined;
}

/**
 * The unit of the timeline of several texts: time if any of them has timestamps, otherwise lines, one text after the
 * other.
 */
export function getTimelineUnit(texts: readonly TextRead[]): TimelineUnit | undefined {
  const units = texts.flatMap((text) => (text.kind === 'read' ? (text.timelineUnit ?? []) : []));
  return units.includes('seconds') ? 'seconds' : units[0];
}

/** Merges the indicators of several texts; those that aren't counted are files without indicators. */
export function mergeTexts(texts: readonly TextRead[]): readonly Found[] {
  const merged = new MergedTexts();
  for (const [entry, file, time] of entriesOf(texts)) merged.add(entry, file, time);
  return merged.list();
}

/** The indicators of texts on the timeline of all texts, each with the index of its text and {@link timeIn}. */
function* entriesOf(
  texts: readonly TextRead[],
): Generator<readonly [entry: CountedIndicator, file: number, time: number]> {
  const unit = getTimelineUnit(texts);
  let lines = 0;
  const read = texts.flatMap((text, file) => {
    if (text.kind !== 'read') return [];
    const linesBefore = lines;
    lines += text.lines;
    return [{ text, file, linesBefore }];
  });
  for (const { text, file, linesBefore } of read.sort((a, b) => textOrder(a.text) - textOrder(b.text))) {
    const isOnTimeline = text.timelineUnit === unit;
    for (const { timeline, ...entry } of text.found) {
      const shifted = timeline && unit === 'lines' && linesBefore > 0 ? shiftTimeline(timeline, linesBefore) : timeline;
      const shiftedEntry = shifted === undefined || !isOnTimeline ? entry : { ...entry, timeline: shifted };
      yield [shiftedEntry, file, timeIn(text, timeline)];
    }
  }
}

/** The order of texts by which indicators occur first in logs, then in reports, then in lists. */
export function textOrder(text: {
  readonly isKnowledge?: boolean | undefined;
  readonly timelineUnit?: TimelineUnit | undefined;
}): number {
  if (text.isKnowledge === true) return 2;
  return text.timelineUnit === 'seconds' ? 0 : 1;
}

/** The time when an indicator occurs first in a text, by which texts of the same {@link placeOrder} are ordered. */
export function timeIn(text: Parameters<typeof textOrder>[0], timeline: Pick<Timeline, 'from'> | undefined): number {
  return textOrder(text) === 0 ? (timeline?.from ?? Number.MAX_VALUE) : Infinity;
}

type Merged = { -readonly [K in keyof Found]: Found[K] } & { locations: StoredLocations };

/** Merges the indicators of several texts, which are added one after the other. */
class MergedTexts {
  private readonly all = new Map<string, Merged>();
  /** The locations of all of them, in one buffer. */
  private readonly locations = new NumberList();

  add(
    { type, value, reserved, count, locations, timeline: own, ...entry }: CountedIndicator,
    file: number,
    time: number,
  ): void {
    const clients = entry.clients && clientsIn(file, entry.clients);
    const name = `${type} ${value}`;
    const existing = this.all.get(name);
    const timeline = mergeTimelines(existing?.timeline, own);
    if (existing === undefined) {
      this.all.set(name, {
        indicator: { type, value },
        reserved,
        lines: count,
        clients,
        files: 1,
        locations: StoredLocations.of(this.locations, file, locations, time),
        timeline,
      });
      return;
    }
    existing.lines += count;
    existing.clients = mergeClients([existing.clients, clients].flatMap((each) => each ?? []));
    existing.files++;
    existing.locations = existing.locations.with(file, locations, time);
    if (timeline !== undefined) existing.timeline = timeline;
  }

  list(): readonly Found[] {
    return [...this.all.values()];
  }
}
