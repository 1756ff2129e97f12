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
  searched: (count: number, total: number) =>
    t('Searched the {0} most severe of {1} indicators. An export contains all.', count, total),
  searchingAll: (total: number) => t('Searching all {0} indicators…', total),
  moreFound: (count: number) =>
    plural(count, {
      one: '{0} more indicator has this text. Type more of it to narrow them down.',
      other: '{0} more indicators have this text. Type more of it to narrow them down.',
    }),
  showAllRows: (count: number) => plural(count, { one: 'Show {0} Row', other: 'Show All {0} Rows' }),
  copyDefanged: () => t('Copy Defanged'),
  copy: () => t('Copy'),
  copyRows: () => t('Copy rows'),
  actions: () => t('Actions'),
  copyMarkdown: () => t('Copy as Markdown'),
  selectedRows: (command: string) => t('{0}: selected rows', command),
  shownRows: (command: string) => t('{0}: rows shown', command),
  columns: () => t('Columns'),
  groupBy: () => t('Group by'),
  noGroups: () => t('None'),
  others: () => t('Others'),

  retired: () => t('Retired'),
  riskRetired: (risk: string) => t('{0} · retired', risk),
  risk: () => t('Risk'),
  filters: () => t('Filters'),
  filtersAndTools: () => t('Filters and tools'),
  activeFilters: (label: string, count: number) => t('{0} ({1} active)', label, count),
  foldedRows: (count: number) => plural(count, { one: '{0} unknown or internal', other: '{0} unknown or internal' }),
  foldedTitle: (count: number) =>
    plural(count, {
      one: 'Show {0} indicator about which nothing is known, or that is internal',
      other: 'Show {0} indicators about which nothing is known, or that are internal',
    }),
  rangeFrom: () => t('Start of the range'),
  rangeTo: () => t('End of the range'),
  range: (from: string, to: string) => `${from} – ${to}`,
  rangeHelp: () => t('Drag to show only indicators that occur in a part. Press Escape to show all.'),
  details: () => t('Details'),
  moreNotices: (count: number) => plural(count, { one: '{0} more message', other: '{0} more messages' }),
  wholeMessage: () => t('Show More'),
  less: () => t('Show Less'),
  riskCount: (risk: string, matching: number, count: number) =>
    t('{0}: {1} of {2} match the filter', risk, matching, count),
  showAll: () => t('Show All'),
};
