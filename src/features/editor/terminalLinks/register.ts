import * as vscode from 'vscode';
import type { Contributions } from '../../shared/commands/contributions';
import { mayHaveIndicators } from '../../shared/indicators/mayHaveIndicators';
import type { IndicatorLink, TerminalParts } from './feature';

/** Longer lines are data rather than something to read. */
const maxLineLength = 4_096;

/** Whether a line may contain indicators to link. */
export function mayHaveLinks(line: string): boolean {
  return line.length <= maxLineLength && mayHaveIndicators(line);
}

/** Registers the links of indicators in terminals. */
export function registerTerminals(contributions: Contributions, parts: () => Promise<TerminalParts>): void {
  const feature = contributions.feature({}, async () => {
    const [{ startTerminals }, given] = await Promise.all([import('./feature'), parts()]);
    return startTerminals(given);
  });
  const provider: vscode.TerminalLinkProvider<IndicatorLink> = {
    provideTerminalLinks: (context, token) =>
      mayHaveLinks(context.line)
        ? feature.load().then((links) => links.provideTerminalLinks(context, token))
        : undefined,
    handleTerminalLink: async (link) => (await feature.load()).handleTerminalLink(link),
  };
  contributions.own(vscode.window.registerTerminalLinkProvider(provider));
}
