import * as vscode from 'vscode';
import type { WebPage } from '../../core/records/webPage';
import { foreign, showInformationMessage, showWarningMessage, uiLines, uiText } from './ui';

/** VS Code takes a text, too, and opens just that; of a `Uri` it decodes the parts, so that `%26` would become `&`. */
const openExternal = vscode.env.openExternal as (target: unknown) => Thenable<boolean>;

/**
 * Asks whether a page may be opened, under its host and whole address, and opens it in the browser. `namedBy` is the source
 * of the address, in words. Resolves with whether it was opened; VS Code may ask as well.
 */
export async function openWebPage({ url, host, isOwn }: WebPage, namedBy: string): Promise<boolean> {
  const open = uiText('Open');
  const question = uiText('Open {0} in the browser?', host);
  const from =
    isOwn === undefined
      ? uiText('The address comes from {0}.', namedBy)
      : uiText('The address comes from {0}, but it leads to another host.', namedBy);
  const detail = isOwn === true ? foreign(url) : uiLines(foreign(url), uiText(' '), from);
  const options = { modal: true, detail };
  const ask = isOwn === false ? showWarningMessage : showInformationMessage;
  if ((await ask(question, options, open)) !== open) return false;
  return openExternal(url);
}
