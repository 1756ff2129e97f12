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
  /** What is wrong with what was typed; a `note` about it keeps nobody from accepting it. */
  readonly validateInput?: (value: string) => UiText | { readonly note: UiText } | undefined;
}

/** Asks for a line of text; undefined where it was left. */
export function showInputBox({ validateInput, ...options }: UiInputOptions): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    ignoreFocusOut: besidePanel(),
    ...options,
    ...(validateInput && {
      validateInput: (value) => {
        const problem = validateInput(value);
        return typeof problem === 'object' && 'note' in problem
          ? { message: problem.note, severity: vscode.InputBoxValidationSeverity.Info }
          : problem;
      },
    }),
  });
}
