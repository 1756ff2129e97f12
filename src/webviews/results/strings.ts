import { plural, t } from '../../l10n';

/** The results panel. */
export const strings = {
  shown: (shown: number, count: number) => t('{0} of {1} shown', shown, count),
  selected: (count: number) => plural(count, { one: '{0} selected', other: '{0} selected' }),

  selectedRows: (command: string) => t('{0} (selected rows)', command),
  shownRows: (command: string) => t('{0} (filtered rows)', command),
};
