import { type RiskFactor } from '../records/record';
import { type RiskLevel, riskLevels, riskRank } from '../records/risk';

/**
 * Plain STIX has no risk. What stands in its place, by `indicator_types` (STIX 2.0: `labels`), the worst counts:
 * malicious-activity → high · compromised, attribution, anomalous-activity → medium · anonymization → low · benign →
 * none. Where none of them is given the risk stays unknown, and a threat that the indicator is tied to decides (see
 * {@link threatKinds}). A `confidence` below 30, which STIX calls low, takes one level off.
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

/** The default risk of an indicator of plain STIX with its reason; undefined where nothing speaks for any. */
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
  return { description: `Marked as ${words}${doubted ? ', with low confidence' : ''}`, risk };
}

/** What a STIX object becomes as a threat, if it becomes one: its category and risk. */
export const threatKinds: Readonly<Record<string, { readonly category: string; readonly risk: RiskLevel }>> = {
  malware: { category: 'malware', risk: 'high' },
  'threat-actor': { category: 'group', risk: 'high' },
  'intrusion-set': { category: 'apt', risk: 'high' },
  campaign: { category: 'attack', risk: 'high' },
  infrastructure: { category: 'general', risk: 'medium' },
  tool: { category: 'tool', risk: 'medium' },
  report: { category: 'general', risk: 'medium' },
};
