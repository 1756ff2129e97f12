/** Risk levels from least to most telling (api-spec: "Risk level enumeration"; `retired` is a flag here, not a level). */
export const riskLevels = ['unknown', 'none', 'very low', 'low', 'medium', 'high', 'critical'] as const;

export type RiskLevel = (typeof riskLevels)[number];

/** Everything that the interface's enumeration holds: what has no flag beside it can be `retired` by this word alone. */
export type RiskWord = RiskLevel | 'retired';

/**
 * Reads a risk word as a service sends it: any letter case, an unknown word or another type is `unknown`.
 * `retired`, which the interface also lists among the levels, is answered as `unknown`; the flag is the caller's to set.
 */
export function parseRisk(value: unknown): RiskLevel {
  if (typeof value !== 'string') return 'unknown';
  const word = value.trim().toLowerCase().replace(/[_-]/g, ' ');
  return riskLevels.find((level) => level === word) ?? 'unknown';
}

/** The same for what has no flag beside its risk. */
export function parseRiskWord(value: unknown): RiskWord {
  return isRetiredWord(value) ? 'retired' : parseRisk(value);
}

/** Whether a risk word is `retired`, which tells no level. */
export function isRetiredWord(value: unknown): boolean {
  return typeof value === 'string' && value.trim().toLowerCase() === 'retired';
}

/** The level of a risk word, where it tells one. */
export function levelOf(word: RiskWord): RiskLevel {
  return word === 'retired' ? 'unknown' : word;
}

/** Position of a level in {@link riskLevels}: 0 for `unknown` (and `retired`) up to 6 for `critical`. */
export function riskRank(word: RiskWord): number {
  return riskLevels.indexOf(levelOf(word));
}

/** Orders the worse level first, for `Array.prototype.sort`. */
export function worseFirst(a: RiskWord, b: RiskWord): number {
  return riskRank(b) - riskRank(a);
}
