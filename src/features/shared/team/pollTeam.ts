import * as vscode from 'vscode';
import type { TeamJudgments } from '../../../core/team/teamJudgments';

const intervalMillis = 60_000;
/** A timer may be early. */
const toleranceMillis = 5_000;

/** Asks what the team has changed, at once, each minute while the window has the focus, and when it gets it back. */
export function pollTeam(team: Pick<TeamJudgments, 'poll'>): vscode.Disposable {
  let polledAt = -Infinity;
  const poll = (): void => {
    polledAt = Date.now();
    void team.poll();
  };
  const pollIfDue = (): void => {
    const isDue = Date.now() - polledAt >= intervalMillis - toleranceMillis;
    if (isDue && vscode.window.state.focused) poll();
  };
  const timer = setInterval(pollIfDue, intervalMillis).unref();
  poll();
  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(pollIfDue),
    new vscode.Disposable(() => clearInterval(timer)),
  );
}
