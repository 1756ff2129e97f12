import { type RiskLevel, riskLevels } from '../records/risk';

/** The points from which a level is reached; `unknown` means no evidence. */
const thresholds = { none: 0, 'very low': 5, low: 15, medium: 35, high: 60, critical: 85 } as const;

/** The minimum points of a level; `unknown` has none. */
export function getPoints(level: RiskLevel): number {
  return level === 'unknown' ? 0 : thresholds[level];
}

/** The level for a number of points. */
export function getLevel(points: number): Exclude<RiskLevel, 'unknown'> {
  const reached = riskLevels.filter((level) => level !== 'unknown').filter((level) => points >= thresholds[level]);
  return reached.at(-1) ?? 'none';
}

/** The factors of docs/reference/risk.md with their own weight, in points. Ratings of others weigh as much as they state. */
export const weights = {
  threatOfUnknownRisk: 35,
  feed: 20,
  agreement: 5,
  registeredThisWeek: 30,
  registeredThisMonth: 20,
  registeredThisQuarter: 10,
  lookalike: 40,
  baitedName: 35,
  mixedScripts: 30,
  brokenPunycode: 15,
  selfSigned: 20,
  mismatchedCertificate: 15,
  expiredCertificate: 10,
  untrustedCertificate: 10,
  redirectElsewhere: 10,
  redirectToRisk: 25,
  oddPort: 15,
  oddOpenPort: 10,
  addressForHost: 10,
  userInformation: 15,
  program: 10,
} as const;

/** The contribution of one factor to a score. */
export interface Contribution {
  readonly points: number;
  readonly description: string;
}
