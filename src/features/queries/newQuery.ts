import * as vscode from 'vscode';
import { queryTemplateComment } from '../common/queryTemplate';
import { queryLanguage } from './queryDocuments';

const maxTextLength = 1_000_000;

/** Opens a query file that is not saved anywhere, with a text to begin with. */
export async function newQuery(text: unknown): Promise<vscode.TextEditor> {
  const initialText = typeof text === 'string' ? text.slice(0, maxTextLength) : '';
  const document = await vscode.workspace.openTextDocument({
    language: queryLanguage,
    content: `${queryTemplateComment}${initialText}`,
  });
  const { end } = document.lineAt(document.lineCount - 1).range;
  const viewColumn = columnOfTexts();
  // With the cursor from the first moment on: what is typed at once must not stand in these lines.
  return vscode.window.showTextDocument(document, { viewColumn, selection: new vscode.Range(end, end) });
}

/** Where texts are edited, if a panel has the focus: it stays in sight. */
function columnOfTexts(): vscode.ViewColumn {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  const isPanel = activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
  const texts = all.find(({ activeTab }) => activeTab?.input instanceof vscode.TabInputText);
  return (isPanel ? texts?.viewColumn : undefined) ?? vscode.ViewColumn.Active;
}
