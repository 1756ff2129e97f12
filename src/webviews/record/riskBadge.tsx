import { RiskIcon } from '../common/riskIcon';
import type { RiskView } from '../messages/parts';

/** A small risk word with its icon, for lists. */
export function RiskBadge({ risk }: { readonly risk: RiskView }) {
  return (
    <span class={`badge risk-${risk.color}`}>
      <RiskIcon icon={risk.icon} /> {risk.words}
    </span>
  );
}
