import { t } from '../../l10n';
/** Text of records as Markdown, for people. */
export const markdownStrings = {
  more: (count: number) => t('and {0} more', count),
};
