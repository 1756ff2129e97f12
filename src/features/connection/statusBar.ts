import * as vscode from 'vscode';
import type { CommandId } from '../common/commands';
import type { StatusNotes } from '../common/statusNotes';
import { createStatusBarItem, uiLines, uiList, uiSentences, uiText } from '../common/ui';
import type { Connection } from './connection';
import { statusText } from './statusText';

const menu: CommandId = 'threatLookups.menu';
/** Right of most items of languages, left of the bell. */
const priority = 90;
const maxTimerMillis = 60 * 60 * 1000;

/** The status bar item: says how the connection fares and opens the menu. */
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
    const words = statusText(this.connection.state(), Date.now());
    this.item.text = uiList(words.text, ...this.notes.shorts());
    const said = [...words.tooltip, ...this.notes.lines()];
    this.item.tooltip = uiLines(...said, uiText('Click for the menu.'));
    this.item.accessibilityInformation = { label: uiSentences(uiText('Threat Lookups.'), ...said), role: 'button' };
    clearTimeout(this.timer);
    if (words.changesAt !== undefined) {
      this.timer = setTimeout(() => this.render(), Math.min(maxTimerMillis, words.changesAt - Date.now() + 50));
    }
  }
}
