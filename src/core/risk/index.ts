import { isWellKnown } from '../indicators/wellKnown';
import type { RiskFactor } from '../records/record';
import { type RiskLevel } from '../records/risk';
import type { Evidence } from './evidence';
import { factFactors } from './factFactors';
import { levelOf, pointsOf } from './factors';
import { nameFactors, urlFactors } from './nameFactors';
import { reputationOf } from './reputation';

export type { Evidence } from './evidence';

export interface Score {
  readonly risk: RiskLevel;
  /** 0 to 100; where somebody rates the indicator, at least what they say. */
  readonly points: number;
  /** The heaviest first. */
  readonly factors: readonly RiskFactor[];
}

/** Without anybody's word a name is never worse than high: all that is known is how it looks. */
const maxAlone = pointsOf('critical') - 1;

/**
 * `risk_recommended` of an indicator with its `riskfactors`, from the evidence alone: the same evidence always gives the
 * same score, whatever its order (docs/risk.md has the factors with reasons and weights). What others say counts once,
 * by the worst; what was found out is added to it. No evidence at all is `unknown`.
 */
export function scoreRisk(evidence: Evidence): Score {
  const reputation = reputationOf(evidence);
  // Nobody but the operator can put a host of this list to use; its looks say nothing.
  const own = isWellKnown(evidence.indicator)
    ? []
    : [...nameFactors(evidence.indicator), ...urlFactors(evidence.indicator), ...factFactors(evidence)];
  const found = own.reduce((sum, { points }) => sum + points, 0);
  const vouched = reputation.points >= pointsOf('medium');
  const sum = reputation.points + found;
  const points = Math.min(100, vouched ? sum : Math.max(reputation.points, Math.min(sum, maxAlone)));
  const all = [...reputation.found, ...own];
  const isAssessed = all.length > 0 || reputation.rated || evidence.looked;
  return {
    risk: isAssessed ? levelOf(points) : 'unknown',
    points,
    factors: all
      .toSorted((a, b) => b.points - a.points || (a.description < b.description ? -1 : 1))
      .map((one) => ({ description: one.description, risk: levelOf(one.points) })),
  };
}
