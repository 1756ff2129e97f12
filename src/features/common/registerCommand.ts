import * as vscode from 'vscode';
import { strings } from './strings';
import { foreign, type Output } from './ui';
import type { CommandArguments, CommandId } from './commands';
import type { Notices } from './notices';
import { errorDetails } from './errorDetails';
import { storeProblemOf, formatStoreProblem } from './formatStoreProblem';
import { truncateText, visibleText } from './visibleText';

/** Registers and runs commands of the typed map; features only call each other through it. */
export interface Commands {
  /** A failing handler shows one sentence; the output channel has the details. */
  register<C extends CommandId>(id: C, handler: (...args: CommandArguments[C]) => unknown): vscode.Disposable;
  run(id: CommandId, ...args: CommandArguments[CommandId]): Promise<unknown>;
}

/** Commands whose errors are shown as one sentence with a button for the output channel. */
export function createCommands(notices: Notices, output: Output): Commands {
  return {
    register: (id, handler) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]): Promise<unknown> => {
        try {
          // The map types the arguments of internal callers; handlers check what menus and keybindings may pass.
          const call: (...given: never[]) => unknown = handler;
          return await call(...(args as never[]));
        } catch (error) {
          output.error(`${id}: ${errorDetails(error)}`);
          const details = { label: strings.details(), run: () => output.show(true) };
          void notices.offer('error', foreign(commandErrorMessage(error)), details);
          return undefined;
        }
      }),
    run: async (id, ...args) => vscode.commands.executeCommand(id, ...args),
  };
}

/** What went wrong, in one sentence. */
export function commandErrorMessage(error: unknown): string {
  const problem = storeProblemOf(error);
  if (problem !== undefined) return formatStoreProblem(problem).sentence;
  const message = error instanceof Error ? error.message : String(error);
  return strings.commandFailed(truncateText(visibleText(message), 200));
}
