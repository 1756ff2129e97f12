import { isKnown, byPrecedence, type Known, type Knowledge } from '../records/knowledge';
import type { RiskWord } from '../records/risk';
import { omit } from './omit';

/**
 * Lays the user's own risk over what the leading source says of an indicator: the risk is the user's, its reasons and what
 * would count without it stay. Ids are not taken along: they are the source's.
 */
export function applyRiskOverride(statements: readonly Knowledge[]): readonly Knowledge[] {
  const override = statements.find((one): one is Known => isKnown(one) && isOverride(one));
  const [lead] = statements.filter((one): one is Known => isKnown(one) && !isOverride(one)).sort(byPrecedence);
  if (override === undefined || lead === undefined) return statements;
  const record = omit(lead.record, 'iid');
  const { risk, manualRisk, retired, timestamps } = override.record;
  const overlaid: Known = {
    ...override,
    record: {
      ...record,
      risk,
      manualRisk,
      // The score of a scan has all of the others in it.
      riskRecommended: scored(statements) ?? record.riskRecommended ?? record.risk,
      retired: retired || record.retired,
      timestamps: { ...timestamps, ...record.timestamps },
    },
  };
  return statements.map((one) => (one === override ? overlaid : one));
}

function scored(statements: readonly Knowledge[]): RiskWord | undefined {
  const scan = statements.find((one): one is Known => isKnown(one) && one.source.kind === 'scan');
  return scan?.record.riskRecommended;
}

function isOverride({ source, record }: Known): boolean {
  return source.kind === 'user' && record.manualRisk;
}
