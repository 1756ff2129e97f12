import * as vscode from 'vscode';
import { visibleText } from './visibleText';

/** Shows exactly what of a URL is about to leave, and asks. */
export async function confirmWholeUrl(wouldSend: string, host: string): Promise<boolean> {
  const options = { modal: true, detail: visibleText(wouldSend) };
  const chosen = await vscode.window.showWarningMessage(`Send this to ${visibleText(host)}?`, options, 'Send');
  return chosen === 'Send';
}
