import { RiskIcon } from '../common/riskIcon';
import type { RiskView } from '../messages/parts';
import type { PlacedRow } from './rowOrder';

interface BreakdownProps {
  readonly rows: readonly PlacedRow[];
  readonly risks: readonly RiskView[];
  readonly chosen: ReadonlySet<number>;
  readonly choose: (levels: ReadonlySet<number>) => void;
}

const width = 1000;

/** How many of each risk, worst first: a bar, and a button a level that narrows the rows to it. */
export function BreakdownBar({ rows, risks, chosen, choose }: BreakdownProps) {
  const counts = new Map<number, number>();
  for (const { row } of rows) counts.set(row.risk, (counts.get(row.risk) ?? 0) + 1);
  const levels = [...counts].sort(([a], [b]) => b - a);
  let from = 0;
  const parts = levels.map(([level, count]) => {
    const part = { level, x: from, wide: (count / rows.length) * width };
    from += part.wide;
    return part;
  });
  const toggle = (level: number): void => {
    const next = new Set(chosen);
    if (!next.delete(level)) next.add(level);
    choose(next);
  };
  return (
    <div class="breakdown" role="group" aria-label="Risk of the rows; a button shows only those of its risk">
      <svg class="breakdown-bar" viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ level, x, wide }) => (
          <rect
            key={level}
            class={`risk-${risks[level]?.color ?? 'unknown'}${chosen.size === 0 || chosen.has(level) ? '' : ' off'}`}
            x={x}
            width={Math.max(3, wide)}
            height="10"
            onClick={() => toggle(level)}
          />
        ))}
      </svg>
      <span class="chips">
        {levels.map(([level, count]) => {
          const risk = risks[level];
          return risk === undefined ? null : (
            <button
              key={level}
              type="button"
              class={`chip risk-${risk.color}`}
              aria-pressed={chosen.has(level)}
              onClick={() => toggle(level)}
            >
              <RiskIcon icon={risk.icon} /> {count.toLocaleString()} {risk.words.toLowerCase()}
            </button>
          );
        })}
        {chosen.size === 0 ? null : (
          <button type="button" class="link" onClick={() => choose(new Set())}>
            Show all
          </button>
        )}
      </span>
    </div>
  );
}
