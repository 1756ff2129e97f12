import * as vscode from 'vscode';
import { fileName } from '../shared/files/largeLogUri';
import type { LargeLogParts } from './largeLogParts';
import { uiText } from '../shared/ui/text';
import { formatSize } from '../../l10n';

/** Offers to open a file as a large log, once in a session. `uri` is a file that VS Code doesn't give to extensions. */
export async function offerLargeLog(
  uri: vscode.Uri,
  bytes: number,
  { notices, settings, commands }: Pick<LargeLogParts, 'notices' | 'settings' | 'commands'>,
): Promise<void> {
  if (!settings.current().largeLogs.offer) return;
  await notices.offer(
    'information',
    uiText(
      '{0} ({1}) is too large for extensions. Open it as a large log to see hovers and highlights.',
      fileName(uri),
      formatSize(bytes),
    ),
    { label: uiText('Open Large Log'), run: () => commands.run('threatLookups.openLargeLog', uri) },
    {
      label: uiText("Don't Offer Again"),
      run: () =>
        vscode.workspace
          .getConfiguration('threatLookups')
          .update('largeLogs.offer', false, vscode.ConfigurationTarget.Global),
    },
  );
}
