import type { CommandId } from '../common/commands';
import { visibleText } from '../common/visibleText';
import type { ConnectionState } from './connectionState';
import { modeWords } from './modeWords';
import { serviceName } from './serviceName';
import { budgetWords } from './statusWords';

export interface MenuEntry {
  readonly label: string;
  readonly description?: string;
  readonly command: CommandId;
}

export interface MenuGroup {
  readonly title: string;
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
  label: '$(cloud-download) Update Extension…',
  description: 'a newer version wrote the local store',
  command: 'threatLookups.updateExtension',
};

/** The menu of the status bar item: how things stand, and what can be done about each, by the commands' own names. */
export function menuEntries(state: ConnectionState, facts: MenuFacts): readonly MenuGroup[] {
  const { remote } = state;
  const left = budgetWords(state.budget);
  const connection: readonly MenuEntry[] =
    remote === undefined
      ? [
          {
            label: '$(plug) Connect Service…',
            description: 'local service only: nothing leaves this machine',
            command: 'threatLookups.connect',
          },
        ]
      : [
          {
            label: '$(server) Switch Service…',
            description: [visibleText(serviceName(remote.address)), left]
              .filter((part) => part !== undefined)
              .join(' · '),
            command: 'threatLookups.switchService',
          },
          {
            label: '$(key) Set API Key',
            description: facts.hasKey ? 'a key is stored' : 'no key',
            command: 'threatLookups.setKey',
          },
          ...(facts.hasKey
            ? [{ label: '$(trash) Remove API Key', command: 'threatLookups.removeKey' } satisfies MenuEntry]
            : []),
          { label: '$(pulse) Check Connection', command: 'threatLookups.checkConnection' },
        ];
  return [
    {
      title: 'What leaves',
      entries: [
        {
          label: '$(shield) Change Lookup Mode…',
          description: modeWords(state.mode).short,
          command: 'threatLookups.changeMode',
        },
        { label: '$(list-unordered) Show What Was Sent', command: 'threatLookups.showSent' },
        { label: '$(circle-slash) Edit Ignore List', command: 'threatLookups.editIgnoreList' },
      ],
    },
    { title: 'Service', entries: connection },
    {
      title: 'On this machine',
      entries: [
        ...(facts.isStoreNewer ? [update] : []),
        { label: '$(checklist) Triage File', command: 'threatLookups.triage' },
        { label: '$(database) Show Local Data', command: 'threatLookups.showLocalData' },
        { label: '$(file-add) Import Indicators…', command: 'threatLookups.import' },
        facts.isMirrorSetUp
          ? { label: '$(sync) Sync Mirror', command: 'threatLookups.syncMirror' }
          : { label: '$(add) Add TAXII Server…', command: 'threatLookups.addTaxiiServer' },
        ...localService(facts.localServiceUrl),
      ],
    },
    {
      title: 'Threat Lookups',
      entries: [
        { label: '$(settings-gear) Open Settings', command: 'threatLookups.openSettings' },
        { label: '$(output) Show Details', description: 'the output channel', command: 'threatLookups.showDetails' },
        { label: '$(question) Get Started', command: 'threatLookups.getStarted' },
      ],
    },
  ];
}

function localService(url: string | undefined): readonly MenuEntry[] {
  if (url === undefined) return [{ label: '$(broadcast) Start Local Service', command: 'threatLookups.startService' }];
  return [
    { label: '$(copy) Copy Local Service Address', description: url, command: 'threatLookups.copyServiceAddress' },
    { label: '$(key) Copy Local Service Key', command: 'threatLookups.copyServiceKey' },
    { label: '$(debug-stop) Stop Local Service', command: 'threatLookups.stopService' },
  ];
}
