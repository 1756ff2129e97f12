import * as vscode from 'vscode';
import type { FoundRows } from '../../../core/records/found';
import type { Subject } from '../../../core/records/subject';
import {
  fromResultsPanel,
  type ResultRow,
  type ResultsAction,
  type ResultsView,
  type ToResultsPanel,
} from '../../../webviews/messages/results';
import { formatSize } from '../../../l10n';
import { defangText } from '../../../core/indicators/identity/defangText';
import { errorDetails } from '../../shared/text/errorDetails';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';
import { type Output, setPanelTitle } from '../../shared/ui';
import { showPage } from '../../shared/panels/showPage';
import { truncateMiddle } from '../../../core/text/visibleText';
import { PanelRows } from '../../shared/panels/panelRows';
import { emptyColumns, getLevel, naturalOrder, getRows } from '../../shared/panels/resultRows';
import type { RowChoice } from '../files/exporting';
import { getQueryPage } from './webPages';
import type { ResultsModule } from '../resultsParts';
import { type ResultsContext, resultsView, runTitle } from './resultsView';
import type { RunResult } from '../runs/runner';
import { runStrings, viewStrings } from '../strings';
import { uiText } from '../../shared/ui/text';

/** Dependencies of a results panel. */
export interface ResultsPanelParts {
  readonly tools: IndicatorTools;
  readonly results: ResultsModule;
  readonly output: Pick<Output, 'warn'>;
  readonly extensionUri: vscode.Uri;
  readonly context: () => Omit<ResultsContext, 'shown' | 'file'>;
  /** Runs the action of a button for the current run. */
  readonly act: (panel: ResultsPanel, action: ResultsAction, limit: number | undefined) => Promise<void>;
  readonly open: (subject: Subject, beside: boolean) => Promise<unknown>;
  /** Copies text and resolves with a message about it. */
  readonly copy: (text: string, count: number) => Promise<string>;
}

const noRow: ResultRow = { name: '', retired: false, timestamps: {}, cells: {} };

/** Clipboard format of rows. */
export type CopyFormat = 'defanged' | 'plain' | 'markdown';

/** Interval for updating the age of a run. */
const agingMillis = 60_000;

