import * as vscode from 'vscode';
import { type Subject, subjectKey } from '../../core/records/subject';
import { recordPanelState } from '../../webviews/messages/record';
import type { IndicatorTools, LoadIndicators } from '../shared/indicators/indicatorTools';
import { createWebviewPanel } from '../shared/ui';
import { PanelHistory } from './panelHistory';
import { readSubject } from './readSubject';
import { panelTypes } from '../shared/ids/contributionIds';
import { type PanelParts, RecordPanel } from './recordPanel';
import { uiText } from '../shared/ui/text';

/** How a record is opened. */
export interface OpenRecordOptions {
  /** `shown` (a reload, an external link) sends nothing; default: `record`, which sends what the mode allows. */
  readonly how?: 'shown' | 'record';
  /** In a new panel beside the active editor, even if the record is already open. */
  readonly beside?: boolean;
}

/** The open panels. A panel that already shows the subject is revealed, unless one beside the editor is requested. */
export class RecordPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly panels = new Set<RecordPanel>();

  constructor(
    private readonly partsFor: (tools: IndicatorTools) => Omit<PanelParts, 'openBeside' | 'onDidNavigate'>,
    private readonly loadIndicators: LoadIndicators,
  ) {}

  /** The focused panel, if any. */
  active(): RecordPanel | undefined {
    return [...this.panels].find(({ panel }) => panel.active);
  }

  async open(subject: Subject, { how = 'record', beside = false }: OpenRecordOptions = {}): Promise<void> {
    const tools = await this.loadIndicators();
    const key = subjectKey(subject, tools.lookupKey);
    const there = beside
      ? undefined
      : [...this.panels].find((record) => subjectKey(record.subject, tools.lookupKey) === key);
    if (there !== undefined) {
      there.panel.reveal();
      return;
    }
    const column = beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const panel = createWebviewPanel(panelTypes.record, uiText('Record'), column);
    await this.adopt(panel, PanelHistory.at(subject), tools).start(how);
  }

  /** Restores a panel after a reload, with local data only; the user decides whether to look it up again. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const tools = await this.loadIndicators();
    const read = recordPanelState.safeParse(state);
    const subjects = (kept: readonly unknown[]): readonly Subject[] =>
      kept.map((one) => readSubject(one, tools.parseIndicator)).filter((subject) => subject !== undefined);
    const [subject] = read.success ? subjects([read.data.subject]) : [];
    if (!read.success || subject === undefined) {
      panel.dispose();
      return;
    }
    const [back, forward] = [subjects(read.data.back), subjects(read.data.forward)];
    await this.adopt(panel, PanelHistory.from({ subject, back, forward }), tools).start('shown');
  }

  /** Shows the open panels again after a change that isn't in their records. */
  refresh(): void {
    for (const record of this.panels) record.refresh();
  }

  /** Updates the context keys that menus and keybindings use. */
  readonly updateContextKeys = (): void => {
    const active = this.active();
    const set = (name: string, value: unknown): void => {
      void vscode.commands.executeCommand('setContext', `threatLookups.record.${name}`, value);
    };
    set('canGoBack', active?.can('back') === true);
    set('canGoForward', active?.can('forward') === true);
    set('kind', active?.subject.kind);
  };

  dispose(): void {
    for (const record of this.panels) record.dispose();
  }

  private adopt(panel: vscode.WebviewPanel, history: PanelHistory, tools: IndicatorTools): RecordPanel {
    const record = new RecordPanel(panel, history, {
      ...this.partsFor(tools),
      openBeside: (subject) => this.open(subject, { beside: true }),
      onDidNavigate: this.updateContextKeys,
    });
    this.panels.add(record);
    panel.onDidChangeViewState(this.updateContextKeys);
    panel.onDidDispose(() => {
      record.dispose();
      this.panels.delete(record);
      this.updateContextKeys();
    });
    this.updateContextKeys();
    return record;
  }
}
