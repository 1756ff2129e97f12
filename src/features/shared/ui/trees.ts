import * as vscode from 'vscode';
import type { UiText } from './text';

interface UiBadge extends vscode.ViewBadge {
  readonly tooltip: UiText;
}

/** A tree view with {@link UiText} only. */
export interface UiTreeView<T> extends vscode.TreeView<T> {
  message?: UiText;
  title?: UiText;
  description?: UiText;
  badge?: UiBadge | undefined;
}

/** A tree item: its texts, and the properties of VS Code's item that aren't text. */
export interface UiTreeItem extends Pick<
  vscode.TreeItem,
  'id' | 'iconPath' | 'contextValue' | 'collapsibleState' | 'checkboxState'
> {
  readonly label: UiText;
  readonly description?: UiText;
  readonly tooltip?: UiText;
  /** The accessible label. */
  readonly spoken?: UiText;
  readonly command?: vscode.Command;
}

/** A tree item for VS Code. */
export function treeItem({ label, spoken, ...other }: UiTreeItem): vscode.TreeItem {
  const item = new vscode.TreeItem(label, other.collapsibleState);
  return Object.assign(item, other, spoken === undefined ? {} : { accessibilityInformation: { label: spoken } });
}
