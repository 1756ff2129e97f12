import { descriptionOf } from '../records/labels/descriptionOf';
import { type Known, isSameSource } from '../records/knowledge';
import type { RiskFactor } from '../records/record';
import { worseFirst } from '../records/risk';
import type { Assessment } from './assess';

/** A reason for a risk. */
export interface Reason extends Pick<RiskFactor, 'description' | 'risk'> {
  /** Set where the reason is that a list contains the indicator. */
  readonly list?: string;
}

/**
 * The reasons of all sources that give an indicator the risk it has, the most severe first, without duplicates. For a
 * source without reasons, its lists count as reasons, as in hovers.
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

/** How the leading source describes the indicator. */
export function aboutOf({ lead }: Pick<Assessment, 'lead'>): string | undefined {
  return lead === undefined ? undefined : descriptionOf(lead.record);
}

function reasonsFrom({ record, source }: Known): readonly Reason[] {
  const { riskFactors, feeds, risk } = record;
  if (riskFactors.length > 0) return riskFactors;
  const lists = feeds.length > 0 ? feeds.map(({ name }) => name) : source.kind === 'import' ? [source.name] : [];
  return lists.map((name) => ({ description: `Listed in ${name}`, list: name, risk }));
}
