import * as vscode from 'vscode';
import { queryTemplateComment } from '../shared/commands/queryTemplate';
import { queryLanguage } from './queryDocuments';

const maxTextLength = 1_000_000;

/** Opens an untitled query file with initial text. */
export async function newQuery(text: unknown): Promise<vscode.TextEditor> {
  const initialText = typeof text === 'string' ? text.slice(0, maxTextLength) : '';
  const document = await vscode.workspace.openTextDocument({
    language: queryLanguage,
    content: `${queryTemplateComment}${initialText}`,
  });
  const { end } = document.lineAt(document.lineCount - 1).range;
  const viewColumn = columnOfTexts();
  // Sets the cursor immediately, so that typed text doesn't go into the comment.
  return vscode.window.showTextDocument(document, { viewColumn, selection: new vscode.Range(end, end) });
}

/** The column of text editors if a panel has the focus, so that it stays visible. */
function columnOfTexts(): vscode.ViewColumn {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  const isPanel = activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
  const texts = all.find(({ activeTab }) => activeTab?.input instanceof vscode.TabInputText);
  return (isPanel ? texts?.viewColumn : undefined) ?? vscode.ViewColumn.Active;
}
