import * as vscode from 'vscode';
import type { CommandId } from '../../shared/ids/commands';
import type { StatusNotes } from '../../shared/notices/statusNotes';
import { createStatusBarItem, uiLines, uiList, uiSentences, showQuickPick, type UiPickItem } from '../../shared/ui';
import type { Connection } from '../connection';
import { statusText } from './statusText';
import { uiText } from '../../shared/ui/text';
import type { Commands } from '../../shared/commands/registerCommand';
import type { MenuGroup } from './menuEntries';

const menu: CommandId = 'threatLookups.menu';
/** Right of most language items, left of the bell. */
const priority = 90;
const maxTimerMillis = 60 * 60 * 1000;

/** The status bar item: shows the state of the connection and opens the menu. */
export class StatusBar implements vscode.Disposable {
  private readonly item = createStatusBarItem('threatLookups.status', vscode.StatusBarAlignment.Right, priority);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly connection: Connection,
    private readonly notes: StatusNotes,
  ) {
    this.item.name = uiText('Threat Lookups');
    this.item.command = menu;
    this.listening = vscode.Disposable.from(
      connection.onChanged(() => this.render()),
      notes.onChanged(() => this.render()),
    );
    this.render();
    this.item.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listening.dispose();
    this.item.dispose();
  }

  private render(): void {
    const status = statusText(this.connection.state(), Date.now());
    this.item.text = uiList(status.text, ...this.notes.shorts());
    const lines = [...status.tooltip, ...this.notes.lines()];
    this.item.tooltip = uiLines(...lines, uiText('Click to show the menu.'));
    this.item.accessibilityInformation = { label: uiSentences(uiText('Threat Lookups.'), ...lines), role: 'button' };
    clearTimeout(this.timer);
    if (status.changesAt !== undefined) {
      this.timer = setTimeout(() => this.render(), Math.min(maxTimerMillis, status.changesAt - Date.now() + 50));
    }
  }
}

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
