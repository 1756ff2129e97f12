import * as vscode from 'vscode';
import { readLargeLogUri } from '../shared/files/largeLogUri';
import { codeLens, type UiText } from '../shared/ui';
import type { CommandId } from '../shared/ids/commands';
import type { OpenLogs } from './openLogs';
import { uiText, icon } from '../shared/ui/text';

/** Links above the first line of a section and above its end: which lines it shows, and to its neighbors. */
export class SectionLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly listening: vscode.Disposable;

  constructor(private readonly logs: Pick<OpenLogs, 'open' | 'onChanged'>) {
    this.listening = logs.onChanged(({ log, kind }) => {
      if (kind !== 'index' || log.file.isIndexed) this.changed.fire();
    });
  }

  async provideCodeLenses({ uri, lineCount }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const read = readLargeLogUri(uri);
    if (read === undefined) return [];
    const log = await this.logs.open(read.source);
    const count = await log.file.sectionCount();
    const { startsInLine, endsInLine } = await log.section(read.section);
    const lines = await log.sectionLines(read.section);
    const at = (line: number, title: UiText, command: CommandId): vscode.CodeLens =>
      codeLens(new vscode.Range(line, 0, line, 0), { title, command });
    const last = Math.max(0, lineCount - 1);
    const shown =
      lines === undefined
        ? uiText('Section {0} of {1}', read.section + 1, count)
        : uiText('Lines {0} to {1}', lines.first + 1, lines.last + 1);
    return [
      at(0, startsInLine ? uiText('{0}, the first one continued', shown) : shown, 'threatLookups.goToLogLine'),
      ...(read.section > 0
        ? [at(0, uiText('{0} Previous Section', icon('arrow-up')), 'threatLookups.previousLogSection')]
        : []),
      ...(endsInLine
        ? [at(last, uiText('The line continues in the next section'), 'threatLookups.nextLogSection')]
        : []),
      ...(read.section + 1 < count
        ? [at(last, uiText('{0} Next Section', icon('arrow-down')), 'threatLookups.nextLogSection')]
        : []),
    ];
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }
}
