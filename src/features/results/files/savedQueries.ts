import * as vscode from 'vscode';
import type { QueryRun } from '../../../core/runs';
import { errorDetails } from '../../shared/text/errorDetails';
import { untrusted, showQuickPick, type UiPickItem } from '../../shared/ui';
import type { ExploreModule, ResultsParts } from '../resultsParts';
import { uiText } from '../../shared/ui/text';
import { truncateText, visibleText } from '../../../core/text/visibleText';

const maxFiles = 500;
const maxFileBytes = 2_000_000;

/** A query as the text of a query file, with its settings as directives. */
export function queryFileText({ query, settings, title }: Pick<QueryRun, 'query' | 'settings' | 'title'>): string {
  const directives = (['name', 'type', 'limit', 'format'] as const).flatMap((name) =>
    settings[name] === undefined ? [] : [`# @${name} ${settings[name]}`],
  );
  const heading = title === undefined ? [] : [`### ${title.replace(/[\r\n]+/g, ' ')}`];
  return `${[...heading, ...directives, query].join('\n')}\n`;
}

interface SavedItem extends UiPickItem {
  readonly uri?: vscode.Uri;
  readonly offset?: number;
}

/** “Open Saved Query…”: lists all queries in the query files of the workspace. */
export async function openSavedQuery({
  notices,
  loadExplore,
}: Pick<ResultsParts, 'notices' | 'loadExplore'>): Promise<void> {
  const items = loadExplore().then(savedItems);
  const chosen = await showQuickPick(items, {
    title: uiText('Saved Queries'),
    placeHolder: uiText('Select a query from the .explore files in this workspace'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if ((await items).length === 0)
    notices.inform(uiText('No query files in this workspace. Run “Save Query As…” to create one.'));
  if (chosen?.uri === undefined) return;
  const document = await vscode.workspace.openTextDocument(chosen.uri);
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const at = document.positionAt(chosen.offset ?? 0);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function savedItems(explore: ExploreModule): Promise<readonly SavedItem[]> {
  const files = await vscode.workspace.findFiles('**/*.explore', '**/node_modules/**', maxFiles);
  const items = await Promise.all(files.map((uri) => queriesIn(uri, explore)));
  return items.flat();
}

async function queriesIn(
  uri: vscode.Uri,
  { parseQueryFile, queryLabel }: ExploreModule,
): Promise<readonly SavedItem[]> {
  const path = vscode.workspace.asRelativePath(uri);
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > maxFileBytes) return [{ label: untrusted(path), description: uiText('file too large'), uri }];
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    return parseQueryFile(text).queries.flatMap((query): readonly SavedItem[] =>
      query.range === undefined
        ? []
        : [
            {
              label: untrusted(visibleText(queryLabel(query))),
              description: untrusted(path),
              detail: untrusted(truncateText(visibleText(query.text), 200)),
              uri,
              offset: query.range.start,
            },
          ],
    );
  } catch (error) {
    return [
      {
        label: untrusted(path),
        description: untrusted(truncateText(visibleText(errorDetails(error).split('\n')[0] ?? ''), 80)),
        uri,
      },
    ];
  }
}
