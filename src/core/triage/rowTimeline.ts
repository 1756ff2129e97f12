import { t } from '../../l10n';
import type { BinRange } from '../rows/rowQuery';
import { strings } from './strings';
import { binStart, inBins, type Timeline, type TimelineBins, type TimelineUnit } from './timeline';

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
/** With more days than this, rows are grouped by day instead of by hour. */
const maxDaysOfHours = 3;

/** The data of a {@link RowTimeline}, as threads send it. */
export interface RowTimelineData {
  readonly unit: TimelineUnit;
  readonly bins: TimelineBins;
  /** The number of lines of all texts. */
  readonly lines: number;
  /** The first and the last position of all rows, within the outer bins. */
  readonly span: Pick<Timeline, 'from' | 'to'>;
  /** The time zone of the log, in seconds east of UTC; undefined if it names none. */
  readonly zone?: number | undefined;
}

/** The timeline that all rows of a triage share, by the timestamps of the texts, or by lines without any. */
export class RowTimeline {
  readonly unit: TimelineUnit;
  readonly bins: TimelineBins;
  private readonly lines: number;
  private readonly span: Pick<Timeline, 'from' | 'to'>;
  private readonly zone: number | undefined;

  constructor({ unit, bins, lines, span, zone }: RowTimelineData) {
    this.span = span;
    this.zone = zone;
    this.unit = unit;
    this.bins = bins;
    this.lines = lines;
  }

  /**
   * The title of its picture, and the start of each bin; the first and the last label are those of the first and the
   * last line.
   */
  view(): { title: string; labels: string[] } {
    const { count } = this.bins;
    const inner = Array.from({ length: count - 1 }, (_, index) => this.label(binStart(this.bins, index + 1)));
    const labels = [this.label(this.span.from), ...inner, this.label(this.span.to)];
    return {
      title:
        this.unit === 'seconds'
          ? t('Occurrences over time (log timestamps)')
          : t('Where the indicators occur, by line'),
      labels,
    };
  }

  /** The bins of a row. */
  binsOf(timeline: Timeline): readonly number[] {
    return inBins(timeline, this.bins);
  }

  /** When a row occurs first and last. */
  spanOf(timeline: Pick<Timeline, 'from' | 'to'>): string {
    const [from, to] = [this.timeOf(timeline.from), this.timeOf(timeline.to)];
    return from === to ? from : strings.span(from, to);
  }

  /** A time to the second, as the log has it, or a line. */
  timeOf(at: number): string {
    return this.unit === 'seconds' ? exactUtcOf(at + (this.zone ?? 0)) : this.label(at);
  }

  /** Seconds to add to positions for the times of the log. */
  get offset(): number {
    return this.zone ?? 0;
  }

  /** The time zone of times, such as “UTC” or “UTC+1”; empty if the log names none. */
  get zoneLabel(): string {
    if (this.unit !== 'seconds' || this.zone === undefined) return '';
    const minutes = Math.abs(this.zone) / 60;
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    const offset = rest === 0 ? String(hours) : `${hours}:${String(rest).padStart(2, '0')}`;
    return this.zone === 0 ? 'UTC' : `UTC${this.zone < 0 ? '−' : '+'}${offset}`;
  }

  /** The positions in a part of the timeline, of which `to` is the first one after it. */
  positionsOf({ from, to }: BinRange): Pick<Timeline, 'from' | 'to'> {
    return { from: binStart(this.bins, from), to: binStart(this.bins, to + 1) };
  }

  /** The hour or the day in which a row occurs first, by which rows can be grouped; undefined without timestamps. */
  groupOf({ from: start }: Pick<Timeline, 'from'>): string | undefined {
    if (this.unit !== 'seconds') return undefined;
    const isByDay = (this.bins.count * 2 ** this.bins.scale) / daySeconds > maxDaysOfHours;
    const local = start + (this.zone ?? 0);
    return isByDay ? utcOf(local).slice(0, 10) : utcOf(local - (local % hourSeconds));
  }

  private label(at: number): string {
    return this.unit === 'seconds' ? utcOf(at + (this.zone ?? 0)) : strings.line(Math.max(1, Math.min(at, this.lines)));
  }
}

/** A time of a log without its zone: “2025-03-04 10:14”. */
function utcOf(seconds: number): string {
  return exactUtcOf(seconds).slice(0, 16);
}

/** The last day that was shown: the times of a log are on few days. */
let lastDay = { number: Number.NaN, date: '' };

function exactUtcOf(seconds: number): string {
  const number = Math.floor(seconds / daySeconds);
  if (number !== lastDay.number)
    lastDay = { number, date: new Date(number * daySeconds * 1000).toISOString().slice(0, 10) };
  const rest = Math.floor(seconds) - number * daySeconds;
  return `${lastDay.date} ${twoDigits(rest / hourSeconds)}:${twoDigits((rest / 60) % 60)}:${twoDigits(rest % 60)}`;
}

function twoDigits(number: number): string {
  const whole = Math.floor(number);
  return whole < 10 ? `0${whole}` : String(whole);
}
