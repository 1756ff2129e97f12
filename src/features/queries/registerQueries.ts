import * as vscode from 'vscode';
import type { Commands } from '../common/registerCommand';
import type { QueriesParts, QueryLanguage } from './index';

/** VS Code's id of the language of query files, see the manifest. */
const language = 'explore';

/** Query files as a language, whose code is loaded when the first of them is open, or wanted by a command. */
export function registerQueries(parts: QueriesParts & { readonly commands: Commands }): vscode.Disposable {
  let isEnded = false;
  let loading: Promise<QueryLanguage> | undefined;
  const load = (): Promise<QueryLanguage> => {
    loading ??= import('./index').then(
      ({ startQueryLanguage }) => {
        const started = startQueryLanguage(parts);
        if (isEnded) started.dispose();
        return started;
      },
      (error: unknown) => {
        // The next one tries again.
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
    parts.commands.register('threatLookups.setQueryLimit', async (place) => (await load()).setLimit(place)),
    parts.commands.register('threatLookups.setQueryFormat', async (place) => (await load()).setFormat(place)),
    {
      dispose: () => {
        isEnded = true;
        loading?.then((started) => started.dispose()).catch(() => undefined);
      },
    },
  );
}
