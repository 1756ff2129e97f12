import * as vscode from 'vscode';
import type { CommandId } from '../../shared/ids/commands';
import type { Commands } from '../../shared/commands/registerCommand';
import { showQuickPick, type UiPickItem } from '../../shared/ui';
import type { MenuGroup } from './menuEntries';
import { uiText } from '../../shared/ui/text';

type Item = UiPickItem & { readonly command?: CommandId };

/** Shows the menu and runs the selected command. */
export async function showMenu(groups: readonly MenuGroup[], commands: Commands): Promise<void> {
  const items = groups.flatMap(({ title, entries }): readonly Item[] => [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...entries,
  ]);
  const chosen = await showQuickPick(items, { title: uiText('Threat Lookups'), matchOnDescription: true });
  if (chosen?.command !== undefined) await commands.run(chosen.command);
}
