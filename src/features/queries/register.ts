import * as vscode from 'vscode';
import type { Contributions } from '../shared/commands/contributions';
import type { QueriesParts } from './feature';

/** VS Code's id of the language of query files, see the manifest. */
const language = 'explore';

/** Registers the commands for query files. The language features start when such a file is open. */
export function registerQueries(contributions: Contributions, parts: () => Promise<QueriesParts>): void {
  const feature = contributions.feature(
    { commands: ['threatLookups.newQuery', 'threatLookups.setQueryLimit', 'threatLookups.setQueryFormat'] },
    async () => {
      const [{ startQueries }, given] = await Promise.all([import('./feature'), parts()]);
      return startQueries(given);
    },
  );
  const startForQueryFile = ({ languageId }: vscode.TextDocument): void => {
    if (languageId === language) feature.start();
  };
  vscode.workspace.textDocuments.forEach(startForQueryFile);
  contributions.own(vscode.workspace.onDidOpenTextDocument(startForQueryFile));
}
