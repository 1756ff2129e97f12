import * as vscode from 'vscode';
import { besidePanel } from './focus';
import type { UiText } from './text';

/** A button of a pick or of one of its rows. */
export interface UiButton extends vscode.QuickInputButton {
  readonly tooltip: UiText;
}

/** A row of a pick. */
export interface UiPickItem extends vscode.QuickPickItem {
  label: UiText;
  description?: UiText;
  detail?: UiText;
  buttons?: readonly UiButton[];
}

/** As VS Code's, with texts of ours. */
export interface UiPickOptions {
  readonly title: UiText;
  readonly placeHolder?: UiText;
  readonly matchOnDescription?: boolean;
  readonly matchOnDetail?: boolean;
  readonly ignoreFocusOut?: boolean;
}

/** A pick whose every text is ours. */
export interface UiPick<T extends UiPickItem> extends vscode.QuickPick<T> {
  title: UiText | undefined;
  placeholder: UiText | undefined;
  prompt: UiText | undefined;
  buttons: readonly UiButton[];
}

type Items<T> = readonly T[] | Thenable<readonly T[]>;

/** Asks for one of several; undefined where it was left. */
export function showQuickPick<T extends UiPickItem>(items: Items<T>, options: UiPickOptions): Thenable<T | undefined> {
  return vscode.window.showQuickPick(items, { ignoreFocusOut: besidePanel(), ...options });
}

/** Asks which of several; undefined where it was left. Stays open without the focus: ticks are not lost. */
export function showQuickPickMany<T extends UiPickItem>(
  items: Items<T>,
  options: UiPickOptions,
): Thenable<readonly T[] | undefined> {
  return vscode.window.showQuickPick(items, { ignoreFocusOut: true, ...options, canPickMany: true });
}

/** A pick that the caller fills, shows and disposes of. */
export function createQuickPick<T extends UiPickItem>(): UiPick<T> {
  const pick = vscode.window.createQuickPick<T>() as UiPick<T>;
  pick.ignoreFocusOut = besidePanel();
  return pick;
}
