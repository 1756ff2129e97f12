import * as vscode from 'vscode';
import type { UiText } from './text';

/** As VS Code's, with texts of ours. Kinds of files by their words. */
export interface UiOpenOptions {
  readonly title: UiText;
  readonly openLabel: UiText;
  readonly canSelectMany?: boolean;
  readonly canSelectFolders?: boolean;
  readonly canSelectFiles?: boolean;
  readonly filters?: Record<string, string[]>;
  readonly defaultUri?: vscode.Uri;
}

/** As VS Code's, with texts of ours. Kinds of files by their words. */
export interface UiSaveOptions {
  readonly title: UiText;
  readonly filters?: Record<string, string[]>;
  readonly defaultUri?: vscode.Uri;
}

/** Asks for files or folders; undefined where it was left. */
export function showOpenDialog(options: UiOpenOptions): Thenable<vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog(options);
}

/** Asks where to save; undefined where it was left. */
export function showSaveDialog(options: UiSaveOptions): Thenable<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog(options);
}
