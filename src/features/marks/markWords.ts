import { verdictWords } from '../common/verdict';
import type { Mark } from './documentMarks';
import { riskRank } from '../../core/records/risk';

/** The worst mark first: an active one before a retired one, as in a hover. */
export function worstFirst(a: Mark, b: Mark): number {
  return Number(a.retired) - Number(b.retired) || riskRank(b.risk) - riskRank(a.risk);
}

/** What stands behind a line: “High risk · 2 more”. */
export function endOfLineWords(marks: readonly Mark[]): string {
  const [worst, ...others] = [...marks].sort(worstFirst);
  if (worst === undefined) return '';
  return others.length === 0 ? verdictWords(worst) : `${verdictWords(worst)} · ${others.length} more`;
}

/** Marks by their first line, in order. */
export function byLine(marks: readonly Mark[]): ReadonlyMap<number, readonly Mark[]> {
  const lines = new Map<number, Mark[]>();
  for (const mark of marks) {
    const same = lines.get(mark.line);
    if (same === undefined) lines.set(mark.line, [mark]);
    else same.push(mark);
  }
  return lines;
}
