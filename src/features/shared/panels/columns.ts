import * as vscode from 'vscode';

/** A group of editors beside the active one: one that is there already, else a new one. */
export function besideColumn(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  return all.findLast((group) => group !== activeTabGroup)?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** Where a text is opened: beside a panel, else in the active group. */
export function textColumn(): vscode.ViewColumn {
  const isPanel = vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
  return isPanel ? besideColumn() : vscode.ViewColumn.Active;
}
