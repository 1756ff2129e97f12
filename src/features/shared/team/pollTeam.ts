import * as vscode from 'vscode';
import type { TeamJudgments } from '../../../core/team/teamJudgments';

const intervalMillis = 60_000;
/** A timer may be early. */
const toleranceMillis = 5_000;

/** Asks what the team has changed, at once, each minute while the window has the focus, and when it gets it back. */
export function pollTeam(team: Pick<TeamJudgments, 'poll'>): {
  readonly now: () => void;
  readonly dispose: () => void;
} {
  let polledAt = -Infinity;
  const now = (): void => {
    polledAt = Date.now();
    void team.poll();
  };
  const ifDue = (): void => {
    const isDue = Date.now() - polledAt >= intervalMillis - toleranceMillis;
    if (isDue && vscode.window.state.focused) now();
  };
  const timer = setInterval(ifDue, intervalMillis);
  timer.unref();
  const watch = vscode.window.onDidChangeWindowState(ifDue);
  now();
  return {
    now,
    dispose: () => {
      clearInterval(timer);
      watch.dispose();
    },
  };
}
