import type { IndicatorType } from '../../core/indicators/identity/types';
import { formatAge, formatRelative, plural, t } from '../../l10n';
import { messageParts, type Line, type Part } from '../shared/text/safeMarkdown';
import { type UiText, uiText } from '../shared/ui/text';

/** Text of the hover and its commands. */
export const strings = {
  // Labels in front of lines
  reasons: () => t('Reasons'),
  description: () => t('Description'),
  marking: () => t('Marking'),
  threats: () => t('Threats'),
  lastSeen: () => t('Last seen'),
  firstAdded: () => t('First added'),
  activelyScanned: () => t('Actively scanned'),
  retiredLabel: () => t('Retired'),
  source: () => t('Source'),
  otherSource: () => t('Other source'),
  unchanged: () => t('Unchanged'),
  host: () => t('Host'),
  location: () => t('Location'),
  asOf: (source: string, date: string) => t('{0}, as of {1}', source, date),
  sent: () => t('Sent'),
  detection: () => t('Detection'),
  detectedByDefault: () => t('no rule applies'),

  // Knowledge
  retired: () => t('retired'),
  withRisk: (reason: string, risk: string) => t('{0} ({1})', reason, risk),
  withRiskAndSource: (reason: string, risk: string, source: string) => t('{0} ({1}, {2})', reason, risk, source),
  listedUrls: (count: number, hasMore: boolean) =>
    hasMore
      ? plural(count, {
          one: '{0} or more listed URLs on this host',
          other: '{0} or more listed URLs on this host',
        })
      : plural(count, { one: '{0} listed URL on this host', other: '{0} listed URLs on this host' }),
  listedIn: (sources: string) => t('Listed in {0}', sources),
  moreReasons: (count: number) => plural(count, { one: 'and {0} more reason', other: 'and {0} more reasons' }),
  moreThreats: (count: number) => plural(count, { one: 'and {0} more threat', other: 'and {0} more threats' }),
  moreMarkings: (count: number) => plural(count, { one: 'and {0} more marking', other: 'and {0} more markings' }),
  moreEntries: (count: number) => plural(count, { one: 'and {0} more entry', other: 'and {0} more entries' }),
  moreOtherSources: (count: number) => plural(count, { one: 'and {0} more source', other: 'and {0} more sources' }),
  notHighlighted: (list: string | undefined) =>
    list === undefined ? t('Not highlighted: known service') : t('Not highlighted: known service in “{0}”', list),
  listedThrough: (range: string, list: string) =>
    range.startsWith('*.')
      ? t('Below {1}, listed in {0}', list, range.slice(2))
      : t('Listed in {0} as part of {1}', list, range),
  moreSources: (count: number, age: string) =>
    plural(
      count,
      {
        one: '{0} more source in the record, updated {1}',
        other: '{0} more sources in the record, newest updated {1}',
      },
      age,
    ),
  threat: (name: Part, about: Part) => messageParts('{0} ({1})', name, about),
  openThreat: () => t('Open the record of this threat'),
  aboveName: () => t('Above this name'),
  aboveHost: () => t('Above its host'),
  openAbove: () => t('Open the record of this name'),
  openHost: () => t('Open the record of this host'),
  alsoFirstAdded: (date: Part) => messageParts('first added on {0}', date),
  alsoActivelyScanned: (age: Part) => messageParts('actively scanned {0}', age),
  neverActivelyScanned: () => t('never actively scanned'),
  alsoRetired: (age: Part) => messageParts('retired {0}', age),
  updated: (source: Part, age: Part) => messageParts('{0}, updated {1}', source, age),
  exactTime: (date: string, utc: string) => t('{0} ({1})', date, utc),

  // State of the lookup
  notFound: () => t('No information found.'),
  noVerdict: () => t('No verdict found.'),
  notKnownTo: (source: Part, age: Part) => messageParts('Not known to {0} (checked {1}).', source, age),
  urlNotKnownTo: (source: Part, age: Part) => messageParts("This URL isn't known to {0} (checked {1}).", source, age),
  domainNotKnownTo: (source: Part, age: Part) =>
    messageParts("This domain isn't known to {0} (checked {1}).", source, age),
  neitherKnownTo: (source: Part, age: Part) =>
    messageParts('Neither this URL nor its host is known to {0} (checked {1}).', source, age),
  noService: () => t('No data found. No service is connected.'),
  noVerdictNoService: () => t('No verdict found. No service is connected.'),
  ignored: (pattern: Part) => messageParts('Ignored by {0}. Never sent.', pattern),
  ignoredByFile: (pattern: Part) => messageParts('Ignored by {0} (.threatlookupsignore). Never sent.', pattern),
  ignoredByWorkspace: (pattern: Part) => messageParts('Ignored by {0} (workspace). Never sent.', pattern),
  offline: () => t('Offline mode is on.'),
  notStoredOffline: () => t('Not in the local store. Offline mode is on.'),
  noVerdictOffline: () => t('No verdict in the local store. Offline mode is on.'),
  pending: (host: string) => t('Still waiting for {0}. Hover again to see the result.', host),
  notLookedUp: () => t('Not looked up yet.'),
  summaryOnly: () => t('Summary only.'),
  outOfDate: () => t('The cached result is out of date.'),
  offer: (type: IndicatorType, link: Part): Line =>
    ({
      domain: () => messageParts('{0} (sends this domain)', link),
      ip: () => messageParts('{0} (sends this IP address)', link),
      url: () => messageParts('{0} (sends this URL)', link),
    })[type](),
  offerWithHost: (link: Part) => messageParts('{0} (sends this URL and its host)', link),
  offerOfWithHost: (link: Part, value: Part) => messageParts('{0} (sends {1} and its host)', link, value),
  offerOf: (link: Part, value: Part) => messageParts('{0} (sends {1})', link, value),
  lastAttempt: (at: number, now: number) => t('Last attempt: {0}.', formatAge(at, now)),
  nextAttempt: (at: number, now: number) => t('Next attempt {0}.', formatRelative(at, now)),

  // Links
  lookUpOn: (host: string) => t('Look up on {0}', host),
  lookUpOnTitle: (host: string) => t('Look up on {0} now', host),
  sendFullUrl: () => t('Send Full URL…'),
  sendFullUrlTo: (host: string) => t('Send the full URL to {0}', host),
  sendFullUrlTitle: () => t('Look up again with the full URL'),
  addList: () => t('Add List…'),
  addListTitle: () => t('Add public lists of threats and known services, without an account'),
  connect: () => t('Connect…'),
  connectTitle: () => t('Connect to a lookup service'),
  import: () => t('Import…'),
  importTitle: () => t('Import indicators from your files'),
  loadSample: () => t('Load Sample Data'),
  loadSampleTitle: () => t('Load fictional sample indicators'),
  change: () => t('Change…'),
  changeTitle: () => t('Change the lookup mode'),
  editIgnoreList: () => t('Edit Ignore List'),
  editIgnoreListTitle: () => t('Open the setting'),
  update: () => t('Update…'),
  updateTitle: () => t('Open the extension page'),
  details: () => t('Details'),
  detailsTitle: () => t('Open the output channel'),
  openRecord: () => t('Open Record'),
  openRecordTitle: () => t('Open the full record'),
  lookUpAgain: () => t('Look Up Again'),
  lookUpAgainTitle: () => t('Look up on the service now'),
  scan: () => t('Scan…'),
  scanTitle: () => t('Scan this indicator. You choose the scan type first.'),
  copyDefanged: () => t('Copy Defanged'),
  copyDefangedTitle: () => t('Copy in defanged (non-clickable) form'),
  note: () => t('Note'),
  tags: () => t('Tags'),
  moreActions: () => t('More…'),
  moreTitle: () => t('More actions'),

  // Commands
  titles: {
    lookUp: () => uiText('Look Up Indicator'),
    copy: () => uiText('Copy Indicator'),
    copyDefanged: () => uiText('Copy Defanged'),
    ignore: () => uiText('Ignore Indicator'),
    actions: () => uiText('Indicator Actions'),
  },
  copied: (value: string) => uiText('Copied: {0}', value),
  copiedDefanged: (value: string) => uiText('Copied defanged: {0}', value),
  ignorePlaceholder: () => uiText('Select what is never sent to a service'),
  inWorkspace: () => uiText('Ignore in This Workspace (.threatlookupsignore)'),
  ignoredInWorkspace: (pattern: string) => uiText('Added to .threatlookupsignore: {0}', pattern),
  ignoredFromNowOn: (pattern: string) => uiText('Added to the ignore list: {0}', pattern),
  onlyThisUrl: () => uiText('only this URL'),
  onlyThisDomain: () => uiText('only this domain'),
  onlyThisAddress: () => uiText('only this address'),
  withSubdomains: (domain: string) => uiText('{0} and all subdomains', domain),
  network: (network: string) => uiText('the network {0}', network),
  noServiceConnected: () => uiText('No service is connected.'),
  offlineNotice: () => uiText('Offline mode is on.'),
  connectButton: () => uiText('Connect…'),
  changeButton: () => uiText('Change…'),
  lookingUp: () => uiText('Looking up…'),
  lookingUpOn: (host: string) => uiText('Looking up on {0}…', host),
  lookedUp: (indicator: string, outcome: string) => uiText('Looked up {0}: {1}', indicator, outcome),
  found: (verdict: string, source: string) => t('{0}, {1}', verdict, source),
  notKnown: (source: string) => t('Not known to {0}.', source),

  // “More…”
  selectAction: () => uiText('Select an action'),
  lookups: () => uiText('Lookups'),
  actions: {
    openRecord: (): [UiText, UiText] => [uiText('$(book) Open Record'), uiText('full record in a panel')],
    openHostRecord: () => uiText('$(globe) Open Record of Host'),
    openReference: (): [UiText, UiText] => [
      uiText('$(link-external) Open Reference Page…'),
      uiText('opens in the browser after you confirm'),
    ],
    openIn: (): [UiText, UiText] => [uiText('$(link-external) Open In…'), uiText('on a site that you choose')],
    openRecordBeside: (): [UiText, UiText] => [
      uiText('$(split-horizontal) Open Record to the Side'),
      uiText('in a panel beside this editor'),
    ],
    exportRecord: (): [UiText, UiText] => [
      uiText('$(export) Export Record…'),
      uiText('for a ticket, or as JSON, STIX, or CSV'),
    ],
    lookUpAgain: (): [UiText, UiText] => [uiText('$(refresh) Look Up Again'), uiText('on the service, now')],
    scan: (): [UiText, UiText] => [uiText('$(search) Scan…'), uiText('asks for the scan type first')],
    copy: (): [UiText, UiText] => [
      uiText('$(copy) Copy Indicator'),
      uiText('original value; may be clickable when pasted'),
    ],
    copyDefanged: (): [UiText, UiText] => [uiText('$(copy) Copy Defanged'), uiText('non-clickable form')],
    addToTriage: (): [UiText, UiText] => [
      uiText('$(checklist) Add to Triage List'),
      uiText('for review, with its location'),
    ],
    editNote: (): [UiText, UiText] => [uiText('$(note) Edit Note…'), uiText('stored on this machine')],
    editTags: (): [UiText, UiText] => [uiText('$(tag) Edit Tags…'), uiText('stored on this machine')],
    ignore: (): [UiText, UiText] => [uiText('$(eye-closed) Ignore Indicator…'), uiText('exclude from lookups')],
    setRisk: (): [UiText, UiText] => [
      uiText('$(edit) Set Risk…'),
      uiText('overrides all sources, on this machine only'),
    ],
    retire: (): [UiText, UiText] => [uiText('$(history) Mark as Retired'), uiText('on this machine only')],
    editIgnoreList: () => uiText('$(edit) Edit Ignore List'),
    changeMode: () => uiText('$(shield) Change Lookup Mode…'),
    showRequestLog: () => uiText('$(list-unordered) Show Request Log'),
    showOutput: () => uiText('$(output) Show Output'),
  },
};
