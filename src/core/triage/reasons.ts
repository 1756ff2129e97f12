import { descriptionOf } from '../records/descriptionOf';
import { type Known, isSameSource } from '../records/knowledge';
import type { RiskFactor } from '../records/record';
import { worseFirst } from '../records/risk';
import type { Assessment } from './assess';

/** Why something has its risk, as far as the sources say it: the words of one, and how bad it is. */
export type Reason = Pick<RiskFactor, 'description' | 'risk'>;

/**
 * Why an indicator has the risk it has: what all sources that say this risk give for it, the worst first, each once. A source
 * without reasons says where it lists it, as in hovers.
 */
export function reasonsOf({ lead, known }: Pick<Assessment, 'lead' | 'known'>): readonly Reason[] {
  if (lead === undefined) return [];
  const { risk, retired } = lead.record;
  const others = known.filter(
    (each) => each.record.risk === risk && each.record.retired === retired && !isSameSource(each, lead),
  );
  const all = [lead, ...others].flatMap(reasonsFrom).sort((a, b) => worseFirst(a.risk, b.risk));
  return [...new Map(all.toReversed().map((reason) => [reason.description, reason])).values()].reverse();
}

/** What the leading source calls it and writes of it, if it does. */
export function aboutOf({ lead }: Pick<Assessment, 'lead'>): string | undefined {
  return lead === undefined ? undefined : descriptionOf(lead.record);
}

function reasonsFrom({ record, source }: Known): readonly Reason[] {
  const { riskFactors, feeds, risk } = record;
  if (riskFactors.length > 0) return riskFactors;
  const lists = feeds.length > 0 ? feeds.map(({ name }) => name) : source.kind === 'import' ? [source.name] : [];
  return lists.map((name) => ({ description: `Listed in ${name}`, risk }));
}
