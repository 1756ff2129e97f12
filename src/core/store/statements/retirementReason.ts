import { t } from '../../../l10n';

/** Why an indicator was retired here, as stored. */
export type RetirementKind = 'inactive' | 'manual';

/** A stored reason as text. A reason of another version stays as it is. */
export function formatRetirement(reason: string): string {
  switch (reason) {
    case 'inactive':
      return t('No activity for three months');
    case 'manual':
      return t('Retired manually');
    default:
      return reason;
  }
}
