import * as vscode from 'vscode';
import type { UiText } from './text';

/** Like VS Code's, with {@link UiText}. */
interface UiMessageOptions {
  readonly modal?: boolean;
  readonly detail?: UiText;
}

interface UiMessageItem extends vscode.MessageItem {
  readonly title: UiText;
}

type Show = {
  (message: UiText, ...items: readonly UiText[]): Thenable<UiText | undefined>;
  (message: UiText, options: UiMessageOptions, ...items: readonly UiText[]): Thenable<UiText | undefined>;
  <T extends UiMessageItem>(
    message: UiText,
    options: UiMessageOptions,
    ...items: readonly T[]
  ): Thenable<T | undefined>;
};

/** A notification, or a modal dialog; resolves with the button that was clicked. */
export const showInformationMessage: Show = vscode.window.showInformationMessage;

/** Like {@link showInformationMessage}, with a warning icon. */
export const showWarningMessage: Show = vscode.window.showWarningMessage;

/** Like {@link showInformationMessage}, with an error icon. */
export const showErrorMessage: Show = vscode.window.showErrorMessage;
