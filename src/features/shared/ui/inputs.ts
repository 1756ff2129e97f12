import * as vscode from 'vscode';
import { besidePanel } from './focus';
import type { UiText } from './text';

/** Like VS Code's, with {@link UiText}; `value` is data and is shown unchanged. */
export interface UiInputOptions {
  readonly title: UiText;
  readonly prompt?: UiText;
  readonly placeHolder?: UiText;
  readonly value?: string;
  readonly password?: boolean;
  readonly ignoreFocusOut?: boolean;
  /** The error in the input; a `note` doesn't prevent accepting it. */
  readonly validateInput?: (value: string) => UiText | { readonly note: UiText } | undefined;
}

/** Prompts for a line of text; undefined if canceled. */
export function showInputBox({ validateInput, ...options }: UiInputOptions): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    ignoreFocusOut: besidePanel(),
    ...options,
    validateInput: validateInput
      ? (value) => {
          const problem = validateInput(value);
          return typeof problem === 'object' && 'note' in problem
            ? { message: problem.note, severity: vscode.InputBoxValidationSeverity.Info }
            : problem;
        }
      : undefined,
  });
}
