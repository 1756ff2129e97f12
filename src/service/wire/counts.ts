import { type BreakdownRow, type Breakdowns, type RiskCounts } from '../../core/records/counts';

/** Counts as the specification keys them (api-spec: “Threat summary”): the levels, `retired` and `total`. */
export function wireCounts({ total, levels, retired = 0 }: RiskCounts): Readonly<Record<string, number>> {
  return { ...levels, retired, total };
}

/** A breakdown: value to its counts, by level only where `split` (`splitrisk=1`). */
function wireBreakdown(rows: readonly BreakdownRow[], split: boolean) {
  return Object.fromEntries(
    rows.map(({ value, counts }) => [value, split ? wireCounts(counts) : { total: counts.total }]),
  );
}

/** Breakdowns by name, see {@link wireBreakdown}. */
export function wireBreakdowns(breakdowns: Breakdowns, split: boolean) {
  return Object.fromEntries(Object.entries(breakdowns).map(([name, rows]) => [name, wireBreakdown(rows, split)]));
}
