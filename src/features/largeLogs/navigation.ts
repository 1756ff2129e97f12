import * as vscode from 'vscode';
import { formatLogTime, readTimeInput } from '../../core/largeFiles/logTimes';
import type { SectionPosition } from '../../core/largeFiles/largeFile';
import type { LogTimes } from '../../core/largeFiles/timeSearch';
import type { LogLocation, LogPosition } from '../shared/ids/commands';
import { largeLogUri, logSource, type LogSource, readLargeLogUri } from '../shared/files/largeLogUri';
import { textColumn } from '../shared/panels/columns';
import { showInputBox, type UiText, withProgress } from '../shared/ui';
import type { LargeLogParts } from './largeLogParts';
import type { OpenLog } from './openLog';
import type { OpenLogs } from './openLogs';
import { strings } from './strings';
import { uiText, uiPlural, untrusted } from '../shared/ui/text';

/** A large log in an editor, and the section that is shown. */
export interface ShownLog {
  readonly log: OpenLog;
  readonly section: number;
  readonly editor: vscode.TextEditor;
}

/** Shows lines of large logs: the section with the line replaces the section that was shown. */
export class Navigation {
  constructor(
    private readonly logs: Pick<OpenLogs, 'open'>,
    private readonly parts: Pick<LargeLogParts, 'notices'>,
  ) {}

  /** The log of the active editor; shows a message if there is none. */
  async active(): Promise<ShownLog | undefined> {
    const editor = vscode.window.activeTextEditor;
    const read = editor && readLargeLogUri(editor.document.uri);
    if (editor !== undefined && read !== undefined)
      return { log: await this.logs.open(read.source), section: read.section, editor };
    this.parts.notices.inform(uiText('Open a large log first.'));
    return undefined;
  }

  /** Opens a log at its beginning. */
  async open(source: LogSource): Promise<void> {
    await this.show(await this.logs.open(source), { section: 0, line: 0, column: 0 });
  }

