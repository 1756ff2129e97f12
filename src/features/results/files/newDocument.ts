import * as vscode from 'vscode';

/** Number of names to try before VS Code names the document after its first line. */
const maxNames = 20;

/** Schemes of workspaces for which VS Code supports named untitled documents. */
const schemes: readonly string[] = ['file', 'vscode-remote'];

/** An untitled document with an unused name in the workspace, which its tab shows. */
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
  if (folder === undefined || !schemes.includes(folder.scheme)) return undefined;
  const at = name.indexOf('.');
  for (let number = 1; number <= maxNames; number++) {
    const free = number === 1 ? name : `${name.slice(0, at)}-${number}${name.slice(at)}`;
    const { path } = vscode.Uri.joinPath(folder, free);
    const uri = vscode.Uri.from({ scheme: 'untitled', path });
    if (vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString())) continue;
    try {
      return await vscode.workspace.openTextDocument(uri);
    } catch {
      // The file exists.
    }
  }
  return undefined;
}
