import { RiskIcon } from '../common/riskIcon';
import type { RiskView } from '../messages/parts';
import { riskBucket, type IndexedRow, retiredLevel } from './rowOrder';

interface BreakdownProps {
  readonly rows: readonly IndexedRow[];
  /** Those of them that fit the filter: these are counted. */
  readonly matching: readonly IndexedRow[];
  readonly risks: readonly RiskView[];
  readonly chosen: ReadonlySet<number>;
  readonly choose: (levels: ReadonlySet<number>) => void;
}

const width = 1000;
const retired: RiskView = { words: 'Retired', icon: 'history', color: 'unknown', level: 0 };

/** How many of each risk, worst first, retired ones last: a bar, and a button a level that narrows the rows to it. */
export function BreakdownBar({ rows, matching, risks, chosen, choose }: BreakdownProps) {
  const riskOf = (level: number): RiskView | undefined => (level === retiredLevel ? retired : risks[level]);
  const all = countsOf(rows);
  const counts = countsOf(matching);
  const levels = [...all.keys()].sort((a, b) => b - a).map((level) => [level, counts.get(level) ?? 0] as const);
  let from = 0;
  const parts = levels.map(([level, count]) => {
    const part = { level, x: from, wide: matching.length === 0 ? 0 : (count / matching.length) * width };
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
            class={`risk-${riskOf(level)?.color ?? 'unknown'}${chosen.size === 0 || chosen.has(level) ? '' : ' off'}`}
            x={x}
            width={wide === 0 ? 0 : Math.max(3, wide)}
            height="10"
            onClick={() => toggle(level)}
          />
        ))}
      </svg>
      <span class="chips">
        {levels.map(([level, count]) => {
          const risk = riskOf(level);
          return risk === undefined ? null : (
            <button
              key={level}
              type="button"
              class={`chip risk-${risk.color}${count === 0 ? ' off' : ''}`}
              title={`${risk.words}: ${count.toLocaleString()} of ${(all.get(level) ?? 0).toLocaleString()} fit the filter`}
              aria-pressed={chosen.has(level)}
              onClick={() => toggle(level)}
            >
              <RiskIcon icon={risk.icon} /> {count.toLocaleString()} <ChipWords words={risk.words.toLowerCase()} />
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

/** “critical risk”; in a narrow panel the word “risk” is for screen readers alone. */
function ChipWords({ words }: { readonly words: string }) {
  return (
    <>
      {words.split(/(\brisk\b)/).map((part, index) =>
        part === 'risk' ? (
          <span key={index} class="chip-risk">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}

function countsOf(rows: readonly IndexedRow[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { row } of rows) counts.set(riskBucket(row), (counts.get(riskBucket(row)) ?? 0) + 1);
  return counts;
}
