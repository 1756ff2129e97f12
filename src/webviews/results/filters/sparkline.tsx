import type { RiskView } from '../../messages/parts';
import type { ResultRow } from '../../messages/results';
import { barHeight } from './bins';

const height = 16;

interface SparklineProps {
  readonly row: ResultRow;
  /** The number of bins of the timeline. */
  readonly count: number;
  readonly risk: RiskView | undefined;
}

/** When a row occurs; a text beside it says the same. */
export function Sparkline({ row, count, risk }: SparklineProps) {
  if (row.bins === undefined || count <= 0) return null;
  const sums = Array.from({ length: count }, () => 0);
  for (let at = 0; at + 1 < row.bins.length; at += 2) sums[row.bins[at] ?? 0] = row.bins[at + 1] ?? 0;
  const most = Math.max(...sums);
  return (
    <svg
      class={`sparkline risk-${risk?.color ?? 'unknown'}`}
      viewBox={`0 0 ${count} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {sums.map((sum, bin) => {
        const tall = barHeight(sum, most, height);
        return tall === 0 ? null : <rect key={bin} x={bin} width="1" y={height - tall} height={tall} />;
      })}
    </svg>
  );
}
