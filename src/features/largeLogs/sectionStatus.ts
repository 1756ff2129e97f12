import * as vscode from 'vscode';
import { readLargeLogUri } from '../shared/files/largeLogUri';
import { createStatusBarItem, type UiStatusBarItem, uiLines, codeLens, type UiText } from '../shared/ui';
import type { LargeLogParts } from './largeLogParts';
import type { OpenLog } from './openLog';
import type { OpenLogs } from './openLogs';
import { strings } from './strings';
import { uiText, icon } from '../shared/ui/text';
import { formatSize } from '../../l10n';
import type { CommandId } from '../shared/ids/commands';

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
      at(0, startsInLine ? uiText('{0} (starts mid-line)', shown) : shown, 'threatLookups.goToLogLine'),
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

/** Right of the position in the document, which VS Code shows. */
const priority = 100.4;

/** The status bar item with the line in the file and the section, and the context keys of the buttons. */
export class SectionStatus implements vscode.Disposable {
  private readonly item: UiStatusBarItem;
  private readonly listening: vscode.Disposable;
  private updates = 0;

  constructor(
    private readonly logs: Pick<OpenLogs, 'open' | 'onChanged'>,
    private readonly parts: Pick<LargeLogParts, 'contextKeys'>,
  ) {
    this.item = createStatusBarItem('largeLog', vscode.StatusBarAlignment.Right, priority);
    this.item.name = uiText('Line in Large Log');
    this.item.command = 'threatLookups.goToLogLine';
    const update = (): void => void this.update().catch(() => this.item.hide());
    this.listening = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === vscode.window.activeTextEditor) update();
      }),
      logs.onChanged(update),
    );
    update();
  }

  dispose(): void {
    this.listening.dispose();
    this.item.dispose();
  }

  private async update(): Promise<void> {
    const update = ++this.updates;
    const editor = vscode.window.activeTextEditor;
    const read = editor && readLargeLogUri(editor.document.uri);
    if (editor === undefined || read === undefined) {
      this.item.hide();
      return;
    }
    const log = await this.logs.open(read.source);
    const count = await log.file.sectionCount();
    const lines = await log.sectionLines(read.section);
    const total = await log.file.lineCount();
    if (update !== this.updates) return;
    const { section } = read;
    const line = lines && lines.first + editor.selection.active.line + 1;
    this.item.text =
      line === undefined || total === undefined
        ? strings.statusIndexing(section + 1, count, indexedShare(log), log.indexError !== undefined)
        : uiText(
            '{0} Line {1} of {2} (section {3} of {4})',
            icon('list-ordered'),
            Math.min(line, Math.max(1, total)),
            total,
            section + 1,
            count,
          );
    this.item.tooltip = await tooltipOf(log, section, lines);
    if (update !== this.updates) return;
    this.item.accessibilityInformation = { label: this.item.text };
    this.item.show();
    this.parts.contextKeys.set('hasPreviousSection', section > 0);
    this.parts.contextKeys.set('hasNextSection', section + 1 < count);
  }
}

function indexedShare({ file }: OpenLog): number {
  return file.size === 0 ? 1 : file.index.bytes / file.size;
}

async function tooltipOf(
  log: OpenLog,
  index: number,
  lines: { readonly first: number; readonly last: number } | undefined,
) {
  const { startsInLine, endsInLine } = await log.section(index);
  return uiLines(
    uiText('{0}, {1}', log.source.entry ?? log.source.file.fsPath, formatSize(log.file.size)),
    lines === undefined ? undefined : uiText('Lines {0} to {1}', lines.first + 1, lines.last + 1),
    startsInLine || endsInLine
      ? uiText('A line that is too long for one section continues in the next one.')
      : undefined,
    uiText('Click to go to a line.'),
  );
}
