import type { BreakdownRow, Breakdowns, RiskCounts } from '../../core/records/counts';

/** Counts with the keys of the specification (lookup API: “Threat summary”): the levels, `retired`, and `total`. */
export function wireCounts({ total, levels, retired = 0 }: RiskCounts): Readonly<Record<string, number>> {
  return { ...levels, retired, total };
}

/** A breakdown: counts by value, by level only with `split` (`splitrisk=1`). */
function wireBreakdown(rows: readonly BreakdownRow[], split: boolean) {
  return Object.fromEntries(
    rows.map(({ value, counts }) => [value, split ? wireCounts(counts) : { total: counts.total }]),
  );
}

/** Breakdowns by name, see {@link wireBreakdown}. */
export function wireBreakdowns(breakdowns: Breakdowns, split: boolean) {
  return Object.fromEntries(Object.entries(breakdowns).map(([name, rows]) => [name, wireBreakdown(rows, split)]));
}
