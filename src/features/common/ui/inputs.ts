import * as vscode from 'vscode';
import { besidePanel } from './focus';
import type { UiText } from './text';

/** As VS Code's, with texts of ours; `value` is data and is shown as it is. */
export interface UiInputOptions {
  readonly title: UiText;
  readonly prompt?: UiText;
  readonly placeHolder?: UiText;
  readonly value?: string;
  readonly password?: boolean;
  readonly ignoreFocusOut?: boolean;
  readonly validateInput?: (value: string) => UiText | undefined;
}

/** Asks for a line of text; undefined where it was left. */
export function showInputBox(options: UiInputOptions): Thenable<string | undefined> {
  return vscode.window.showInputBox({ ignoreFocusOut: besidePanel(), ...options });
}
