import * as vscode from 'vscode';

/** So many names are tried before VS Code names the document by its first line. */
const maxNames = 20;

/** Places of workspaces in which VS Code takes names for documents that are not saved yet. */
const places: readonly string[] = ['file', 'vscode-remote'];

/** A document that is not saved anywhere, under a name of the workspace that is free, so that its tab says what it is. */
export async function newDocument(content: string, name: string, language: string): Promise<vscode.TextDocument> {
  const named = await namedDocument(name);
  if (named === undefined) return vscode.workspace.openTextDocument({ content, language });
  const edit = new vscode.WorkspaceEdit();
  edit.insert(named.uri, new vscode.Position(0, 0), content);
  await vscode.workspace.applyEdit(edit);
  return named;
}

async function namedDocument(name: string): Promise<vscode.TextDocument | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined || !places.includes(folder.scheme)) return undefined;
  const at = name.indexOf('.');
  for (let number = 1; number <= maxNames; number++) {
    const free = number === 1 ? name : `${name.slice(0, at)}-${number}${name.slice(at)}`;
    const { path } = vscode.Uri.joinPath(folder, free);
    const uri = vscode.Uri.from({ scheme: 'untitled', path });
    if (vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString())) continue;
    try {
      return await vscode.workspace.openTextDocument(uri);
    } catch {
      // A file of this name is there.
    }
  }
  return undefined;
}
