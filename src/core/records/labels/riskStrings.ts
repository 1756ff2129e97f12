import { t } from '../../../l10n';
import type { RiskWord } from '../risk';

/** Text of risks, the same in the UI and in exports. */
export const riskStrings = {
  /** As a title: “High risk”. */
  verdict: (risk: RiskWord): string =>
    ({
      critical: () => t('Critical risk'),
      high: () => t('High risk'),
      medium: () => t('Medium risk'),
      low: () => t('Low risk'),
      'very low': () => t('Very low risk'),
      none: () => t('No risk reported'),
      unknown: () => t('Risk unknown'),
      retired: () => t('Retired'),
    })[risk](),
  /** As a part of a sentence: “registered 12 days ago (medium)”. */
  level: (risk: RiskWord): string =>
    ({
      critical: () => t('critical'),
      high: () => t('high'),
      medium: () => t('medium'),
      low: () => t('low'),
      'very low': () => t('very low'),
      none: () => t('no risk reported'),
      unknown: () => t('unknown'),
      retired: () => t('retired'),
    })[risk](),
  setManually: () => t('set manually'),
  setManuallyFrom: (scored: string) => t('set manually (automatic score: {0})', scored),
};
