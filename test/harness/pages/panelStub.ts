import type * as vscode from 'vscode';
import { Disposable, Uri } from '../fakeVsCode';

/** The origin of a panel's page; requests to it are answered by the harness. */
const origin = 'https://panel.test/';
export const pageAddress = `${origin}page.html`;

/** A panel as VS Code gives it to the extension, with a page that the harness shows. */
export class PanelStub {
  readonly panel: vscode.WebviewPanel;
  readonly extensionUri: vscode.Uri;
  private readonly listeners = new Set<(message: unknown) => void>();
  /** Whether the extension has closed it. */
  isClosed = false;

  constructor(deliver: (message: unknown) => Promise<void>) {
    const { listeners } = this;
    const webview = {
      html: '',
      options: {},
      asWebviewUri: (uri: vscode.Uri) => uri,
      postMessage: (message: unknown) => deliver(message).then(() => true),
      onDidReceiveMessage: (listener: (message: unknown) => void) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    };
    // Always visible and focused: nothing here changes that.
    const never = () => new Disposable(() => undefined);
    const onClosed = new Set<() => void>();
    const onDidDispose = (listener: () => void) => {
      onClosed.add(listener);
      return new Disposable(() => onClosed.delete(listener));
    };
    const dispose = (): void => {
      this.isClosed = true;
      for (const each of onClosed) each();
    };
    const events = { onDidChangeViewState: never, onDidDispose, dispose };
    const state = { title: '', visible: true, active: true, viewColumn: 1, reveal: () => undefined };
    this.panel = { webview, ...events, ...state } as unknown as vscode.WebviewPanel;
    this.extensionUri = Uri.parse(origin) as unknown as vscode.Uri;
  }

  get html(): string {
    return this.panel.webview.html;
  }

  get title(): string {
    return this.panel.title;
  }

  /** Passes a message of the page to the host. */
  receive(message: unknown): void {
    for (const listener of this.listeners) listener(message);
  }
}
