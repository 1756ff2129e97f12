import { isWellKnown } from '../context/builtIn';
import type { RiskFactor } from '../records/record';
import type { RiskLevel } from '../records/risk';
import type { Evidence } from './evidence';
import { getLevel, getPoints, type Contribution, weights } from './weights';
import { nameFactors, urlFactors, getOwner } from './nameFactors';
import { riskRank } from '../records/risk';
import type { Indicator } from '../indicators/identity/types';
import type { ScanFacts } from '../records/scan';

const dayMillis = 86_400_000;

/** Source: the registration date from RDAP or WHOIS. */
function registration({ registered }: ScanFacts, asOf: number): readonly Contribution[] {
  // A future date is a mistake of the registry, not a new name.
  if (registered === undefined || registered > asOf) return [];
  const days = (asOf - registered) / dayMillis;
  if (days < 7)
    return [{ points: weights.registeredThisWeek, description: 'Registered within a week before the scan' }];
  if (days < 30)
    return [{ points: weights.registeredThisMonth, description: 'Registered within 30 days before the scan' }];
  if (days < 90)
    return [{ points: weights.registeredThisQuarter, description: 'Registered within 90 days before the scan' }];
  return [];
}

/** Source: the certificate that the host presented. */
function certificate({ certificate: seen }: ScanFacts): readonly Contribution[] {
  if (seen === undefined) return [];
  const found: Contribution[] = [];
  if (seen.selfSigned) found.push({ points: weights.selfSigned, description: 'Presents a self-signed certificate' });
  else if (!seen.trusted)
    found.push({
      points: weights.untrustedCertificate,
      description: 'Presents a certificate that no known authority signed',
    });
  if (seen.mismatched)
    found.push({ points: weights.mismatchedCertificate, description: 'Presents a certificate of another name' });
  if (seen.expired) found.push({ points: weights.expiredCertificate, description: 'Presents an expired certificate' });
  return found;
}

const ordinaryOpen = new Set([21, 22, 25, 53, 80, 110, 143, 443, 465, 587, 993, 995, 8080, 8443]);

/** Source: open ports. */
function ports({ openPorts = [] }: ScanFacts): readonly Contribution[] {
  return openPorts.some((port) => !ordinaryOpen.has(port))
    ? [{ points: weights.oddOpenPort, description: 'Offers a service on an unusual port' }]
    : [];
}

/** Source: the redirect targets of the page, as the store rates them. */
function redirects(indicator: Indicator, led: Evidence['redirects']): readonly Contribution[] {
  const own = getOwner(indicator);
  const found: Contribution[] = [];
  if (led.some((end) => getOwner(end.indicator) !== own))
    found.push({ points: weights.redirectElsewhere, description: "Redirects to somebody else's host" });
  if (led.some(({ risk }) => riskRank(risk) >= riskRank('medium')))
    found.push({ points: weights.redirectToRisk, description: 'Redirects to a risk of medium or above' });
  return found;
}

/** Factors from the facts about the host. */
function factFactors({ indicator, asOf, facts, redirects: led }: Evidence): readonly Contribution[] {
  return [...registration(facts, asOf), ...certificate(facts), ...ports(facts), ...redirects(indicator, led)];
}

export type { Evidence } from './evidence';

export interface Score {
  readonly risk: RiskLevel;
  /** 0 to 100; if others rate the indicator, at least their rating. */
  readonly points: number;
  /** By weight, the heaviest first. */
  readonly factors: readonly RiskFactor[];
}

/** Without ratings of others, a name alone is never worse than high. */
const maxAlone = getPoints('critical') - 1;

/**
 * `risk_recommended` of an indicator with its `riskfactors`, from the evidence alone: the same evidence always gives
 * the same score, whatever its order (docs/reference/risk.md has the factors with reasons and weights). Ratings of others count
 * once, by the most severe; facts are added. No evidence at all is `unknown`.
 */
export function scoreRisk(evidence: Evidence): Score {
  const reputation = reputationOf(evidence);
  // Only the operator can use a host of this list, so that its name means nothing.
  const own = isWellKnown(evidence.indicator)
    ? []
    : [...nameFactors(evidence.indicator), ...urlFactors(evidence.indicator), ...factFactors(evidence)];
  const found = own.reduce((sum, { points }) => sum + points, 0);
  const vouched = reputation.points >= getPoints('medium');
  const sum = reputation.points + found;
  const points = Math.min(100, vouched ? sum : Math.max(reputation.points, Math.min(sum, maxAlone)));
  const all = [...reputation.found, ...own];
  const isAssessed = all.length > 0 || reputation.rated || evidence.looked;
  return {
    risk: isAssessed ? getLevel(points) : 'unknown',
    points,
    factors: all
      .toSorted((a, b) => b.points - a.points || (a.description < b.description ? -1 : 1))
      .map((one) => ({ description: one.description, risk: getLevel(one.points) })),
  };
}

function worst<T extends Contribution>(found: readonly T[]): T | undefined {
  return found.toSorted((a, b) => b.points - a.points || (a.description < b.description ? -1 : 1))[0];
}

/** Ratings of others; `points` is that of the most severe, a little more if several agree. */
interface Reputation {
  readonly points: number;
  readonly found: readonly Contribution[];
  /** Whether there is any rating, even as harmless. */
  readonly rated: boolean;
}

/** Source: imports, mirrors, and samples with the indicator. */
function reputationOf({ ratings, threats, feeds }: Evidence): Reputation {
  const known = ratings.filter(({ risk }) => risk !== 'unknown');
  // Retired reports weigh half.
  const rated = worst(
    known
      .filter(({ risk }) => riskRank(risk) >= riskRank('very low'))
      .map(({ source, risk, retired }) => ({
        points: Math.round(getPoints(risk) / (retired ? 2 : 1)),
        description: retired ? `Was rated ${risk} by ${source}` : `Rated ${risk} by ${source}`,
      })),
  );
  const threatRisk = worst(
    threats.map(({ name, risk }) => ({
      points: risk === 'unknown' ? weights.threatOfUnknownRisk : getPoints(risk),
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
