import * as vscode from 'vscode';
import type { UiText } from './text';

interface UiAccessibility extends vscode.AccessibilityInformation {
  readonly label: UiText;
}

/** A status bar item with {@link UiText} only. */
export interface UiStatusBarItem extends vscode.StatusBarItem {
  name: UiText | undefined;
  text: UiText;
  tooltip: UiText | undefined;
  accessibilityInformation: UiAccessibility | undefined;
}

/** A status bar item; the caller shows and disposes it. */
export function createStatusBarItem(
  id: string,
  alignment: vscode.StatusBarAlignment,
  priority: number,
): UiStatusBarItem {
  return vscode.window.createStatusBarItem(id, alignment, priority) as UiStatusBarItem;
}

/**
 * A message in the status bar that disappears after `millis`. Screen readers don't read it there: for them, a notification
 * shows it too, unless a panel reads it.
 */
export function setStatusBarMessage(message: UiText, millis: number, isRead = false): void {
  vscode.window.setStatusBarMessage(message, millis);
  if (isRead || vscode.workspace.getConfiguration('editor').get('accessibilitySupport') !== 'on') return;
  void vscode.window.showInformationMessage(message);
}
