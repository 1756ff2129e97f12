import * as vscode from 'vscode';

/** A group of editors beside the active one: one that is there already, else a new one. */
export function besideColumn(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  return all.findLast((group) => group !== activeTabGroup)?.viewColumn ?? vscode.ViewColumn.Beside;
}
