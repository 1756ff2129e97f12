import * as vscode from 'vscode';
import type { QueryRun } from '../../../core/runs';
import { stripTemplateComment } from '../../shared/commands/queryTemplate';
import { showSaveDialog } from '../../shared/ui';
import { fileName } from '../files/fileName';
import type { ResultsPanels } from '../panel/resultsPanels';
import type { ResultsParts } from '../resultsParts';
import { queryFileText } from '../files/savedQueries';
import { queriesToRun } from '../runs/queriesToRun';
import { uiText } from '../../shared/ui/text';
import { t } from '../../../l10n';

type Parts = Pick<ResultsParts, 'loadExplore' | 'notices'>;

/**
 * “Save Query As…”: saves the query at the cursor or of the panel as a file. An untitled file with no other query is
 * replaced by the file, including its comments.
 */
export async function saveQueryAs(queryAt: unknown, parts: Parts, panels: ResultsPanels): Promise<void> {
  const selected = await queriesToRun(queryAt, 'here', parts);
  const [runnable] = selected?.queries ?? [];
  const found: Pick<QueryRun, 'query' | 'settings' | 'title'> | undefined =
    runnable === undefined
      ? panels.active()?.current?.run
      : {
          query: runnable.text,
          settings: runnable.settings,
          title: runnable.title,
        };
  if (found === undefined) {
    parts.notices.inform(uiText('No query at the cursor.'));
    return;
  }
  const target = await promptForTarget(fileName(found, 'query'));
  if (target === undefined) return;
  const scratch = selected && (await scratchOf(selected.file, found.query, parts));
  const text = scratch === undefined ? queryFileText(found) : stripTemplateComment(scratch.getText());
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  const viewColumn = scratch === undefined ? vscode.ViewColumn.Active : await closed(scratch);
  await vscode.window.showTextDocument(target, { preview: false, viewColumn });
  if (scratch !== undefined) panels.follow(scratch.uri.toString(), target.toString());
}

async function promptForTarget(name: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return showSaveDialog({
    title: uiText('Save Query As'),
    filters: { [t('Queries')]: ['explore'] },
    defaultUri: folder === undefined ? undefined : vscode.Uri.joinPath(folder, `${name}.explore`),
  });
}

/** The untitled file with this query, if it has no other. */
async function scratchOf(
  file: string,
  query: string,
  { loadExplore }: Parts,
): Promise<vscode.TextDocument | undefined> {
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === file);
  if (document?.isUntitled !== true) return undefined;
  const { runnableQueries, parseQueryFile } = await loadExplore();
  const [only, ...others] = runnableQueries(parseQueryFile(document.getText()));
  return only?.text === query && others.length === 0 ? document : undefined;
}

/** Closes a saved untitled file. Resolves with the column of its editor. */
async function closed(scratch: vscode.TextDocument): Promise<vscode.ViewColumn> {
  const uri = scratch.uri.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) =>
    group.tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri),
  );
  const column = tabs[0]?.group.viewColumn ?? vscode.ViewColumn.Active;
  // VS Code asks to save an untitled file unless it is empty.
  const edit = new vscode.WorkspaceEdit();
  edit.replace(scratch.uri, new vscode.Range(0, 0, scratch.lineCount, 0), '');
  if (await vscode.workspace.applyEdit(edit)) await vscode.window.tabGroups.close(tabs, true);
  return column;
}
