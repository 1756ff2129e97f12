import { t } from '../../l10n';
import { uiText } from '../shared/ui/text';

/** Query files. */
export const strings = {
  noQuery: () => uiText('No query at the cursor.'),
  queries: () => t('Queries'),
  emptyQuery: () => uiText('Empty query'),
  insertCondition: () => uiText('Insert as Condition'),
  inLocalStore: () => t('in the local store'),
  suggest: () => t('Suggest'),
  diagnosticSource: () => t('Explore'),
  example: () => t('Example'),
  query: () => t('Query'),

  // CodeLens
  run: () => uiText('$(play) Run'),
  runLocally: () => uiText('$(play) Run on Local Store'),
  runAlsoLocally: () => uiText('$(database) Run on Local Store'),
  runOn: (host: string) => uiText('$(play) Run on {0}', host),
  runLocallyHint: () => uiText('Run locally; nothing is sent'),
  runOnHint: () => uiText('Send this query to the service'),
  limit: (limit: number) => uiText('Limit: {0}', limit),
  defaultLimit: () => uiText('Limit: default'),
  planLimit: () => uiText('Limit: plan default'),
  limitHint: () => uiText('Change the maximum number of results'),
  format: (format: string) => uiText('Format: {0}', format),
  formatHint: () => uiText('Change the response format'),

  // Limit and format
  limitTitle: (query: string) => uiText('Limit of “{0}”', query),
  limitPrompt: () => uiText('Maximum number of results. Leave empty for the default.'),
  limitPlaceholder: () => uiText('100'),
  invalidLimit: () => uiText('Enter a whole number of 1 or more.'),
  formatTitle: (query: string) => uiText('Format of “{0}”', query),
  selectFormat: () => uiText('Select a response format'),
  current: () => uiText('current'),
};
