import * as vscode from 'vscode';

/**
 * Whether a quick input may lose focus without being canceled: on a busy machine, VS Code returns focus to a panel
 * after the palette has closed, when the next input is already open.
 */
export function besidePanel(): boolean {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
}
