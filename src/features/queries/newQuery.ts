import * as vscode from 'vscode';
import { queryLanguage } from './queryDocuments';

const longestText = 1_000_000;

/** The first line of a new query: what to do now. A comment, so that it is never sent. */
const lesson = '# Write a query below. Ctrl+Space offers fields and values; a line ### begins another.';

/** Opens a query file that is not saved anywhere, with a text to begin with. */
export async function newQuery(text: unknown): Promise<vscode.TextEditor> {
  const begun = typeof text === 'string' ? text.slice(0, longestText) : '';
  const document = await vscode.workspace.openTextDocument({ language: queryLanguage, content: `${lesson}\n${begun}` });
  const { end } = document.lineAt(document.lineCount - 1).range;
  // With the cursor from the first moment on: what is typed at once must not stand in the first line.
  return vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
}
