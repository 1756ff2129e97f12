import type { IncrementalFinder, LineChange, LineOccurrence, LineRange } from '../../core/indicators/incremental';
import type { Indicator } from '../../core/indicators/types';
import type { Glances } from '../../core/lookups/visible';
import { type RiskLevel, riskRank } from '../../core/records/risk';
import type { MarkLevel } from '../common/settingValues';
import { linesBetween } from './linesBetween';
import type { Slices } from './slices';

/** A risky indicator in a document; lines and columns count from 0. */
export interface Mark {
  readonly line: number;
  readonly start: number;
  readonly endLine: number;
  readonly end: number;
  readonly value: string;
  readonly risk: RiskLevel;
  readonly retired: boolean;
}

/** Lines that are searched and remembered together: few, so that what is in sight is done before what is near it. */
export const blockLines = 16;

/** From which risk on there is a mark. */
export function isMarked(risk: RiskLevel, level: MarkLevel): boolean {
  return riskRank(risk) >= riskRank(level === 'low' ? 'very low' : level);
}

/** The marks of one document, found block by block as they are asked for, and kept until an edit or a verdict changes them. */
export class DocumentMarks {
  private readonly blocks = new Map<number, readonly Mark[]>();
  /** How many marks all blocks hold. */
  private total = 0;
  /** Grows with everything that makes work in progress worthless. */
  private edition = 0;

  constructor(
    private readonly finder: IncrementalFinder,
    private readonly glances: Glances,
    private level: MarkLevel,
  ) {}

  /** To be called for every change, the last place of the document first, when the document holds all of them. */
  edited(change: LineChange): void {
    this.edition++;
    const anew = this.finder.applyEdit(change);
    const shifted = change.count === change.to - change.from + 1 ? anew.to : Infinity;
    this.drop({ from: anew.from, to: Math.max(anew.to, shifted) });
  }

  /** A verdict may have changed, or another level counts: found places stay, marks are made anew. */
  refresh(level: MarkLevel): void {
    this.edition++;
    this.level = level;
    this.blocks.clear();
    this.total = 0;
  }

  /** How many marks are in the blocks that were asked for. */
  get count(): number {
    return this.total;
  }

  hasBlock(block: number): boolean {
    return this.blocks.has(block);
  }

  /** The marks of a block of lines; undefined where the work was called off. */
  async block(block: number, slices: Slices): Promise<readonly Mark[] | undefined> {
    for (;;) {
      const held = this.blocks.get(block);
      if (held !== undefined) return held;
      const { edition } = this;
      const marks = await this.makeBlock(block * blockLines, (block + 1) * blockLines, slices);
      if (marks === undefined) return undefined;
      // Another wish for the same block may have been quicker.
      if (edition !== this.edition || this.blocks.has(block)) continue;
      this.blocks.set(block, marks);
      this.total += marks.length;
    }
  }

  /** The marks of all blocks that were asked for, in order. */
  all(): readonly Mark[] {
    return inOrder(this.found());
  }

  /** So many of them or more, where there are more, and no nearer ones left out; in order. */
  nearest(ranges: readonly LineRange[], most: number): readonly Mark[] {
    if (this.total <= most) return this.all();
    const byDistance = this.found()
      .map((found) => ({ found, distance: linesBetween(linesOf(found[0]), ranges) }))
      .sort((a, b) => a.distance - b.distance);
    let count = 0;
    // Marks of a block lie up to its length farther away than its nearest line.
    let reach = Infinity;
    const near = byDistance.filter(({ found, distance }) => {
      if (distance > reach) return false;
      count += found[1].length;
      if (count >= most) reach = Math.min(reach, distance + blockLines);
      return true;
    });
    return inOrder(near.map(({ found }) => found));
  }

  /** The marks in these lines, of blocks that were asked for, in order. */
  within(ranges: readonly LineRange[]): readonly Mark[] {
    const blocks = new Set(ranges.flatMap(({ from, to }) => numbers(Math.floor(from / blockLines), to / blockLines)));
    const marks = [...blocks].sort((a, b) => a - b).flatMap((block) => this.blocks.get(block) ?? []);
    return marks.filter(({ line }) => ranges.some(({ from, to }) => line >= from && line < to));
  }

  /** Indicators in these lines of which a service might know more, each once; only what was found already. */
  open(ranges: readonly LineRange[]): Indicator[] {
    const open = new Map<string, Indicator>();
    for (const { from, to } of ranges) {
      for (const { type, value } of this.finder.occurrences(from, to)) {
        const indicator: Indicator = { type, value };
        if (this.glances.of(indicator).open) open.set(`${type} ${value}`, indicator);
      }
    }
    return [...open.values()];
  }

  private async makeBlock(from: number, to: number, slices: Slices): Promise<readonly Mark[] | undefined> {
    while (!this.finder.search(from, to, slices.enough)) if (!(await slices.pause())) return undefined;
    const marks: Mark[] = [];
    for (const found of this.finder.occurrences(from, to)) {
      if (slices.enough() && !(await slices.pause())) return undefined;
      const { risk, retired } = this.glances.of(found);
      if (isMarked(risk, this.level)) marks.push(markOf(found, risk, retired));
    }
    return marks;
  }

  private found(): readonly Block[] {
    return [...this.blocks].filter(([, marks]) => marks.length > 0);
  }

  private drop({ from, to }: LineRange): void {
    const [first, last] = [Math.floor(from / blockLines), (to - 1) / blockLines];
    for (const [block, marks] of [...this.blocks]) {
      if (block < first || block > last) continue;
      this.blocks.delete(block);
      this.total -= marks.length;
    }
  }
}

/** Its number and its marks. */
type Block = readonly [number: number, marks: readonly Mark[]];

function inOrder(blocks: readonly Block[]): readonly Mark[] {
  return [...blocks].sort(([a], [b]) => a - b).flatMap(([, marks]) => marks);
}

function linesOf(block: number): LineRange {
  return { from: block * blockLines, to: (block + 1) * blockLines };
}

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.ceil(to) - from) }, (_, index) => from + index);
}

function markOf({ line, start, endLine, end, value }: LineOccurrence, risk: RiskLevel, retired: boolean): Mark {
  return { line, start, endLine, end, value, risk, retired };
}
