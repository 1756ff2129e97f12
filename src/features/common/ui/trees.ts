import * as vscode from 'vscode';
import type { UiText } from './text';

interface UiBadge extends vscode.ViewBadge {
  readonly tooltip: UiText;
}

/** A view whose every text is ours. */
export interface UiTreeView<T> extends vscode.TreeView<T> {
  message?: UiText;
  title?: UiText;
  description?: UiText;
  badge?: UiBadge | undefined;
}

/** A line of a tree: what it says, and what of VS Code's item is not text. */
export interface UiTreeItem extends Pick<
  vscode.TreeItem,
  'id' | 'iconPath' | 'contextValue' | 'collapsibleState' | 'checkboxState'
> {
  readonly label: UiText;
  readonly description?: UiText;
  readonly tooltip?: UiText;
  /** What a screen reader says. */
  readonly spoken?: UiText;
  readonly command?: vscode.Command;
}

/** A view of the manifest, filled by a provider. */
export function createTreeView<T>(id: string, options: vscode.TreeViewOptions<T>): UiTreeView<T> {
  return vscode.window.createTreeView(id, options) as UiTreeView<T>;
}

/** A tree item for VS Code. */
export function treeItem({ label, spoken, ...other }: UiTreeItem): vscode.TreeItem {
  const item = new vscode.TreeItem(label, other.collapsibleState);
  return Object.assign(item, other, spoken === undefined ? {} : { accessibilityInformation: { label: spoken } });
}
