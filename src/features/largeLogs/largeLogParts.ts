import type * as vscode from 'vscode';
import type { ContextKeys } from '../shared/commands/contextKeys';
import type { Contributions } from '../shared/commands/contributions';
import type { Commands } from '../shared/commands/registerCommand';
import type { Notices } from '../shared/notices/notices';
import type { SettingsFacade } from '../shared/settings/settings';
import type { Output } from '../shared/ui';

/** What large logs need. */
export interface LargeLogParts {
  readonly commands: Commands;
  readonly contributions: Pick<Contributions, 'view'>;
  readonly contextKeys: ContextKeys;
  readonly notices: Pick<Notices, 'inform' | 'offer'>;
  readonly settings: SettingsFacade;
  readonly output: Pick<Output, 'info' | 'warn'>;
  readonly extensionUri: vscode.Uri;
  /** Where line indexes and decompressed files are stored. */
  readonly storeFolder: vscode.Uri;
}
