import * as vscode from 'vscode';
import {
  resultsPanelState,
  type FromResultsPanel,
  fromResultsPanel,
  type ResultsAction,
  type ToResultsPanel,
} from '../../../webviews/messages/results';
import type { Contributions } from '../commands/contributions';
import type { PanelFocus, FocusedPanel } from '../commands/panelFocus';
import { createWebviewPanel, type Output, setPanelTitle, type UiText } from '../ui';
import type { CommandId } from '../ids/commands';
import type { FocusCommand } from '../ids/contributionIds';
import { errorDetails } from '../text/errorDetails';
import { commandErrorMessage, type Commands } from '../commands/registerCommand';
import { PanelRows } from './panelRows';
import { failedReport, type Report, type ReportRow, reportRow, reportText, reportView } from './report';
import type { Notices } from '../notices/notices';
import { showPage } from './showPage';
import { strings } from '../format/strings';

/** A kind of report: one panel shows it. */
interface ReportKind {
  /** The view type of the panel, which `when` clauses of the manifest name. */
  readonly viewType: string;
  /** The title of the tab, for a subject where there are several. */
  readonly title: (subject: string) => UiText;
  readonly icon: string;
  /** Loads the current report; the subject distinguishes several reports. */
  readonly load: (subject: string) => Promise<Report>;
  /** Shows the origin of a row. */
  readonly goTo?: (row: ReportRow) => Promise<void>;
  /** The commands of its buttons. */
  readonly commands?: Readonly<Partial<Record<ResultsAction, CommandId | FocusCommand>>>;
}

/** Dependencies of report panels. */
interface Deps {
  readonly panelFocus: Pick<PanelFocus, 'add'>;
  readonly contributions: Pick<Contributions, 'panel'>;
  readonly extensionUri: vscode.Uri;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'inform'>;
  readonly output: Pick<Output, 'warn'>;
}

type CopyMessage = Extract<FromResultsPanel, { kind: 'copy' }>;

/** Minimum time between updates of an open report. */
const updateMillis = 200;

const noRow: ReportRow = { key: '', name: '', cells: {} };

