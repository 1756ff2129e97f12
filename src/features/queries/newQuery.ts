import * as vscode from 'vscode';
import { queryLesson } from '../common/queryLesson';
import { queryLanguage } from './queryDocuments';

const longestText = 1_000_000;

/** Opens a query file that is not saved anywhere, with a text to begin with. */
export async function newQuery(text: unknown): Promise<vscode.TextEditor> {
  const begun = typeof text === 'string' ? text.slice(0, longestText) : '';
  const document = await vscode.workspace.openTextDocument({
    language: queryLanguage,
    content: `${queryLesson}${begun}`,
  });
  const { end } = document.lineAt(document.lineCount - 1).range;
  // With the cursor from the first moment on: what is typed at once must not stand in these lines.
  return vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
}
