import * as vscode from 'vscode';
import { panelTypes } from '../../../src/features/shared/ids/contributionIds';
import { allRows } from '../../../src/core/rows/rowQuery';
import type { FromRecordPanel } from '../../../src/webviews/messages/record';
import type { FromResultsPanel, ResultsView, ToResultsPanel } from '../../../src/webviews/messages/results';
import { eventually } from '../helpers/waiting';

/** Rows that a page asks for at once. */
const maxWindow = 1_000;

/** A webview panel whose page reports that it is ready, requests all rows, and keeps the messages it receives. */
class TestPanel {
  readonly messages: unknown[] = [];
  visible = true;
  active = false;
  isDisposed = false;
  private readonly disposed = new vscode.EventEmitter<void>();
  private readonly received = new vscode.EventEmitter<unknown>();
  private readonly viewStateChanged = new vscode.EventEmitter<unknown>();
  readonly onDidDispose = this.disposed.event;
  readonly onDidChangeViewState = this.viewStateChanged.event;
  readonly webview: object;

  constructor(
    readonly viewType: string,
    public title: string,
    private readonly focus: (panel: TestPanel) => void,
  ) {
    const { received } = this;
    let page = '';
    this.webview = {
      options: {},
      cspSource: 'https://panel.test',
      asWebviewUri: (uri: vscode.Uri) => uri,
      onDidReceiveMessage: received.event,
      postMessage: (message: unknown) => {
        this.messages.push(message);
        this.askFor(message as ToResultsPanel);
        return Promise.resolve(true);
      },
      get html() {
        return page;
      },
      set html(html: string) {
        page = html;
        setTimeout(() => received.fire({ kind: 'ready' }), 0);
      },
    };
  }

  /** Asks for the rows of a table, as its page does. */
  private askFor(message: ToResultsPanel): void {
    // A record has no rows to ask for.
    if (
      message.kind === 'show' &&
      'view' in message &&
      message.view.version !== this.version &&
      message.view.count > 0
    ) {
      this.version = message.view.version;
      this.sendSoon({ kind: 'query', id: message.view.id, asked: ++this.asked, query: allRows });
    } else if (message.kind === 'shown')
      for (let from = message.first.length; from < message.rows.length; from += maxWindow)
        this.sendSoon({ kind: 'rows', id: message.id, rows: message.rows.slice(from, from + maxWindow) });
  }

  private asked = 0;
  private version: number | undefined;

  reveal(_column?: vscode.ViewColumn, preserveFocus = false): void {
    this.visible = true;
    if (!preserveFocus) this.focus(this);
  }

  /** Gives it the focus, or takes it away. */
  setActive(isActive: boolean): void {
    if (this.active === isActive) return;
    this.active = isActive;
    this.viewStateChanged.fire({ webviewPanel: this });
  }

  /** Sends a message of the page to the extension. */
  send(message: unknown): void {
    this.received.fire(message);
  }

  /** Sends a message after the current task: a page never answers while it receives a message. */
  private sendSoon(message: unknown): void {
    setTimeout(() => this.send(message), 0);
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.disposed.fire();
  }
}

type ShowOptions = vscode.ViewColumn | { readonly preserveFocus?: boolean };

/** The panels of a window. */
export class TestPanels {
  readonly opened: TestPanel[] = [];

  /** The part of `vscode.window` that creates panels. */
  readonly api = {
    createWebviewPanel: (viewType: string, title: string, options: ShowOptions) => {
      const panel = new TestPanel(viewType, title, (focused) => this.focus(focused));
      this.opened.push(panel);
      const preserveFocus = typeof options === 'object' && options.preserveFocus === true;
      panel.reveal(undefined, preserveFocus);
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

  /** Waits until the view of an open results panel matches: its title, texts, and buttons. */
  async results(matching: RegExp): Promise<ResultsView> {
    const views = (): readonly ResultsView[] =>
      this.panelsOf(panelTypes.results).flatMap((panel) => viewOf(panel) ?? []);
    return eventually(
      () => views().find((view) => matching.test(viewText(view))),
      () => `${String(matching)} in results, but:\n${views().map(viewText).join('\n\n')}`,
    );
  }

  /** Sends a message of the page of the panel that was opened last. */
  send(viewType: string, message: FromResultsPanel | FromRecordPanel): void {
    const panel = this.panelsOf(viewType).at(-1);
    if (panel === undefined) throw new Error(`There is no panel ${viewType}.`);
    panel.send(message);
  }

  /** The titles of the open panels. */
  titles(viewType: string): readonly string[] {
    return this.panelsOf(viewType).map(({ title }) => title);
  }

  /** The title of the panel that has the focus. */
  activeTitle(): string | undefined {
    return this.opened.find(({ active, isDisposed }) => active && !isDisposed)?.title;
  }

  /** The rows of the open report, the cells of each separated by bars. */
  rows(viewType: string): readonly string[] {
    const messages = this.panelsOf(viewType).at(-1)?.messages as ToResultsPanel[] | undefined;
    const shown = messages?.findLast((message) => message.kind === 'show');
    const columns = shown?.view.columns.filter(({ kind }) => kind !== 'timestamp') ?? [];
    const rows: string[] = [];
    for (const message of messages ?? []) {
      const changed = message.kind === 'rows' ? message.rows : message.kind === 'shown' ? message.first : [];
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

  private focus(focused: TestPanel): void {
    for (const panel of this.opened) panel.setActive(panel === focused);
  }

  private panelsOf(viewType: string): readonly TestPanel[] {
    return this.opened.filter((panel) => panel.viewType === viewType && !panel.isDisposed);
  }
}

/** Returns the view of a panel, without its rows. */
function viewOf({ messages }: TestPanel): ResultsView | undefined {
  return (messages as ToResultsPanel[]).findLast((message) => message.kind === 'show')?.view;
}

/** All texts of a view, one per line. */
function viewText({ title, query, facts, summary, note, notices, more, buttons, running }: ResultsView): string {
  const labels = [...more, ...buttons, ...notices.flatMap(({ actions }) => actions)].map(({ label }) => label);
  const state = running === undefined ? [] : ['Running'];
  const texts = [title, query, facts.join(' '), ...state, summary, note, ...notices.map(({ text }) => text), ...labels];
  return texts.join('\n').replaceAll('\u00a0', ' ');
}
