import type { RequestErrorCode } from '../../../core/lookups/requestOutcome';
import type { BlockReason } from '../../../core/lookups/types';
import type { UnreadStore } from '../../../core/lookups/unreadStore';
import type { Source } from '../../../core/records/knowledge';
import type { IndicatorType } from '../../../core/indicators/identity/types';
import { formatDateTime, formatSize, plural, t } from '../../../l10n';
import { uiPlural, uiText } from '../ui/text';

type ReservedKind = Extract<BlockReason, { kind: 'reserved' }>['what'];

/** Text that several features show. */
export const strings = {
  // Risk
  retiredVerdict: (risk: string) => t('{0} · retired', risk),
  sample: () => t('sample'),
  whenLastSeen: (risk: string) => t('{0} when last seen', risk),
  whenListed: (risk: string) => t('{0} when listed', risk),

  // Indicators and sources
  type: (type: IndicatorType): string =>
    ({ domain: () => t('domain'), ip: () => t('IP address'), url: () => t('URL') })[type](),
  typeTitle: (type: IndicatorType): string =>
    ({ domain: () => t('Domain'), ip: () => t('IP address'), url: () => t('URL') })[type](),
  localService: () => t('the local service'),
  localServiceCapitalized: () => t('The local service'),
  inRange: (range: string, source: string) =>
    range.startsWith('*.') ? t('below {0} in {1}', range.slice(2), source) : t('range {0} in {1}', range, source),
  urlsIn: (source: string) => t('listed URLs of this host in {0}', source),
  source: (kind: Exclude<Source['kind'], 'service'>, name: string): string =>
    ({
      mirror: () => `“${name}”`,
      import: () => t('import “{0}”', name),
      sample: () => t('sample data'),
      scan: () => t('a scan by the local service'),
      user: () => (name === '' ? t('your own entry') : t('your own entry “{0}”', name)),
    })[kind](),
  category: {
    apt: () => t('advanced persistent threat'),
    pup: () => t('potentially unwanted program'),
    exploitkit: () => t('exploit kit'),
  },

  // Indicators that are never sent
  reserved: (kind: ReservedKind): string =>
    ({
      name: () => t('Reserved name. Never sent.'),
      address: () => t('Internal address. Never sent.'),
      unreadable: () => t('Too long or too deeply encoded to check for internal hosts. Never sent.'),
      unreadIgnoreFile: () => t("The file .threatlookupsignore can't be read. Nothing is sent until it can."),
      longIgnoreList: () => t('The ignore list is too long to check. Nothing is sent until you shorten it.'),
    })[kind](),

  // Errors of requests
  /** In two or three words. */
  requestError: (code: RequestErrorCode): string =>
    ({
      badBaseUrl: () => t('invalid base URL'),
      nameNotFound: () => t('host not found'),
      connectionRefused: () => t('connection refused'),
      unreachable: () => t('unreachable'),
      certificate: () => t('certificate not trusted'),
      timeout: () => t('timed out'),
      canceled: () => t('canceled'),
      tooLarge: () => t('response too large'),
      partial: () => t('incomplete response'),
      redirectRefused: () => t('redirect not followed'),
      notJson: () => t('invalid response'),
      badShape: () => t('invalid response'),
      badRequest: () => t('request rejected'),
      keyRejected: () => t('API key rejected'),
      keyRequired: () => t('API key required'),
      notAllowed: () => t('not allowed'),
      notFound: () => t('not found'),
      rateLimited: () => t('rate limit reached'),
      serverError: () => t('service error'),
    })[code](),
  badBaseUrl: () => t('The base URL in your settings is invalid.'),
  nameNotFound: (host: string) => t("Can't reach {0}: host not found.", host),
  connectionRefused: (host: string) => t("Can't reach {0}: connection refused.", host),
  unreachable: (host: string) => t("Can't reach {0}.", host),
  certificate: (host: string) => t("Can't reach {0}: the certificate isn't trusted.", host),
  timeout: (host: string, duration: string) => t("{0} didn't respond within {1}.", host, duration),
  canceled: () => t('The lookup was canceled.'),
  tooLarge: (host: string, maxBytes: number) =>
    t('The response from {0} exceeds the {1} limit.', host, formatSize(maxBytes)),
  partialResponse: (host: string) => t('{0} sent only a part of the response, or damaged data.', host),
  redirectRefused: (host: string, to: string) =>
    t("{0} redirected to {1}. Redirects to other hosts aren't followed.", host, to),
  emptyResponse: (host: string) => t('{0} returned an empty response.', host),
  webPage: (host: string) =>
    t('{0} returned a web page instead of data. A proxy or sign-in page may be in the way.', host),
  invalidResponse: (host: string) => t('{0} returned an invalid response.', host),
  noSuchThing: (host: string, status: number) =>
    t('{0} found nothing that matches the request (HTTP {1}).', host, String(status)),
  blockedByPage: (host: string) =>
    t('{0} returned a web page that blocks the request (HTTP 403). A proxy or firewall may be in the way.', host),
  badRequest: (host: string, status: number) => t('{0} rejected the request (HTTP {1}).', host, String(status)),
  keyRejected: (host: string) => t('{0} rejected the API key (HTTP 401).', host),
  keyRequired: (host: string) => t('{0} requires an API key (HTTP 401).', host),
  notAllowed: (host: string) =>
    t("{0} doesn't allow this with your API key (HTTP 403). Check your plan and permissions.", host),
  notAllowedWithoutKey: (host: string) => t("{0} doesn't allow this without an API key (HTTP 403).", host),
  noInterface: (host: string) => t('No lookup API found at {0} (HTTP 404). Check the base URL.', host),
  requestsReserved: (left: number, host: string) =>
    plural(
      left,
      {
        one: 'Only {0} request is left on {1}. It is reserved for hovers and clicks.',
        other: 'Only {0} requests are left on {1}. They are reserved for hovers and clicks.',
      },
      host,
    ),
  pauseRequested: (host: string, status: number, until: string) =>
    t('{0} is temporarily unavailable (HTTP {1}). Requests resume {2}.', host, String(status), until),
  rateLimited: (until: string) => t('Rate limit reached. Requests resume {0}.', until),
  rateLimitReset: () => t('The rate limit has reset. Try again.'),
  serverError: (host: string, status: number) => t('{0} reported a server error (HTTP {1}).', host, String(status)),
  serviceSays: (message: string) => t('Service message: “{0}”', message),
  serviceSaysStop: (message: string) => t('Service message: “{0}”.', message),

  // Local store
  noSqlite: () =>
    t(
      "This version of VS Code doesn't include SQLite. The local store, imports, and the local service are unavailable, and results can't be cached.",
    ),
  storeLocked: () =>
    t("The local store is locked by another window or program. New data won't be saved until it is released."),
  storeCorrupt: () => t('The local store is corrupted. Its data is unavailable.'),
  storeReplaced: () =>
    t(
      'The local store was corrupted. It was moved aside and replaced by an empty one, so earlier imports, collections, lists, and cached results are no longer available. Import and sync your data again.',
    ),
  storeForeign: () =>
    t(
      "The file at the location of the local store isn't a Threat Lookups store. It was left unchanged, and the local store is unavailable. Move the file away to create a new store.",
    ),
  storeNewer: () =>
    t(
      "The local store was created or upgraded by a newer version of Threat Lookups and can't be used. Update the extension, and reload windows that are open.",
    ),
  diskFull: () => t("The disk is full. New data won't be saved until space is available."),
  storeReadOnly: () => t('The local store is read-only.'),
  storeOnNetwork: () => t('The local store is on a network drive, which can cause slowness or corruption.'),
  clockJumped: (latest: number) =>
    t(
      'The clock of this computer is wrong or was: data in the local store is from {0}. Check the date and time. Import or sync what you added while they were wrong again.',
      formatDateTime(latest),
    ),
  storeFailed: () => t('The local store failed. Its data is unavailable until the problem is fixed.'),
  unreadStore: (reason: UnreadStore): string =>
    ({
      newer: () => t("The local store was created by a newer version of Threat Lookups and can't be read."),
      otherVersion: () => t("The local store was created by another version of Threat Lookups and can't be read."),
      foreign: () => t("The file at the location of the local store isn't a Threat Lookups store."),
      damaged: () => t("The local store is corrupted and can't be read."),
      replaced: () =>
        t('The local store was corrupted and replaced by an empty one. Earlier data is no longer available.'),
      unavailable: () => t("The local store can't be opened."),
      busy: () => t("The local store is locked by another program and couldn't be read."),
    })[reason](),

  // Buttons
  details: () => uiText('Details'),
  rowsCopied: (count: number) => uiPlural(count, { one: 'Copied {0} row', other: 'Copied {0} rows' }),
  setApiKey: () => uiText('Set API Key…'),
  connect: () => uiText('Connect…'),
  showFile: () => uiText('Show File'),
  update: () => uiText('Update…'),
  clearLocalData: () => uiText('Clear Local Data…'),
  editIgnoreList: () => uiText('Edit Ignore List'),
  send: () => uiText('Send'),
  open: () => uiText('Open'),

  // Commands, dialogs, and files
  commandFailed: (message: string) => t('Something went wrong: {0}', message),
  indicatorPrompt: () => uiText('Enter a domain, IP address, or URL. You can also enter defanged indicators.'),
  indicatorPlaceholder: () => uiText('login-update[.]example'),
  notAnIndicator: () => uiText('Enter a valid domain, IP address, or URL.'),
  sendTo: (host: string) => uiText('Send this to {0}?', host),
  openInBrowser: (host: string) => uiText('Open {0} in the browser?', host),
  addressFrom: (source: string) => uiText('The link comes from {0}.', source),
  addressFromElsewhere: (source: string) => uiText('The link comes from {0}, but it leads to another host.', source),

  // Columns of results
  columns: {
    risk: () => t('Risk'),
    indicator: () => t('Indicator'),
    threat: () => t('Threat'),
    type: () => t('Type'),
    seen: () => t('Seen'),
    updated: () => t('Updated'),
    added: () => t('Added'),
    retired: () => t('Retired'),
    threats: () => t('Threats'),
    location: () => t('Location'),
    organization: () => t('Organization'),
    context: () => t('Known context'),
    network: () => t('Network (ASN)'),
    feeds: () => t('Feeds'),
    registrar: () => t('Registrar'),
    registered: () => t('Registered'),
    title: () => t('Page title'),
    status: () => t('HTTP status'),
    ports: () => t('Ports'),
    technologies: () => t('Technologies'),
    ptr: () => t('PTR'),
    reference: () => t('Reference'),
    category: () => t('Category'),
    aliases: () => t('Aliases'),
  },
  redactedByService: () => t('redacted'),
};
