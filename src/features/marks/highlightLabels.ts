import { verdictLabel } from '../common/verdict';
import type { Highlight } from './documentHighlights';
import { riskRank } from '../../core/records/risk';

/** The worst mark first: an active one before a retired one, as in a hover. */
export function worstFirst(a: Highlight, b: Highlight): number {
  return Number(a.retired) - Number(b.retired) || riskRank(b.risk) - riskRank(a.risk);
}

/**
 * What stands behind a line: “login-update[.]example: high risk · 2 more”. `shown` gives the indicator as it is shown,
 * short enough for the end of a line.
 */
export function endOfLineLabel(highlights: readonly Highlight[], shown: (value: string) => string): string {
  const [worst, ...others] = [...highlights].sort(worstFirst);
  if (worst === undefined) return '';
  const verdict = verdictLabel(worst);
  const label = `${shown(worst.value)}: ${verdict.charAt(0).toLowerCase()}${verdict.slice(1)}`;
  return others.length === 0 ? label : `${label} · ${others.length} more`;
}

/** Marks by their first line, in order. */
export function byLine(highlights: readonly Highlight[]): ReadonlyMap<number, readonly Highlight[]> {
  const lines = new Map<number, Highlight[]>();
  for (const highlight of highlights) {
    const same = lines.get(highlight.line);
    if (same === undefined) lines.set(highlight.line, [highlight]);
    else same.push(highlight);
  }
  return lines;
}
