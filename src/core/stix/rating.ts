import type { RiskFactor } from '../records/record';
import { type RiskLevel, riskLevels, riskRank } from '../records/risk';

/**
 * Plain STIX has no risk. The default depends on `indicator_types` (STIX 2.0: `labels`), of which the highest counts:
 * malicious-activity → high · compromised, attribution, anomalous-activity → medium · anonymization → low · benign →
 * none. Without any of them, the risk is unknown and a linked threat decides (see {@link threatKinds}). A `confidence`
 * below 30, “low” in STIX, lowers the risk by one level.
 */
const riskOfType: Readonly<Record<string, RiskLevel>> = {
  'malicious-activity': 'high',
  compromised: 'medium',
  attribution: 'medium',
  'anomalous-activity': 'medium',
  anonymization: 'low',
  benign: 'none',
};

const wordsOfType: Readonly<Record<string, string>> = {
  'malicious-activity': 'malicious activity',
  compromised: 'compromised',
  attribution: 'evidence of who is behind it',
  'anomalous-activity': 'unusual activity',
  anonymization: 'a way to hide where traffic comes from',
  benign: 'benign',
};

const lowConfidence = 30;

/** The default risk of a plain STIX indicator with its reason; undefined if there is none. */
export function defaultRating(types: readonly string[], confidence: number | undefined): RiskFactor | undefined {
  const rated = types
    .map((type) => ({ type, risk: Object.hasOwn(riskOfType, type) ? riskOfType[type] : undefined }))
    .filter((each): each is { type: string; risk: RiskLevel } => each.risk !== undefined)
    .toSorted((a, b) => riskRank(b.risk) - riskRank(a.risk));
  const [worst] = rated;
  if (worst === undefined) return undefined;
  const doubted = confidence !== undefined && confidence < lowConfidence && riskRank(worst.risk) > riskRank('very low');
  const risk = doubted ? (riskLevels[riskRank(worst.risk) - 1] ?? worst.risk) : worst.risk;
  const words = wordsOfType[worst.type] ?? worst.type;
  return { description: `Labeled as ${words}${doubted ? ', with low confidence' : ''}`, risk };
}

/** The category and risk of STIX objects that are threats. */
export const threatKinds: Readonly<Record<string, { readonly category: string; readonly risk: RiskLevel }>> = {
  malware: { category: 'malware', risk: 'high' },
  'threat-actor': { category: 'group', risk: 'high' },
  'intrusion-set': { category: 'apt', risk: 'high' },
  campaign: { category: 'attack', risk: 'high' },
  infrastructure: { category: 'general', risk: 'medium' },
  tool: { category: 'tool', risk: 'medium' },
  report: { category: 'general', risk: 'medium' },
};
