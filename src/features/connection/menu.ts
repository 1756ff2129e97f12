import * as vscode from 'vscode';
import type { CommandId } from '../common/commands';
import type { Commands } from '../common/registerCommand';
import { showQuickPick, uiText, type UiPickItem } from '../common/ui';
import type { MenuGroup } from './menuEntries';

type Item = UiPickItem & { readonly command?: CommandId };

/** Shows the menu and runs what was chosen. */
export async function showMenu(groups: readonly MenuGroup[], commands: Commands): Promise<void> {
  const items = groups.flatMap(({ title, entries }): readonly Item[] => [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...entries,
  ]);
  const chosen = await showQuickPick(items, { title: uiText('Threat Lookups'), matchOnDescription: true });
  if (chosen?.command !== undefined) await commands.run(chosen.command);
}
