import type * as vscode from 'vscode';
import type { ContextKeys } from '../shared/commands/contextKeys';
import type { Lookups } from '../../core/lookups/lookups';
import type { UnreadStore } from '../../core/lookups/unreadStore';
import type { LoadIndicators } from '../shared/indicators/indicatorTools';
import type { WorkerJobs } from '../shared/commands/workerJobs';
import type { Contributions } from '../shared/commands/contributions';
import type { PanelFocus } from '../shared/commands/panelFocus';
import type { Commands } from '../shared/commands/registerCommand';
import type { Notices } from '../shared/notices/notices';
import type { SettingsFacade } from '../shared/settings/settings';
import type { Output } from '../shared/ui';

/** Dependencies of large logs. */
export interface LargeLogParts {
  readonly commands: Commands;
  readonly contributions: Pick<Contributions, 'panel'>;
  readonly panelFocus: Pick<PanelFocus, 'add'>;
  readonly contextKeys: ContextKeys;
  readonly loadIndicators: LoadIndicators;
  readonly worker: WorkerJobs;
  readonly lookups: Pick<Lookups, 'context'>;
  /** Why the local store isn't read, if so. */
  readonly unreadStore: () => UnreadStore | undefined;
  readonly notices: Pick<Notices, 'inform' | 'offer'>;
  readonly settings: SettingsFacade;
  readonly output: Pick<Output, 'info' | 'warn'>;
  readonly extensionUri: vscode.Uri;
  /** Folder of line indexes and decompressed files. */
  readonly storeFolder: vscode.Uri;
}
