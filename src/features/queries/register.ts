import * as vscode from 'vscode';
import type { Commands } from '../common/registerCommand';
import type { QueriesParts, QueryLanguage } from './index';

/** VS Code's id of the language of query files, see the manifest. */
const language = 'explore';

/** Loads the code for query files when one is opened or a command needs it. */
export function registerQueries(parts: QueriesParts & { readonly commands: Commands }): vscode.Disposable {
  let isDisposed = false;
  let loading: Promise<QueryLanguage> | undefined;
  const load = (): Promise<QueryLanguage> => {
    loading ??= import('./index').then(
      ({ startQueryLanguage }) => {
        const started = startQueryLanguage(parts);
        if (isDisposed) started.dispose();
        return started;
      },
      (error: unknown) => {
        // The next call tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const loadForQueryFile = ({ languageId }: vscode.TextDocument): void => {
    if (languageId === language) load().catch((error: unknown) => parts.output.warn(`Query files: ${String(error)}`));
  };
  vscode.workspace.textDocuments.forEach(loadForQueryFile);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(loadForQueryFile),
    parts.commands.register('threatLookups.newQuery', async (text) => {
      await (await load()).newQuery(text);
    }),
    parts.commands.register('threatLookups.setQueryLimit', async (argument) => (await load()).setLimit(argument)),
    parts.commands.register('threatLookups.setQueryFormat', async (argument) => (await load()).setFormat(argument)),
    {
      dispose: () => {
        isDisposed = true;
        loading?.then((started) => started.dispose()).catch(() => undefined);
      },
    },
  );
}
