import { filled } from '../cells';
import { isRetiredWord, parseRisk, type RiskLevel } from '../../records/risk';

const riskWords: Readonly<Record<string, RiskLevel>> = {
  malicious: 'high',
  severe: 'critical',
  suspicious: 'medium',
  moderate: 'medium',
  informational: 'very low',
  info: 'very low',
  benign: 'none',
  clean: 'none',
  harmless: 'none',
};

/** The risk that a cell of a table states; `unknown` if it isn't read. */
export function parseRiskWord(word: string): RiskLevel {
  const level = parseRisk(word);
  if (level !== 'unknown') return level;
  const plain = word.trim().toLowerCase();
  return Object.hasOwn(riskWords, plain) ? (riskWords[plain] ?? 'unknown') : 'unknown';
}

/** Whether a cell of risks has something else, such as a number, so that another one applies. */
export function isUnreadRisk(cell: string): boolean {
  const word = filled(cell);
  return word !== '' && parseRiskWord(word) === 'unknown' && !isRetiredWord(word);
}
