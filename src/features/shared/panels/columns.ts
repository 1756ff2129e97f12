import * as vscode from 'vscode';

/** Returns a group of editors beside the active one: an existing one if possible. */
export function besideColumn(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  return all.findLast((group) => group !== activeTabGroup)?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** Returns the group of editors for a text: beside an active panel, or the active group. */
export function textColumn(): vscode.ViewColumn {
  const isPanel = vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
  return isPanel ? besideColumn() : vscode.ViewColumn.Active;
}
