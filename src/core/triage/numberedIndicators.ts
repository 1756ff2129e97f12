import type { Indicator, IndicatorType } from '../indicators/identity/types';
import type { CountedIndicator } from './counting/occurrenceCounter';
import { type Found, textOrder, timeIn } from './found';
import { type Clients, clientsIn, type IndicatorLine, mergeClients, namedClients, noClients } from './clients/counted';
import { maxLocations } from './counting/locationStore';
import type { Location } from './locationList';
import {
  forEachBin,
  mergeTimelines,
  shiftTimeline,
  type Timeline,
  type TimelineUnit,
  type VisitPosition,
} from './timeline';

/** The indicators of one text, in the order of their first occurrence: those of a counter, also while it counts, or given ones. */
export interface CountedText {
  readonly size: number;
  readonly lines: number;
  readonly timelineUnit: TimelineUnit | undefined;
  /** The time zone of its times, in seconds east of UTC; undefined if they have none. */
  readonly zone?: number | undefined;
  readonly isKnowledge?: boolean;
  nameOf(entry: number): Pick<CountedIndicator, 'value' | 'type' | 'reserved'>;
  typeOf(entry: number): IndicatorType;
  countOf(entry: number): number;
  /** `top` has at most `max`. */
  clientsOf(entry: number, max?: number): Clients;
  clientCountOf(entry: number): number;
  entriesWithClient(test: (name: string) => boolean): ReadonlySet<number>;
  hasClient(test: (name: string) => boolean): boolean;
  /** Line, column, line, column … of its first locations, at most `max`. */
  locationsOf(entry: number, max?: number): readonly number[];
  timelineOf(entry: number): Timeline | undefined;
  /** The first and the last position on the timeline. */
  spanOf(entry: number): Pick<Timeline, 'from' | 'to'> | undefined;
  /** Visits the positions of the timeline. */
  forEachPosition(entry: number, visit: VisitPosition): void;
}

/** Indicators that weren't counted in a text, each with its location in a file. */
export class GivenText implements CountedText {
  readonly lines = 0;
  readonly timelineUnit = undefined;

  constructor(private readonly entries: readonly (Indicator & { readonly locations: readonly number[] })[]) {}

  get size(): number {
    return this.entries.length;
  }

  nameOf(entry: number): ReturnType<CountedText['nameOf']> {
    const { type = 'domain', value = '' } = this.entries[entry] ?? {};
    return { type, value, reserved: false };
  }

  typeOf(entry: number): IndicatorType {
    return this.nameOf(entry).type;
  }

  countOf(): number {
    return 1;
  }

  clientsOf(): Clients {
    return noClients;
  }

  clientCountOf(): number {
    return 0;
  }

  entriesWithClient(): ReadonlySet<number> {
    return new Set();
  }

  hasClient(): boolean {
    return false;
  }

  locationsOf(entry: number): readonly number[] {
    return this.entries[entry]?.locations ?? [];
  }

  timelineOf(): undefined {
    return undefined;
  }

  spanOf(): undefined {
    return undefined;
  }

  forEachPosition(): void {
    // Nobody knows when it occurred.
  }
}

/** The number of an indicator in a text. */
interface TextPosition {
  readonly text: number;
  readonly entry: number;
}

/** The numbers of texts to which a row is narrowed; undefined for all. */
export type TextNumbers = ReadonlySet<number> | undefined;

/** The unit of the timeline of all texts, and the lines before each text. */
interface Axis {
  readonly unit: TimelineUnit | undefined;
  readonly linesBefore: readonly number[];
}

/**
 * The indicators of several texts, each once and numbered from 0 as they are found. Counts stay in their texts, and are
 * read for the rows that are shown.
 */
export class NumberedIndicators {
  private readonly texts: (CountedText | undefined)[] = [];
  /** By text: how many of its indicators are rows. */
  private readonly listed: number[] = [];
  /** By row: the text in which it was found first, and its number there. */
  private readonly firstTexts: number[] = [];
  private readonly firstEntries: number[] = [];
  /** The other texts of a row, if it is in several. */
  private readonly others = new Map<number, TextPosition[]>();
  /** Whether rows are in the order of the locations where they occur first. */
  private isSorted = true;
  /** Rows by indicator, once there are several texts. */
  private byName: Map<string, number> | undefined;
  private axis: Axis | undefined;

  /** The number of rows. */
  get size(): number {
    return this.firstTexts.length;
  }

