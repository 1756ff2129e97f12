import { timelineUnitOf, type TextRead } from '../../../core/triage/found';
import {
  binStart,
  CommonBins,
  inBins,
  type Timeline,
  type TimelineBins,
  type TimelineUnit,
} from '../../../core/triage/timeline';
import type { Triaged } from '../../../core/triage/assess';
import type { TimelineView } from '../../../webviews/messages/results';
import { forEachInSlices } from '../slices';
import { strings } from '../strings';
import { t } from '../../../l10n';

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
/** With more days than this, rows are grouped by day instead of by hour. */
const maxDaysOfHours = 3;

/** The timeline that all rows of a panel share, by the timestamps of the texts, else by lines. */
export class RowTimeline {
  private constructor(
    readonly unit: TimelineUnit,
    private readonly bins: TimelineBins,
    /** The number of lines of all texts. */
    private readonly lines: number,
  ) {}

  /** The timeline of rows; undefined if there is nothing to show, such as everything at the same place. */
  static async of(texts: readonly TextRead[], rows: readonly Triaged[]): Promise<RowTimeline | undefined> {
    const unit = timelineUnitOf(texts);
    if (unit === undefined) return undefined;
    const common = new CommonBins();
    await forEachInSlices(rows, undefined, ({ timeline }) => common.add(timeline));
    const bins = common.bins();
    return bins === undefined || bins.count < 2 ? undefined : new RowTimeline(unit, bins, linesOf(texts));
  }

  /** What the page shows. */
  view(): TimelineView {
    const labels = Array.from({ length: this.bins.count + 1 }, (_, index) => this.label(binStart(this.bins, index)));
    return {
      title:
        this.unit === 'seconds'
          ? t('When the indicators occur, by the timestamps of the log')
          : t('Where the indicators occur, by line'),
      labels,
    };
  }

  /** The bins of a row. */
  binsOf(timeline: Timeline): readonly number[] {
    return inBins(timeline, this.bins);
  }

  /** When a row occurs first and last. */
  spanOf(timeline: Timeline): string {
    const [from, to] = [timeline.from, timeline.to].map((at) =>
      this.unit === 'seconds' ? exactUtcOf(at) : this.label(at),
    ) as [string, string];
    return from === to ? from : strings.span(from, to);
  }

  /** The hour or the day in which a row occurs first, by which rows can be grouped; undefined without timestamps. */
  groupOf({ from: start }: Timeline): string | undefined {
    if (this.unit !== 'seconds') return undefined;
    const isByDay = (this.bins.count * 2 ** this.bins.scale) / daySeconds > maxDaysOfHours;
    return isByDay ? utcOf(start).slice(0, 10) : utcOf(start - (start % hourSeconds));
  }

  private label(at: number): string {
    return this.unit === 'seconds' ? utcOf(at) : strings.line(Math.max(1, Math.min(at, this.lines)));
  }
}

function linesOf(texts: readonly TextRead[]): number {
  return texts.reduce((sum, text) => sum + (text.kind === 'read' ? text.lines : 0), 0);
}

/** A time of a log without its zone, which few logs name: “2025-03-04 10:14”. */
function utcOf(seconds: number): string {
  return exactUtcOf(seconds).slice(0, 16);
}

function exactUtcOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
