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
}

/** The menu of the status bar item: how things stand, and what can be done about each. */
export function menuEntries(state: ConnectionState, facts: MenuFacts): readonly MenuGroup[] {
  const { remote } = state;
  const left = budgetWords(state.budget);
  const connection: readonly MenuEntry[] =
    remote === undefined
      ? [
          {
            label: '$(plug) Connect service…',
            description: 'local service only: nothing leaves this machine',
            command: 'threatLookups.connect',
          },
        ]
      : [
          {
            label: '$(server) Switch service…',
            description: [visibleText(serviceName(remote.address)), left]
              .filter((part) => part !== undefined)
              .join(' · '),
            command: 'threatLookups.switchService',
          },
          {
            label: '$(key) Set API key…',
            description: facts.hasKey ? 'a key is stored' : 'no key',
            command: 'threatLookups.setKey',
          },
          ...(facts.hasKey
            ? [{ label: '$(trash) Remove API key', command: 'threatLookups.removeKey' } satisfies MenuEntry]
            : []),
          { label: '$(pulse) Check connection', command: 'threatLookups.checkConnection' },
        ];
  return [
    {
      title: 'What leaves',
      entries: [
        {
          label: '$(shield) Change lookup mode…',
          description: modeWords(state.mode).short,
          command: 'threatLookups.changeMode',
        },
        { label: '$(list-unordered) Show what was sent', command: 'threatLookups.showSent' },
        { label: '$(circle-slash) Edit ignore list', command: 'threatLookups.editIgnoreList' },
      ],
    },
    { title: 'Service', entries: connection },
    {
      title: 'On this machine',
      entries: [
        { label: '$(database) Show local data', command: 'threatLookups.showLocalData' },
        { label: '$(cloud-download) Import indicators…', command: 'threatLookups.import' },
        facts.localServiceUrl === undefined
          ? { label: '$(broadcast) Start local service', command: 'threatLookups.startService' }
          : {
              label: '$(debug-stop) Stop local service',
              description: facts.localServiceUrl,
              command: 'threatLookups.stopService',
            },
      ],
    },
    {
      title: 'Threat Lookups',
      entries: [
        { label: '$(settings-gear) Open settings', command: 'threatLookups.openSettings' },
        { label: '$(output) Show output', command: 'threatLookups.showDetails' },
        { label: '$(question) Get started', command: 'threatLookups.getStarted' },
      ],
    },
  ];
}
