import type {
  IncrementalFinder,
  LineChange,
  LineOccurrence,
  LineRange,
} from '../../core/indicators/detect/incremental';
import type { Indicator } from '../../core/indicators/identity/types';
import type { RiskSnapshots } from '../../core/lookups/engine/riskSnapshots';
import { type RiskLevel, riskRank } from '../../core/records/risk';
import type { HighlightLevel } from '../shared/settings/settingValues';
import type { TimeSlices } from './timeSlices';

/** A risky indicator in a document; lines and columns are zero-based. */
export interface Highlight {
  readonly line: number;
  readonly start: number;
  readonly endLine: number;
  readonly end: number;
  readonly value: string;
  readonly risk: RiskLevel;
  readonly retired: boolean;
}

/** Lines that are searched and cached together: few, so that the viewport is done before its surroundings. */
export const blockLines = 16;

/** Whether a risk is highlighted at a level. */
function isHighlighted(risk: RiskLevel, level: HighlightLevel): boolean {
  // The lowest level is for all known risks.
  return level === 'low' ? riskRank(risk) > riskRank('none') : riskRank(risk) >= riskRank(level);
}

/**
 * The highlights of one document, found block by block on demand, and cached until an edit or a verdict changes them.
 */
export class DocumentHighlights {
  private readonly blocks = new Map<number, readonly Highlight[]>();
  /** The number of highlights in all blocks. */
  private total = 0;
  /** Increases with every change that invalidates work in progress. */
  private version = 0;

  constructor(
    private readonly finder: IncrementalFinder,
    private readonly snapshots: RiskSnapshots,
    private level: HighlightLevel,
    /** Whether the local store lists a name as risky. */
    private readonly isListed: (name: string) => boolean,
  ) {}

  /**
   * Must be called for every change, from the end of the document to its start, once the document contains all of
   * them.
   */
  edited(change: LineChange): void {
    this.version++;
    const invalidated = this.finder.applyEdit(change);
    const shifted = change.count === change.to - change.from + 1 ? invalidated.to : Infinity;
    this.drop({ from: invalidated.from, to: Math.max(invalidated.to, shifted) });
  }

  /** Discards the highlights after a change of verdicts or level; found occurrences stay. */
  refresh(level: HighlightLevel): void {
    this.version++;
    this.level = level;
    this.blocks.clear();
    this.total = 0;
  }

  /** The number of highlights in the searched blocks. */
  get count(): number {
    return this.total;
  }

  hasBlock(block: number): boolean {
    return this.blocks.has(block);
  }

  /** The highlights of a block of lines; undefined if canceled. */
  async block(block: number, timeSlices: TimeSlices): Promise<readonly Highlight[] | undefined> {
    for (;;) {
      const existing = this.blocks.get(block);
      if (existing !== undefined) return existing;
      const { version } = this;
      const highlights = await this.makeBlock(block * blockLines, (block + 1) * blockLines, timeSlices);
      if (highlights === undefined) return undefined;
      // A concurrent search of the same block may have been faster.
      if (version !== this.version || this.blocks.has(block)) continue;
      this.blocks.set(block, highlights);
      this.total += highlights.length;
    }
  }

  /** The highlights of all searched blocks, in order. */
  all(): readonly Highlight[] {
    return inOrder(this.found());
  }

  /** At least `max` highlights, if there are as many, including all nearer ones; in order. */
  nearest(ranges: readonly LineRange[], max: number): readonly Highlight[] {
    if (this.total <= max) return this.all();
    const byDistance = this.found()
      .map((found) => ({ found, distance: linesBetween(linesOf(found[0]), ranges) }))
      .sort((a, b) => a.distance - b.distance);
    let count = 0;
    // Highlights of a block may be up to its length farther away than its nearest line.
    let reach = Infinity;
    const near = byDistance.filter(({ found, distance }) => {
      if (distance > reach) return false;
      count += found[1].length;
      if (count >= max) reach = Math.min(reach, distance + blockLines);
      return true;
    });
    return inOrder(near.map(({ found }) => found));
  }

  /** The highlights in these lines, of searched blocks, in order. */
  within(ranges: readonly LineRange[]): readonly Highlight[] {
    const blocks = new Set(ranges.flatMap(({ from, to }) => numbers(Math.floor(from / blockLines), to / blockLines)));
    const highlights = [...blocks].sort((a, b) => a - b).flatMap((block) => this.blocks.get(block) ?? []);
    return highlights.filter(({ line }) => ranges.some(({ from, to }) => line >= from && line < to));
  }

  /** Indicators in these lines that a service might know more about, each once; only those already found. */
  unresolved(ranges: readonly LineRange[]): Indicator[] {
    const open = new Map<string, Indicator>();
    for (const { from, to } of ranges) {
      for (const { type, value, listed } of this.finder.occurrences(from, to)) {
        if (listed === true) continue;
        const indicator: Indicator = { type, value };
        if (this.snapshots.of(indicator).unresolved) open.set(`${type} ${value}`, indicator);
      }
    }
    return [...open.values()];
  }

  private async makeBlock(from: number, to: number, timeSlices: TimeSlices): Promise<readonly Highlight[] | undefined> {
    while (!this.finder.search(from, to, timeSlices.shouldYield)) if (!(await timeSlices.pause())) return undefined;
    const highlights: Highlight[] = [];
    for (const found of this.finder.occurrences(from, to)) {
      if (timeSlices.shouldYield() && !(await timeSlices.pause())) return undefined;
      const { risk, retired } = this.snapshots.of(found);
      if (!isHighlighted(risk, this.level) || (found.listed === true && !this.isListed(found.value))) continue;
      highlights.push(toHighlight(found, risk, retired));
    }
    return highlights;
  }

  private found(): readonly Block[] {
    return [...this.blocks].filter(([, highlights]) => highlights.length > 0);
  }

  private drop({ from, to }: LineRange): void {
    const [first, last] = [Math.floor(from / blockLines), (to - 1) / blockLines];
    for (const [block, highlights] of [...this.blocks]) {
      if (block < first || block > last) continue;
      this.blocks.delete(block);
      this.total -= highlights.length;
    }
  }
}

/** Its number and its highlights. */
type Block = readonly [number: number, highlights: readonly Highlight[]];

function inOrder(blocks: readonly Block[]): readonly Highlight[] {
  return [...blocks].sort(([a], [b]) => a - b).flatMap(([, highlights]) => highlights);
}

function linesOf(block: number): LineRange {
  return { from: block * blockLines, to: (block + 1) * blockLines };
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.ceil(to) - from) }, (_, index) => from + index);
}

function toHighlight(
  { line, start, endLine, end, value }: LineOccurrence,
  risk: RiskLevel,
  retired: boolean,
): Highlight {
  return { line, start, endLine, end, value, risk, retired };
}

/** The distance of lines from the viewport; 0 if a part of them is visible. */
export function linesBetween(lines: LineRange, visible: readonly LineRange[]): number {
  const distances = visible.map(({ from, to }) => Math.max(0, from - lines.to + 1, lines.from - to + 1));
  return Math.min(Infinity, ...distances);
}
