import * as vscode from 'vscode';
import { foreign, type Output, uiText } from './ui';
import type { CommandArguments, CommandId } from './commands';
import type { Notices } from './notices';
import { errorDetails } from './errorDetails';
import { storeProblemOf, formatStoreProblem } from './formatStoreProblem';
import { truncateText, visibleText } from './visibleText';

/** Registers and runs commands of the typed map; features call each other by nothing else. */
export interface Commands {
  /** A handler that fails shows one sentence; the output channel has the details. */
  register<C extends CommandId>(id: C, handler: (...args: CommandArguments[C]) => unknown): vscode.Disposable;
  run(id: CommandId, ...args: CommandArguments[CommandId]): Promise<unknown>;
}

/** Commands whose errors reach the user as one sentence with a way to the output channel. */
export function createCommands(notices: Notices, output: Output): Commands {
  return {
    register: (id, handler) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]): Promise<unknown> => {
        try {
          // The map says what callers of ours hand over; handlers check what menus and keybindings may add.
          const call: (...handed: never[]) => unknown = handler;
          return await call(...(args as never[]));
        } catch (error) {
          output.error(`${id}: ${errorDetails(error)}`);
          const details = { label: uiText('Details'), run: () => output.show(true) };
          void notices.offer('error', foreign(commandErrorMessage(error)), details);
          return undefined;
        }
      }),
    run: async (id, ...args) => vscode.commands.executeCommand(id, ...args),
  };
}

function commandErrorMessage(error: unknown): string {
  const problem = storeProblemOf(error);
  if (problem !== undefined) return formatStoreProblem(problem).sentence;
  const message = error instanceof Error ? error.message : String(error);
  return `That did not work: ${truncateText(visibleText(message), 200)}`;
}
