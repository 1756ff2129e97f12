import * as vscode from 'vscode';
import { getArchiveEntry, readLargeLogUri } from '../../shared/files/largeLogUri';
import { visibleText } from '../../../core/text/visibleText';
import { untrusted, showOpenDialog, showQuickPick } from '../../shared/ui';
import { uiText } from '../../shared/ui/text';

/** Files read at once. */
export const maxFiles = 2_000;

/** Large folders without anything to analyze. */
const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '.hg', '.svn']);

/** Returns the files and folders of a menu, the active editor's file, or those that the user picks, in this order. */
export async function chosenUris(clicked: unknown, selected: unknown): Promise<readonly vscode.Uri[]> {
  const many = Array.isArray(selected) ? selected.filter((uri): uri is vscode.Uri => uri instanceof vscode.Uri) : [];
  if (many.length > 0) return many.map(wholeFile);
  if (clicked instanceof vscode.Uri) return [wholeFile(clicked)];
  const active = activeFile();
  if (active !== undefined) return [wholeFile(active)];
  const folders = vscode.workspace.workspaceFolders ?? [];
  const kind = await showQuickPick(
    [
      ...folders.map(({ name, uri }) => ({
        label: untrusted(visibleText(name)),
        description: uiText('open folder'),
        uri,
      })),
      { label: uiText('Files…'), isFolder: false },
      { label: uiText('Folder…'), isFolder: true },
    ],
    { title: uiText('Triage File or Folder'), placeHolder: uiText('Select files or a folder') },
  );
  if (kind === undefined) return [];
  if ('uri' in kind) return [kind.uri];
  const picked = await showOpenDialog({
    title: uiText('Triage File or Folder'),
    openLabel: uiText('Triage'),
    canSelectMany: true,
    // Only macOS has a dialog for both.
    canSelectFiles: !kind.isFolder,
    canSelectFolders: kind.isFolder,
  });
  return picked ?? [];
}

/** The file of a section of a large log; any other file itself. */
function wholeFile(uri: vscode.Uri): vscode.Uri {
  return readLargeLogUri(uri)?.source.file ?? uri;
}

/** The active editor's document; for a document too large for extensions and for custom editors, that of the tab. */
function activeFile(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document !== undefined && document.uri.scheme !== 'output') return document.uri;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

/** The files in folders, without following links, which may lead elsewhere. `truncated`: more than {@link maxFiles}. */
export async function getFiles(
  uris: readonly vscode.Uri[],
): Promise<{ readonly files: readonly vscode.Uri[]; readonly truncated: boolean }> {
  const files = new Map<string, vscode.Uri>();
  const waiting = [...uris];
  for (let uri = waiting.shift(); uri !== undefined && files.size <= maxFiles; uri = waiting.shift()) {
    const inside = await entriesOf(uri);
    if (inside === undefined) files.set(uri.toString(), uri);
    else waiting.unshift(...inside);
  }
  const all = [...files.values()];
  return { files: all.slice(0, maxFiles), truncated: all.length > maxFiles };
}

/** Whether it is a folder; false if that can't be determined, since reading it reports the error. */
export async function isFolder(uri: vscode.Uri): Promise<boolean> {
  if (vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())) return false;
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/** The entries of a folder by name; undefined for a file, or if the folder can't be read. */
async function entriesOf(uri: vscode.Uri): Promise<readonly vscode.Uri[] | undefined> {
  if (!(await isFolder(uri))) return undefined;
  try {
    const entries = await vscode.workspace.fs.readDirectory(uri);
    return entries
      .filter(([name, kind]) => !skippedFolders.has(name) && (kind & vscode.FileType.SymbolicLink) === 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name]) => vscode.Uri.joinPath(uri, name));
  } catch {
    return undefined;
  }
}

/** The path of a file in the workspace, or its name elsewhere; files in an archive have both names. */
export function fileLabel(uri: vscode.Uri): string {
  const entry = getArchiveEntry(uri);
  if (entry !== undefined) return `${fileLabel(uri.with({ fragment: '' }))}!${entry}`;
  if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) return vscode.workspace.asRelativePath(uri, undefined);
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
