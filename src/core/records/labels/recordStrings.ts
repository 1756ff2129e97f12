import { t } from '../../../l10n';

/** Labels of records, the same in panels and in exports. */
export const recordStrings = {
  feed: {
    organization: () => t('Organization'),
    pricing: () => t('Pricing'),
    schedule: () => t('Schedule'),
    website: () => t('Website'),
  },
  references: () => t('References'),
  techniques: () => t('Tactics and techniques'),
  timestamps: {
    seen: () => t('Last seen'),
    added: () => t('First added'),
    updated: () => t('Updated'),
    probed: () => t('Last active scan'),
    retired: () => t('Retired'),
  },
};
