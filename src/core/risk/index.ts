import { isWellKnown } from '../context/builtIn';
import type { RiskFactor } from '../records/record';
import type { RiskLevel } from '../records/risk';
import type { Evidence } from './evidence';
import { factFactors } from './factFactors';
import { levelOf, pointsOf } from './factors';
import { nameFactors, urlFactors } from './nameFactors';
import { reputationOf } from './reputation';

export type { Evidence } from './evidence';

export interface Score {
  readonly risk: RiskLevel;
  /** 0 to 100; if others rate the indicator, at least their rating. */
  readonly points: number;
  /** By weight, the heaviest first. */
  readonly factors: readonly RiskFactor[];
}

/** Without ratings of others, a name alone is never worse than high. */
const maxAlone = pointsOf('critical') - 1;

/**
 * `risk_recommended` of an indicator with its `riskfactors`, from the evidence alone: the same evidence always gives
 * the same score, whatever its order (docs/risk.md has the factors with reasons and weights). Ratings of others count
 * once, by the most severe; facts are added. No evidence at all is `unknown`.
 */
export function scoreRisk(evidence: Evidence): Score {
  const reputation = reputationOf(evidence);
  // Only the operator can use a host of this list; its name says nothing.
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
