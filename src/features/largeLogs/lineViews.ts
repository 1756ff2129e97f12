import * as vscode from 'vscode';
import type { LineQuery } from '../../core/largeFiles/lineMatcher';
import { formatInputFailure } from '../../core/records/problems/inputFailure';
import { riskLevels, riskRank } from '../../core/records/risk';
import { allRows } from '../../core/rows/rowQuery';
import type { ImportInput } from '../../core/store/protocol/protocol';
import { getLanguage } from '../../core/triage/getLanguage';
import { formatPercent, plural, t } from '../../l10n';
import { fileName, isCompressedLog, logName, type LogSource } from '../shared/files/largeLogUri';
import { textInput } from '../shared/files/textInput';
import { assessingContext, rowsOfTriage } from '../shared/triage/workerRows';
import { untrusted, showSaveDialog, type UiText, withProgress } from '../shared/ui';
import { uiText } from '../shared/ui/text';
import type { LargeLogParts } from './largeLogParts';
import type { Navigation } from './navigation';
import type { OpenLogs } from './openLogs';

/** Which lines a view shows, for the name of its document. */
type LinesKind = 'risky' | 'matching' | 'others';

/** A text, with the file in an archive. */
interface ViewSource {
  readonly input: ImportInput;
  readonly entry: string | undefined;
  readonly name: string;
}

/** Progress and cancellation of a task. */
interface Work {
  readonly signal: AbortSignal;
  readonly report: (message: UiText) => void;
}

/** Shows some lines of logs as a document: a large log of a file that is deleted at the end of the session. */
export class LineViews {
  constructor(
    private readonly logs: Pick<OpenLogs, 'jobs' | 'newFile' | 'remove' | 'open'>,
    private readonly navigation: Navigation,
    private readonly parts: LargeLogParts,
  ) {}

  /** Shows only the lines that match a query, or all others. Lines of several logs are sorted by time. */
  async show(sources: readonly LogSource[], query: LineQuery, kind: 'matching' | 'others'): Promise<void> {
    await this.open(sources, kind, () => Promise.resolve(query));
  }

  /** Shows only the lines with indicators that are highlighted. */
  async showRisky(sources: readonly LogSource[]): Promise<void> {
    await this.open(sources, 'risky', async (read, work) => {
      const values = await this.riskyValues(read, work);
      return values.length === 0 ? undefined : { values, asCounted: true };
    });
  }

