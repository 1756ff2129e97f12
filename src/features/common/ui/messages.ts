import * as vscode from 'vscode';
import type { UiText } from './text';

/** As VS Code's, with texts of ours. */
export interface UiMessageOptions {
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

/** As {@link showInformationMessage}, with the sign of a warning. */
export const showWarningMessage: Show = vscode.window.showWarningMessage;

/** As {@link showInformationMessage}, with the sign of an error. */
export const showErrorMessage: Show = vscode.window.showErrorMessage;
