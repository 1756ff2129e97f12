import * as vscode from 'vscode';
import type { UiText } from './text';

/** A panel for a webview; its title is set by {@link setPanelTitle}. */
export function createWebviewPanel(
  viewType: string,
  title: UiText,
  column: vscode.ViewColumn | { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus: boolean },
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, title, column);
}

/** Sets the title of a panel's tab; setting the same title again costs nothing. */
export function setPanelTitle(panel: vscode.WebviewPanel, title: UiText): void {
  if (panel.title !== title) panel.title = title;
}
