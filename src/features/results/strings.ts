import type { SkippedRowReason } from '../../core/results/warnings';
import { formatNumber, plural, t } from '../../l10n';
import { uiPlural, uiText } from '../shared/ui/text';

/** Running queries. */
export const runStrings = {
  noQuery: () => uiText('No query at the cursor.'),
  noQueryFile: () => uiText('Open a query file, or create a new query.'),
  newQuery: () => uiText('New Query'),
  nothingToCancel: () => uiText('No query is running.'),
  notRun: (line: number, column: number, message: string) =>
    uiText('Query not run. Line {0}, column {1}: {2}', line, column, message),
  goToError: () => uiText('Go to Error'),
  noService: () => uiText('No service is connected. Queries run on the local store.'),
  connect: () => uiText('Connect…'),
  limitTitle: () => uiText('Run with Limit'),
  limitOfPlans: (plans: string) => uiText('Maximum number of results. Plan limits: {0}.', plans),
  limitOfStore: (limit: number) =>
    uiText('Maximum number of results. The local store returns up to {0} by default.', limit),
  planLimit: (plan: string, limit: number) => t('{0} {1}', plan, limit),
  invalidLimit: (max: number) => uiText('Enter a whole number from 1 to {0}.', max),
  formatTitle: () => uiText('Run Query As'),
  selectFormat: () => uiText('Select a response format'),
  stix: () => uiText('STIX'),
  csvFrom: (host: string) => uiText('Table as returned by {0}, with comment lines', host),
  stixFrom: (host: string) => uiText('Bundle as returned by {0}; requires an account', host),
  jsonRows: () => uiText('Rows (default)'),
  waitingFor: (host: string) => uiText('Waiting for {0}…', host),
  received: (size: string) => uiText('{0} received', size),
  nothingToExport: () => uiText('No results to export.'),
  mayBeIncomplete: () => uiText('Results may be incomplete.'),
  localStore: () => t('the local store'),
  localStoreHost: () => t('local store'),
};

/** The top of a results panel. */
export const viewStrings = {
  results: () => uiText('Results'),
  resultsOf: (query: string) => uiText('Results: {0}', query),
  runLabel: (number: number, title: string) => `${formatNumber(number)} · ${title}`,
  limit: (limit: number) => t('limit {0}', limit),
  tookSeconds: (seconds: number) => t('took {0} s', seconds),
  took: (duration: string) => t('took {0}', duration),
  notSentLocal: () => t('Nothing was sent. The results are from the local store.'),
  notSent: () => t('Nothing was sent.'),
  sent: (host: string) => t('Query sent to {0}.', host),
  sentInRequests: (host: string, requests: number) =>
    plural(requests, { one: 'Query sent to {1} in {0} request.', other: 'Query sent to {1} in {0} requests.' }, host),

  noResults: () => t('No results'),
  rows: (count: number) => plural(count, { one: '{0} row', other: '{0} rows' }),
  allRows: (count: number) => plural(count, { one: '{0} row', other: 'All {0} rows' }),
  threats: (count: number) => plural(count, { one: '{0} threat', other: '{0} threats' }),
  allThreats: (count: number) => plural(count, { one: '{0} threat', other: 'All {0} threats' }),
  countWithNote: (count: string, note: string) => t('{0} ({1})', count, note),
  yourLimit: () => t('your limit; there may be more'),
  planLimit: () => t('plan limit; there may be more'),
  storeLimit: () => t('limit of the local store; there may be more'),
  maybeTruncated: () => t('possibly truncated by the service; narrow the query to be sure'),
  unreadableRows: (count: number) =>
    plural(count, { one: "{0} row couldn't be read", other: "{0} rows couldn't be read" }),

  cancel: () => t('Cancel'),
  runAgain: () => t('Run Again'),
  runLocally: () => t('Run on Local Store'),
  runOn: (host: string) => t('Run on {0}', host),
  load: (limit: number) => t('Load {0}', limit),
  loadMore: () => t('Load More…'),
  export: () => t('Export…'),
  save: () => t('Save Results to Local Store'),
  openQueryOn: (host: string) => t('Open Query on {0}…', host),
  relaxQuery: () => t('Relax Query'),
  connect: () => t('Connect…'),
  loadSample: () => t('Load Sample Data'),
  showQuery: () => t('Show Query'),
  sendAnyway: () => t('Send Anyway'),
  changeMode: () => t('Change Lookup Mode…'),
  editIgnoreList: () => t('Edit Ignore List'),
  setKey: () => t('Set API Key…'),
  runWithLimit: (limit: number) => t('Run with Limit {0}', limit),
  runWithOtherLimit: () => t('Run with Limit…'),

  notStored: () => t('The results were removed from the history. Run the query again.'),
  noMatches: (host: string) => t('No matches on {0}. Try fewer terms, a wildcard, or a longer time range.', host),
  noLocalMatches: () => t('No matches in the local store. Try fewer terms, a wildcard, or a longer time range.'),
  malformed: (format: string) => t('The {0} response is not well-formed.', format),
};

