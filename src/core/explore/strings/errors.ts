import { t } from '../../../l10n';

/** What is wrong with the form of a query. */
export const errorStrings = {
  fieldBefore: (operator: string) => t('Field name expected before “{0}”.', operator),

  value: (after: string) => t('Value expected after “{0}”.', after),
  termBefore: (keyword: string) => t('Term expected before “{0}”.', keyword),
  termAfter: (keyword: string) => t('Term expected after “{0}”.', keyword),

  tooDeep: (levels: number) => t('Nesting exceeds {0} levels.', levels),

  // The syntax of other tools.

  oneValue: (keyword: string) =>
    t('A field takes a single value. Repeat the field for each value, joined by “{0}”.', keyword),

  dateOperator: (operator: string) =>
    t("“{0}” isn't supported. A date matches that time and later. Use “!=” for earlier times.", operator),

  otherOperator: (operator: string) =>
    t("“{0}” isn't supported. Values can only be compared with “=” and “!=”.", operator),
};
