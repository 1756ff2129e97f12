import type * as vscode from 'vscode';
import type { Indicator, Occurrence } from '../../../core/indicators/identity/types';
import type { Commands } from '../../shared/commands/registerCommand';
import type { LoadIndicators } from '../../shared/indicators/indicatorTools';
import type { TerminalLinkMode } from '../../shared/settings/settingValues';
import { terminalLink } from '../../shared/ui';
import { uiText } from '../../shared/ui/text';

/** Dependencies of links in terminals. */
export interface TerminalParts {
  readonly loadIndicators: LoadIndicators;
  readonly commands: Pick<Commands, 'run'>;
  readonly linkMode: () => TerminalLinkMode;
}

/** A link with the indicator whose record it opens. */
export interface IndicatorLink extends vscode.TerminalLink {
  readonly indicator: Indicator;
}

/** Links of indicators in terminals. */
export interface Terminals extends vscode.TerminalLinkProvider<IndicatorLink> {
  dispose(): void;
}

/** Creates the links. Nothing is looked up before a click, which opens the record. */
export function startTerminals({ loadIndicators, commands, linkMode }: TerminalParts): Terminals {
  return {
    provideTerminalLinks: async ({ line }) => {
      const { findIndicators } = await loadIndicators();
      return lineIndicators(line, linkMode(), findIndicators).map(({ startIndex, length, indicator }) =>
        Object.assign(terminalLink(startIndex, length, uiText('Open the record for this indicator')), { indicator }),
      );
    },
    handleTerminalLink: async ({ indicator }) => {
      await commands.run('threatLookups.openRecord', indicator);
    },
    dispose: () => undefined,
  };
}

/** An indicator in a line of a terminal. */
interface LineIndicator {
  readonly startIndex: number;
  readonly length: number;
  readonly indicator: Indicator;
}

/** The indicators of a line that are links. By default, http and https URLs are left to VS Code's own links. */
export function lineIndicators(
  line: string,
  mode: TerminalLinkMode,
  findIndicators: (text: string) => readonly Occurrence[],
): LineIndicator[] {
  if (mode === 'off') return [];
  return findIndicators(line)
    .filter(({ raw, defanged }) => mode === 'all' || defanged || !/^https?:\/\//i.test(raw))
    .map(({ start, end, type, value }) => ({ startIndex: start, length: end - start, indicator: { type, value } }));
}
