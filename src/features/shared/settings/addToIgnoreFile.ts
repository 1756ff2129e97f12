import * as vscode from 'vscode';
import { readIgnoreFile } from '../../../core/lookups/policy/ignoreFile';
import { ignoreFileIn } from './ignoreFiles';

/** Adds a pattern to the ignore file of a workspace folder, and creates the file if there is none. */
export async function addToIgnoreFile(folder: vscode.WorkspaceFolder, pattern: string): Promise<void> {
  const uri = ignoreFileIn(folder);
  // Otherwise what the user has typed would be overwritten, or conflict with the file.
  const open = vscode.workspace.textDocuments.find(
    (document) => document.isDirty && document.uri.toString() === uri.toString(),
  );
  const text = open?.getText() ?? (await textOf(uri));
  if (readIgnoreFile(text).patterns.includes(pattern)) return;
  const added = `${text === '' || text.endsWith('\n') ? '' : '\n'}${pattern}\n`;
  if (open === undefined) {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${text}${added}`));
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, open.positionAt(text.length), added);
  await vscode.workspace.applyEdit(edit);
  await open.save();
}

/** The text of a file; empty if there is none. */
async function textOf(uri: vscode.Uri): Promise<string> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    return '';
  }
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
