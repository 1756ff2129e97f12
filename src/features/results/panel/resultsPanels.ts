import * as vscode from 'vscode';
import { resultsPanelState } from '../../../webviews/messages/results';
import { besideColumn } from '../../shared/panels/columns';
import type { ContextKeys } from '../../shared/commands/contextKeys';
import { OpenPanels } from '../../shared/panels/openPanels';
import { createWebviewPanel } from '../../shared/ui';
import type { QueryHistory } from '../runs/history';
import { panelTypes } from '../../shared/ids/contributionIds';
import { ResultsPanel, type ResultsPanelParts } from './resultsPanel';
import type { RunResult } from '../runs/runner';
import { uiText } from '../../shared/ui/text';

/** The results panels, one per file. Restored from stored results after a reload, without running queries. */
export class ResultsPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly panels = new OpenPanels<ResultsPanel>((isAny) => this.contextKeys.set('hasResults', isAny));

  constructor(
    private readonly loadParts: () => Promise<ResultsPanelParts>,
    private readonly history: Pick<QueryHistory, 'read'>,
    private readonly contextKeys: ContextKeys,
  ) {}

  /** The panel that has the focus or had it last. */
  active(): ResultsPanel | undefined {
    return this.panels.active();
  }

  /** Shows runs in the file's panel beside its editor, which keeps the focus. */
  async show(file: string, runs: readonly RunResult[]): Promise<ResultsPanel> {
    const existing = this.panels.all().find((each) => each.file === file);
    if (existing !== undefined) {
      existing.show(runs);
      if (!existing.panel.visible) existing.panel.reveal(this.column(existing.panel), true);
      return existing;
    }
    const parts = await this.loadParts();
    const made = this.panels.all().find((each) => each.file === file);
    if (made !== undefined) {
      made.show(runs);
      return made;
    }
    const options = { viewColumn: this.column(this.panels.last()?.panel), preserveFocus: true };
    return this.adopt(createWebviewPanel(panelTypes.results, uiText('Results'), options), file, runs, parts);
  }

  /** The file of the panel that shows a run. */
  fileOf(run: string): string | undefined {
    return this.panelOf(run)?.file;
  }

  /** Reveals the panel with a run; false if there is none. */
  reveal(run: string): boolean {
    const existing = this.panelOf(run);
    existing?.choose(run);
    existing?.panel.reveal(undefined, true);
    return existing !== undefined;
  }

  /** Assigns the panel of a file to another one, as which it was saved. */
  follow(file: string, to: string): void {
    this.panels
      .all()
      .find((each) => each.file === file)
      ?.moveTo(to);
  }

  /** Shows how much of a run's answer was received. */
  read(file: string, id: string, bytes: number): void {
    this.panels
      .all()
      .find((each) => each.file === file)
      ?.read(id, bytes);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const read = resultsPanelState.safeParse(state);
    const ids = read.success ? read.data.runs : [];
    const found = await Promise.all(ids.map((id) => this.history.read(id).catch(() => undefined)));
    const runs = found.filter((each) => each !== undefined);
    if (runs.length === 0) {
      panel.dispose();
      return;
    }
    const file = read.success ? (read.data.file ?? runs[0]?.run.id ?? '') : '';
    this.adopt(panel, file, runs, await this.loadParts());
  }

  refresh(): void {
    for (const each of this.panels.all()) each.refresh();
  }

  dispose(): void {
    for (const each of this.panels.all()) each.dispose();
  }

  private panelOf(run: string): ResultsPanel | undefined {
    return this.panels.all().find((each) => each.hasRun(run));
  }

  /** The column of existing results, unless the user works there. */
  private column(panel: vscode.WebviewPanel | undefined): vscode.ViewColumn {
    const column = panel?.viewColumn;
    const isFree = column !== undefined && column !== vscode.window.tabGroups.activeTabGroup.viewColumn;
    return isFree ? column : besideColumn();
  }

  private adopt(
    panel: vscode.WebviewPanel,
    file: string,
    runs: readonly RunResult[],
    parts: ResultsPanelParts,
  ): ResultsPanel {
    return this.panels.hold(new ResultsPanel(panel, file, runs, parts));
  }
}
