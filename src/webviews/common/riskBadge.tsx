import type { RiskView } from '../messages/parts';
import { RiskIcon } from './riskIcon';
import { t } from '../../l10n';

interface RiskBadgeProps {
  readonly risk: RiskView;
  readonly retired?: boolean | undefined;
  /** Shows only the icon; the label is for screen readers. */
  readonly icon?: boolean;
}

/** A risk in words. */
export function riskText(risk: RiskView | undefined, retired: boolean): string {
  const { label = '' } = risk ?? {};
  return retired ? t('{0} · retired', label) : label;
}

/** A small risk label with its icon, for lists; dimmed and labeled if retired. */
export function RiskBadge({ risk, retired = false, icon = false }: RiskBadgeProps) {
  const label = riskText(risk, retired);
  return (
    <span class={`badge risk-${risk.color}${retired ? ' retired' : ''}`}>
      <RiskIcon icon={risk.icon} />
      {icon && retired ? <RiskIcon icon="history" /> : null} {icon ? <span class="unseen">{label}</span> : label}
    </span>
  );
}
