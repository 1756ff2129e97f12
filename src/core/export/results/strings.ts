import { plural, t } from '../../../l10n';

/** Results as Markdown, for people. */
export const markdownStrings = {
  title: () => t('Results'),
  query: (query: string) => t('Query: {0}', query),
  source: (source: string) => t('Source: {0}', source),
  created: (time: string) => t('Created: {0}', time),
  indicators: (count: number) => plural(count, { one: '{0} indicator', other: '{0} indicators' }),
  threats: (count: number) => plural(count, { one: '{0} threat', other: '{0} threats' }),
  incomplete: () => t('Results may be incomplete.'),
  risk: () => t('Risk'),
  indicator: () => t('Indicator'),
  type: () => t('Type'),
  seen: () => t('Seen'),
  added: () => t('Added'),
  threatNames: () => t('Threats'),
  location: () => t('Location'),
  threat: () => t('Threat'),
  category: () => t('Category'),
  retired: (risk: string) => t('{0}, retired', risk),
  redacted: () => t('redacted'),
};
