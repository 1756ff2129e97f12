import {
  formatAge,
  formatDateTime,
  formatDuration,
  formatList,
  formatNumber,
  formatPercent,
  formatSize,
  formatTimeAhead,
  plural,
  t,
} from '../../l10n';
import { foreign, icon, type UiText, uiPlural, uiSentences, uiText } from '../shared/ui/text';

/** A theme icon before a name. */
function iconLabel(name: string, label: string): UiText {
  return uiText('{0} {1}', icon(name), label);
}

/** All text about servers and lists in the view “Sources”, of setting up servers and lists, and of syncs. */
export const strings = {
  // The tree
  notSetUp: (): string => t('not set up'),
  serverAt: (address: string): string => t('TAXII server at {0}', address),
  serverRemoved: (): string => t('No longer synced. Add the server again to resume, or remove its collections.'),
  noCollection: (): string => t('No collections selected.'),
  rootAt: (address: string): string => t('API root {0}', address),
  credentials: {
    none: (): string => t('No authentication'),
    user: (user: string): string => t('Signed in as {0}', user),
    userWithServiceKey: (user: string): string => t('Signed in as {0} with the API key of the service', user),
    bearer: (): string => t('Signed in with a bearer token'),
    header: (name: string): string => t('Signed in with the header {0}', name),
    query: (): string => t('Signed in with an API key in the URL, where logs can show it. For testing only.'),
    address: (): string => t('Signed in with an API key in the URL'),
  },
  neverSynced: (): string => t('not synced yet'),
  failed: (): string => t('failed'),
  indicators: (count: number): string => plural(count, { one: '{0} indicator', other: '{0} indicators' }),
  objects: (count: number): string => plural(count, { one: '{0} object', other: '{0} objects' }),
  soFar: (count: number): string => t('{0} so far', count),
  indicatorsSoFar: (count: number): string =>
    plural(count, { one: '{0} indicator so far', other: '{0} indicators so far' }),
  ageAndCount: (at: number, count: number, now: number): string => `${formatAge(at, now)} · ${formatNumber(count)}`,
  failedWithCount: (age: string, count: number): string => t('failed · {0} old · {1}', age, count),
  failedSoFar: (count: number): string => t('failed · {0} so far', count),
  indicatorsAsOf: (count: number, at: number, now: number): string =>
    plural(count, { one: '{0} indicator, synced {1}', other: '{0} indicators, synced {1}' }, formatAge(at, now)),
  notUpToDate: (text: string): string => t('not up to date, {0}', text),
  listRisk: (risk: string): string => t('Risk of listed indicators: {0}', risk),
  indicatorCount: (count: number): string => plural(count, { one: '{0} indicator.', other: '{0} indicators.' }),
  indicatorsInObjects: (indicators: number, objects: number): string =>
    t('{0} in {1}.', strings.indicators(indicators), strings.objects(objects)),
  staleObjects: (count: number): string =>
    plural(count, {
      one: '{0} object is no longer in the collection.',
      other: '{0} objects are no longer in the collection.',
    }),
  indexingNote: (): string => t('Hovers and records already use all objects. Queries and lists wait for indexing.'),
  neverCompleted: (): string => t('No sync has completed yet.'),
  lastSynced: (at: number, now: number): string => t('Last synced {0} ({1}).', formatAge(at, now), formatDateTime(at)),
  noLongerSynced: (): string => t('No longer synced.'),
  listAt: (address: string): string => t('List at {0}', address),
  collection: (id: string): string => t('Collection {0}', id),
  at: (address: string): string => t('at {0}', address),
  errorOf: (titles: readonly string[], message: string): string => `${formatList(titles)}: ${message}`,
  syncsRunning: (count: number): UiText => uiPlural(count, { one: '{0} sync running', other: '{0} syncs running' }),

  // Progress
  waiting: (): string => t('waiting'),
  waitingForTurn: (): string => t('Waiting for other syncs to finish'),
  waitingForOtherWindow: (): string => t('Waiting for another window to finish syncing'),
  otherWindow: (): string => t('other window'),
  syncedInOtherWindow: (): string => t('Syncing in another window'),
  paused: (): string => t('paused'),
  pausedAt: (count: number): string => t('paused · {0}', count),
  pausedWithObjects: (count: number): string =>
    plural(count, { one: 'Paused at {0} object', other: 'Paused at {0} objects' }),
  pausedText: (): string => t('Paused'),
  needsAnswer: (): string => t('needs your response'),
  sizeLimitReached: (): string => t('Size limit reached. Respond to the notification to continue.'),
  rateLimitShort: (millis: number): string => t('rate limit · {0}', formatDuration(millis)),
  retryingIn: (millis: number): string => t('retrying in {0}', formatDuration(millis)),
  retrying: (reason: string): string => t('retrying: {0}', reason),
  rateLimited: (until: number, now: number): string =>
    t('Rate limit reached. Requests resume {0}.', formatTimeAhead(until, now)),
  retryingAt: (reason: string, until: number, now: number): string =>
    t('Retrying {1}: {0}.', reason, formatTimeAhead(until, now)),
  serverSays: (message: string): string => t('Server message: “{0}”', message),
  syncing: (): string => t('syncing'),
  syncingAt: (count: number): string => t('syncing · {0}', count),
  syncingShare: (share: number): string => t('syncing · {0}', formatPercent(share)),
  syncingText: (isFull: boolean): string => (isFull ? t('Full sync') : t('Syncing')),
  syncingProgress: (isFull: boolean, progress: string): string =>
    isFull ? t('Full sync: {0}', progress) : t('Syncing: {0}', progress),
  objectsOfTotal: (count: number, total: number): string =>
    plural(total, { one: '{1} of about {0} object', other: '{1} of about {0} objects' }, count),
  indexingShare: (share: number): string => t('indexing · {0}', formatPercent(share)),
  indexing: (indexed: number, total: number): string =>
    plural(total, { one: 'Indexing {1} of {0} object', other: 'Indexing {1} of {0} objects' }, indexed),

  // The notification of a running sync
  syncTitle: (title: string): UiText => uiText('Syncing “{0}”', title),
  syncCollectionsTitle: (count: number): UiText =>
    uiPlural(count, { one: 'Syncing {0} collection', other: 'Syncing {0} collections' }),
  syncListsTitle: (count: number): UiText => uiPlural(count, { one: 'Syncing {0} list', other: 'Syncing {0} lists' }),
  syncBothTitle: (count: number): UiText =>
    uiPlural(count, { one: 'Syncing {0} collection or list', other: 'Syncing {0} collections and lists' }),
  remaining: (count: number): string => t('{0} remaining', count),
  statusNote: (title: string, status: string): UiText => foreign(`“${title}”: ${status}`),
  statusIcon: (): UiText => iconLabel('sync~spin', ''),

  // Results of syncs
  busy: (titles: readonly string[]): string => t('{0}: another window is syncing.', formatList(titles)),
  canceled: (titles: readonly string[]): string => t('{0}: sync canceled.', formatList(titles)),
  canceledAndSaved: (titles: readonly string[]): string =>
    t('{0}: sync canceled. Objects received so far were saved.', formatList(titles)),
  incomplete: (titles: readonly string[], message: string): string =>
    titles.length === 1
      ? t("{0} isn't up to date: {1}", formatList(titles), message)
      : t("{0} aren't up to date: {1}", formatList(titles), message),
  incompleteUnknown: (titles: readonly string[]): string =>
    titles.length === 1
      ? t("{0} isn't up to date.", formatList(titles))
      : t("{0} aren't up to date.", formatList(titles)),
  nothingNew: (titles: readonly string[]): string => t('{0}: nothing new.', formatList(titles)),
  synced: (titles: readonly string[], changes: readonly string[]): string =>
    `${formatList(titles)}: ${formatList(changes)}.`,
  syncedWithTotal: (titles: readonly string[], changes: readonly string[], indicators: number): string =>
    t('{0}: {1} ({2} in total).', formatList(titles), formatList(changes), strings.indicators(indicators)),
  objectsAdded: (count: number): string => plural(count, { one: '{0} object added', other: '{0} objects added' }),
  entriesAdded: (count: number): string => plural(count, { one: '{0} entry added', other: '{0} entries added' }),
  changed: (count: number): string => t('{0} changed', count),
  removed: (count: number): string => t('{0} removed', count),
  skipped: (count: number): string => t('{0} skipped', count),
  moreErrors: (count: number): string =>
    plural(count, { one: '{0} more source has a problem.', other: '{0} more sources have problems.' }),
  moreMessages: (count: number): string =>
    plural(count, { one: "{0} more result isn't shown here.", other: "{0} more results aren't shown here." }),
  showReport: (): UiText => uiText('Show Report'),
  showMirrors: (): UiText => uiText('Show Sources'),
  tryAgain: (): UiText => uiText('Try Again'),
  changeCredentials: (): UiText => uiText('Change Credentials…'),

  // The sync report
  report: {
    name: (): UiText => uiText('Sync Report'),
    importName: (): UiText => uiText('Import Report'),
    notMirrored: (): string => t('No longer synced.'),
    collection: (): string => t('Collection'),
    address: (): string => t('URL'),
    lastSync: (): string => t('Last sync'),
    lastFullSync: (): string => t('Last full sync'),
    never: (): string => t('never'),
    stored: (): string => t('Stored'),
    removed: (): string => t('Removed'),
    removedObjects: (count: number): string =>
      plural(count, {
        one: '{0} object is no longer in the collection and is shown as retired',
        other: '{0} objects are no longer in the collection and are shown as retired',
      }),
    indexing: (): string => t('Indexing'),
    notIndexed: (count: number): string =>
      plural(count, {
        one: '{0} object not indexed yet: in hovers, not in queries',
        other: '{0} objects not indexed yet: in hovers, not in queries',
      }),
    dateReadOnce: (date: string): string =>
      t(
        'Very many objects have the date {0}. If the server adds more under this date later, only a full sync finds them.',
        date,
      ),
    example: (): string => t('Example'),
    reason: (): string => t('Reason'),
    line: (): string => t('Line'),
    entriesWithReason: (): string => t('Entries with this reason'),
    changesLabel: (): string => t('Changes'),
    requests: (): string => t('Requests'),
    afterNextSync: (): string => t('Changes and skipped objects are listed after the next sync in this window.'),
    noSync: (): string => t('Not synced in this window yet.'),
    failed: (): string => t('Last sync in this window: failed'),
    completed: (isFull: boolean): string =>
      isFull ? t('Last sync in this window: full sync, completed') : t('Last sync in this window: completed'),
    canceled: (isFull: boolean): string =>
      isFull ? t('Last sync in this window: full sync, canceled') : t('Last sync in this window: canceled'),
    incomplete: (isFull: boolean): string =>
      isFull ? t('Last sync in this window: full sync, incomplete') : t('Last sync in this window: incomplete'),
    cost: (requests: number, millis: number): string =>
      plural(requests, { one: '{0} request, {1}', other: '{0} requests, {1}' }, formatDuration(millis)),
    changes: (added: number, changed: number, unchanged: number, removed: number): string =>
      t('{0} added, {1} changed, {2} unchanged, {3} removed', added, changed, unchanged, removed),
    nothingSkipped: (): string => t('Nothing was skipped.'),
    examplesOfSkipped: (examples: number, count: number): string =>
      plural(
        examples,
        {
          one: '{1} entries were skipped, or stored without an indicator; the table shows {0} example.',
          other: '{1} entries were skipped, or stored without an indicator; the table shows {0} examples.',
        },
        count,
      ),
    skipped: (): string => t('The table lists what was skipped, or stored without an indicator.'),
  },

  // Adding a TAXII server
  change: (): UiText => uiText('Change…'),
  addressTitle: (): UiText => uiText('Add TAXII Server: URL'),
  addressPrompt: (): UiText => uiText('Base URL of the service, discovery URL (…/taxii2/), or API root'),
  addressFirst: (prompt: UiText): UiText => uiSentences(uiText('Enter a URL.'), prompt),
  addServerTitle: (): UiText => uiText('Add TAXII Server'),
  addServerPlaceholder: (): UiText => uiText('Select the server that has the collections'),
  connectedService: (host: string): UiText => iconLabel('server', host),
  connectedServiceNote: (): UiText => uiText('connected service'),
  connectedServiceAddress: (address: string): UiText => uiText('{0}/taxii2/', address),
  otherServer: (): UiText => uiText('{0} Another Server…', icon('add')),
  otherServerNote: (): UiText => uiText('enter its URL'),
  serverExists: (address: string): UiText => uiText('The TAXII server {0} has already been added.', address),
  signedIn: (host: string): UiText => uiText('Signed in to {0}', host),
  requesting: (host: string): UiText => uiText('Requesting from {0}…', host),
  noServer: (address: string): string => t('No TAXII server found at {0}.', address),
  probedWithout: (addresses: readonly string[]): string =>
    t('Checked without credentials: {0}.', formatList(addresses)),
  otherRoot: (host: string, other: string): string => t('{0} lists an API root at {1}.', host, other),
  otherRootDetail: (host: string): string =>
    t(
      'Nothing was sent there because your credentials are sent only to {0}. If you trust the other host, add it as a server.',
      host,
    ),
  otherRootNotice: (host: string, other: string): UiText =>
    uiText(
      '{0} lists an API root at {1}. Nothing was sent there because your credentials are sent only to {0}.',
      host,
      other,
    ),
  addOther: (host: string): UiText => uiText('Add {0}…', host),
  noReadableCollection: (host: string): string => t("These credentials can't read any collections on {0}.", host),
  noCollections: (host: string): string => t('{0} lists no collections.', host),
  nothingChanged: (): UiText => uiText('Nothing was changed.'),
  steps: {
    again: (): UiText => uiText('Try Again'),
    address: (): UiText => uiText('Change URL…'),
    signIn: (): UiText => uiText('Change Credentials…'),
    signInAnyway: (): UiText => uiText('Try to Sign In Anyway…'),
    typeId: (): UiText => uiText('Enter Collection ID…'),
  },

  // Credentials
  credentialsTitle: (host: string): UiText => uiText('TAXII Server {0}: Credentials', host),
  credentialsPlaceholder: (host: string): UiText => uiText('Credentials are sent only to {0}', host),
  storedKey: (host: string): UiText => uiText('{0} Saved API key for {1}', icon('key'), host),
  userNote: (user: string): UiText => uiText('user {0}', user),
  apiKey: (): UiText => uiText('{0} API key…', icon('key')),
  userAndPassword: (): UiText => uiText('{0} User name and password…', icon('account')),
  bearerToken: (): UiText => uiText('{0} Bearer token…', icon('key')),
  bearerTokenNote: (): UiText => uiText('in the Authorization header'),
  keyInHeader: (): UiText => uiText('{0} API key in a header…', icon('key')),
  keyInHeaderNote: (): UiText => uiText('for example X-Api-Key'),
  noCredentials: (): UiText => uiText('{0} No authentication', icon('unlock')),
  advanced: (): UiText => uiText('{0} Advanced…', icon('settings')),
  keyInUrl: (): UiText => uiText('{0} API key in the URL…', icon('beaker')),
  keyInUrlNote: (): UiText => uiText('for testing only'),
  keyInUrlDetail: (): UiText => uiText('Proxies and server logs can show the key.'),
  changeAddress: (): UiText => uiText('{0} Change URL…', icon('arrow-left')),
  userTitle: (host: string): UiText => uiText('User Name for {0}', host),
  userPrompt: (): UiText => uiText("You'll enter the password next"),
  userRequired: (host: string): UiText => uiText('{0} requires a user name and password.', host),
  noUser: (): UiText => uiText('Enter a user name.'),
  userWithColon: (): UiText => uiText("A user name can't contain a colon."),
  secretTitle: {
    key: (host: string): UiText => uiText('API Key for {0}', host),
    token: (host: string): UiText => uiText('Bearer Token for {0}', host),
    password: (host: string): UiText => uiText('Password for {0}', host),
    header: (host: string, name: string): UiText => uiText('Value of {1} for {0}', host, name),
  },
  secretPrompt: (host: string): UiText => uiText('Saved in your system keychain and sent only to {0}', host),
  noSecret: (): UiText => uiText('Enter a value. If none is required, go back and select No authentication.'),
  tooLong: (): UiText => uiText('This value is too long.'),
  notAscii: (): UiText => uiText('Use only ASCII characters without line breaks.'),
  headerTitle: (host: string): UiText => uiText('Header for {0}', host),
  headerPrompt: (): UiText => uiText("Header name from the server's documentation. You'll enter its value next"),
  noHeader: (): UiText => uiText('Enter a header name.'),
  badHeader: (): UiText => uiText('A header name can contain letters, digits, and hyphens, but no colon or spaces.'),
  reservedHeader: (name: string): UiText =>
    uiText(
      "{0} is a reserved header and can't contain a key. Enter the header name from the server's documentation.",
      name,
    ),
  useForTesting: (): UiText => uiText('Use for Testing'),
  keyInUrlQuestion: (host: string): UiText => uiText('Include the API key in the URL of each request to {0}?', host),
  keyInUrlWarning: (): UiText =>
    uiText(
      'Proxies and server logs can show URLs. Use this for testing only: a user name and key return the same data.',
    ),

  // Selecting collections
  collectionsTitle: (host: string): UiText => uiText('TAXII Server {0}: Collections', host),
  collectionsPlaceholder: (): UiText => uiText('Select collections to keep on this machine'),
  collectionsUnreadable: (count: number): UiText =>
    uiText("Select collections to keep on this machine ({0} more can't be read with these credentials)", count),
  nothingSelectedTitle: (): UiText => uiText('Select at Least One Collection, or Press Escape to Cancel'),
  nothingSelected: (): UiText => uiText('Select at least one collection, or press Escape to cancel'),
  enterId: (): UiText => uiText('Enter Collection ID…'),
  idTitle: (host: string): UiText => uiText('TAXII Server {0}: Collection ID', host),
  idPrompt: (address: string): UiText => uiText('ID of a collection at {0}', address),
  idPromptUnlisted: (host: string, address: string): UiText =>
    uiText('{0} lists no collections. Enter the ID of a collection at {1}', host, address),
  noId: (): UiText => uiText('Enter an ID.'),
  idTooLong: (): UiText => uiText('This ID is too long.'),
  badId: (): UiText => uiText("An ID can't contain spaces or slashes."),

  // Adding a list
  listAddressTitle: (): UiText => uiText('Add List: URL'),
  listAddressPrompt: (): UiText =>
    uiText('URL of a text list, CSV file, JSON file, or STIX bundle. Write {0} in place of a key.', '{key}'),
  listExists: (address: string): UiText => uiText('The list {0} has already been added.', address),
  listNameTitle: (): UiText => uiText('Add List: Name'),
  listNamePrompt: (): UiText => uiText('Shown as the source in hovers'),
  noName: (): UiText => uiText('Enter a name.'),

  // Commands
  nothingMirrored: (): UiText => uiText('No collections or lists yet.'),
  addServer: (): UiText => uiText('Add TAXII Server…'),
  allPaused: (): UiText => uiText('All syncs are paused.'),
  noneRunning: (): UiText => uiText('No sync is running in this window.'),
  nonePaused: (): UiText => uiText('No sync is paused.'),
  syncCanceled: (): UiText => uiText('Sync canceled. Objects received so far were saved.'),
  fullSyncTitle: (): UiText => uiText('Run Full Sync'),
  chooseTitle: (): UiText => uiText('Select Collections'),
  credentialsCommandTitle: (): UiText => uiText('Change TAXII Server Credentials'),
  removeServerTitle: (): UiText => uiText('Remove TAXII Server'),
  removeTitle: (): UiText => uiText('Remove Collection or List'),
  remove: (): UiText => uiText('Remove'),
  removeServerQuestion: (address: string): UiText => uiText('Remove the TAXII server {0}?', address),
  removeServerDetail: (removal: UiText): UiText =>
    uiSentences(removal, uiText('Saved credentials are deleted. Nothing changes on the server.')),
  serverRemovedNotice: (address: string): UiText => uiText('Removed the TAXII server {0}.', address),
  removeQuestion: (title: string): UiText => uiText('Remove “{0}”?', title),
  removeManyQuestion: (count: number): UiText =>
    uiPlural(count, { one: 'Remove {0} source?', other: 'Remove {0} sources?' }),
  nothingStored: (): UiText => uiText('None of its data is on this machine yet.'),
  removal: (objects: number, indicators: number): UiText =>
    uiText('Data is deleted from this machine: {0}, {1}.', strings.objects(objects), strings.indicators(indicators)),
  listRemoved: (host: string): UiText => uiText('Removed the list from {0}.', host),
  collectionsRemoved: (count: number, host: string): UiText =>
    uiPlural(count, { one: 'Removed {0} collection of {1}.', other: 'Removed {0} collections of {1}.' }, host),
  noServers: (): UiText => uiText('No TAXII server has been added.'),
  removing: (): UiText => uiText('Removing data'),
  sizeLimitQuestion: (title: string, limit: number, larger: number): UiText =>
    uiText('“{0}” reached its size limit of {1}. Increase it to {2}?', title, formatSize(limit), formatSize(larger)),
  increaseLimit: (): UiText => uiText('Increase Limit'),
  stopSync: (): UiText => uiText('Stop Sync'),
};
