import * as vscode from 'vscode';
import type { UiText } from './text';

/** One step of a progress: its message and increment in percent. */
interface UiStep {
  readonly message?: UiText;
  readonly increment?: number;
}

/** Receives the progress of a task. */
export interface UiProgress {
  readonly report: (step: UiStep) => void;
}

/** Like VS Code's, with {@link UiText}. */
export interface UiProgressOptions {
  readonly location: vscode.ProgressLocation;
  readonly title: UiText;
  readonly cancellable?: boolean;
}

/**
 * A shorter task shows no notification: of several in quick succession, VS Code drops the last, which is the result.
 */
const noticeableMillis = 500;

/** Shows progress until the task settles, as VS Code does; a notification only for a noticeably long task. */
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
      // An increment of 0 would turn an infinite progress bar into an empty one.
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