  /** The number of lines of all texts. */
  get lines(): number {
    return this.texts.reduce((sum, text) => sum + (text?.lines ?? 0), 0);
  }

  /** The unit of the timeline of all texts. */
  get timelineUnit(): TimelineUnit | undefined {
    return this.timelineAxis().unit;
  }

  /** The time zone of all texts, in seconds east of UTC; undefined if they have none, or several. */
  get zone(): number | undefined {
    const zones = new Set(this.texts.flatMap((text) => (text?.timelineUnit === 'seconds' ? [text.zone] : [])));
    return zones.size === 1 ? [...zones][0] : undefined;
  }

  /** Whether any of its texts names a time zone, so that times are in UTC if {@link zone} is undefined. */
  get hasZones(): boolean {
    return this.texts.some((text) => text?.zone !== undefined);
  }

  /** Adds a text by its index, which may still be counted. */
  addText(index: number, text: CountedText): void {
    this.texts[index] = text;
    this.listed[index] = 0;
    this.axis = undefined;
    if (this.texts.filter((each) => each !== undefined).length > 1) this.byName ??= this.names();
  }

  /** Makes rows of the indicators that were found since the last call. */
  advance(index: number): void {
    const text = this.texts[index];
    if (text === undefined) return;
    const last = this.firstTexts.at(-1);
    if (last !== undefined && this.compareTexts(index, last) < 0) this.isSorted = false;
    for (let entry = this.listed[index] ?? 0; entry < text.size; entry++) {
      const known = this.byName?.get(nameKey(text.nameOf(entry)));
      if (known !== undefined) {
        this.addOther(known, { text: index, entry });
        continue;
      }
      this.byName?.set(nameKey(text.nameOf(entry)), this.size);
      this.firstTexts.push(index);
      this.firstEntries.push(entry);
    }
    this.listed[index] = text.size;
    this.axis = undefined;
  }

  indicatorOf(row: number): Pick<CountedIndicator, 'value' | 'type' | 'reserved'> {
    return this.texts[this.firstTexts[row] ?? 0]?.nameOf(this.firstEntries[row] ?? 0) ?? nothing;
  }

  /** Without a copy of its name, as most steps need nothing else. */
  typeOf(row: number): IndicatorType {
    return this.texts[this.firstTexts[row] ?? 0]?.typeOf(this.firstEntries[row] ?? 0) ?? nothing.type;
  }

  /** The lines of a row, or those in some of its texts. */
  linesOf(row: number, texts?: TextNumbers): number {
    const others = this.others.get(row);
    if (texts !== undefined && others !== undefined)
      return this.countsOf(row, texts).reduce((sum, { count }) => sum + count, 0);
    const first = this.texts[this.firstTexts[row] ?? 0]?.countOf(this.firstEntries[row] ?? 0) ?? 0;
    if (others === undefined) return first;
    return others.reduce((sum, { text, entry }) => sum + (this.texts[text]?.countOf(entry) ?? 0), first);
  }

  /** The clients of the lines of a row. */
  clientsOf(row: number, max = namedClients, texts?: TextNumbers): Clients {
    const positions = this.textsOf(row, texts);
    // Several texts may have the same clients.
    const each = positions.length === 1 ? max : Infinity;
    const { top, ...clients } = mergeClients(
      positions.flatMap(({ text, entry }) => clientsIn(text, this.texts[text]?.clientsOf(entry, each) ?? noClients)),
    );
    return { ...clients, top: top.slice(0, max) };
  }

  /** The number of clients of a row. */
  clientCountOf(row: number, texts?: TextNumbers): number {
    if (this.others.has(row)) return this.clientsOf(row, 0, texts).count;
    return this.texts[this.firstTexts[row] ?? 0]?.clientCountOf(this.firstEntries[row] ?? 0) ?? 0;
  }

  /** Returns the test whether a row has a client that passes another test. */
  clientTest(test: (name: string) => boolean): (row: number) => boolean {
    const found = this.texts.map((text) => text?.entriesWithClient(test));
    if (found.every((entries) => entries === undefined || entries.size === 0)) return () => false;
    const has = (text: number, entry: number): boolean => found[text]?.has(entry) === true;
    return (row) =>
      has(this.firstTexts[row] ?? 0, this.firstEntries[row] ?? 0) ||
      this.others.get(row)?.some(({ text, entry }) => has(text, entry)) === true;
  }

  /** Whether a client passes a test. */
  hasClient(test: (name: string) => boolean): boolean {
    return this.texts.some((text) => text?.hasClient(test) === true);
  }

