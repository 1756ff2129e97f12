import type * as vscode from 'vscode';
import type { Commands } from '../shared/commands/registerCommand';

/** Opens a query for others with the same value, which is an Explore term, without running it. */
export async function findOthers(commands: Commands, exactTerm: string): Promise<void> {
  await commands.run('threatLookups.newQuery', exactTerm);
}

/** Registers “Find Indicators with This Value” of a record's context menu. Buttons beside values call `findOthers`. */
export function registerFindOthers(commands: Commands): vscode.Disposable {
  return commands.register('threatLookups.findOthers', async (argument) => {
    const term = readOthersTerm(argument);
    if (term !== undefined) await findOthers(commands, term);
  });
}

/** The Explore term of the clicked value, which the context menu of a panel passes on. */
function readOthersTerm(argument: unknown): string | undefined {
  const term = typeof argument === 'object' && argument !== null && 'exactTerm' in argument && argument.exactTerm;
  return typeof term === 'string' && term !== '' ? term : undefined;
}
