import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import { recordPanelState } from '../../webviews/messages/record';
import { chooseIndicator } from '../common/chooseIndicator';
import type { LoadIndicators } from '../common/indicatorTools';
import { RecordPanel, type RecordParts, recordViewType } from './recordPanel';

/** Registers “Open Record…” and brings panels back after a reload. The disposable closes nothing that the user has open. */
export function registerRecords(parts: RecordParts & { readonly loadIndicators: LoadIndicators }): vscode.Disposable {
  const panels = new RecordPanels(parts, parts.loadIndicators);
  return vscode.Disposable.from(
    parts.commands.register('threatLookups.openRecord', async (argument) => {
      const target = await chooseIndicator(argument, parts.loadIndicators, 'Open Record');
      if (target !== undefined) await panels.open({ type: target.type, value: target.value });
    }),
    vscode.window.registerWebviewPanelSerializer(recordViewType, panels),
    panels,
  );
}

/** The open panels, one an indicator. */
class RecordPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly held = new Map<string, RecordPanel>();

  constructor(
    private readonly parts: RecordParts,
    private readonly loadIndicators: LoadIndicators,
  ) {}

  async open(indicator: Indicator): Promise<void> {
    const { lookupKey } = await this.loadIndicators();
    const there = this.held.get(lookupKey(indicator));
    if (there !== undefined) {
      there.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(recordViewType, 'Record', vscode.ViewColumn.Active);
    const record = await this.adopt(panel, indicator);
    await record.lookUp('record');
  }

  /** After a reload: what is known here is shown; asking the service again is the user's to say. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { parseIndicator } = await this.loadIndicators();
    const read = recordPanelState.safeParse(state);
    const indicator =
      read.success && read.data.subject.kind === 'indicator' ? parseIndicator(read.data.subject.value) : undefined;
    if (indicator === undefined) panel.dispose();
    else await this.adopt(panel, { type: indicator.type, value: indicator.value });
  }

  dispose(): void {
    for (const record of this.held.values()) record.dispose();
  }

  private async adopt(panel: vscode.WebviewPanel, indicator: Indicator): Promise<RecordPanel> {
    const tools = await this.loadIndicators();
    const key = tools.lookupKey(indicator);
    const record = new RecordPanel(panel, indicator, tools, this.parts, key);
    this.held.set(key, record);
    panel.onDidDispose(() => {
      record.dispose();
      if (this.held.get(key) === record) this.held.delete(key);
    });
    return record;
  }
}
