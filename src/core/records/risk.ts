/** Risk levels in ascending order (lookup API: “Risk level enumeration”; `retired` is a flag here, not a level). */
export const riskLevels = ['unknown', 'none', 'very low', 'low', 'medium', 'high', 'critical'] as const;

export type RiskLevel = (typeof riskLevels)[number];

/** The values of the API's enumeration, which includes `retired` for objects without a separate flag. */
export type RiskWord = RiskLevel | 'retired';

/**
 * Parses a risk as a service sends it, ignoring case; an unknown word or another type is `unknown`.
 * `retired`, which the API lists among the levels, is also `unknown`; the caller sets the flag.
 */
export function parseRisk(value: unknown): RiskLevel {
  if (typeof value !== 'string') return 'unknown';
  const word = value.trim().toLowerCase().replace(/[_-]/g, ' ');
  return riskLevels.find((level) => level === word) ?? 'unknown';
}

/** A risk in words or numbers of the service's own, which {@link parseRisk} takes for unknown. */
export function ownRiskWord(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const word = String(value).trim();
  const isKnown = word === '' || isRetiredWord(word) || /^unknown$/i.test(word) || parseRisk(word) !== 'unknown';
  return isKnown ? undefined : word;
}

/** {@link parseRisk} for objects without a separate flag. */
export function parseRiskWord(value: unknown): RiskWord {
  return isRetiredWord(value) ? 'retired' : parseRisk(value);
}

/** Whether a risk word is `retired`, which is not a level. */
export function isRetiredWord(value: unknown): boolean {
  return typeof value === 'string' && value.trim().toLowerCase() === 'retired';
}

/** The level of a risk word; `unknown` for `retired`. */
export function getLevel(word: RiskWord): RiskLevel {
  return word === 'retired' ? 'unknown' : word;
}

/** Position of a level in {@link riskLevels}: 0 for `unknown` (and `retired`) up to 6 for `critical`. */
export function riskRank(word: RiskWord): number {
  return riskLevels.indexOf(getLevel(word));
}

/** Orders the worse level first, for `Array.prototype.sort`. */
export function worseFirst(a: RiskWord, b: RiskWord): number {
  return riskRank(b) - riskRank(a);
}
