import * as vscode from 'vscode';
import { resultsPanelState } from '../../webviews/messages/results';
import { besideColumn } from '../common/columns';
import type { ContextKeys } from '../common/contextKeys';
import { OpenPanels } from '../common/openPanels';
import { createWebviewPanel, uiText } from '../common/ui';
import type { QueryHistory } from './history';
import { ResultsPanel, type ResultsPanelParts, resultsViewType } from './resultsPanel';
import type { RunResult } from './runner';

/** The results panels: one a file. A reload brings them back from what is kept, and asks nobody. */
export class ResultsPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly panels = new OpenPanels<ResultsPanel>((isAny) => this.contextKeys.set('hasResults', isAny));

  constructor(
    private readonly loadParts: () => Promise<ResultsPanelParts>,
    private readonly history: Pick<QueryHistory, 'read'>,
    private readonly contextKeys: ContextKeys,
  ) {}

  /** The panel that has the focus, else the one that had it last. */
  active(): ResultsPanel | undefined {
    return this.panels.active();
  }

  /** Shows runs in the file's panel, beside its editor, which keeps the focus. */
  async show(file: string, runs: readonly RunResult[]): Promise<ResultsPanel> {
    const there = this.panels.all().find((each) => each.file === file);
    if (there !== undefined) {
      there.show(runs);
      if (!there.panel.visible) there.panel.reveal(this.column(there.panel), true);
      return there;
    }
    const parts = await this.loadParts();
    const made = this.panels.all().find((each) => each.file === file);
    if (made !== undefined) {
      made.show(runs);
      return made;
    }
    const place = { viewColumn: this.column(this.panels.last()?.panel), preserveFocus: true };
    return this.adopt(createWebviewPanel(resultsViewType, uiText('Results'), place), file, runs, parts);
  }

  /** The file in whose panel a run is. */
  fileOf(run: string): string | undefined {
    return this.holding(run)?.file;
  }

  /** Brings the panel that a run is in to the front, where it stands, with that run; false where it is in none. */
  reveal(run: string): boolean {
    const there = this.holding(run);
    there?.choose(run);
    there?.panel.reveal(undefined, true);
    return there !== undefined;
  }

  /** Results of one file are those of another from now on: it was saved under another name. */
  follow(file: string, to: string): void {
    this.panels
      .all()
      .find((each) => each.file === file)
      ?.moveTo(to);
  }

  /** So many bytes of a run's answer have come. */
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

  private holding(run: string): ResultsPanel | undefined {
    return this.panels.all().find((each) => each.hasRun(run));
  }

  /** Where results stand already, unless that is where the user works. */
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