/** Problems in an answer in CSV or STIX. */
export const warningStrings = {
  skippedRow: (row: number, reason: SkippedRowReason): string =>
    ({
      missing: () => t('Row {0} was skipped: it has no indicator.', row),
      redacted: () => t('Row {0} was skipped: the indicator is redacted.', row),
      notAnIndicator: () => t("Row {0} was skipped: it isn't a domain, IP address, or URL.", row),
    })[reason](),
  missingType: (count: number) => plural(count, { one: '{0} object has no type.', other: '{0} objects have no type.' }),
  missingId: (count: number) =>
    plural(count, { one: '{0} object has no valid ID.', other: '{0} objects have no valid ID.' }),
  missingCreated: (count: number) =>
    plural(count, { one: '{0} object has no creation time.', other: '{0} objects have no creation time.' }),
  missingPattern: (count: number) =>
    plural(count, { one: '{0} indicator has no pattern.', other: '{0} indicators have no pattern.' }),
  missingPatternType: (count: number) =>
    plural(count, { one: '{0} indicator has no pattern_type.', other: '{0} indicators have no pattern_type.' }),
  missingValidFrom: (count: number) =>
    plural(count, { one: '{0} indicator has no valid_from.', other: '{0} indicators have no valid_from.' }),
  notObjects: (count: number) =>
    plural(count, { one: "{0} entry isn't an object.", other: "{0} entries aren't objects." }),
  tooDeep: (count: number) =>
    plural(count, {
      one: 'Skipped {0} object with too many levels of nesting.',
      other: 'Skipped {0} objects with too many levels of nesting.',
    }),
  undefinedExtension: () => t('A STIX extension is used but not defined.'),
  noRiskExtension: () => t('No extension defines a risk, so risks are based on standard STIX properties.'),
};