  /** The timeline of a row, in units of the timeline of all texts. */
  timelineOf(row: number, texts?: TextNumbers): Timeline | undefined {
    const { unit, linesBefore } = this.timelineAxis();
    let merged: Timeline | undefined;
    for (const { text: index, entry } of this.textsOf(row, texts)) {
      const text = this.texts[index];
      const timeline = text?.timelineUnit === unit ? text?.timelineOf(entry) : undefined;
      const before = unit === 'lines' ? (linesBefore[index] ?? 0) : 0;
      const shifted = timeline !== undefined && before > 0 ? shiftTimeline(timeline, before) : timeline;
      merged = mergeTimelines(merged, shifted);
    }
    return merged;
  }

  /** Visits the positions of {@link timelineOf}, in any order: for most rows without creating the timeline. */
  forEachPosition(row: number, visit: VisitPosition, texts?: TextNumbers): void {
    const text = this.texts[this.firstTexts[row] ?? 0];
    if (!this.isAsCounted(row)) forEachBin(this.timelineOf(row, texts), visit);
    else if (text?.timelineUnit === this.timelineUnit) text?.forEachPosition(this.firstEntries[row] ?? 0, visit);
  }

  /** Its first and last position on the timeline of all texts; undefined if it isn't there. */
  spanOf(row: number, texts?: TextNumbers): Pick<Timeline, 'from' | 'to'> | undefined {
    const text = this.texts[this.firstTexts[row] ?? 0];
    if (!this.isAsCounted(row)) return this.timelineOf(row, texts);
    return text?.timelineUnit === this.timelineUnit ? text?.spanOf(this.firstEntries[row] ?? 0) : undefined;
  }

  /** The first and last position of a row in a part of the timeline (`to` isn't in it), and whether they are exact. */
  spanBetween(
    row: number,
    { from, to }: Pick<Timeline, 'from' | 'to'>,
    texts?: TextNumbers,
    span = this.spanOf(row, texts),
  ): (Pick<Timeline, 'from' | 'to'> & { readonly isExact: boolean }) | undefined {
    if (span === undefined || span.to < from || span.from >= to) return undefined;
    let [first, last] = [Infinity, -Infinity];
    let widest = 0;
    const visit: VisitPosition = (at, width) => {
      if (at + width <= from || at >= to) return;
      widest = Math.max(widest, width);
      first = Math.min(first, at);
      last = Math.max(last, at + width - 1);
    };
    this.forEachPosition(row, visit, texts);
    const [startsIn, endsIn] = [span.from >= from, span.to < to];
    return {
      from: startsIn ? span.from : Math.max(from, first),
      to: endsIn ? span.to : Math.min(to - 1, last),
      isExact: widest <= 1 || (startsIn && endsIn),
    };
  }

  /** The position of a line on the timeline of all texts. */
  positionOf({ file, line, time }: Pick<IndicatorLine, 'file' | 'line' | 'time'>): number {
    const { unit, linesBefore } = this.timelineAxis();
    return unit === 'seconds' ? time : line + (linesBefore[file] ?? 0);
  }

  /** The first location of a row; undefined if that isn't known. */
  firstLocationOf(row: number): Location | undefined {
    const [{ text, entry } = { text: 0, entry: 0 }] = this.textsOf(row);
    const [line, column] = this.texts[text]?.locationsOf(entry, 1) ?? [];
    return line === undefined || column === undefined ? undefined : { file: text, line, column };
  }

  /** The lines of a row in each text that has it. */
  countsOf(row: number, texts?: TextNumbers): readonly { readonly text: number; readonly count: number }[] {
    return this.textsOf(row, texts).map(({ text, entry }) => ({
      text,
      count: this.texts[text]?.countOf(entry) ?? 0,
    }));
  }

  filesOf(row: number): number {
    return 1 + (this.others.get(row)?.length ?? 0);
  }

  /** Whether a row is in any of some texts. */
  isInTexts(row: number, texts: ReadonlySet<number>): boolean {
    return texts.has(this.firstTexts[row] ?? 0) || this.others.get(row)?.some(({ text }) => texts.has(text)) === true;
  }

