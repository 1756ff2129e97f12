import * as vscode from 'vscode';
import { fileName } from '../shared/files/largeLogUri';
import type { LargeLogParts } from './largeLogParts';
import { strings } from './strings';

/** Offers to open a file as a large log, once in a session. `uri` is a file that VS Code doesn't give to extensions. */
export async function offerLargeLog(
  uri: vscode.Uri,
  bytes: number,
  { notices, settings, commands }: Pick<LargeLogParts, 'notices' | 'settings' | 'commands'>,
): Promise<void> {
  if (!settings.current().largeLogs.offer) return;
  await notices.offer(
    'information',
    strings.offer(fileName(uri), bytes),
    { label: strings.offerOpen(), run: () => commands.run('threatLookups.openLargeLog', uri) },
    {
      label: strings.offerNever(),
      run: () =>
        vscode.workspace
          .getConfiguration('threatLookups')
          .update('largeLogs.offer', false, vscode.ConfigurationTarget.Global),
    },
  );
}
