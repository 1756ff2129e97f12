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

/** A task that ends sooner shows no notification: of several within a moment, VS Code drops the last, which is the result. */
const noticeableMillis = 500;

/** Shows progress until the task settles, as VS Code does; a notification only of a task that takes noticeably long. */
export function withProgress<R>(
  options: UiProgressOptions,
  task: (progress: UiProgress, token: vscode.CancellationToken) => Thenable<R>,
): Thenable<R> {
  if (options.location !== vscode.ProgressLocation.Notification) return vscode.window.withProgress(options, task);
  const cancellation = new vscode.CancellationTokenSource();
  let latest: UiStep = {};
  let shown: UiProgress | undefined;
  const progress: UiProgress = {
    report: (step) => {
      // An increment of nothing would turn a bar without an end into an empty one.
      const increment = step.increment === undefined ? {} : { increment: (latest.increment ?? 0) + step.increment };
      latest = { ...latest, ...step, ...increment };
      shown?.report(step);
    },
  };
  const result = Promise.resolve(task(progress, cancellation.token));
  const settled = result.then(
    () => undefined,
    () => undefined,
  );
  const timer = setTimeout(() => {
    void vscode.window.withProgress(options, (notification, token) => {
      token.onCancellationRequested(() => cancellation.cancel());
      notification.report(latest);
      shown = notification;
      return settled;
    });
  }, noticeableMillis);
  return result.finally(() => {
    clearTimeout(timer);
    cancellation.dispose();
  });
}
