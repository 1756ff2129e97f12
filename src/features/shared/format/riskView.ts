import { riskRank, type RiskWord } from '../../../core/records/risk';
import type { RiskView } from '../../../webviews/messages/parts';
import { riskStyle } from './verdict';

/** A risk level as displayed in panels. */
export function riskView(risk: RiskWord): RiskView {
  const { label, icon, color } = riskStyle(risk);
  return { label: label, icon, color, level: riskRank(risk) };
}
