import { formatAge, formatDate, formatDuration, formatList, interleave, plural, t } from '../../l10n';

/** Text of the record page. */
export const strings = {
  // Above the record
  previousRecords: () => t('Recently shown records'),
  backTo: (title: string) => t('Back to {0}', title),
  forwardTo: (title: string) => t('Forward to {0}', title),
  copy: () => t('Copy'),
  copyName: () => t('Copy Name'),
  copyId: () => t('Copy ID'),
  spokenVerdict: (value: string, verdict: string) => t('{0}: {1}', value, verdict),
  copyDefanged: () => t('Copy Defanged'),
  actions: () => t('Actions'),
  sourceAsOf: <A>(source: A, age: A) => interleave('{0}, as of {1}', source, age),
  sourceJustNow: <A>(source: A, age: A) => interleave('{0}, {1}', source, age),
  summaryOnly: () => t('summary only'),
  retired: () => t('retired'),
  retiredWith: (reason: string) => t('retired: {0}', reason),
  elapsed: (seconds: number) => formatDuration(seconds * 1_000),
  cancel: () => t('Cancel'),
  tryAgain: () => t('Try Again'),
  sources: () => t('Sources'),

  // Toolbar of a record
  toolbar: () => t('Record actions'),
  filter: () => t('Filter this record'),
  copyAll: () => t('Copy All'),
  copyFiltered: () => t('Copy Filtered'),
  wholeRecord: () => t('the whole record'),
  filteredRecord: () => t('the filtered record'),
  rawJson: () => t('Raw JSON'),
  nothingMatches: (filter: string) => t('Nothing in this record matches “{0}”.', filter),
  searching: () => t('Searching all rows…'),

  // Raw JSON
  copyJson: () => t('Copy JSON'),
  preparing: () => t('Preparing…'),
  rawJsonNote: () => t('Same as the JSON export: times in UTC, original values.'),
  rawJsonTruncated: () => t('Only the beginning is shown. Copy JSON copies everything.'),
  rawJsonInvisible: () => t('Invisible characters are shown by name. The copy contains the originals.'),

  // Cards
  copyCard: (title: string) => t('Copy {0}', title),
  reasons: () => t('Reasons'),
  dates: () => t('Dates'),
  timeline: () => t('Timeline'),
  now: () => t('now'),
  never: () => t('never'),
  event: (labels: string, at: number, now: number) =>
    // Without an age, only the date remains.
    at > now ? t('{0}: {1}', labels, formatDate(at)) : t('{0} {1}, {2}', labels, formatAge(at, now), formatDate(at)),
  labels: (labels: readonly string[]) => formatList(labels),
  description: () => t('Description'),
  news: () => t('News'),
  comments: () => t('Comments'),
  changedOn: (at: number) => t('edited {0}', formatDate(at)),
  changed: <A>(age: A) => interleave('edited {0}', age),
  redirects: () => t('Redirects'),
  redirectsFrom: () => t('From'),
  redirectsTo: () => t('To'),
  thisIndicator: () => t('This indicator'),
  threats: () => t('Threats'),
  threat: () => t('Threat'),
  feeds: () => t('Feeds'),
  feed: () => t('Feed'),
  linked: <A>(age: A) => interleave('linked {0}', age),
  screenshot: () => t('Screenshot'),
  screenshotAlt: () => t('Screenshot of the page'),
  linkSummary: () => t('Indicator counts'),

  // Values
  findOthers: () => t('Find Others with This Value'),
  findOthersWith: (label: string, value: string) => t('Find others with {0} {1}', label, value),
  showAll: (count: number) => plural(count, { one: 'Show all {0} character', other: 'Show all {0} characters' }),
  showFirst: (count: number) =>
    plural(count, { one: 'Show the first {0} character', other: 'Show the first {0} characters' }),
  showLess: () => t('Show less'),
  showMoreValues: (count: number) => plural(count, { one: 'Show {0} more value', other: 'Show {0} more values' }),
  showFewerValues: () => t('Show fewer values'),
  property: () => t('Property'),
  value: () => t('Value'),
  rows: (count: number) => plural(count, { one: '{0} row', other: '{0} rows' }),
  rowsOf: (shown: number, total: number) => t('{0} of {1} rows', shown, total),

  // Counts
  indicators: () => t('Indicators'),
  counts: (total: number, parts: readonly string[]) => t('{0} ({1})', total, formatList(parts)),
  count: (count: number, risk: string) => t('{0}: {1}', risk, count),
  barLabel: (label: string, counts: string) => t('{0}: {1}', label, counts),
  moreInRawJson: (count: number) =>
    plural(count, { one: '{0} more in the raw JSON', other: '{0} more in the raw JSON' }),

  // Linked indicators
  columns: {
    risk: () => t('Risk'),
    indicator: () => t('Indicator'),
    type: () => t('Type'),
    linked: () => t('Linked'),
    details: () => t('Details'),
  },
  matching: (count: number) => plural(count, { one: '{0} matches the filter.', other: '{0} match the filter.' }),
  outdated: () => t('Loaded before the last lookup.'),

  // Comparison with previous scans
  previousScans: () => t('Previous scans'),
  showUnchanged: () => t('Show unchanged'),
  previous: () => t('Previous'),
  current: () => t('Current'),
  seen: <A>(age: A) => interleave('seen {0}', age),
  changes: {
    added: () => t('new'),
    gone: () => t('removed'),
    changed: () => t('changed'),
    same: () => t('unchanged'),
  },
};
