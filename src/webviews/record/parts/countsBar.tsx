import { RiskIcon } from '../../common/riskIcon';
import { formatNumber, t, formatList } from '../../../l10n';
import type { RiskView } from '../../messages/parts';
import type { CountsView } from '../../messages/recordParts';

interface CountsBarProps {
  readonly counts: CountsView;
  /** The total of a bar of full width. */
  readonly max: number;
  readonly label: string;
}

const width = 1000;
const height = 8;

/** A count as a bar split by risk, worst first, with its number. */
export function CountsBar({ counts, max, label }: CountsBarProps) {
  const scale = max > 0 ? width / max : 0;
  let from = 0;
  const parts = (counts.counts.length > 0 ? counts.counts : [{ risk: undefined, count: counts.total }]).map(
    ({ risk, count }) => {
      const part = { color: risk?.color, x: from, width: count * scale };
      from += part.width;
      return part;
    },
  );
  const text = countsLabel(counts);
  return (
    <span class="counts" title={text}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('{0}: {1}', label, text)}
      >
        <rect class="track" width={width} height={height} />
        {parts.map(({ color, x, width: wide }, index) => (
          <rect
            key={index}
            class={color === undefined ? 'whole' : `part risk-${color}`}
            x={Math.round(x)}
            width={wide > 0 ? Math.max(4, Math.round(wide)) : 0}
            height={height}
          />
        ))}
        {parts.slice(1).map(({ x }) => (
          <path key={x} class="between" d={`M${Math.round(x)} 0V${height}`} />
        ))}
      </svg>
      <span class="number">{formatNumber(counts.total)}</span>
    </span>
  );
}

/** The meaning of the colors of the bars in a card; nothing if there is only one color. */
export function Legend({ all }: { readonly all: readonly (CountsView | undefined)[] }) {
  const found = new Map<string, RiskView>();
  for (const counts of all)
    for (const { risk, count } of counts?.counts ?? []) if (count > 0) found.set(risk.label, risk);
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
export function countsLabel({ total, counts }: CountsView): string {
  const parts = counts.filter(({ count }) => count > 0).map(({ count, risk }) => t('{0}: {1}', risk.label, count));
  return parts.length === 0 ? formatNumber(total) : t('{0} ({1})', total, formatList(parts));
}
