import { t } from '../../../l10n';

/** Results as Markdown, for people. */
export const markdownStrings = {
  retired: (risk: string) => t('{0}, retired', risk),
};
