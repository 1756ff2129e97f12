/** The parts of a panel's page; addresses are webview addresses. */
export interface PanelPage {
  readonly title: string;
  readonly script: string;
  readonly style: string;
  /** Different for every page. */
  readonly nonce: string;
  /** The display language and its bundle, from which the page takes its text. */
  readonly locale: { readonly language: string; readonly bundle: Readonly<Record<string, unknown>> | undefined };
}

/**
 * The page of a panel: only this script with its chunks and this style sheet may load (pictures are data), and nothing
 * inline runs or applies.
 */
export function panelHtml({ title, script, style, nonce, locale }: PanelPage): string {
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
<link rel="stylesheet" nonce="${nonce}" href="${attribute(style)}">
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
export function newNonce(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