/** The results of a file's queries, beside the editor. Never runs a query automatically. */
export class ResultsPanel implements vscode.Disposable {
  private readonly listening: vscode.Disposable;
  private readonly aging = setInterval(() => this.age(), agingMillis);
  private chosen = 0;
  private selection: readonly number[] = [];
  private readonly rows = new PanelRows((message) => this.post(message));
  /** The run whose rows the page has, with its number: others have another one. */
  private sent: { readonly run: RunResult; readonly version: number } | undefined;
  private isReady = false;
  private isEnded = false;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private ownFile: string,
    private runs: readonly RunResult[],
    private readonly parts: ResultsPanelParts,
  ) {
    const { webview } = panel;
    this.listening = webview.onDidReceiveMessage((message: unknown) => {
      this.receive(message).catch((error: unknown) => parts.output.warn(`Results: ${errorDetails(error)}`));
    });
    this.name();
    showPage(webview, { extensionUri: parts.extensionUri, bundle: 'results', title: uiText('Results') });
  }

  /** The file of the queries. */
  get file(): string {
    return this.ownFile;
  }

  /** Assigns the panel to another file. */
  moveTo(file: string): void {
    this.ownFile = file;
    this.refresh();
  }

  /** The current run. */
  get current(): RunResult | undefined {
    return this.runs[this.chosen];
  }

  /** The rows that commands apply to: selected ones, or those that match the filter, in the order shown. */
  targetRows(): FoundRows | undefined {
    const found = this.current?.finding?.found;
    const indexes = this.hasSelection ? this.selection : this.rows.shown();
    return found === undefined || indexes === undefined ? found : picked(found, indexes);
  }

  get hasSelection(): boolean {
    return this.selection.length > 0;
  }

  /** Rows to export: selected, filtered, all; most likely first. */
  choices(): readonly RowChoice[] {
    const found = this.current?.finding?.found;
    if (found === undefined || found.rows.length === 0) return [];
    const all = found.rows.length;
    const some = (which: RowChoice['which'], indexes: readonly number[] | undefined): readonly RowChoice[] =>
      indexes === undefined || indexes.length === 0 || indexes.length === all
        ? []
        : [{ which, rows: picked(found, indexes) }];
    return [...some('selected', this.selection), ...some('shown', this.rows.shown()), { which: 'all', rows: found }];
  }

  /** Shows runs; other runs than before start at the first one. */
  show(runs: readonly RunResult[]): void {
    const before = this.current?.run.id;
    const isSame = runs.some(({ run }) => run.id === before);
    this.runs = runs;
    this.chosen = isSame ? runs.findIndex(({ run }) => run.id === before) : 0;
    if (!isSame) this.forgetRows();
    this.name();
    if (this.isReady) this.send();
  }

  hasRun(id: string): boolean {
    return this.runs.some(({ run }) => run.id === id);
  }

  /** Shows another run of the panel. */
  choose(id: string): void {
    if (this.current?.run.id === id) return;
    this.chosen = Math.max(
      0,
      this.runs.findIndex(({ run }) => run.id === id),
    );
    this.forgetRows();
    this.name();
    if (this.isReady) this.send();
  }

  /** Shows how much of a running query's answer was received. */
  read(id: string, bytes: number): void {
    if (this.isReady && this.current?.run.id === id)
      this.post({ kind: 'read', id, text: runStrings.received(formatSize(bytes)) });
  }

  /** Updates the view after a change of settings. */
  refresh(): void {
    if (this.isReady) this.send();
  }

  dispose(): void {
    this.isEnded = true;
    clearInterval(this.aging);
    this.listening.dispose();
  }

  /** Other rows have another version; the age of a run may be all that has changed. */
  private versionOf(run: RunResult): number {
    const { sent } = this;
    if (sent?.run.finding === run.finding && sent?.run.run.id === run.run.id) return sent.version;
    const version = (sent?.version ?? 0) + 1;
    this.sent = { run, version };
    return version;
  }

  private get shown(): (text: string) => string {
    return (text) => defangText(text, this.parts.tools);
  }

  private forgetRows(): void {
    this.selection = [];
  }

  private name(): void {
    const { current } = this;
    const title =
      current === undefined
        ? uiText('Results')
        : viewStrings.resultsOf(truncateMiddle(runTitle(current.run, { shown: this.shown }), 30));
    setPanelTitle(this.panel, title);
    this.panel.iconPath = new vscode.ThemeIcon('list-flat');
  }

  private post(message: ToResultsPanel): void {
    if (!this.isEnded) void this.panel.webview.postMessage(message);
  }

  private send(): void {
    const { current, parts } = this;
    if (current === undefined) return;
    const { run, finding } = current;
    const shown = this.sent;
    const view = this.viewOf(current);
    if (finding === undefined) this.rows.show(undefined);
    else if (this.sent !== shown) {
      const { getLocation, isRedacted } = parts.results;
      const { found } = finding;
      const context = {
        ...this.context(),
        tools: parts.tools,
        locationOf: getLocation,
        isRedacted,
        source: run.origin.address,
        threats: run.end?.kind === 'answered' ? run.end.threats : undefined,
      };
      this.rows.show({
        id: run.id,
        count: found.rows.length,
        columns: view.columns,
        risks: view.risks,
        rowAt: (index) => getRows(found, index, index + 1, context)[0] ?? noRow,
        levelAt: (index) => getLevel(found.rows[index]),
      });
    }
    this.post({ kind: 'show', view });
  }

  private context(): ResultsContext {
    return { ...this.parts.context(), file: this.file, shown: this.shown };
  }

  private viewOf({ run, finding }: RunResult): ResultsView {
    const page = finding && getQueryPage({ run, finding }, this.parts.results);
    const rows = finding && {
      count: finding.found.rows.length,
      warnings: finding.warnings,
      emptyColumns: run.end?.kind === 'answered' && run.end.threats !== undefined ? none : emptyColumns(finding.found),
      pageHost: page?.host,
    };
    const all = this.runs.map((each) => each.run);
    const view = resultsView(run, all, rows, this.context());
    return { ...view, natural: finding && naturalOrder(finding.found), version: this.versionOf({ run, finding }) };
  }

  /** Updates the age of the run; rows are unchanged. */
  private age(): void {
    const { current } = this;
    if (this.isReady && this.panel.visible && current?.run.end !== undefined)
      this.post({ kind: 'show', view: this.viewOf(current) });
  }

  private async receive(message: unknown): Promise<void> {
    const read = fromResultsPanel.safeParse(message);
    if (!read.success) {
      this.parts.output.warn('The results panel sent an invalid message.');
      return;
    }
    const { data } = read;
    switch (data.kind) {
      case 'ready':
        this.isReady = true;
        this.send();
        return;
      case 'choose':
        this.choose(data.id);
        return;
      case 'select':
        this.selection = data.rows === 'shown' ? this.rows.allShown() : data.rows;
        return;
      case 'query':
      case 'rows':
        return this.rows.answer(data);
      case 'open':
        await this.parts.open(data.subject, data.beside);
        return;
      case 'copy':
        return this.copy(data.form, data.rows);
      case 'act':
        return this.parts.act(this, data.action, data.limit);
      case 'focus':
      case 'lines':
      case 'goToLine':
      case 'findLines':
        // Only rows of a triage unfold.
        return;
      case 'goTo':
        return;
    }
  }

  private async copy(form: CopyFormat, given: readonly number[] | undefined): Promise<void> {
    const found = this.current?.finding?.found;
    const indexes = given ?? this.rows.shown();
    if (found !== undefined) await this.copyRows(indexes === undefined ? found : picked(found, indexes), form);
  }

  /** Copies rows and shows a message in the panel. */
  async copyRows(rows: FoundRows, form: CopyFormat): Promise<void> {
    this.post({ kind: 'copied', text: await this.parts.copy(this.textOf(rows, form), rows.rows.length) });
  }

  /** Rows as text: one name per line, or a Markdown table. */
  private textOf(found: FoundRows, form: CopyFormat): string {
    const { tools, results } = this.parts;
    if (form === 'markdown') return results.resultsTable(found, { defang: tools.defang, defangText: this.shown });
    const names =
      found.type === 'threats'
        ? found.rows.map(({ name }) => name)
        : found.rows.map(({ value }) => (form === 'plain' ? value : tools.defang(value)));
    return names.join('\n');
  }
}

const none: ReadonlySet<string> = new Set();

/** Some rows, in the given order. */
function picked(found: FoundRows, indexes: readonly number[]): FoundRows {
  const among = <T>(rows: readonly T[]): readonly T[] => indexes.flatMap((index) => rows[index] ?? []);
  return found.type === 'threats'
    ? { type: 'threats', unreadable: 0, rows: among(found.rows) }
    : { type: 'indicators', unreadable: 0, rows: among(found.rows) };
}
