import * as vscode from 'vscode';
import type { UiText } from './text';

interface UiAccessibility extends vscode.AccessibilityInformation {
  readonly label: UiText;
}

/** A status bar item whose every text is ours. */
export interface UiStatusBarItem extends vscode.StatusBarItem {
  name: UiText | undefined;
  text: UiText;
  tooltip: UiText | undefined;
  accessibilityInformation: UiAccessibility | undefined;
}

/** An item of the status bar; the caller shows it and disposes of it. */
export function createStatusBarItem(
  id: string,
  alignment: vscode.StatusBarAlignment,
  priority: number,
): UiStatusBarItem {
  return vscode.window.createStatusBarItem(id, alignment, priority) as UiStatusBarItem;
}

/** A message in the status bar that disappears after `millis`. */
export function setStatusBarMessage(message: UiText, millis: number): void {
  vscode.window.setStatusBarMessage(message, millis);
}
