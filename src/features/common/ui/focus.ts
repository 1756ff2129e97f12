import * as vscode from 'vscode';

/**
 * Whether a question may lose the focus without having been left: VS Code gives the focus back to a panel after the
 * palette has closed, on a busy machine when the next question is open already.
 */
export function besidePanel(): boolean {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
}
