import { formatList, plural, t } from '../../../l10n';
/** What completion offers besides fields and values. */
export const completionStrings = {
  accepts: (value: string) => t('Value: {0}.', value),
};
/** What hovers in a query file show. */
export const helpStrings = {
  not: () => t('What follows must not match. “not” binds tightest: it applies to the next term or parentheses only.'),
  and: () => t('Both sides must match. “and” binds tighter than “or”.'),
  or: () => t('Either side may match. “or” binds loosest; use parentheses if in doubt.'),

  oneOf: (values: readonly string[]) => t('One of {0}.', formatList(values)),
  valueMeaning: (value: string, meaning: string) => t('{0}: {1}', value, meaning),
  limit: (limit: number) => plural(limit, { one: 'Up to {0} result.', other: 'Up to {0} results.' }),

  asFormat: (format: string) => t('As {0}.', format),
};
