/** Risk levels from least to most telling (api-spec: "Risk level enumeration"; `retired` is a flag here, not a level). */
export const riskLevels = ['unknown', 'none', 'very low', 'low', 'medium', 'high', 'critical'] as const;

export type RiskLevel = (typeof riskLevels)[number];

/**
 * Reads a risk word as a service sends it: any letter case, an unknown word or another type is `unknown`.
 * `retired`, which the interface also lists among the levels, is answered as `unknown`; the flag is the caller's to set.
 */
export function parseRisk(value: unknown): RiskLevel {
  if (typeof value !== 'string') return 'unknown';
  const word = value.trim().toLowerCase().replace(/[_-]/g, ' ');
  return riskLevels.find((level) => level === word) ?? 'unknown';
}

/** Position of a level in {@link riskLevels}: 0 for `unknown` up to 6 for `critical`. */
export function riskRank(level: RiskLevel): number {
  return riskLevels.indexOf(level);
}

/** Orders the worse level first, for `Array.prototype.sort`. */
export function worseFirst(a: RiskLevel, b: RiskLevel): number {
  return riskRank(b) - riskRank(a);
}