/** Why a run has no results. */
export const endStrings = {
  canceled: () => t('Canceled. No results were received.'),
  offline: () => t('Nothing was sent because offline mode is on.'),
  nothingSent: () => t('Nothing was sent.'),
  rateLimitReset: (host: string) => t('The rate limit of {0} has reset. Run the query again.', host),
  dailyQuota: (host: string, when: string) =>
    t('The daily quota on {0} is used up. Nothing was sent. Most services reset at midnight UTC ({1}).', host, when),
  monthlyQuota: (host: string, when: string) =>
    t(
      'The monthly quota on {0} is used up. Nothing was sent. Most services reset on the first day of the month, UTC ({1}).',
      host,
      when,
    ),
  quotaLikelyReset: (host: string) =>
    t('{0} reported that your quota was used up. Nothing was sent. The quota has probably been reset since.', host),
  reservedName: (value: string, host: string) =>
    t('Nothing was sent to {1} because {0} is a reserved name.', value, host),
  internalAddress: (value: string, host: string) =>
    t('Nothing was sent to {1} because {0} is an internal address.', value, host),
  uncheckable: (value: string, host: string) =>
    t(
      'Nothing was sent to {1} because {0} is too long or too deeply encoded to check for internal hosts.',
      value,
      host,
    ),
  unreadIgnoreFile: (host: string) =>
    t("Nothing was sent to {0} because the file .threatlookupsignore can't be read.", host),
  longIgnoreList: (value: string, host: string) =>
    t('Nothing was sent to {1} because the ignore list is too long to check {0}.', value, host),
  ignored: (value: string, host: string, pattern: string) =>
    t('Nothing was sent to {1} because {0} is on the ignore list ({2}).', value, host, pattern),
  limitAbovePlan: (host: string, limit: number) =>
    t('Your plan on {0} might not allow {1} results per query (HTTP 429). Try a smaller limit.', host, limit),
  limitAboveStore: (limit: number) =>
    t("The local store can't return {0} results at once. Try a smaller limit.", limit),
  limitTooSmall: (host: string) => t('{0} requires a limit of 1 or more (HTTP 400).', host),
  stixNeedsAccount: () => t('STIX requires a registered account.'),
  stixKeyRejected: (host: string, status: number) => t('{0} rejected your API key (HTTP {1}).', host, String(status)),
  stixNotAllowed: (host: string, status: number) =>
    t("{0} doesn't allow STIX with your API key (HTTP {1}). Check your plan and permissions.", host, String(status)),
  stixNeedsKey: (host: string, status: number) => t('{0} requires an API key (HTTP {1}).', host, String(status)),
  stixFromJson: () => t('You can also export JSON results as STIX.'),
  tooLong: (length: number) =>
    t(
      'The request URL for this query is {0} characters long; services accept up to about 8,000. Nothing was sent.',
      length,
    ),
  localQuery: () => t("The local store can't run this query."),
  query: (host: string) => t('{0} rejected the query (HTTP 400).', host),
};

/** Exporting results. */
export const exportStrings = {
  title: () => uiText('Export Results'),
  runTitle: () => t('Run and Export Results'),
  incomplete: (title: string) => t('{0} (May Be Incomplete)', title),
  exportRows: {
    all: (count: number) => plural(count, { one: 'Export {0} Row', other: 'Export All {0} Rows' }),
    selected: (count: number) => plural(count, { one: 'Export {0} Selected Row', other: 'Export {0} Selected Rows' }),
    shown: (count: number) => plural(count, { one: 'Export {0} Filtered Row', other: 'Export {0} Filtered Rows' }),
  },
  rows: {
    all: (count: number) => uiPlural(count, { one: '{0} Row', other: 'All {0} Rows' }),
    selected: (count: number) => uiPlural(count, { one: '{0} Selected Row', other: '{0} Selected Rows' }),
    shown: (count: number) => uiPlural(count, { one: '{0} Filtered Row', other: '{0} Filtered Rows' }),
  },
  filteredDetail: () => uiText('Filtered rows, in the current order'),
  selectRows: () => uiText('Select the rows to export'),
  blocking: () => uiText('Blocking and Detection'),
  selectFormat: () => uiText('Select a format'),
  json: () => uiText('JSON'),
  jsonDetail: () => uiText('Everything known about each row, for scripts'),
  csv: () => uiText('CSV'),
  csvDetail: () => uiText('Table for spreadsheets'),
  stix: () => uiText('STIX 2.1'),
  stixDetail: () => uiText('Bundle for threat intelligence platforms'),
  stixLines: () => uiText('STIX 2.1, JSON Lines'),
  stixLinesDetail: () => uiText('One object per line, for pipelines'),
  markdown: () => uiText('Markdown'),
  markdownDetail: () => uiText('Defanged table for tickets'),
  confirm: (markings: string) => uiText('Export {0} results?', markings),
  restricted: (count: number) =>
    uiPlural(count, {
      one: 'According to its source, {0} row must not be shared outside your organization.',
      other: 'According to their sources, {0} rows must not be shared outside your organization.',
    }),
  export: () => uiText('Export'),
  selectTarget: () => uiText('Select a destination'),
  document: () => uiText('New Document'),
  documentDetail: () => uiText('Unsaved document'),
  file: () => uiText('File…'),
  fileDetail: () => uiText('Choose a location'),
  clipboard: () => uiText('Clipboard'),
  clipboardDetail: () => uiText('Copy as text'),
  copiedAs: (format: string) => uiText('Copied as {0}', format),
  savedAs: (format: string, file: string) => uiText('Saved as {0}: {1}', format, file),
  compressed: () => t('Compressed (gzip)'),
};

