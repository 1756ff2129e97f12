import type { Standing } from '../../core/triage/assess';
import { maxIndicators } from '../../core/triage/counting/tally';
import type { TriageState } from '../../core/triage/triageEntry';
import type { IndicatorType } from '../../core/indicators/identity/types';
import type { UrlDetail } from '../../core/lookups/types';
import { formatList, formatNumber, formatSize, plural, t } from '../../l10n';
import { uiPlural, uiText, type UiText } from '../shared/ui/text';

/** All text of the feature, in the order in which a user meets it. `host` is a service as it is named within a sentence. */
export const strings = {
  // Files to triage
  chooseFiles: () => uiText('Triage File or Folder'),
  chooseKind: () => uiText('Select files or a folder'),
  fileKind: () => uiText('Files…'),
  folderKind: () => uiText('Folder…'),
  triage: () => uiText('Triage'),
  filesAndFolders: (count: number) => plural(count, { one: '{0} file or folder', other: '{0} files and folders' }),
  triageList: () => t('Triage List'),
  panelTitle: (source: string) => uiText('Triage: {0}', source),
  pageTitle: () => t('Triage'),
  notRestored: () => uiText("A Triage tab couldn't be restored. Choose its files again."),
  triageAgain: () => uiText('Triage…'),

  // Progress
  reading: () => t('Reading'),
  lookingUp: (host: string) => t('Looking up on {0}', host),
  readBytes: (file: string, bytes: number, found: number) =>
    plural(found, { one: '{1}: {2}, {0} indicator', other: '{1}: {2}, {0} indicators' }, file, formatSize(bytes)),
  readBytesOf: (file: string, bytes: number, totalBytes: number, found: number) =>
    plural(
      found,
      { one: '{1}: {2} of {3}, {0} indicator', other: '{1}: {2} of {3}, {0} indicators' },
      file,
      formatSize(bytes),
      formatSize(totalBytes),
    ),
  fileOf: (index: number, count: number, progress: string) => t('File {0} of {1}, {2}', index, count, progress),
  stillOpen: (count: number) => t('{0} remaining', count),

  // Above the rows
  started: () => t('started'),
  storedLocally: () => t('stored on this machine'),
  took: (duration: string) => t('took {0}', duration),
  files: (count: number) => plural(count, { one: '{0} file', other: '{0} files' }),
  filesNotRead: (count: number) => plural(count, { one: '{0} file not read', other: '{0} files not read' }),
  lines: (count: number) => plural(count, { one: '{0} line', other: '{0} lines' }),
  summary: (count: number, parts: readonly string[]) =>
    plural(count, { one: '{0} indicator: {1}', other: '{0} indicators: {1}' }, formatList(parts)),
  summaryPart: (standing: Standing, count: number): string => summaryParts[standing](count),
  emptyList: () => t('The triage list is empty'),
  unreadList: () => t("The triage list couldn't be read"),
  notRead: (what: string) => t('Not read: {0}', what),
  noIndicators: () => t('No indicators found'),
  noIndicatorsInPart: () => t('No indicators found in the part that was read'),
  nothingSentYet: () => t('Nothing sent so far.'),
  nothingSentLocal: () => t('Nothing was sent. The results are from the local store.'),
  nothingSent: () => t('Nothing was sent.'),
  sent: (indicators: number, requests: string, host: string) =>
    plural(
      indicators,
      { one: 'Sent {0} indicator to {1} in {2}.', other: 'Sent {0} indicators to {1} in {2}.' },
      host,
      requests,
    ),
  sentSoFar: (indicators: number, requests: string, host: string) =>
    plural(
      indicators,
      { one: 'Sent {0} indicator to {1} in {2} so far.', other: 'Sent {0} indicators to {1} in {2} so far.' },
      host,
      requests,
    ),
  requests: (count: number) => plural(count, { one: '{0} request', other: '{0} requests' }),

  // Notices
  incomplete: () => t('These results are incomplete.'),
  listingFound: () => t('Canceled. Listing the indicators found so far…'),
  canceledReading: () => t('Canceled. The results cover what was read so far.'),
  filesNotReadBecause: (files: string) => t('Not read: {0}', files),
  readInPart: (files: string) => t('Partially read: {0}', files),
  fileReason: (file: string, reason: string) => t('{0} ({1})', file, reason),
  moreFiles: (count: number) => t('{0} more', count),
  tooManyFiles: (max: number) => t('Only the first {0} files were read.', max),
  unlisted: (count: number) =>
    plural(
      count,
      {
        one: 'The first {1} indicators of a file are listed. {0} occurrence of others is only counted.',
        other: 'The first {1} indicators of a file are listed. {0} occurrences of others are only counted.',
      },
      formatNumber(maxIndicators),
    ),
  samplesLeftOut: (count: number) =>
    plural(count, {
      one: "{0} indicator is in the sample data, which doesn't count beside other data.",
      other: "{0} indicators are in the sample data, which doesn't count beside other data.",
    }),
  onlyWorst: (shown: number, total: number) =>
    t(
      'Only the {0} most severe of {1} indicators are shown and counted by risk, kind, and time. The text filter and exports cover all.',
      shown,
      total,
    ),
  howToFillList: () =>
    t(
      'To add indicators, use Add to Triage List in results or in the menu of an indicator, or set a state in a triage of files.',
    ),
  lookedUp: (host: string, counts: readonly string[]) => t('Looked up on {0}: {1}.', host, formatList(counts)),
  canceled: () => t('Canceled.'),
  countKnown: (count: number) => t('{0} known', count),
  countNotFound: (count: number) => t('{0} not found', count),
  countUnanswered: (count: number) => t("{0} didn't respond", count),
  countUnsent: (count: number) => t('{0} not sent', count),
  openNoService: (count: number) =>
    plural(count, {
      one: "{0} indicator isn't in the local store, and no service is connected.",
      other: "{0} indicators aren't in the local store, and no service is connected.",
    }),
  openOffline: (count: number) =>
    plural(count, {
      one: "{0} indicator isn't in the local store. Offline mode is on, so it can't be looked up.",
      other: "{0} indicators aren't in the local store. Offline mode is on, so they can't be looked up.",
    }),
  unreadNoService: (count: number) =>
    plural(count, {
      one: "{0} indicator couldn't be looked up in the local store, and no service is connected.",
      other: "{0} indicators couldn't be looked up in the local store, and no service is connected.",
    }),
  unreadOffline: (count: number) =>
    plural(count, {
      one: "{0} indicator couldn't be looked up in the local store. Offline mode is on.",
      other: "{0} indicators couldn't be looked up in the local store. Offline mode is on.",
    }),

  // Buttons
  details: () => t('Details'),
  reload: () => t('Reload'),
  cancel: () => t('Cancel'),
  showRequestLog: () => t('Show Request Log'),
  connect: () => t('Connect…'),
  changeMode: () => t('Change…'),
  copyForTicket: () => t('Copy for Ticket'),
  export: () => t('Export…'),
  lookUp: (count: number, host: string) =>
    plural(count, { one: 'Look Up {0} Indicator on {1}…', other: 'Look Up {0} on {1}…' }, host),
  lookUpMostFrequent: (count: number, host: string) => t('Look Up the {0} Most Frequent on {1}…', count, host),

  // Columns and filters
  state: () => t('State'),
  count: () => t('Count'),
  location: () => t('Location'),
  country: () => t('Country'),
  source: () => t('Source'),
  reasons: () => t('Reasons'),
  file: () => t('File'),
  registeredDomain: () => t('Registered domain'),
  network: () => t('Network'),
  line: (line: number) => t('line {0}', String(line)),
  lineAndMore: (line: number, more: number) => t('line {0} (+{1})', String(line), more),
  locationAndMore: (location: string, more: number) => `${location} (+${formatNumber(more)})`,
  when: () => t('When'),
  position: () => t('Position'),
  firstTime: () => t('First occurrence'),
  whenByTime: () => t('When the indicators occur, by the timestamps of the log'),
  whenByLine: () => t('Where the indicators occur, by line'),
  span: (from: string, to: string) => `${from} – ${to}`,
  knownGroup: () => t('Known'),
  typeGroup: () => t('Type'),
  sources: () => t('Sources'),
  stateLabel: (state: TriageState): string => states[state](),
  stateTooltip: (state: TriageState) => t('On the triage list: {0}', states[state]()),
  standingFilter: (standing: Standing): string => standingFilters[standing](),
  standingTooltip: (standing: Standing): string => standingTooltips[standing](),
  typeFilter: (type: IndicatorType): string => typeFilters[type](),
  typeTooltip: (type: IndicatorType): string => typeTooltips[type](),
  contextTooltip: () => t('Only indicators with this known context'),

  // Looking up rows on the service
  lookUpTitle: (host: string) => uiText('Look Up on {0}', host),
  chooseToLookUp: () => uiText('Select what is sent'),
  onlyCheckedSent: (host: string) => uiText('Only what you check is sent to {0}.', host),
  nothingChecked: () => uiText('Nothing is checked, so nothing is sent.'),
  leftToday: (count: number) =>
    uiPlural(count, { one: '{0} request is left today.', other: '{0} requests are left today.' }),
  leftThisMonth: (count: number) =>
    uiPlural(count, { one: '{0} request is left this month.', other: '{0} requests are left this month.' }),
  occurs: (count: number) => plural(count, { one: '{0} occurrence', other: '{0} occurrences' }),
  unlikelyThreat: () => t('usually not worth a lookup'),
  sentFor: (count: number) => uiPlural(count, { one: 'For {0} indicator', other: 'For {0} indicators' }),
  mostFrequent: () => uiText('Only the most frequent indicators are listed.'),
  upToRequests: (requests: number) =>
    uiPlural(requests, {
      one: 'Sends {0} request (more if the service limits batch size).',
      other: 'Sends up to {0} requests (more if the service limits batch size).',
    }),
  valuesInRequests: (values: number, requests: string) =>
    uiPlural(
      values,
      {
        one: 'Sends {0} value in up to {1} (more if the service limits batch size).',
        other: 'Sends {0} values in up to {1} (more if the service limits batch size).',
      },
      requests,
    ),
  urlDetail: (detail: UrlDetail): UiText => urlDetails[detail](),
  excluded: () => uiText('Internal, reserved, and ignored indicators are excluded.'),

  // Going to locations
  noLocation: () => uiText('This row has no occurrence in a file.'),
  locationOf: (index: number, count: number) => uiText('Occurrence {0} of {1}', index, count),
  locationOfFirst: (index: number, count: number) => uiText('Occurrence {0} of the first {1}', index, count),
  locationWith: (location: string, message: string) => uiText('{0}: {1}', location, message),
  movedNearby: (file: string) => uiText('{0} has changed. This is the nearest occurrence.', file),
  notFoundInFile: (file: string) => uiText("{0} has changed, and the indicator wasn't found. Reload to refresh.", file),
  notShown: (file: string, line: number) => uiText('VS Code goes to line {0} once {1} is open.', line, file),

  // The triage list, copies, and exports
  addToTriageList: () => uiText('Add to Triage List'),
  alreadyListed: (total: number) => uiText('Already on the triage list ({0} total).', total),
  added: (count: number, total: number) =>
    uiPlural(
      count,
      {
        one: 'Added {0} indicator to the triage list ({1} total).',
        other: 'Added {0} indicators to the triage list ({1} total).',
      },
      total,
    ),
  removed: (count: number) =>
    uiPlural(count, {
      one: 'Removed {0} indicator from the triage list.',
      other: 'Removed {0} indicators from the triage list.',
    }),
  marked: (count: number, state: TriageState) =>
    uiPlural(count, { one: 'Marked {0} indicator as {1}.', other: 'Marked {0} indicators as {1}.' }, states[state]()),
  listNotSaved: () => uiText("The triage list couldn't be saved. It is available until this window is closed."),
  originRecord: () => t('record'),
  fileLine: (file: string, line: number) => t('{0}, line {1}', file, String(line)),
  nothingKnown: () => t('Nothing known'),
  verdictBy: (verdict: string, source: string) => t('{0} ({1})', verdict, source),
  stateSince: (state: string, age: string, utc: string) => t('{0}, {1} ({2})', state, age, utc),
  openRecord: () => uiText('Open Record'),
  selectRow: () => uiText('Select a row of a triage first.'),
  copied: (count: number) => uiPlural(count, { one: 'Copied {0} row', other: 'Copied {0} rows' }),
  nothingToExport: () => uiText('There is no triage to export. Run Triage File or Folder… first.'),
  noRows: () => uiText('There are no rows to export.'),
  knownService: () => t('Known service, not highlighted'),
  exportRows: (which: 'selected' | 'shown', count: number): string => exportTitles[which](count),
  exportTriage: () => uiText('Export Triage'),
  selectRows: () => uiText('Select the rows to export'),
  allRows: (count: number) => uiPlural(count, { one: '{0} Row', other: 'All {0} Rows' }),
  allRowsDetail: () => uiText('Including unknown, internal, and ignored indicators'),
  knownRows: (count: number) => uiPlural(count, { one: 'Known Only: {0} Row', other: 'Known Only: {0} Rows' }),
  knownRowsDetail: () => uiText('Indicators found in the local store or by the service'),
  leftOutOfStix: (count: number, reserved: number, ignored: number) =>
    uiPlural(
      count,
      { one: '{0} row was left out of the STIX file: {1}.', other: '{0} rows were left out of the STIX file: {1}.' },
      formatList([
        ...(reserved > 0 ? [t('{0} internal or reserved', reserved)] : []),
        ...(ignored > 0 ? [t('{0} on the ignore list', ignored)] : []),
      ]),
    ),
  copiedForTicket: (count: number, total: number) =>
    count < total
      ? uiText('Copied {0} of {1} indicators for a ticket.', formatNumber(count), formatNumber(total))
      : uiPlural(count, { one: 'Copied {0} indicator for a ticket.', other: 'Copied {0} indicators for a ticket.' }),
  copyAction: () => uiText('Copy'),
  confirmCopy: (markings: string) => uiText('Copy data marked {0}?', markings),
  restrictedDetail: () => uiText("Its sources don't allow sharing it outside your organization."),
  nothingForStix: () => uiText('All of these rows are internal, reserved, or ignored, and so not exported as STIX.'),
};

