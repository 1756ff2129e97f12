/**
 * Text in the language of the reader. Messages are written in English where they are used and looked up in a bundle of VS
 * Code's format; numbers, dates, sizes and lists go through `Intl` here and nowhere else.
 */
export { bundleTranslate, currentLocale, setLocale, type Locale, type Translate } from './locale';
export {
  argumentText,
  interleave,
  plural,
  pluralMessage,
  t,
  translated,
  type Literal,
  type MessageArgument,
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
  formatTime,
  formatTimeAhead,
  formatUtc,
} from './format';
export { formatNumber } from './numbers';
