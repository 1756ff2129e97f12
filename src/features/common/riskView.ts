import { riskRank, type RiskWord } from '../../core/records/risk';
import type { RiskView } from '../../webviews/messages/parts';
import { riskLook } from './verdict';

/** A risk level as panels show it. */
export function riskView(risk: RiskWord): RiskView {
  const { words, icon, color } = riskLook(risk);
  return { words, icon, color, level: riskRank(risk) };
}