const summaryParts: Readonly<Record<Standing, (count: number) => string>> = {
  known: (count) => t('{0} known', count),
  hostKnown: (count) => t('{0} known by host', count),
  unread: (count) => t('{0} not checked locally', count),
  unasked: (count) => t('{0} not looked up', count),
  notKnown: (count) => t('{0} not found', count),
  wellKnown: (count) => plural(count, { one: '{0} well-known host', other: '{0} well-known hosts' }),
  ignored: (count) => t('{0} ignored', count),
  reserved: (count) => t('{0} internal or reserved', count),
};

const standingFilters: Readonly<Record<Standing, () => string>> = {
  known: () => t('Known'),
  hostKnown: () => t('Known by host'),
  unread: () => t('Local store not read'),
  unasked: () => t('Not looked up'),
  notKnown: () => t('Not found'),
  wellKnown: () => t('Well-known hosts'),
  ignored: () => t('Ignored'),
  reserved: () => t('Internal or reserved'),
};

const standingTooltips: Readonly<Record<Standing, () => string>> = {
  known: () => t('Found in the local store or in a cached result'),
  hostKnown: () => t('URLs of which only the host was found'),
  unread: () => t("Unknown, because the local store couldn't be read"),
  unasked: () => t('Not in the local store, and not looked up on a service'),
  notKnown: () => t('Looked up on the service and not found'),
  wellKnown: () => t('Common host; not looked up'),
  ignored: () => t('Never sent: on the ignore list'),
  reserved: () => t('Never sent: internal name or reserved address'),
};

const states: Readonly<Record<TriageState, () => string>> = {
  review: () => t('To Review'),
  escalate: () => t('Escalated'),
  done: () => t('Done'),
};

const typeFilters: Readonly<Record<IndicatorType, () => string>> = {
  domain: () => t('Domains'),
  ip: () => t('IP addresses'),
  url: () => t('URLs'),
};

const typeTooltips: Readonly<Record<IndicatorType, () => string>> = {
  domain: () => t('Only domains'),
  ip: () => t('Only IP addresses'),
  url: () => t('Only URLs'),
};

const urlDetails: Readonly<Record<UrlDetail, () => UiText>> = {
  hostOnly: () => uiText('URLs: host only (setting threatLookups.urls).'),
  withoutQuery: () => uiText('URLs: without the query, and their hosts (setting threatLookups.urls).'),
  full: () => uiText('URLs: in full, and their hosts (setting threatLookups.urls).'),
};

const exportTitles: Readonly<Record<'selected' | 'shown', (count: number) => string>> = {
  selected: (count) => plural(count, { one: 'Export {0} Selected Row', other: 'Export {0} Selected Rows' }),
  shown: (count) => plural(count, { one: 'Export {0} Filtered Row', other: 'Export {0} Filtered Rows' }),
};
