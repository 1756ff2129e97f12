import * as vscode from 'vscode';

/** Read-only documents of one scheme, rendered from current data and refreshed on request. */
export class ReadonlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration: vscode.Disposable;

  /** `render` gets the path without its leading slash and returns the complete text. */
  constructor(
    private readonly scheme: string,
    private readonly render: (path: string) => string | Promise<string>,
  ) {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return Promise.resolve(this.render(uri.path.replace(/^\//, '')));
  }

  /** Opens the document, or updates and reveals it if it is open. */
  async show(path: string): Promise<vscode.TextEditor> {
    const uri = this.uri(path);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.window.showTextDocument(document, { preview: false });
  }

  /** Notifies open editors of this document that its content has changed. */
  refresh(path: string): void {
    this.changed.fire(this.uri(path));
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }

  private uri(path: string): vscode.Uri {
    return vscode.Uri.from({ scheme: this.scheme, path: `/${path}` });
  }
}
