import { plural, t } from '../../l10n';
import type { CopyForm } from '../messages/results';

/** The results panel. */
export const strings = {
  shown: (shown: number, count: number) => t('{0} of {1} shown', shown, count),
  selected: (count: number) => plural(count, { one: '{0} selected', other: '{0} selected' }),

  copy: (form: CopyForm) => ({ defanged: t('Copy Defanged'), plain: t('Copy'), markdown: t('Copy as Markdown') })[form],
  selectedRows: (command: string) => t('{0} (selected rows)', command),
  shownRows: (command: string) => t('{0} (filtered rows)', command),
};