  /** Saves all lines of the active large log. */
  async save(): Promise<void> {
    const active = await this.navigation.active();
    if (active === undefined) return;
    const { log } = active;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const target = await showSaveDialog({
      title: uiText('Save Filtered Lines As'),
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, log.name) }),
    });
    if (target === undefined) return;
    await vscode.workspace.fs.copy(vscode.Uri.file(log.file.path), target, { overwrite: true });
    this.parts.notices.inform(uiText('Saved as {0}', fileName(target)));
  }

  private async open(
    sources: readonly LogSource[],
    kind: LinesKind,
    queryFor: (read: readonly ViewSource[], work: Work) => Promise<LineQuery | undefined>,
  ): Promise<void> {
    const [first] = sources;
    if (first === undefined) return;
    const name = viewName(sources, kind);
    const shown = await this.inProgress(name, async (work) => {
      const read = await this.read(sources);
      if (read.length === 0) return undefined;
      const query = await queryFor(read, work);
      const written = query === undefined ? { lines: 0 } : await this.write(read, query, kind, name, work);
      if (written.file !== undefined) await this.navigation.open({ file: written.file });
      return written;
    });
    if (shown?.lines === 0)
      this.parts.notices.inform(
        kind === 'risky' ? uiText('No line contains a risky indicator.') : uiText('No lines match.'),
      );
  }

  private async write(
    sources: readonly ViewSource[],
    query: LineQuery,
    kind: LinesKind,
    name: string,
    { signal, report }: Work,
  ): Promise<{ readonly lines: number; readonly file?: vscode.Uri }> {
    const file = await this.logs.newFile(name);
    try {
      const input = { sources, query, keeps: kind === 'others' ? 'others' : 'matching', target: file.fsPath } as const;
      const { lines, failures, isCapped } = await this.logs.jobs.filterLines(input, {
        signal,
        onProgress: ({ bytes, totalBytes, lines: found }) => {
          const count = plural(found, { one: '{0} line', other: '{0} lines' });
          report(
            untrusted(
              totalBytes === undefined || totalBytes === 0 ? count : `${formatPercent(bytes / totalBytes)}, ${count}`,
            ),
          );
        },
      });
      for (const { name: failed, failure } of failures) this.warn(failed, formatInputFailure(failure));
      if (isCapped)
        void this.parts.notices.offer(
          'warning',
          uiText('The disk is full. Only the first {0} lines are shown.', lines),
        );
      if (lines === 0) await this.logs.remove(file);
      return lines === 0 ? { lines } : { lines, file };
    } catch (error) {
      await this.logs.remove(file);
      throw signal.aborted ? new vscode.CancellationError() : error;
    }
  }

  /** The texts; a message names those that can't be read. */
  private async read(sources: readonly LogSource[]): Promise<readonly ViewSource[]> {
    const read: ViewSource[] = [];
    for (const source of sources) {
      const name = logName(source);
      const input = await textInput(source.file, fileName(source.file));
      if ('failure' in input) this.warn(name, formatInputFailure(input.failure));
      else read.push({ input, entry: source.entry, name: name.replace(/[\t\r\n]/g, ' ') });
    }
    return read;
  }

  /** The indicators of texts that are risky enough to be highlighted. */
  private async riskyValues(sources: readonly ViewSource[], { signal, report }: Work): Promise<readonly string[]> {
    const { worker, lookups, unreadStore, settings } = this.parts;
    const id = crypto.randomUUID();
    const { level } = settings.current().highlights;
    const lowest = level === 'low' ? riskRank('none') + 1 : riskRank(level);
    const levels = riskLevels.map((risk) => riskRank(risk)).filter((rank) => rank >= lowest);
    await worker.triageOpen({
      id,
      assessing: assessingContext(lookups, unreadStore()),
      rows: { files: [], hasOneFile: true, isFolding: false, entries: [] },
    });
    try {
      for (const [text, { input }] of sources.entries())
        await worker.triageText(
          { id, text, input, languageId: getLanguage(input.name) },
          {
            signal,
            onProgress: ({ bytes, totalBytes }) =>
              report(
                totalBytes === undefined
                  ? uiText('Reading the indicators')
                  : uiText('Reading the indicators, {0}', formatPercent(bytes / totalBytes)),
              ),
          },
        );
      if (signal.aborted) throw new vscode.CancellationError();
      await worker.triageFinish(
        { id },
        {
          signal,
          onProgress: ({ assessed, rows }) => report(uiText('{0} of {1} indicators assessed', assessed, rows)),
        },
      );
      const query = { ...allRows, levels };
      const rows = await rowsOfTriage(worker, id, { query, withFolded: true }, signal);
      return rows.map(({ indicator: { value } }) => value);
    } catch (error) {
      throw signal.aborted ? new vscode.CancellationError() : error;
    } finally {
      await worker.triageClose({ id });
    }
  }

  private inProgress<T>(name: string, run: (work: Work) => Promise<T>): Thenable<T> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: uiText('Finding lines in {0}', name),
      cancellable: true,
    };
    return withProgress(options, (progress, token) => {
      const canceled = new AbortController();
      token.onCancellationRequested(() => canceled.abort());
      return run({ signal: canceled.signal, report: (message) => progress.report({ message }) });
    });
  }

  private warn(name: string, reason: string): void {
    void this.parts.notices.offer('warning', uiText('Not all of {0} was read. {1}', name, reason));
  }
}

/** The name of the document, which ends like that of its log, so that VS Code detects its language. */
function viewName(sources: readonly LogSource[], kind: LinesKind): string {
  const [first] = sources;
  if (first === undefined || sources.length > 1)
    return `${plural(sources.length, { one: '{0} file', other: '{0} files' })} (${kindLabel(kind)}).log`;
  const name = logName(first).replace(/["*:<>?|\\/]/g, '_');
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot <= 0 ? [name, '.log'] : [name.slice(0, dot), name.slice(dot)];
  // Records of a document are in lines, as in a log.
  return `${stem.slice(0, 100)} (${kindLabel(kind)})${isCompressedLog(first.file) && dot <= 0 ? '.log' : ending}`;
}

function kindLabel(kind: LinesKind): string {
  return { risky: t('risky lines'), matching: t('matching lines'), others: t('other lines') }[kind];
}
