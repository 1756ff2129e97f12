import type { Indicator } from '../indicators/identity/types';
import { riskRank } from '../records/risk';
import type { ScanFacts } from '../records/scan';
import type { Evidence } from './evidence';
import { type Contribution, weights } from './factors';
import { ownerOf } from './nameFactors';

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

/** Source: the redirect target of the page, and what the store knows about it. */
function redirects(indicator: Indicator, led: Evidence['redirects']): readonly Contribution[] {
  const own = ownerOf(indicator);
  const found: Contribution[] = [];
  if (led.some((end) => ownerOf(end.indicator) !== own))
    found.push({ points: weights.redirectElsewhere, description: "Redirects to somebody else's host" });
  if (led.some(({ risk }) => riskRank(risk) >= riskRank('medium')))
    found.push({ points: weights.redirectToRisk, description: 'Redirects to a risk of medium or above' });
  return found;
}

/** Factors from the facts about the host. */
export function factFactors({ indicator, asOf, facts, redirects: led }: Evidence): readonly Contribution[] {
  return [...registration(facts, asOf), ...certificate(facts), ...ports(facts), ...redirects(indicator, led)];
}
