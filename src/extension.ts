import * as vscode from 'vscode';

/** Wires the extension. */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.languages.registerHoverProvider([{ scheme: '*' }, { language: '*' }], {
      provideHover: () => new vscode.Hover('Threat Lookups says hello.'),
    }),
  );
}
