import { verdictLabel } from '../../core/records/labels/verdict';
import type { Highlight } from './documentHighlights';
import { riskRank } from '../../core/records/risk';
import { t, plural } from '../../l10n';

/** The most severe highlight first, active before retired, as in a hover. */
export function worstFirst(a: Highlight, b: Highlight): number {
  return Number(a.retired) - Number(b.retired) || riskRank(b.risk) - riskRank(a.risk);
}

/** The label at the end of a line: “login-update[.]example: High risk · 2 more”. `shown` shortens and defangs. */
export function endOfLineLabel(highlights: readonly Highlight[], shown: (value: string) => string): string {
  const [worst, ...others] = [...highlights].sort(worstFirst);
  if (worst === undefined) return '';
  const label = t('{0}: {1}', shown(worst.value), verdictLabel(worst));
  return others.length === 0
    ? label
    : `${label} · ${plural(others.length, { one: 'and {0} more indicator', other: 'and {0} more indicators' })}`;
}

/** Highlights by their first line, in order. */
export function byLine(highlights: readonly Highlight[]): ReadonlyMap<number, readonly Highlight[]> {
  const lines = new Map<number, Highlight[]>();
  for (const highlight of highlights) {
    const same = lines.get(highlight.line);
    if (same === undefined) lines.set(highlight.line, [highlight]);
    else same.push(highlight);
  }
  return lines;
}
