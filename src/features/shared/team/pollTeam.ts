import * as vscode from 'vscode';
import type { TeamJudgments } from '../../../core/team/teamJudgments';

const intervalMillis = 60_000;
/** A timer may be early. */
const toleranceMillis = 5_000;

/** The window whose focus counts. */
export interface PollingWindow {
  readonly state: Pick<vscode.WindowState, 'focused'>;
  onDidChangeWindowState(listener: () => void): { dispose(): unknown };
}

/** Requests the team's changes immediately, each minute while the window has the focus, and when it gets the focus. */
export function pollTeam(team: Pick<TeamJudgments, 'poll'>, window: PollingWindow = vscode.window): vscode.Disposable {
  let polledAt = -Infinity;
  const poll = (): void => {
    polledAt = Date.now();
    void team.poll();
  };
  const pollIfDue = (): void => {
    const isDue = Date.now() - polledAt >= intervalMillis - toleranceMillis;
    if (isDue && window.state.focused) poll();
  };
  const timer = setInterval(pollIfDue, intervalMillis).unref();
  poll();
  return vscode.Disposable.from(
    window.onDidChangeWindowState(pollIfDue),
    new vscode.Disposable(() => clearInterval(timer)),
  );
}
