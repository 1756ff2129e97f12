import * as vscode from 'vscode';
import { currentLocale } from '../../../l10n';
/** The folder of the panels' bundles in the extension. */
const bundles = ['dist', 'webviews'];

/** Shows a page in a panel, which can only load the script and style sheet of `bundle`, and the common style sheet. */
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
    styles: ['base.css', `${bundle}.css`].map(addressOf),
  });
}

/** The parts of a panel's page; addresses are webview addresses. */
interface PanelPage {
  readonly title: string;
  readonly script: string;
  readonly styles: readonly string[];
  /** Different for every page. */
  readonly nonce: string;
  /** The display language and its bundle, from which the page takes its text. */
  readonly locale: { readonly language: string; readonly bundle: Readonly<Record<string, unknown>> | undefined };
}

/**
 * The page of a panel: only this script with its chunks and these style sheets may load (pictures are data), and nothing
 * inline runs or applies.
 */
export function panelHtml({ title, script, styles, nonce, locale }: PanelPage): string {
  const own = `'nonce-${nonce}'`;
  const sources = { 'default-src': "'none'", 'script-src': own, 'style-src': own, 'img-src': 'data:' };
  const policy = Object.entries(sources)
    .map(([directive, source]) => `${directive} ${source};`)
    .join(' ');
  return `<!DOCTYPE html>
<html lang="${attribute(locale.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${attribute(title)}</title>
${styles.map((style) => `<link rel="stylesheet" nonce="${nonce}" href="${attribute(style)}">`).join('\n')}
</head>
<body>
<main id="root"></main>
<script type="application/json" id="locale">${JSON.stringify(locale).replaceAll('<', '\\u003c')}</script>
<script type="module" nonce="${nonce}" src="${attribute(script)}"></script>
</body>
</html>
`;
}

/** A nonce of 128 random bits. */
function newNonce(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