/** What can be done with rows. */
export const rowStrings = {
  noResults: () => uiText('No results. Run a query first.'),
  noIndicators: () => uiText('No indicators to add. Only indicators can be added to the triage list.'),
  fromQuery: (query: string) => t('query “{0}”', query),
  fromQueryOn: (query: string, host: string) => t('query “{0}” on {1}', query, host),
  copied: (count: number) => uiPlural(count, { one: 'Copied {0} row', other: 'Copied {0} rows' }),
  savedName: (query: string, host: string) => t('Results of {0} from {1}', query, host),
  savedIndicators: (count: number, added: number) =>
    uiPlural(
      count,
      {
        one: 'Saved {0} indicator to the local store ({1} new).',
        other: 'Saved {0} indicators to the local store ({1} new).',
      },
      added,
    ),
  savedThreats: (count: number, added: number) =>
    uiPlural(
      count,
      {
        one: 'Saved {0} threat to the local store ({1} new).',
        other: 'Saved {0} threats to the local store ({1} new).',
      },
      added,
    ),
  threatsNotIgnored: () => uiText("Threats can't be ignored. Only indicators can be added to the ignore list."),
  confirmIgnore: (count: number) =>
    uiPlural(count, {
      one: 'Add {0} indicator to the ignore list?',
      other: 'Add {0} indicators to the ignore list?',
    }),
  ignoreDetail: () => uiText('Ignored indicators are never sent to a service.'),
  ignore: () => uiText('Add to Ignore List'),
  ignored: (count: number) =>
    uiPlural(count, {
      one: 'Added {0} indicator to the ignore list.',
      other: 'Added {0} indicators to the ignore list.',
    }),
  notExpressible: () => uiText("These values can't be expressed in a query."),
  someNotExpressible: (skipped: number, count: number) =>
    uiText("{0} of {1} values can't be expressed in a query and were skipped.", skipped, count),
  selectRow: () => uiText('Select the row whose page you want to open.'),
  noPage: () => uiText('The service provides no web page for this row.'),
};

/** The query history. */
export const historyStrings = {
  title: () => uiText('Query History'),
  placeholder: () => uiText('Search by query text, name, or service'),
  empty: () => uiText("You haven't run any queries yet."),
  selectFirst: () => uiText('Select a query in the history first.'),
  removed: () => uiText('This query is no longer in the history.'),
  runAgain: () => uiText('Run Again'),
  showResults: () => uiText('Show Results'),
  clear: () => uiText('Clear'),
  confirmClear: () => uiText('Clear the query history?'),
  clearDetail: () => uiText('Stored results are deleted as well. Pinned queries and query files are kept.'),
  cleared: (count: number) =>
    uiPlural(count, { one: 'Deleted {0} query from the history.', other: 'Deleted {0} queries from the history.' }),
  timesRun: (times: number) => uiPlural(times, { one: 'Run once', other: 'Run {0} times. Last run:' }),
  pinned: (title: string) => uiText('$(pinned) {0}', title),

  running: () => t('running'),
  noResults: () => t('no results'),
  canceled: () => t('canceled'),
  notSentOffline: () => t('not sent (offline)'),
  notSentRateLimit: () => t('not sent (rate limit)'),
  notSentQuota: () => t('not sent (quota used up)'),
  notSentBlocked: () => t('not sent (blocked)'),
  rejected: () => t('rejected'),
};

/** Queries in files. */
export const savedQueryStrings = {
  saveTitle: () => uiText('Save Query As'),
  fileType: () => t('Queries'),
  openTitle: () => uiText('Saved Queries'),
  openPlaceholder: () => uiText('Select a query from the .explore files in this workspace'),
  none: () => uiText('No query files in this workspace. Run “Save Query As…” to create one.'),
  tooLarge: () => uiText('file too large'),
};
