import type { UtcMillis } from '../../../core/records/record';
import { requestErrorLabel } from '../../shared/format/requestErrorLabel';
import type { CommandId } from '../../shared/ids/commands';
import { quoteServiceMessage, serviceMessageOf } from '../../shared/format/serviceMessage';
import { foreign, uiList, type UiText } from '../../shared/ui/text';
import type { ConnectionState } from '../connectionState';
import { modeText } from '../modeText';
import { serviceName } from '../serviceName';
import { strings } from '../strings';
import { budgetLabel, currentError } from './statusText';

export interface MenuEntry {
  readonly label: UiText;
  readonly description?: UiText;
  readonly command: CommandId;
}

export interface MenuGroup {
  readonly title: UiText;
  readonly entries: readonly MenuEntry[];
}

/** What the menu depends on besides the connection. */
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
    label: strings.updateExtension(),
    description: strings.updateHint(),
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
      title: strings.privacy(),
      entries: [
        {
          label: strings.changeMode(),
          description: foreign(modeText(state.mode).short),
          command: 'threatLookups.changeMode',
        },
        { label: strings.showRequestLog(), command: 'threatLookups.showSent' },
        { label: strings.editIgnoreList(), command: 'threatLookups.editIgnoreList' },
      ],
    },
    { title: strings.serviceGroup(), entries: connectionEntries(state, facts, now) },
    {
      title: strings.localData(),
      entries: [
        ...(facts.isStoreNewer ? [updateEntry()] : []),
        { label: strings.triage(), command: 'threatLookups.triage' },
        { label: strings.showLocalData(), command: 'threatLookups.showLocalData' },
        { label: strings.addList(), command: 'threatLookups.addList' },
        { label: strings.importIndicators(), command: 'threatLookups.import' },
        facts.isMirrorSetUp
          ? { label: strings.syncMirrors(), command: 'threatLookups.syncMirror' }
          : { label: strings.addTaxiiServer(), command: 'threatLookups.addTaxiiServer' },
        ...localService(facts.localServiceUrl),
      ],
    },
    {
      title: strings.name(),
      entries: [
        { label: strings.openSettings(), command: 'threatLookups.openSettings' },
        { label: strings.showOutput(), command: 'threatLookups.showDetails' },
        { label: strings.getStarted(), command: 'threatLookups.getStarted' },
      ],
    },
  ];
}

function connectionEntries(state: ConnectionState, { hasKey }: MenuFacts, now: UtcMillis): readonly MenuEntry[] {
  const { remote } = state;
  if (remote === undefined)
    return [{ label: strings.connect(), description: strings.connectHint(), command: 'threatLookups.connect' }];
  return [
    {
      label: strings.switchService(),
      description: uiList(foreign(serviceName(remote.address)), foreign(budgetLabel(state.budget))),
      command: 'threatLookups.switchService',
    },
    {
      label: strings.setKey(),
      description: hasKey ? strings.keySaved() : strings.noKey(),
      command: 'threatLookups.setKey',
    },
    ...(hasKey ? [{ label: strings.removeKey(), command: 'threatLookups.removeKey' } satisfies MenuEntry] : []),
    checkEntry(currentError(state, now)),
  ];
}

function checkEntry(error: ReturnType<typeof currentError>): MenuEntry {
  const entry: MenuEntry = { label: strings.checkConnection(), command: 'threatLookups.checkConnection' };
  if (error === undefined) return entry;
  const label = foreign(requestErrorLabel(error));
  return { ...entry, description: uiList(label, foreign(quoteServiceMessage(serviceMessageOf(error)))) };
}

function localService(url: string | undefined): readonly MenuEntry[] {
  if (url === undefined) return [{ label: strings.startService(), command: 'threatLookups.startService' }];
  return [
    {
      label: strings.copyServiceUrl(),
      description: foreign(url),
      command: 'threatLookups.copyServiceAddress',
    },
    { label: strings.copyServiceKey(), command: 'threatLookups.copyServiceKey' },
    { label: strings.stopService(), command: 'threatLookups.stopService' },
  ];
}
