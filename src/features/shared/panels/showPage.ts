import * as vscode from 'vscode';
import { currentLocale } from '../../../l10n';
import { newNonce, panelHtml } from './panelHtml';

/** The folder of the panels' bundles in the extension. */
const bundles = ['dist', 'webviews'];

/** Shows a page in a panel: `bundle` names its script and its style sheet. It can't load anything else. */
export function showPage(
  webview: vscode.Webview,
  {
    extensionUri,
    bundle,
    title,
  }: { readonly extensionUri: vscode.Uri; readonly bundle: string; readonly title: string },
): void {
  const addressOf = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...bundles, file)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, ...bundles)] };
  webview.html = panelHtml({
    title,
    nonce: newNonce(),
    locale: { language: currentLocale().language, bundle: vscode.l10n.bundle },
    script: addressOf(`${bundle}.js`),
    style: addressOf(`${bundle}.css`),
  });
}
