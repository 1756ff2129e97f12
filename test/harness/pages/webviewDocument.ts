import { recordedThemes, type RecordedTheme } from './themes';

/**
 * The document of a webview: the page with what VS Code adds to it (`toContentHtml` of its webview): the API, its default
 * styles, and the theme. Elements before the Content-Security-Policy aren't subject to it.
 * @param stateKey the key of the page's state in the session storage
 */
export function webviewDocument(
  html: string,
  { classes, attributes, variables }: RecordedTheme,
  stateKey: string,
): string {
  const style = Object.entries(variables)
    .flatMap(([name, value]) => (value === null ? [] : [`--${name.replaceAll('.', '\\.')}: ${value};`]))
    .join(' ');
  const body = Object.entries({ class: classes.join(' '), ...attributes })
    .map(([name, value]) => `${name}="${attribute(value)}"`)
    .join(' ');
  return html
    .replace('<html ', () => `<html style="${attribute(style)}" `)
    .replace(
      '<head>',
      () => `<head><style>${recordedThemes.defaultStyles}</style><script>${apiScript(stateKey)}</script>`,
    )
    .replace('<body>', () => `<body ${body}>`);
}

/** Defines `acquireVsCodeApi`. Messages and state are JSON, and the API can be acquired once. */
function apiScript(stateKey: string): string {
  const key = JSON.stringify(stateKey);
  return `globalThis.acquireVsCodeApi = (() => {
  let isAcquired = false;
  return () => {
    if (isAcquired) throw new Error('An instance of the VS Code API has already been acquired');
    isAcquired = true;
    return Object.freeze({
      postMessage: (message) => void globalThis.receiveFromPage(JSON.stringify(message)),
      setState: (state) => (sessionStorage.setItem(${key}, JSON.stringify(state)), state),
      getState: () => JSON.parse(sessionStorage.getItem(${key}) ?? 'null') ?? undefined,
    });
  };
})();`;
}

function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
