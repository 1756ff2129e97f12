import { riskRank } from '../records/risk';
import type { Evidence } from './evidence';
import { type Contribution, pointsOf, weights } from './factors';

function worst<T extends Contribution>(found: readonly T[]): T | undefined {
  return found.toSorted((a, b) => b.points - a.points || (a.description < b.description ? -1 : 1))[0];
}

/** Ratings of others; `points` is that of the most severe, a little more if several agree. */
export interface Reputation {
  readonly points: number;
  readonly found: readonly Contribution[];
  /** Whether there is any rating, even as harmless. */
  readonly rated: boolean;
}

/** Source: imports, mirrors, and samples with the indicator. */
export function reputationOf({ ratings, threats, feeds }: Evidence): Reputation {
  const known = ratings.filter(({ risk }) => risk !== 'unknown');
  // Retired reports weigh half.
  const rated = worst(
    known
      .filter(({ risk }) => riskRank(risk) >= riskRank('very low'))
      .map(({ source, risk, retired }) => ({
        points: Math.round(pointsOf(risk) / (retired ? 2 : 1)),
        description: retired ? `Was rated ${risk} by ${source}` : `Rated ${risk} by ${source}`,
      })),
  );
  const threatRisk = worst(
    threats.map(({ name, risk }) => ({
      points: risk === 'unknown' ? weights.threatOfUnknownRisk : pointsOf(risk),
      description: `Tied to the threat ${name}`,
    })),
  );
  const listed = worst(feeds.map(({ name }) => ({ points: weights.feed, description: `Listed in the feed ${name}` })));
  const found: Contribution[] = [rated, threatRisk, listed].filter((one) => one !== undefined);
  const points = Math.max(0, ...found.map((one) => one.points));
  const voices = known.filter(({ risk, retired }) => !retired && riskRank(risk) >= riskRank('low')).length;
  if (voices < 2) return { points, found, rated: known.length > 0 };
  const agreement = { points: weights.agreement, description: 'Several sources rate it low or above' };
  return { points: points + agreement.points, found: [...found, agreement], rated: true };
}
