import { t } from '../../../l10n';
/** Titles of quick fixes. */
export const fixStrings = {
  change: (text: string) => t('Change to “{0}”', text),
  insert: (text: string) => t('Insert “{0}”', text),

  remove: (text: string) => t('Remove “{0}”', text),
};
