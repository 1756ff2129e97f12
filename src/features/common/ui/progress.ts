import * as vscode from 'vscode';
import type { UiText } from './text';

/** One step of a progress: what is being done, and how much further it is, in percent. */
export interface UiStep {
  readonly message?: UiText;
  readonly increment?: number;
}

/** Where a task says how far it is. */
export interface UiProgress {
  readonly report: (step: UiStep) => void;
}

/** As VS Code's, with texts of ours. */
export interface UiProgressOptions {
  readonly location: vscode.ProgressLocation;
  readonly title: UiText;
  readonly cancellable?: boolean;
}

/** Shows progress until the task settles, as VS Code does. */
export function withProgress<R>(
  options: UiProgressOptions,
  task: (progress: UiProgress, token: vscode.CancellationToken) => Thenable<R>,
): Thenable<R> {
  return vscode.window.withProgress(options, task);
}
