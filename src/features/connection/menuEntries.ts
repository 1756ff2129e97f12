import type { UtcMillis } from '../../core/records/record';
import type { CommandId } from '../common/commands';
import { quoteServiceMessage, serviceMessageOf } from '../common/serviceMessage';
import { foreign, uiList, uiText, type UiText } from '../common/ui/text';
import type { ConnectionState } from './connectionState';
import { modeText } from './modeText';
import { serviceName } from './serviceName';
import { budgetLabel, errorLabel, currentError } from './statusText';

export interface MenuEntry {
  readonly label: UiText;
  readonly description?: UiText;
  readonly command: CommandId;
}

export interface MenuGroup {
  readonly title: UiText;
  readonly entries: readonly MenuEntry[];
}

/** What the menu is made from besides the connection. */
export interface MenuFacts {
  readonly hasKey: boolean;
  /** Address on loopback while the local service listens there. */
  readonly localServiceUrl: string | undefined;
  /** Whether collections are mirrored. */
  readonly isMirrorSetUp: boolean;
  /** Whether a newer version of the extension wrote the local store. */
  readonly isStoreNewer: boolean;
}

const update: MenuEntry = {
  label: uiText('$(cloud-download) Update Extension…'),
  description: uiText('a newer version wrote the local store'),
  command: 'threatLookups.updateExtension',
};

/** The menu of the status bar item: how things stand, and what can be done about each, by the commands' own names. */
export function menuEntries(
  state: ConnectionState,
  facts: MenuFacts,
  now: UtcMillis = Date.now(),
): readonly MenuGroup[] {
  const { remote } = state;
  const error = currentError(state, now);
  const left = budgetLabel(state.budget);
  const connection: readonly MenuEntry[] =
    remote === undefined
      ? [
          {
            label: uiText('$(plug) Connect to Service…'),
            description: uiText('local service only: nothing leaves this machine'),
            command: 'threatLookups.connect',
          },
        ]
      : [
          {
            label: uiText('$(server) Switch Service…'),
            description: uiList(foreign(serviceName(remote.address)), foreign(left)),
            command: 'threatLookups.switchService',
          },
          {
            label: uiText('$(key) Set API Key…'),
            description: facts.hasKey ? uiText('a key is stored') : uiText('no key'),
            command: 'threatLookups.setKey',
          },
          ...(facts.hasKey
            ? [{ label: uiText('$(trash) Remove API Key'), command: 'threatLookups.removeKey' } satisfies MenuEntry]
            : []),
          {
            label: uiText('$(pulse) Check Connection'),
            ...(error === undefined
              ? {}
              : {
                  description: uiList(
                    foreign(errorLabel(error)),
                    foreign(quoteServiceMessage(serviceMessageOf(error))),
                  ),
                }),
            command: 'threatLookups.checkConnection',
          },
        ];
  return [
    {
      title: uiText('What leaves'),
      entries: [
        {
          label: uiText('$(shield) Change Lookup Mode…'),
          description: foreign(modeText(state.mode).short),
          command: 'threatLookups.changeMode',
        },
        { label: uiText('$(list-unordered) Show Request Log'), command: 'threatLookups.showSent' },
        { label: uiText('$(circle-slash) Edit Ignore List'), command: 'threatLookups.editIgnoreList' },
      ],
    },
    { title: uiText('Service'), entries: connection },
    {
      title: uiText('On this machine'),
      entries: [
        ...(facts.isStoreNewer ? [update] : []),
        { label: uiText('$(checklist) Triage File or Folder…'), command: 'threatLookups.triage' },
        { label: uiText('$(database) Show Local Data'), command: 'threatLookups.showLocalData' },
        { label: uiText('$(file-add) Import Indicators…'), command: 'threatLookups.import' },
        facts.isMirrorSetUp
          ? { label: uiText('$(sync) Sync All Local Mirrors'), command: 'threatLookups.syncMirror' }
          : { label: uiText('$(add) Add TAXII Server…'), command: 'threatLookups.addTaxiiServer' },
        ...localService(facts.localServiceUrl),
      ],
    },
    {
      title: uiText('Threat Lookups'),
      entries: [
        { label: uiText('$(settings-gear) Open Settings'), command: 'threatLookups.openSettings' },
        {
          label: uiText('$(output) Show Output'),
          description: uiText('the output channel'),
          command: 'threatLookups.showDetails',
        },
        { label: uiText('$(question) Get Started'), command: 'threatLookups.getStarted' },
      ],
    },
  ];
}

function localService(url: string | undefined): readonly MenuEntry[] {
  if (url === undefined)
    return [{ label: uiText('$(broadcast) Start Local Service'), command: 'threatLookups.startService' }];
  return [
    {
      label: uiText('$(copy) Copy Local Service URL'),
      description: foreign(url),
      command: 'threatLookups.copyServiceAddress',
    },
    { label: uiText('$(key) Copy Local Service Key'), command: 'threatLookups.copyServiceKey' },
    { label: uiText('$(debug-stop) Stop Local Service'), command: 'threatLookups.stopService' },
  ];
}
