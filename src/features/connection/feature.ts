import * as vscode from 'vscode';
import type { RequestLog } from '../../core/lookups/options';
import type { ContextKeys } from '../shared/commands/contextKeys';
import type { Memory, Notices } from '../shared/notices/notices';
import type { Output } from '../shared/ui';
import type { Commands } from '../shared/commands/registerCommand';
import type { SettingsFacade } from '../shared/settings/settings';
import type { StatusNotes } from '../shared/notices/statusNotes';
import { changeMode } from './changeMode';
import { ConnectFlow } from './connectFlow';
import type { Connection } from './connection';
import { registerConnectionNotices } from './connectionNotices';
import type { Keys } from './keys';
import { menuEntries } from './status/menuEntries';
import { RecentServices } from './recentServices';
import { StatusBar, showMenu } from './status/statusBar';
import { registerWelcome } from './welcome';

export interface ConnectionFeatureParts {
  readonly connection: Connection;
  readonly settings: SettingsFacade;
  readonly keys: Keys;
  /** VS Code's globalState. */
  readonly memory: Memory;
  readonly notices: Notices;
  readonly commands: Commands;
  readonly contextKeys: ContextKeys;
  readonly output: Output;
  readonly requestLog: Pick<RequestLog, 'begin'>;
  /** The sample log as a read-only document. */
  readonly sampleLog: vscode.Uri;
  /** Loopback address of the local service while it runs. */
  readonly localServiceUrl: () => string | undefined;
  /** Whether collections are mirrored. */
  readonly isMirrorSetUp: () => Promise<boolean>;
  /** Whether a newer version of the extension created the local store. */
  readonly isStoreNewer: () => boolean;
  /** Notes of other features in the status bar item's tooltip. */
  readonly status: StatusNotes;
}

/** Service, key, mode, status bar item with its menu, and the walkthrough's commands. */
export function startConnection(parts: ConnectionFeatureParts): vscode.Disposable {
  const { connection, settings, keys, notices, commands, output } = parts;
  const recent = new RecentServices(parts.memory);
  const flow = new ConnectFlow({ connection, settings, keys, recent, notices, commands, requestLog: parts.requestLog });
  const updateContext = (): void => {
    const { remote } = connection.state();
    parts.contextKeys.set('connected', remote !== undefined);
    parts.contextKeys.set('modeChosen', settings.current().modeChosen);
  };
  updateContext();
  return vscode.Disposable.from(
    new StatusBar(connection, parts.status),
    connection.onChanged(updateContext),
    registerConnectionNotices(connection, recent, notices, commands),
    registerWelcome(commands, parts.sampleLog),
    commands.register('threatLookups.setKey', () => flow.setKey()),
    commands.register('threatLookups.connect', () => flow.connect()),
    commands.register('threatLookups.switchService', () => flow.switchService()),
    commands.register('threatLookups.checkConnection', () => flow.check()),
    commands.register('threatLookups.removeKey', () => flow.removeKey()),
    commands.register('threatLookups.changeMode', () => changeMode(parts)),
    commands.register('threatLookups.menu', async () => {
      const state = connection.state();
      const key = state.remote === undefined ? undefined : await keys.get(state.remote.address);
      const facts = {
        hasKey: key !== undefined,
        localServiceUrl: parts.localServiceUrl(),
        isMirrorSetUp: await parts.isMirrorSetUp(),
        isStoreNewer: parts.isStoreNewer(),
      };
      await showMenu(menuEntries(state, facts), commands);
    }),
    commands.register('threatLookups.openSettings', () =>
      vscode.commands.executeCommand('workbench.action.openSettings', '@ext:threat-lookups.threat-lookups'),
    ),
    commands.register('threatLookups.showDetails', () => output.show()),
  );
}
