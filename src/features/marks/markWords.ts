import { verdictWords } from '../common/verdict';
import type { Mark } from './documentMarks';
import { riskRank } from '../../core/records/risk';

/** The worst mark first: an active one before a retired one, as in a hover. */
export function worstFirst(a: Mark, b: Mark): number {
  return Number(a.retired) - Number(b.retired) || riskRank(b.risk) - riskRank(a.risk);
}

/**
 * What stands behind a line: “login-update[.]example: high risk · 2 more”. `shown` gives the indicator as it is shown,
 * short enough for the end of a line.
 */
export function endOfLineWords(marks: readonly Mark[], shown: (value: string) => string): string {
  const [worst, ...others] = [...marks].sort(worstFirst);
  if (worst === undefined) return '';
  const verdict = verdictWords(worst);
  const words = `${shown(worst.value)}: ${verdict.charAt(0).toLowerCase()}${verdict.slice(1)}`;
  return others.length === 0 ? words : `${words} · ${others.length} more`;
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
