/**
 * Text in the display language. Messages are written in English where they are used, and looked up in a VS Code
 * localization bundle. Numbers, dates, sizes, and lists are formatted with `Intl` only here.
 */
export { bundleTranslate, currentLocale, setLocale } from './locale';
export {
  argumentText,
  interleave,
  plural,
  pluralMessage,
  t,
  translated,
  type Literal,
  type PluralForms,
} from './messages';
export {
  compareText,
  formatAge,
  formatAlternatives,
  formatCountry,
  formatDate,
  formatDateTime,
  formatDuration,
  formatList,
  formatPercent,
  formatRelative,
  formatSize,
  formatTimeAhead,
  formatUtc,
  listParts,
} from './format';
export { formatNumber } from './numbers';
