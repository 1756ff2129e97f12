import * as vscode from 'vscode';
import type { Contributions } from '../shared/commands/contributions';
import type { HighlightsParts } from './feature';

/** Registers the commands for highlights, and highlights indicators as soon as a document is visible. */
export function registerHighlights(contributions: Contributions, parts: () => Promise<HighlightsParts>): void {
  const feature = contributions.feature(
    { commands: ['threatLookups.toggleHighlighting', 'threatLookups.nextRisky', 'threatLookups.previousRisky'] },
    async () => {
      const [{ startHighlights }, given] = await Promise.all([import('./feature'), parts()]);
      return startHighlights(given);
    },
  );
  const startIfVisible = (editors: readonly vscode.TextEditor[]): void => {
    if (editors.length === 0) return;
    waiting.dispose();
    feature.start();
  };
  const waiting = vscode.window.onDidChangeVisibleTextEditors(startIfVisible);
  contributions.own(waiting);
  startIfVisible(vscode.window.visibleTextEditors);
}
