import { isKnown, byPrecedence, type Known, type Knowledge } from '../../records/knowledge';
import type { RiskWord } from '../../records/risk';
import { omit } from './omit';

/**
 * Applies the user's own risk to the leading statement about an indicator: the risk is the user's; the reasons and the
 * recommended risk stay. IDs belong to the source and are dropped.
 */
export function applyRiskOverride(statements: readonly Knowledge[]): readonly Knowledge[] {
  const override = statements.find((one): one is Known => isKnown(one) && isOverride(one));
  const [lead] = statements.filter((one): one is Known => isKnown(one) && !isOverride(one)).sort(byPrecedence);
  if (override === undefined || lead === undefined) return statements;
  const record = omit(lead.record, 'iid', 'riskWhenSeen');
  const { risk, manualRisk, retired, timestamps } = override.record;
  const overlaid: Known = {
    ...override,
    record: {
      ...record,
      risk,
      manualRisk,
      // The score of a scan already includes all others.
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