/** A report as a table that is updated while it is open, and keeps filter, selection, and scroll position. */
class ReportPanel implements vscode.Disposable {
  private readonly listening: vscode.Disposable;
  private report: Report | undefined;
  /** The last one that could be loaded. */
  private loaded: Report | undefined;
  private readonly rows = new PanelRows((message) => this.post(message));
  /** The rows on the page; undefined until it is ready. */
  private shown: readonly ReportRow[] | undefined;
  private version = 0;
  private focused: ReportRow | undefined;
  private isReady = false;
  private isDisposed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private loadCount = 0;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private readonly kind: ReportKind,
    private subject: string,
    private readonly parts: Deps,
  ) {
    const { webview } = panel;
    this.listening = webview.onDidReceiveMessage((message: unknown) => {
      this.receive(message).catch((error: unknown) => this.warn(error));
    });
    panel.iconPath = new vscode.ThemeIcon(kind.icon);
    showPage(webview, { extensionUri: parts.extensionUri, bundle: 'results', title: kind.title(subject) });
  }

  /** Shows a report that was just loaded. */
  show(subject: string, report: Report): void {
    this.loadCount++;
    this.subject = subject;
    setPanelTitle(this.panel, this.kind.title(subject));
    this.report = this.loaded = report;
    this.send();
  }

  /** Loads the report again, soon and not too often. */
  refresh(): void {
    if (this.isDisposed) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      // A hidden page is gone, and loads everything when it is shown again.
      if (this.panel.visible) void this.load();
    }, updateMillis);
  }

  /** Loads and shows the report, or an error if it can't be loaded. */
  async load(): Promise<void> {
    const load = ++this.loadCount;
    try {
      const report = await this.kind.load(this.subject);
      if (load === this.loadCount) this.report = this.loaded = report;
    } catch (error) {
      this.warn(error);
      if (load === this.loadCount)
        this.report = failedReport(this.kind.title(this.subject), this.loaded, commandErrorMessage(error));
    }
    if (load === this.loadCount) this.send();
  }

  /** The indicator that commands without an argument apply to while the panel is focused. */
  focus(): FocusedPanel | undefined {
    const { open } = this.focused ?? {};
    if (!this.panel.active || open?.kind !== 'indicator') return undefined;
    const indicator = { type: open.type, value: open.value };
    const lookUp = async (): Promise<void> => {
      await this.parts.commands.run('threatLookups.lookUpAgain', indicator);
    };
    return { indicator, lookUp };
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
    this.listening.dispose();
  }

  private warn(error: unknown): void {
    this.parts.output.warn(`${this.kind.viewType}: ${errorDetails(error)}`);
  }

  private post(message: ToResultsPanel): void {
    if (!this.isDisposed && this.isReady) void this.panel.webview.postMessage(message);
  }

  /** Shows the report. */
  private send(): void {
    const { report } = this;
    if (report === undefined || !this.isReady) return;
    const { id, rows, columns } = report;
    this.shown = rows;
    this.rows.show({
      id,
      count: rows.length,
      columns,
      risks: [],
      rowAt: (index) => reportRow(rows[index] ?? noRow),
      keyAt: (index) => rows[index]?.key ?? '',
    });
    this.post({ kind: 'show', view: reportView(report, this.subject, ++this.version) });
  }

  /** The subject of the report as the argument of its commands. */
  private target(): readonly [target?: { readonly id: string }] {
    return this.subject === '' ? [] : [{ id: this.subject }];
  }

  private async receive(message: unknown): Promise<void> {
    const read = fromResultsPanel.safeParse(message);
    if (!read.success) {
      this.parts.output.warn(`${this.kind.viewType} sent an invalid message.`);
      return;
    }
    const { data } = read;
    const { commands } = this.parts;
    switch (data.kind) {
      case 'ready': {
        const wasHidden = this.isReady;
        this.isReady = true;
        this.send();
        return wasHidden ? this.load() : undefined;
      }
      case 'focus':
        this.focused = this.shown?.[data.row];
        return;
      case 'open':
        await commands.run(data.beside ? 'threatLookups.openRecordBeside' : 'threatLookups.openRecord', data.subject);
        return;
      case 'copy':
        return this.copy(data);
      case 'act': {
        const command = data.action === 'showDetails' ? 'threatLookups.showDetails' : this.kind.commands?.[data.action];
        if (command !== undefined) await commands.run(command, ...this.target());
        return;
      }
      case 'query':
      case 'rows':
        return this.rows.answer(data);
      case 'lines':
      case 'goToLine':
      case 'findLines':
        // Only rows of a triage unfold.
        return;
      case 'goTo': {
        const row = this.shown?.[data.row];
        return row && this.kind.goTo?.(row);
      }
      case 'select':
      case 'choose':
        return;
    }
  }

  private async copy({ form, rows: indexes, columns }: CopyMessage): Promise<void> {
    const { report, shown } = this;
    if (report === undefined || shown === undefined) return;
    const rows = (indexes ?? this.rows.allShown()).flatMap((index) => shown[index] ?? []);
    await vscode.env.clipboard.writeText(reportText(report, rows, form, columns));
    const text = strings.rowsCopied(rows.length);
    this.parts.notices.inform(text, true);
    this.post({ kind: 'copied', text });
  }
}

/** The panel of a kind of report. */
export interface ReportView {
  /** Opens the panel, or brings it up to date and to the front. Rejects if the report can't be loaded. */
  show(subject?: string): Promise<void>;
  /** Updates the panel, if it is open. */
  refresh(): void;
  dispose(): void;
}

/** Registers the panel of a kind of report, which is restored after a reload. */
export function registerReport(kind: ReportKind, parts: Deps): ReportView {
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
