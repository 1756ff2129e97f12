import * as vscode from 'vscode';
import { untrusted, type Output } from '../ui';
import type { CommandArguments, CommandId } from '../ids/commands';
import type { FocusCommand } from '../ids/contributionIds';
import type { ContributionErrors, Contributions } from './contributions';
import type { Notices } from '../notices/notices';
import { errorDetails } from '../text/errorDetails';
import { getStoreProblem, formatStoreProblem } from '../format/formatStoreProblem';
import { uiText } from '../ui/text';
import { t } from '../../../l10n';
import { truncateText, visibleText } from '../../../core/text/visibleText';

/** Registers and runs commands of the typed map; features only call each other through it. */
export interface Commands {
  /** A failing handler shows one sentence; the output channel has the details. */
  register<C extends CommandId>(id: C, handler: (...args: CommandArguments[C]) => unknown): vscode.Disposable;
  run(id: CommandId | FocusCommand, ...args: CommandArguments[CommandId]): Promise<unknown>;
}

/** Commands whose handlers {@link Contributions} calls. */
export function createCommands(contributions: Pick<Contributions, 'command'>): Commands {
  return {
    register: (id, handler) => contributions.command(id, handler),
    run: async (id, ...args) => vscode.commands.executeCommand(id, ...args),
  };
}

/** Shows errors of commands as one sentence with a button for the output channel, which also has all other errors. */
export function reportErrors(notices: Notices, output: Output): ContributionErrors {
  return {
    onCommandError: (id, error) => {
      output.error(`${id}: ${errorDetails(error)}`);
      const details = { label: uiText('Show Output'), run: () => output.show(true) };
      void notices.offer('error', untrusted(commandErrorMessage(error)), details);
    },
    onStartError: (error) => output.error(errorDetails(error)),
  };
}

/** Describes an error in one sentence. */
export function commandErrorMessage(error: unknown): string {
  const problem = getStoreProblem(error);
  if (problem !== undefined) return formatStoreProblem(problem).sentence;
  const message = error instanceof Error ? error.message : String(error);
  return t('Something went wrong: {0}', truncateText(visibleText(message), 200));
}
