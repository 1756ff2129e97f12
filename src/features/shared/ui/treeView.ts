import * as vscode from 'vscode';
import type { UiTreeView } from './trees';

/** A view of the manifest with a data provider. */
export function createTreeView<T>(id: string, options: vscode.TreeViewOptions<T>): UiTreeView<T> {
  return vscode.window.createTreeView(id, options) as UiTreeView<T>;
}
