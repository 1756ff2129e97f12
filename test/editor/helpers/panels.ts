import * as vscode from 'vscode';
import { eventually } from './waiting';

/** Waits until a panel of the extension is the active tab, and returns all of its tabs. */
export async function panelTabs(viewType: string): Promise<readonly vscode.Tab[]> {
  const isPanel = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType);
  return eventually(() => {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isPanel);
    return tabs.some(({ isActive }) => isActive) ? tabs : undefined;
  }, `the panel ${viewType}`);
}
