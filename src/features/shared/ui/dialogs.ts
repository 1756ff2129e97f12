import * as vscode from 'vscode';
import type { UiText } from './text';

/** Like VS Code's, with {@link UiText}. File types by their labels. */
export interface UiOpenOptions {
  readonly title: UiText;
  readonly openLabel: UiText;
  readonly canSelectMany?: boolean;
  readonly canSelectFolders?: boolean;
  readonly canSelectFiles?: boolean;
  readonly filters?: Record<string, string[]>;
  readonly defaultUri?: vscode.Uri;
}

/** Like VS Code's, with {@link UiText}. File types by their labels. */
export interface UiSaveOptions {
  readonly title: UiText;
  readonly filters?: Record<string, string[]>;
  readonly defaultUri?: vscode.Uri;
}

/** Prompts for files or folders; undefined if canceled. */
export function showOpenDialog(options: UiOpenOptions): Thenable<vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog(options);
}

/** Prompts for a file to save; undefined if canceled. */
export function showSaveDialog(options: UiSaveOptions): Thenable<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog(options);
}
