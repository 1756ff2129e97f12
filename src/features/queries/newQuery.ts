import * as vscode from 'vscode';
import { queryLanguage } from './queryDocuments';

const longestText = 1_000_000;

/** The first line of a new query: what to do now. A comment, so that it is never sent. */
const lesson = '# Write a query below: Ctrl+Space offers fields and values, a line ### begins another query.';

/** Opens a query file that is not saved anywhere, with a text to begin with. */
export async function newQuery(text: unknown): Promise<vscode.TextEditor> {
  const begun = typeof text === 'string' ? text.slice(0, longestText) : '';
  const document = await vscode.workspace.openTextDocument({ language: queryLanguage, content: `${lesson}\n${begun}` });
  const editor = await vscode.window.showTextDocument(document);
  const end = document.lineAt(document.lineCount - 1).range.end;
  editor.selection = new vscode.Selection(end, end);
  return editor;
}
