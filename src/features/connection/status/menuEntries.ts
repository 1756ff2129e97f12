import { getServiceMessage } from '../../../core/api/requestError';
import type { UtcMillis } from '../../../core/records/record';
import type { CommandId } from '../../shared/ids/commands';
import { quoteServiceMessage } from '../../shared/format/serviceMessage';
import { untrusted, uiList, type UiText, uiText } from '../../shared/ui/text';
import type { ConnectionState } from '../connectionState';
import { modeText } from '../modeText';
import { budgetLabel, currentError } from './statusText';
import { serviceName } from '../connectionState';
import { requestErrorLabel } from '../../shared/format/formatRequestError';

interface MenuEntry {
  readonly label: UiText;
  readonly description?: UiText;
  readonly command: CommandId;
}

export interface MenuGroup {
  readonly title: UiText;
  readonly entries: readonly MenuEntry[];
}

/** State that the menu depends on besides the connection. */
export interface MenuFacts {
  readonly hasKey: boolean;
  /** Loopback address of the local service while it runs. */
  readonly localServiceUrl: string | undefined;
  /** Whether collections are mirrored. */
  readonly isMirrorSetUp: boolean;
  /** Whether a newer version of the extension created the local store. */
  readonly isStoreNewer: boolean;
}

function updateEntry(): MenuEntry {
  return {
    label: uiText('$(cloud-download) Update Extension…'),
    description: uiText('a newer version created the local store'),
    command: 'threatLookups.updateExtension',
  };
}

/** The menu of the status bar item: the current state and commands by their titles. */
export function menuEntries(
  state: ConnectionState,
  facts: MenuFacts,
  now: UtcMillis = Date.now(),
): readonly MenuGroup[] {
  return [
    {
      title: uiText('Indicators'),
      entries: [
        { label: uiText('$(search) Look Up Indicator…'), command: 'threatLookups.lookUp' },
        { label: uiText('$(book) Open Record…'), command: 'threatLookups.openRecord' },
        { label: uiText('$(checklist) Triage File or Folder…'), command: 'threatLookups.triage' },
        { label: uiText('$(list-selection) Open Large Log…'), command: 'threatLookups.openLargeLog' },
        { label: uiText('$(telescope) New Query'), command: 'threatLookups.newQuery' },
      ],
    },
    {
      title: uiText('Privacy'),
      entries: [
        {
          label: uiText('$(shield) Change Lookup Mode…'),
          description: untrusted(modeText(state.mode).short),
          command: 'threatLookups.changeMode',
        },
        { label: uiText('$(list-unordered) Show Request Log'), command: 'threatLookups.showSent' },
        { label: uiText('$(circle-slash) Edit Ignore List'), command: 'threatLookups.editIgnoreList' },
      ],
    },
    { title: uiText('Service'), entries: connectionEntries(state, facts, now) },
    {
      title: uiText('Local store'),
      entries: [
        ...(facts.isStoreNewer ? [updateEntry()] : []),
        { label: uiText('$(file-add) Import Indicators…'), command: 'threatLookups.import' },
        { label: uiText('$(star) Add Recommended Lists…'), command: 'threatLookups.addRecommendedLists' },
        { label: uiText('$(add) Add List…'), command: 'threatLookups.addList' },
        facts.isMirrorSetUp
          ? { label: uiText('$(sync) Sync All Collections and Lists'), command: 'threatLookups.syncAll' }
          : { label: uiText('$(add) Add TAXII Server…'), command: 'threatLookups.addTaxiiServer' },
        { label: uiText('$(database) Show Local Store'), command: 'threatLookups.showLocalData' },
        ...localService(facts.localServiceUrl),
      ],
    },
    {
      title: uiText('Threat Lookups'),
      entries: [
        { label: uiText('$(settings-gear) Open Settings'), command: 'threatLookups.openSettings' },
        { label: uiText('$(output) Show Output'), command: 'threatLookups.showDetails' },
        { label: uiText('$(question) Get Started'), command: 'threatLookups.getStarted' },
      ],
    },
  ];
}

function connectionEntries(state: ConnectionState, { hasKey }: MenuFacts, now: UtcMillis): readonly MenuEntry[] {
  const { remote } = state;
  if (remote === undefined)
    return [
      {
        label: uiText('$(plug) Connect to Service…'),
        description: uiText('not connected'),
        command: 'threatLookups.connect',
      },
    ];
  return [
    {
      label: uiText('$(server) Switch Service…'),
      description: uiList(untrusted(serviceName(remote.address)), untrusted(budgetLabel(state.budget))),
      command: 'threatLookups.switchService',
    },
    {
      label: uiText('$(key) Set API Key…'),
      description: hasKey ? uiText('API key saved') : uiText('no API key'),
      command: 'threatLookups.setKey',
    },
    ...(hasKey
      ? [{ label: uiText('$(trash) Remove API Key'), command: 'threatLookups.removeKey' } satisfies MenuEntry]
      : []),
    checkEntry(currentError(state, now)),
  ];
}

function checkEntry(error: ReturnType<typeof currentError>): MenuEntry {
  const entry: MenuEntry = { label: uiText('$(pulse) Check Connection'), command: 'threatLookups.checkConnection' };
  if (error === undefined) return entry;
  const label = untrusted(requestErrorLabel(error));
  return { ...entry, description: uiList(label, untrusted(quoteServiceMessage(getServiceMessage(error)))) };
}

function localService(url: string | undefined): readonly MenuEntry[] {
  if (url === undefined)
    return [{ label: uiText('$(broadcast) Start Local Service'), command: 'threatLookups.startService' }];
  return [
    {
      label: uiText('$(broadcast) Show Local Service Connection Info'),
      description: untrusted(url),
      command: 'threatLookups.showServiceInfo',
    },
    { label: uiText('$(debug-stop) Stop Local Service'), command: 'threatLookups.stopService' },
  ];
}
