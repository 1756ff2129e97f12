import type { LookupMode, UrlDetail } from '../../core/lookups/types';
import { plural, t } from '../../l10n';
import { uiText } from '../shared/ui/text';

/** Text of the connection: modes, status bar, menu, and the flow that connects. */
export const strings = {
  // Lookup modes
  mode: (mode: LookupMode): string =>
    ({
      offline: () => t('Offline'),
      onDemand: () => t('On demand'),
      onHover: () => t('On hover'),
      automatic: () => t('Automatic'),
    })[mode](),
  /** Within a line: “Threats: on hover”. */
  modeShort: (mode: LookupMode): string =>
    ({
      offline: () => t('offline'),
      onDemand: () => t('on demand'),
      onHover: () => t('on hover'),
      automatic: () => t('automatic'),
    })[mode](),
  modeSends: (mode: LookupMode): string =>
    ({
      offline: () => t('Sends nothing. Hovers use only the data on this machine.'),
      onDemand: () => t('Sends an indicator only when you click Look Up or run a command.'),
      onHover: () => t('Sends an indicator when you hover over it and there is no recent cached result.'),
      automatic: () =>
        t('Sends all visible indicators in batches. Applies to source code only if enabled in settings.'),
    })[mode](),
  urls: (detail: UrlDetail): string =>
    ({
      hostOnly: () => t('Only the host name of URLs is sent.'),
      withoutQuery: () => t('URLs are sent without the query string, credentials, and fragment.'),
      full: () => t('URLs are sent in full, except credentials and fragment.'),
    })[detail](),

  // Status bar
  name: () => uiText('Threat Lookups'),
  nameSpoken: () => uiText('Threat Lookups.'),
  status: (status: string) => uiText('$(shield) Threats: {0}', status),
  statusWarning: (error: string) => uiText('$(warning) Threats: {0}', error),
  local: () => t('local'),
  localOnly: () => t('Local only. Nothing is sent.'),
  service: (host: string) => t('Service: {0}', host),
  modeLine: (mode: string, sends: string) => t('Lookup mode: {0}. {1}', mode, sends),
  requests: (left: string) => t('Requests: {0}.', left),
  leftToday: (count: number) => plural(count, { one: '{0} left today', other: '{0} left today' }),
  leftThisMonth: (count: number) => plural(count, { one: '{0} left this month', other: '{0} left this month' }),
  clickForMenu: () => uiText('Click for the menu.'),

  // Menu
  privacy: () => uiText('Privacy'),
  changeMode: () => uiText('$(shield) Change Lookup Mode…'),
  showRequestLog: () => uiText('$(list-unordered) Show Request Log'),
  editIgnoreList: () => uiText('$(circle-slash) Edit Ignore List'),
  serviceGroup: () => uiText('Service'),
  connect: () => uiText('$(plug) Connect to Service…'),
  connectHint: () => uiText('local only; nothing is sent'),
  switchService: () => uiText('$(server) Switch Service…'),
  setKey: () => uiText('$(key) Set API Key…'),
  keySaved: () => uiText('API key saved'),
  noKey: () => uiText('no API key'),
  removeKey: () => uiText('$(trash) Remove API Key'),
  checkConnection: () => uiText('$(pulse) Check Connection'),
  localData: () => uiText('Local data'),
  updateExtension: () => uiText('$(cloud-download) Update Extension…'),
  updateHint: () => uiText('a newer version created the local store'),
  triage: () => uiText('$(checklist) Triage File or Folder…'),
  showLocalData: () => uiText('$(database) Show Local Data'),
  importIndicators: () => uiText('$(file-add) Import Indicators…'),
  syncMirrors: () => uiText('$(sync) Sync All Collections and Lists'),
  addList: () => uiText('$(add) Add List…'),
  addTaxiiServer: () => uiText('$(add) Add TAXII Server…'),
  startService: () => uiText('$(broadcast) Start Local Service'),
  copyServiceUrl: () => uiText('$(copy) Copy Local Service URL'),
  copyServiceKey: () => uiText('$(key) Copy Local Service Key'),
  stopService: () => uiText('$(debug-stop) Stop Local Service'),
  openSettings: () => uiText('$(settings-gear) Open Settings'),
  showOutput: () => uiText('$(output) Show Output'),
  getStarted: () => uiText('$(question) Get Started'),

  // Connecting
  baseUrlTitle: () => uiText('Connect to Service: Base URL'),
  baseUrlPrompt: () => uiText('Enter the part of the service URL before /api/'),
  baseUrlPlaceholder: () => uiText('https://intel.example'),
  baseUrlNote: (url: string) => uiText('The base URL is {0}.', url),
  keyTitle: (host: string) => uiText('API Key for {0}', host),
  keyPrompt: (host: string) => uiText('Saved in your system keychain and sent only to {0}', host),
  keepKey: () => uiText('Leave empty to keep the saved key'),
  withoutKey: () => uiText('Leave empty to continue without a key (lower limits)'),
  keyTooLong: () => uiText('The key is too long.'),
  keyWithSpaces: () => uiText("The key can't contain spaces or line breaks."),
  keyNotAscii: () => uiText('The key can contain only ASCII characters.'),
  keyIsUrl: () => uiText('Enter the API key, not a URL.'),
  modeTitle: () => uiText('Change Lookup Mode'),
  modeTitleFor: (host: string) => uiText('Select Lookup Mode for {0}', host),
  modePlaceholder: () =>
    uiText('Select when lookups may be sent. Internal, reserved, and ignored indicators are never sent.'),
  current: () => uiText('current'),
  modeChanged: (mode: string) => uiText('Lookup mode: {0}.', mode),
  modeRestricted: (mode: string) => uiText('Lookup mode: {0} (restricted by this workspace).', mode),

  // Switching
  switchTitle: () => uiText('Switch Service'),
  switchPlaceholder: () => uiText('Select the service for lookups'),
  forgetService: () => uiText('Forget this service and its API key'),
  inUse: () => uiText('in use'),
  withKey: () => uiText('with API key'),
  withNoKey: () => uiText('no API key'),
  anotherService: () => uiText('$(add) Another Service…'),
  localServiceOnly: () => uiText('$(home) Local Only'),
  localServiceDetail: () => uiText('Nothing is sent. Saved API keys are kept.'),
  usingLocalStore: () => uiText('Using the local store only.'),

  // Checking
  checking: (host: string) => uiText('Checking {0}…', host),
  notConnected: () => uiText('No service is connected. Lookups use the local store.'),
  connectButton: () => uiText('Connect to Service…'),
  offline: (host: string) => uiText('Offline mode is on. Nothing was sent to {0}.', host),
  changeModeButton: () => uiText('Change Lookup Mode…'),
  connected: (host: string) => uiText('Connected to {0}.', host),
  connectedWithoutKey: (host: string) => uiText('Connected to {0} without an API key (lower limits apply).', host),

  // Removing the key
  noKeySaved: (service: string) => uiText('No API key is saved for {0}.', service),
  confirmRemoveKey: (service: string) => uiText('Remove the API key for {0}?', service),
  removeKeyDetail: () =>
    uiText('Lookups will continue without a key, with lower limits. You can set a key again at any time.'),
  removeKeyButton: () => uiText('Remove Key'),
  keyRemoved: (service: string) => uiText('Removed the API key for {0}.', service),
  keyVanished: (host: string) => uiText('The API key for {0} is no longer in the keychain.', host),
};
