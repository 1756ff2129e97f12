import * as vscode from 'vscode';
import { queryLanguage } from './queryDocuments';

const longestText = 1_000_000;

/** The first lines of a new query: the first is its tab’s title. Comments, so that they are never sent. */
const lesson = '# New query\n# Ctrl+Space offers ready hunts, fields and values; a line ### begins another query.';

/** Opens a query file that is not saved anywhere, with a text to begin with. */
export async function newQuery(text: unknown): Promise<vscode.TextEditor> {
  const begun = typeof text === 'string' ? text.slice(0, longestText) : '';
  const document = await vscode.workspace.openTextDocument({ language: queryLanguage, content: `${lesson}\n${begun}` });
  const { end } = document.lineAt(document.lineCount - 1).range;
  // With the cursor from the first moment on: what is typed at once must not stand in these lines.
  return vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
}