  /** Shows a position. The tab of another section of the same log is replaced. */
  async show(log: OpenLog, position: SectionPosition, length = 0): Promise<LogPosition> {
    const uri = largeLogUri(log.source, position.section);
    const shown = tabOf(log, uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const start = new vscode.Position(position.line, position.column);
    const selection = new vscode.Range(start, start.translate(0, length));
    const viewColumn = shown?.group.viewColumn ?? textColumn();
    const editor = await vscode.window.showTextDocument(document, { viewColumn, preview: false, selection });
    editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    const input = shown?.input;
    if (shown !== undefined && input instanceof vscode.TabInputText && input.uri.toString() !== uri.toString())
      await closeTab(input.uri);
    return { uri: uri.toString(), line: position.line, column: position.column };
  }

  /** Shows the next section, or the previous one (`step` -1). */
  async step(step: 1 | -1): Promise<void> {
    const active = await this.active();
    if (active === undefined) return;
    const { log, section } = active;
    const next = section + step;
    if (next < 0 || next >= (await log.file.sectionCount())) {
      this.parts.notices.inform(
        step === 1 ? uiText('This is the last section.') : uiText('This is the first section.'),
      );
      return;
    }
    if (step === 1) {
      await this.show(log, { section: next, line: 0, column: 0 });
      return;
    }
    const document = await vscode.workspace.openTextDocument(largeLogUri(log.source, next));
    await this.show(log, { section: next, line: Math.max(0, document.lineCount - 2), column: 0 });
  }

  /** Shows a line; waits until it is indexed. Shows a message if it doesn't exist. */
  async toLine({ uri, line, column = 1 }: LogLocation, length = 0): Promise<LogPosition | undefined> {
    return this.showLine(await this.logs.open(logSource(vscode.Uri.parse(uri))), line, column, length);
  }

  /** Prompts for a line, and shows it. */
  async promptForLine(): Promise<LogPosition | undefined> {
    const active = await this.active();
    if (active === undefined) return undefined;
    const { log } = active;
    const count = await log.file.lineCount();
    const input = await showInputBox({
      title: uiText('Go to Line in {0}', log.name),
      prompt: count === undefined ? uiText('Lines are still being indexed.') : uiText('A line from 1 to {0}.', count),
      validateInput: (value) => (lineOf(value) === undefined ? uiText('Enter a line number.') : undefined),
    });
    const line = input === undefined ? undefined : lineOf(input);
    return line === undefined ? undefined : this.showLine(log, line, 1);
  }

  /** Prompts for a time, and shows the first line at or after it. */
  async promptForTime(): Promise<void> {
    const active = await this.active();
    if (active === undefined) return;
    const { log, section } = active;
    const times = await cancelable(uiText('Reading timestamps'), (signal) => log.times(signal));
    if (times === undefined) {
      void this.parts.notices.offer(
        'information',
        uiText('No timestamps found in {0}. Supported: ISO 8601, Apache, syslog, and Unix time.', log.name),
      );
      return;
    }
    const near = (await log.file.timeOfSection(times, await log.section(section))) ?? times.first;
    const context = { zone: times.zone, near, lastWritten: log.file.mtimeMs };
    const input = await showInputBox({
      title: uiText('Go to Time in {0}', log.name),
      prompt: uiText(
        'The log covers {0} to {1}. You can also enter just a date or a time.',
        formatLogTime(times.first, times.zone),
        formatLogTime(times.last, times.zone),
      ),
      placeHolder: untrusted(formatLogTime(near, times.zone)),
      validateInput: (value) =>
        value.trim() !== '' && readTimeInput(value, context) === undefined
          ? uiText("Enter a time in the log's format, a date, or a time of day.")
          : undefined,
    });
    const at = input === undefined ? undefined : readTimeInput(input, context);
    if (at !== undefined) await this.showTime(log, times, at);
  }

  private async showTime(log: OpenLog, times: LogTimes, at: number): Promise<void> {
    const found = await cancelable(uiText('Searching for the time'), (signal) =>
      log.file.locateTime(times, at, signal),
    );
    if (found === undefined) {
      this.parts.notices.inform(
        uiText('All lines are before this time. The last one is at {0}.', formatLogTime(times.last, times.zone)),
      );
      return;
    }
    await this.show(log, found.position);
    const shown = formatLogTime(found.at, times.zone);
    if (times.isOrdered) this.parts.notices.inform(uiText('First line at or after this time: {0}', shown));
    else
      void this.parts.notices.offer(
        'warning',
        uiText("{0} isn't sorted by time, so other lines may match as well. This one is at {1}.", log.name, shown),
      );
  }

  private async showLine(log: OpenLog, line: number, column: number, length = 0): Promise<LogPosition | undefined> {
    await cancelable(strings.indexing(log.name), (signal) => log.untilLine(line, signal));
    const position = await log.file.locate(line - 1, column - 1);
    if (position !== undefined) return this.show(log, position, length);
    this.parts.notices.inform(
      uiPlural(
        (await log.file.lineCount()) ?? 0,
        {
          one: 'There is no line {1}. The file has {0} line.',
          other: 'There is no line {1}. The file has {0} lines.',
        },
        line,
      ),
    );
    return undefined;
  }
}

/** Whether a panel, such as a triage, is active, which stays visible. */
/** Runs a task with progress that can be canceled; ends like a prompt if the user cancels it. */
async function cancelable<T>(title: UiText, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const canceled = new AbortController();
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return withProgress(options, async (_progress, token) => {
    token.onCancellationRequested(() => canceled.abort(new vscode.CancellationError()));
    return task(canceled.signal);
  });
}

/** A line number as entered, with separators of any language: “1,234,567”. */
function lineOf(input: string): number | undefined {
  const digits = input.replace(/[\s,.'’_]/g, '');
  const line = /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
  return line > 0 ? line : undefined;
}

/** Closes the tab of a document, if it is still open. It is searched for: showing an editor can replace tab objects. */
async function closeTab(uri: vscode.Uri): Promise<void> {
  const tab = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .find(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
  // The log is shown already, whether or not its former tab can be closed.
  if (tab !== undefined) await vscode.window.tabGroups.close(tab, true).then(undefined, () => false);
}

/** Returns a tab with a section of a log: the wanted one, the active one, or one that isn't pinned, in this order. */
function tabOf(log: OpenLog, uri: vscode.Uri): vscode.Tab | undefined {
  const isSame = ({ input }: vscode.Tab): boolean => {
    const read = input instanceof vscode.TabInputText ? readLargeLogUri(input.uri) : undefined;
    return read?.source.file.toString() === log.source.file.toString() && read.source.entry === log.source.entry;
  };
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isSame);
  const wanted = tabs.find(
    ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
  );
  return (
    wanted ?? tabs.find(({ isActive, group }) => isActive && group.isActive) ?? tabs.find(({ isPinned }) => !isPinned)
  );
}
