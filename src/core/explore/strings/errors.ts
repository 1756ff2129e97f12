import { t } from '../../../l10n';

/** What is wrong with the form of a query. */
export const errorStrings = {
  unclosedParenthesis: () => t('Missing closing parenthesis.'),
  unmatchedParenthesis: () => t('Unmatched closing parenthesis.'),
  emptyParentheses: () => t('Empty parentheses.'),
  unclosedQuote: () => t('Missing closing double quote.'),
  fieldBefore: (operator: string) => t('Field name expected before “{0}”.', operator),
  field: () => t('Field name expected.'),
  value: (after: string) => t('Value expected after “{0}”.', after),
  termBefore: (keyword: string) => t('Term expected before “{0}”.', keyword),
  termAfter: (keyword: string) => t('Term expected after “{0}”.', keyword),
  keyword: () => t('“and” or “or” expected.'),
  term: () => t('Expected name=value. Put a value that contains spaces in double quotes.'),
  comment: () => t('Comments start with “#”.'),
  tooDeep: (levels: number) => t('Nesting exceeds {0} levels.', levels),

  // The syntax of other tools.
  useKeyword: (keyword: string, written: string) => t('Use “{0}” instead of “{1}”.', keyword, written),
  keywordInValue: (written: string, keyword: string) =>
    t('“{0}” is read as part of the value. Use “{1}” with a space on each side.', written, keyword),
  oneValue: (keyword: string) =>
    t('A field takes a single value. Repeat the field for each value, joined by “{0}”.', keyword),
  useEquals: () => t('Use “=” between a field and its value.'),
  useNotEquals: () => t('Use “!=” for “is not”.'),
  useExclusion: () => t('Use “name!=value” to exclude a value.'),
  dateOperator: (operator: string) =>
    t("“{0}” isn't supported. A date matches that time and later. Use “!=” for earlier times.", operator),
  riskOperator: (operator: string) => t("“{0}” isn't supported. List each risk level.", operator),
  otherOperator: (operator: string) =>
    t("“{0}” isn't supported. Values can only be compared with “=” and “!=”.", operator),
  otherQuotes: () => t('Only straight double quotes enclose a value. These are read as part of the value.'),
  tilde: () => t("“~” isn't supported. Use “*” to match any characters."),
  regularExpression: () => t("Regular expressions aren't supported. Use “*” to match any characters."),
  percentWildcard: () => t('The wildcard is “*”, not “%”.'),
};
