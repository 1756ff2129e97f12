import type * as vscode from 'vscode';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { Commands } from '../../shared/commands/registerCommand';
import type { LoadIndicators } from '../../shared/indicators/indicatorTools';
import type { TerminalLinkMode } from '../../shared/settings/settingValues';
import { terminalLink } from '../../shared/ui';
import { lineIndicators } from './lineIndicators';
import { uiText } from '../../shared/ui/text';

/** What links in terminals need. */
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
        Object.assign(terminalLink(startIndex, length, uiText('Open the record of this indicator')), { indicator }),
      );
    },
    handleTerminalLink: async ({ indicator }) => {
      await commands.run('threatLookups.openRecord', indicator);
    },
    dispose: () => undefined,
  };
}
