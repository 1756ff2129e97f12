import { riskReason, saysNothing, type TeamJudgment } from './judgment';
import type { IndicatorRecord } from './record';
import { getLevel } from './risk';

/**
 * A record of a team's service with a newer judgment, as the service would send it, apart from anything else that it
 * knows. An empty judgment is removed.
 */
export function withJudgment(record: IndicatorRecord, judgment: TeamJudgment): IndicatorRecord {
  const { judgment: before, ...rest } = record;
  if (before !== undefined && before.version > judgment.version) return record;
  const stated = before?.risk === undefined ? undefined : riskReason(before);
  const others = record.riskFactors.filter(({ description }) => description !== stated);
  const own = judgment.risk === undefined ? [] : [{ description: riskReason(judgment), risk: judgment.risk }];
  return {
    ...rest,
    ...riskWith(record, before, judgment),
    retired: judgment.retired ?? (before?.retired === true ? false : record.retired),
    riskFactors: [...own, ...others],
    ...(saysNothing(judgment) ? {} : { judgment }),
  };
}

type Risk = Pick<IndicatorRecord, 'risk' | 'manualRisk' | 'riskRecommended'>;

function riskWith(record: IndicatorRecord, before: TeamJudgment | undefined, { risk }: TeamJudgment): Risk {
  const { risk: current, manualRisk, riskRecommended } = record;
  // Without the judgment, the sources decide the risk.
  const sources = before?.risk === undefined ? current : getLevel(riskRecommended ?? 'unknown');
  if (risk !== undefined) return { risk, manualRisk: true, riskRecommended: riskRecommended ?? sources };
  if (before?.risk === undefined) return { risk: current, manualRisk, ...(riskRecommended && { riskRecommended }) };
  return { risk: sources, manualRisk: false, ...(riskRecommended && { riskRecommended }) };
}
