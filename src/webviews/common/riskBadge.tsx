import type { RiskView } from '../messages/parts';
import { RiskIcon } from './riskIcon';

interface RiskBadgeProps {
  readonly risk: RiskView;
  readonly retired?: boolean | undefined;
  /** The icon alone is seen; the words are for screen readers, and for the title that whoever shows it gives it. */
  readonly icon?: boolean;
}

/** A small risk word with its icon, for lists; dimmed where it is retired, which a word says, too. */
export function RiskBadge({ risk, retired = false, icon = false }: RiskBadgeProps) {
  const words = `${risk.words}${retired ? ' · retired' : ''}`;
  return (
    <span class={`badge risk-${risk.color}${retired ? ' retired' : ''}`}>
      <RiskIcon icon={risk.icon} />
      {icon && retired ? <RiskIcon icon="history" /> : null} {icon ? <span class="unseen">{words}</span> : words}
    </span>
  );
}
