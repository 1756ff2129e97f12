import * as vscode from 'vscode';
import { besidePanel } from './focus';
import type { UiText } from './text';

/** A button of a quick pick or of one of its items. */
export interface UiButton extends vscode.QuickInputButton {
  readonly tooltip: UiText;
}

/** An item of a quick pick. */
export interface UiPickItem extends vscode.QuickPickItem {
  label: UiText;
  description?: UiText;
  detail?: UiText;
  buttons?: readonly UiButton[];
}

/** Like VS Code's, with {@link UiText}. */
export interface UiPickOptions {
  readonly title: UiText;
  readonly placeHolder?: UiText;
  readonly matchOnDescription?: boolean;
  readonly matchOnDetail?: boolean;
  readonly ignoreFocusOut?: boolean;
}

/** A quick pick with {@link UiText} only. */
export interface UiPick<T extends UiPickItem> extends vscode.QuickPick<T> {
  title: UiText | undefined;
  placeholder: UiText | undefined;
  prompt: UiText | undefined;
  buttons: readonly UiButton[];
}

type Items<T> = readonly T[] | Thenable<readonly T[]>;

/** Prompts for one of several; undefined if canceled. */
export function showQuickPick<T extends UiPickItem>(items: Items<T>, options: UiPickOptions): Thenable<T | undefined> {
  return vscode.window.showQuickPick(items, { ignoreFocusOut: besidePanel(), ...options });
}

/** Prompts for some of several; undefined if canceled. Stays open without focus, so that selections aren't lost. */
export function showQuickPickMany<T extends UiPickItem>(
  items: Items<T>,
  options: UiPickOptions,
): Thenable<readonly T[] | undefined> {
  return vscode.window.showQuickPick(items, { ignoreFocusOut: true, ...options, canPickMany: true });
}

/** A quick pick that the caller fills, shows, and disposes. */
export function createQuickPick<T extends UiPickItem>(): UiPick<T> {
  const pick = vscode.window.createQuickPick<T>() as UiPick<T>;
  pick.ignoreFocusOut = besidePanel();
  return pick;
}
