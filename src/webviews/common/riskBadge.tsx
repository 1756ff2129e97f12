import type { RiskView } from '../messages/parts';
import { RiskIcon } from './riskIcon';

/** A small risk word with its icon, for lists; dimmed where it is retired, which a word says, too. */
export function RiskBadge({
  risk,
  retired = false,
}: {
  readonly risk: RiskView;
  readonly retired?: boolean | undefined;
}) {
  return (
    <span class={`badge risk-${risk.color}${retired ? ' retired' : ''}`}>
      <RiskIcon icon={risk.icon} /> {risk.words}
      {retired ? ' · retired' : ''}
    </span>
  );
}
