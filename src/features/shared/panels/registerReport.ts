import * as vscode from 'vscode';
import { resultsPanelState } from '../../../webviews/messages/results';
import type { Contributions } from '../commands/contributions';
import type { PanelFocus } from '../commands/panelFocus';
import { type ReportKind, ReportPanel, type ReportPanelParts } from './reportPanel';
import { createWebviewPanel } from '../ui';

/** The panel of a kind of report. */
export interface ReportView {
  /** Opens the panel, or brings it up to date and to the front. Rejects if the report can't be loaded. */
  show(subject?: string): Promise<void>;
  /** Updates the panel, if it is open. */
  refresh(): void;
  dispose(): void;
}

interface RegisteredParts {
  readonly panelFocus: Pick<PanelFocus, 'add'>;
  readonly contributions: Pick<Contributions, 'panel'>;
}

/** Registers the panel of a kind of report, which is restored after a reload. */
export function registerReport(kind: ReportKind, parts: ReportPanelParts & RegisteredParts): ReportView {
  let open: ReportPanel | undefined;
  const adopt = (panel: vscode.WebviewPanel, subject: string): ReportPanel => {
    const adopted = new ReportPanel(panel, kind, subject, parts);
    open = adopted;
    panel.onDidDispose(() => {
      adopted.dispose();
      if (open === adopted) open = undefined;
    });
    return adopted;
  };
  const registered = vscode.Disposable.from(
    { dispose: () => open?.dispose() },
    parts.panelFocus.add(() => open?.focus()),
    parts.contributions.panel(kind.viewType, {
      deserializeWebviewPanel: async (panel, state) => {
        const read = resultsPanelState.safeParse(state);
        await adopt(panel, (read.success ? read.data.file : undefined) ?? '').load();
      },
    }),
  );
  return {
    async show(subject = '') {
      const report = await kind.load(subject);
      const shown =
        open ?? adopt(createWebviewPanel(kind.viewType, kind.title(subject), vscode.ViewColumn.Active), subject);
      shown.show(subject, report);
      shown.panel.reveal();
    },
    refresh: () => open?.refresh(),
    dispose: () => void registered.dispose(),
  };
}
