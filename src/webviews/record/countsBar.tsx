import { RiskIcon } from '../common/riskIcon';
import { formatNumber, t, formatList } from '../../l10n';
import type { RiskCounts } from '../../core/records/counts';
import { riskView } from '../../core/records/labels/verdict';
import { riskLevels } from '../../core/records/risk';
import type { RiskView } from '../messages/parts';

interface RiskCount {
  readonly risk: RiskView;
  readonly count: number;
}

/** The number of indicators by risk, the highest first, retired ones last; empty if only the total is known. */
export function countsByRisk({ levels, retired }: RiskCounts): readonly RiskCount[] {
  return [
    ...riskLevels.toReversed().map((level) => ({ risk: riskView(level), count: levels[level] ?? 0 })),
    { risk: riskView('retired'), count: retired ?? 0 },
  ].filter(({ count }) => count > 0);
}

interface CountsBarProps {
  readonly counts: RiskCounts;
  /** The total of a bar of full width. */
  readonly max: number;
  readonly label: string;
}

/** A count as a bar split by risk, highest first, with its number. */
export function CountsBar({ counts, max, label }: CountsBarProps) {
  return <Bar total={counts.total} parts={countsByRisk(counts)} max={max} label={label} />;
}

const width = 1000;
const height = 8;

interface BarProps {
  readonly total: number;
  readonly parts: readonly RiskCount[];
  readonly max: number;
  readonly label: string;
}

export function Bar({ total, parts, max, label }: BarProps) {
  const scale = max > 0 ? width / max : 0;
  let from = 0;
  const rects = (parts.length > 0 ? parts : [{ risk: undefined, count: total }]).map(({ risk, count }) => {
    const rect = { color: risk?.color, x: from, width: count * scale };
    from += rect.width;
    return rect;
  });
  const text = labelOf(total, parts);
  return (
    <span class="counts" title={text}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('{0}: {1}', label, text)}
      >
        <rect class="track" width={width} height={height} />
        {rects.map(({ color, x, width: wide }, index) => (
          <rect
            key={index}
            class={color === undefined ? 'whole' : `part risk-${color}`}
            x={Math.round(x)}
            width={wide > 0 ? Math.max(4, Math.round(wide)) : 0}
            height={height}
          />
        ))}
        {rects.slice(1).map(({ x }) => (
          <path key={x} class="between" d={`M${Math.round(x)} 0V${height}`} />
        ))}
      </svg>
      <span class="number">{formatNumber(total)}</span>
    </span>
  );
}

/** The meaning of the colors of the bars in a card; nothing if there is only one color. */
export function Legend({ all }: { readonly all: readonly (RiskCounts | undefined)[] }) {
  const found = new Map<string, RiskView>();
  for (const counts of all)
    if (counts !== undefined) for (const { risk } of countsByRisk(counts)) found.set(risk.label, risk);
  if (found.size < 2) return null;
  const risks = [...found.values()].sort((a, b) => b.level - a.level);
  return (
    <p class="legend">
      {risks.map(({ label, color, icon }) => (
        <span key={label} class={`risk-${color}`}>
          <svg class="swatch" viewBox="0 0 8 8" aria-hidden="true">
            <rect class="part" width="8" height="8" />
          </svg>
          <RiskIcon icon={icon} /> {label}
        </span>
      ))}
    </p>
  );
}

/** “1,204 (High risk: 12 and No known risk: 1,192)” */
export function countsLabel(counts: RiskCounts): string {
  return labelOf(counts.total, countsByRisk(counts));
}

function labelOf(total: number, parts: readonly RiskCount[]): string {
  if (parts.length === 0) return formatNumber(total);
  return t('{0} ({1})', total, formatList(parts.map(({ count, risk }) => t('{0}: {1}', risk.label, count))));
}