  /** A row with its first locations and its timeline. */
  found(row: number, texts?: TextNumbers): Found {
    const { type, value, reserved } = this.indicatorOf(row);
    const positions = this.textsOf(row, texts);
    const locations: Location[] = [];
    for (const { text, entry } of positions) {
      const numbers = this.texts[text]?.locationsOf(entry) ?? [];
      for (let at = 0; at + 1 < numbers.length && locations.length < maxLocations; at += 2)
        locations.push({ file: text, line: numbers[at] ?? 1, column: numbers[at + 1] ?? 1 });
    }
    const lines = this.linesOf(row, texts);
    const timeline = this.timelineOf(row, texts);
    const clients = this.clientCountOf(row, texts) === 0 ? undefined : this.clientsOf(row, namedClients, texts);
    return { indicator: { type, value }, reserved, lines, clients, files: positions.length, locations, timeline };
  }

  /** All rows by their first places, whatever text was read first. */
  rowsByLocation(): readonly number[] {
    const rows = Array.from(this.firstTexts.keys());
    if (this.isSorted) return rows;
    return rows.sort((a, b) => {
      const byText = this.compareTexts(this.firstTexts[a] ?? 0, this.firstTexts[b] ?? 0);
      return byText === 0 ? (this.firstEntries[a] ?? 0) - (this.firstEntries[b] ?? 0) : byText;
    });
  }

  /** The number of indicators of a text. */
  sizeOf(index: number): number {
    return this.texts[index]?.size ?? 0;
  }

  /** An indicator of a text with its first location. */
  entryOf(index: number, entry: number): Pick<CountedIndicator, 'value' | 'type' | 'reserved' | 'locations'> {
    const text = this.texts[index];
    return text === undefined
      ? { ...nothing, locations: [] }
      : { ...text.nameOf(entry), locations: text.locationsOf(entry, 1) };
  }

  /** The order of texts by where indicators occur first, see {@link textOrder}. */
  private compareTexts(a: number, b: number): number {
    return textOrder(this.texts[a] ?? {}) - textOrder(this.texts[b] ?? {}) || a - b;
  }

  /** Adds a text that has a row as well. The first place is that of the first text, whatever was read first. */
  private addOther(row: number, position: TextPosition): void {
    const first = { text: this.firstTexts[row] ?? 0, entry: this.firstEntries[row] ?? 0 };
    const others = this.others.get(row) ?? [];
    this.others.set(row, others);
    if (this.compareTexts(first.text, position.text) < 0) {
      others.push(position);
      return;
    }
    others.push(first);
    this.isSorted = false;
    this.firstTexts[row] = position.text;
    this.firstEntries[row] = position.entry;
  }

  /** Whether its positions on the timeline are those that one text has counted. */
  private isAsCounted(row: number): boolean {
    const { unit, linesBefore } = this.timelineAxis();
    return !this.others.has(row) && (unit !== 'lines' || (linesBefore[this.firstTexts[row] ?? 0] ?? 0) === 0);
  }

  /** The places of a row: in logs by the time of its first occurrence, then in reports, then in lists. */
  private textsOf(row: number, texts?: TextNumbers): readonly TextPosition[] {
    const first = { text: this.firstTexts[row] ?? 0, entry: this.firstEntries[row] ?? 0 };
    const others = this.others.get(row);
    if (others === undefined) return [first];
    const orderOf = ({ text }: TextPosition): number => textOrder(this.texts[text] ?? {});
    const timeOf = ({ text, entry }: TextPosition): number =>
      timeIn(this.texts[text] ?? {}, this.texts[text]?.spanOf(entry));
    const all = [first, ...others]
      .map((position) => ({ position, order: orderOf(position), time: timeOf(position) }))
      .sort((a, b) => a.order - b.order || a.time - b.time || a.position.text - b.position.text)
      .map(({ position }) => position);
    return texts === undefined ? all : all.filter(({ text }) => texts.has(text));
  }

  private timelineAxis(): Axis {
    return (this.axis ??= axisOf(this.texts));
  }

  private names(): Map<string, number> {
    const names = new Map<string, number>();
    for (let row = 0; row < this.size; row++) names.set(nameKey(this.indicatorOf(row)), row);
    return names;
  }
}

/** Time if any text has timestamps, otherwise lines, one text after the other. */
function axisOf(texts: readonly (CountedText | undefined)[]): Axis {
  const units = texts.flatMap((text) => text?.timelineUnit ?? []);
  const linesBefore: number[] = [];
  let lines = 0;
  for (const [index, text] of texts.entries()) {
    linesBefore[index] = lines;
    lines += text?.lines ?? 0;
  }
  return { unit: units.includes('seconds') ? 'seconds' : units[0], linesBefore };
}

const nothing = { type: 'domain', value: '', reserved: false } as const;

function nameKey({ type, value }: Indicator): string {
  return `${type} ${value}`;
}
