import { isKnown, leadFirst, type Known, type Knowledge } from '../records/knowledge';
import type { RiskWord } from '../records/risk';
import { omit } from './omit';

/**
 * Lays the user's own risk over what the leading source says of an indicator: the risk is the user's, its reasons and what
 * would count without it stay. Ids are not taken along: they are the source's.
 */
export function withOwnRisk(said: readonly Knowledge[]): readonly Knowledge[] {
  const own = said.find((one): one is Known => isKnown(one) && isOwn(one));
  const [lead] = said.filter((one): one is Known => isKnown(one) && !isOwn(one)).sort(leadFirst);
  if (own === undefined || lead === undefined) return said;
  const record = omit(lead.record, 'iid');
  const { risk, manualRisk, retired, stamps } = own.record;
  const laid: Known = {
    ...own,
    record: {
      ...record,
      risk,
      manualRisk,
      // The score of a scan has all of the others in it.
      riskRecommended: scored(said) ?? record.riskRecommended ?? record.risk,
      retired: retired || record.retired,
      stamps: { ...stamps, ...record.stamps },
    },
  };
  return said.map((one) => (one === own ? laid : one));
}

function scored(said: readonly Knowledge[]): RiskWord | undefined {
  const scan = said.find((one): one is Known => isKnown(one) && one.source.kind === 'scan');
  return scan?.record.riskRecommended;
}

function isOwn({ source, record }: Known): boolean {
  return source.kind === 'user' && record.manualRisk;
}
