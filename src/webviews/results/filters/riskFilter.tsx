import { RiskIcon } from '../../common/riskIcon';
import { Roving } from '../../common/roving';
import { formatNumber, t } from '../../../l10n';
import type { RiskView } from '../../messages/parts';
import type { RowCountsMessage } from '../../messages/results';
import { retiredLevel } from '../rows';

interface RiskFilterProps {
  readonly all: RowCountsMessage;
  /** Counts of the rows that match the filter. */
  readonly matching: RowCountsMessage;
  readonly risks: readonly RiskView[];
  readonly chosen: ReadonlySet<number>;
  readonly choose: (levels: ReadonlySet<number>) => void;
  /** A bar of the shares with words, words alone, or icons instead of words. */
  readonly form: 'bar' | 'words' | 'icons';
}

const width = 1000;
const height = 10;
const maxLevel = 6;
/** Bars of lower risks are lower as well, so that they differ without their colors. */
const step = 1.5;
const retired = (): RiskView => ({ label: t('Retired'), icon: 'history', color: 'unknown', level: 0 });

/** Number of rows by risk, the most severe first, retired last: a bar of rated rows, and buttons that filter. */
export function RiskFilter({ all: allCounts, matching, risks, chosen, choose, form }: RiskFilterProps) {
  const riskOf = (level: number): RiskView | undefined => (level === retiredLevel ? retired() : risks[level]);
  const all = new Map(allCounts.levels);
  const counts = new Map(matching.levels);
  const levels = [...new Set([...counts.keys(), ...chosen])]
    .sort((a, b) => b - a)
    .map((level) => [level, counts.get(level) ?? 0] as const);
  if (levels.length === 0) return null;
  const rated = levels.filter(([level]) => level > 0);
  const sum = rated.reduce((total, [, count]) => total + count, 0);
  let from = 0;
  const parts = rated.map(([level, count]) => {
    const wide = sum === 0 ? 0 : (count / sum) * width;
    const part = { level, x: from, wide, tall: height - Math.max(0, maxLevel - level) * step };
    from += part.wide;
    return part;
  });
  const toggle = (level: number): void => {
    const next = new Set(chosen);
    if (!next.delete(level)) next.add(level);
    choose(next);
  };
  return (
    <Roving class="chips breakdown" role="group" label={t('Risk')}>
      <span class="group-name" aria-hidden="true">
        {t('Risk')}
      </span>
      {form === 'bar' && sum > 0 ? (
        <svg class="breakdown-bar" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {parts.map(({ level, x, wide, tall }) => (
            <rect
              key={level}
              class={`risk-${riskOf(level)?.color ?? 'unknown'}${chosen.size === 0 || chosen.has(level) ? '' : ' off'}`}
              x={x}
              width={wide === 0 ? 0 : Math.max(3, wide)}
              y={height - tall}
              height={tall}
              onClick={() => toggle(level)}
            />
          ))}
        </svg>
      ) : null}
      {levels.map(([level, count]) => {
        const risk = riskOf(level);
        return risk === undefined ? null : (
          <button
            key={level}
            type="button"
            class={`chip risk-${risk.color}${count === 0 ? ' off' : ''}`}
            title={t('{0}: {1} of {2} match the filter', risk.label, count, all.get(level) ?? 0)}
            aria-pressed={chosen.has(level)}
            onClick={() => toggle(level)}
          >
            <RiskIcon icon={risk.icon} /> <span class={form === 'icons' ? 'unseen' : undefined}>{risk.label}</span>{' '}
            <span class="chip-count">{formatNumber(count)}</span>
          </button>
        );
      })}
    </Roving>
  );
}
