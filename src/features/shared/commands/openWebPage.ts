import * as vscode from 'vscode';
import type { WebPage } from '../../../core/records/webPage';
import { strings } from '../format/strings';
import { untrusted, showInformationMessage, showWarningMessage, uiLines, uiText } from '../ui';

/**
 * Opens a URL in the browser; false if the user declined. VS Code also takes a string and opens it unchanged; it decodes the
 * parts of a `Uri`, so `%26` would become `&`.
 */
export const openExternal = vscode.env.openExternal as (target: unknown) => Thenable<boolean>;

/**
 * Asks for confirmation with the host and the full URL, and opens a page in the browser. `source` names the origin of
 * the URL. Resolves with whether it was opened; VS Code may also ask.
 */
export async function openWebPage({ url, host, isOwn }: WebPage, source: string): Promise<boolean> {
  const open = strings.open();
  const question = strings.openInBrowser(host);
  const from = isOwn === undefined ? strings.addressFrom(source) : strings.addressFromElsewhere(source);
  const detail = isOwn === true ? untrusted(url) : uiLines(untrusted(url), uiText(' '), from);
  const options = { modal: true, detail };
  const show = isOwn === false ? showWarningMessage : showInformationMessage;
  if ((await show(question, options, open)) !== open) return false;
  return openExternal(url);
}
