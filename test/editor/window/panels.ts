import * as vscode from 'vscode';
import type { ToResultsPanel } from '../../../src/webviews/messages/results';
import { eventually } from '../helpers/waiting';

/** A webview panel whose page only says that it is ready, and keeps what it receives. */
class TestPanel {
  readonly messages: unknown[] = [];
  visible = true;
  active = true;
  isDisposed = false;
  private readonly disposed = new vscode.EventEmitter<void>();
  private readonly received = new vscode.EventEmitter<unknown>();
  readonly onDidDispose = this.disposed.event;
  readonly onDidChangeViewState = new vscode.EventEmitter<unknown>().event;
  readonly webview: object;

  constructor(
    readonly viewType: string,
    public title: string,
  ) {
    const { received } = this;
    let page = '';
    this.webview = {
      options: {},
      cspSource: 'https://panel.test',
      asWebviewUri: (uri: vscode.Uri) => uri,
      onDidReceiveMessage: received.event,
      postMessage: (message: unknown) => Promise.resolve(this.messages.push(message) > 0),
      get html() {
        return page;
      },
      set html(html: string) {
        page = html;
        setTimeout(() => received.fire({ kind: 'ready' }), 0);
      },
    };
  }

  reveal(): void {
    this.visible = true;
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.disposed.fire();
  }
}

/** The panels of a window. */
export class TestPanels {
  readonly opened: TestPanel[] = [];

  /** The part of `vscode.window` that creates panels. */
  readonly api = {
    createWebviewPanel: (viewType: string, title: string) => {
      const panel = new TestPanel(viewType, title);
      this.opened.push(panel);
      return panel;
    },
    registerWebviewPanelSerializer: () => new vscode.Disposable(() => undefined),
  } as unknown as Partial<typeof vscode.window>;

  /** Waits until the messages that a panel received match, as JSON. */
  async received(viewType: string, matching: RegExp): Promise<string> {
    const all = (): string =>
      this.panelsOf(viewType)
        .map(({ messages }) => JSON.stringify(messages))
        .join('\n');
    return eventually(
      () => (matching.test(all()) ? all() : undefined),
      () => `${String(matching)} in a panel ${viewType}, but: ${all()}`,
    );
  }

  /** The rows of the open report, the cells of each separated by bars. */
  rows(viewType: string): readonly string[] {
    const messages = this.panelsOf(viewType).at(-1)?.messages as ToResultsPanel[] | undefined;
    const shown = messages?.findLast((message) => message.kind === 'show');
    const columns = shown?.view.columns.filter(({ kind }) => kind !== 'timestamp') ?? [];
    const rows: string[] = [];
    for (const message of messages ?? []) {
      const changed =
        message.kind === 'rows'
          ? message.rows.map((row, at) => [message.from + at, row] as const)
          : message.kind === 'renewed'
            ? message.rows
            : [];
      for (const [at, { name, cells }] of changed) {
        rows[at] = columns.map(({ id, kind }) => (kind === 'name' ? name : (cells[id] ?? ''))).join(' | ');
      }
    }
    return rows;
  }

  /** Closes all panels. */
  closeAll(): void {
    for (const panel of this.opened) panel.dispose();
  }

  private panelsOf(viewType: string): readonly TestPanel[] {
    return this.opened.filter((panel) => panel.viewType === viewType && !panel.isDisposed);
  }
}
