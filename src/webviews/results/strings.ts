import { plural, t } from '../../l10n';

/** The results panel. */
export const strings = {
  query: () => t('Query'),
  loadedSoFar: (count: number) => plural(count, { one: '({0} loaded so far)', other: '({0} loaded so far)' }),
  showInEditor: () => t('Show in Editor'),
  showRequestLog: () => t('Show Request Log'),
  queryRunning: () => t('The query is running'),
  running: () => t('Running'),
  seconds: (seconds: string) => t('{0} s', seconds),
  noAnswer: () => t('no response yet'),

  rows: () => t('Rows'),
  results: () => t('Results'),
  filter: () => t('Filter rows'),
  filterShortcut: () => t('Ctrl/Cmd+F'),
  loaded: (loaded: number, count: number) => t('{0} of {1} rows loaded', loaded, count),
  shown: (shown: number, count: number) => t('{0} of {1} shown', shown, count),
  selected: (count: number) => plural(count, { one: '{0} selected', other: '{0} selected' }),
  noMatches: () => t('No matching rows.'),
  showAllRows: (count: number) => plural(count, { one: 'Show {0} Row', other: 'Show All {0} Rows' }),
  copyDefanged: () => t('Copy Defanged'),
  copy: () => t('Copy'),
  copyMarkdown: () => t('Copy as Markdown'),
  selectedRows: (command: string) => t('{0}: selected rows', command),
  shownRows: (command: string) => t('{0}: rows shown', command),
  columns: () => t('Columns'),
  groupBy: () => t('Group by'),
  noGroups: () => t('None'),
  others: () => t('Others'),

  retired: () => t('Retired'),
  riskRetired: (risk: string) => t('{0} · retired', risk),
  riskBreakdown: () => t('Filter by risk'),
  kinds: () => t('Filter by kind'),
  riskCount: (risk: string, matching: number, count: number) =>
    t('{0}: {1} of {2} match the filter', risk, matching, count),
  showAll: () => t('Show All'),
};
