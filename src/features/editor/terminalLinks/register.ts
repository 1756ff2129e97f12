import * as vscode from 'vscode';
import type { Contributions } from '../../shared/commands/contributions';
import type { IndicatorLink, TerminalParts } from './feature';

/** Longer lines are data rather than something to read. */
const maxLineLength = 4_096;

/** A dot of any script or spelling, a group of an IPv6 address, or the start of a URL. */
const sign = /[.\uff0e\u3002\uff61\u2024]|dot|::|\[:|:[\da-f]{1,4}[:\][]|:[\\/]/i;

/** Whether a line may contain indicators. Most lines don't, so this comes before anything is loaded. */
export function mayHaveIndicators(line: string): boolean {
  return line.length <= maxLineLength && sign.test(line);
}

/** Registers the links of indicators in terminals. */
export function registerTerminals(contributions: Contributions, parts: () => Promise<TerminalParts>): void {
  const feature = contributions.feature({}, async () => {
    const [{ startTerminals }, given] = await Promise.all([import('./feature'), parts()]);
    return startTerminals(given);
  });
  const provider: vscode.TerminalLinkProvider<IndicatorLink> = {
    provideTerminalLinks: (context, token) =>
      mayHaveIndicators(context.line)
        ? feature.load().then((links) => links.provideTerminalLinks(context, token))
        : undefined,
    handleTerminalLink: async (link) => (await feature.load()).handleTerminalLink(link),
  };
  contributions.own(vscode.window.registerTerminalLinkProvider(provider));
}
