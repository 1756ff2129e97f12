import type { IncrementalFinder, LineChange, LineOccurrence, LineRange } from '../../core/indicators/incremental';
import type { Indicator } from '../../core/indicators/types';
import type { Glances } from '../../core/lookups/visible';
import { type RiskLevel, riskRank } from '../../core/records/risk';
import type { MarkLevel } from '../common/settingValues';
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

/** Lines that are searched and remembered together. */
export const blockLines = 64;

/** From which risk on there is a mark. */
export function isMarked(risk: RiskLevel, level: MarkLevel): boolean {
  return riskRank(risk) >= riskRank(level === 'low' ? 'very low' : level);
}

/** The marks of one document, found block by block as they are asked for, and kept until an edit or a verdict changes them. */
export class DocumentMarks {
  private readonly blocks = new Map<number, readonly Mark[]>();
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
    const anew = this.finder.edited(change);
    const shifted = change.count === change.to - change.from + 1 ? anew.to : Infinity;
    this.drop({ from: anew.from, to: Math.max(anew.to, shifted) });
  }

  /** A verdict may have changed, or another level counts: found places stay, marks are made anew. */
  refresh(level: MarkLevel): void {
    this.edition++;
    this.level = level;
    this.blocks.clear();
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
      if (edition === this.edition) this.blocks.set(block, marks);
    }
  }

  /** The marks of all blocks that were asked for, in order. */
  all(): readonly Mark[] {
    const found = [...this.blocks].filter(([, marks]) => marks.length > 0);
    return found.sort(([a], [b]) => a - b).flatMap(([, marks]) => marks);
  }

  /** Indicators in these lines of which a service might know more, each once; only what was found already. */
  open(ranges: readonly LineRange[]): Indicator[] {
    const open = new Map<string, Indicator>();
    for (const { from, to } of ranges) {
      for (const { type, value } of this.finder.found(from, to)) {
        const indicator: Indicator = { type, value };
        if (this.glances.of(indicator).open) open.set(`${type} ${value}`, indicator);
      }
    }
    return [...open.values()];
  }

  private async makeBlock(from: number, to: number, slices: Slices): Promise<readonly Mark[] | undefined> {
    while (!this.finder.search(from, to, slices.enough)) if (!(await slices.pause())) return undefined;
    const marks: Mark[] = [];
    for (const found of this.finder.found(from, to)) {
      if (slices.enough() && !(await slices.pause())) return undefined;
      const { risk, retired } = this.glances.of(found);
      if (isMarked(risk, this.level)) marks.push(markOf(found, risk, retired));
    }
    return marks;
  }

  private drop({ from, to }: LineRange): void {
    const [first, last] = [Math.floor(from / blockLines), (to - 1) / blockLines];
    for (const block of [...this.blocks.keys()]) if (block >= first && block <= last) this.blocks.delete(block);
  }
}

function markOf({ line, start, endLine, end, value }: LineOccurrence, risk: RiskLevel, retired: boolean): Mark {
  return { line, start, endLine, end, value, risk, retired };
}
