import * as vscode from 'vscode';
import { readIgnoreFile } from '../../../core/lookups/policy/ignoreFile';
import { ignoreFileIn } from './ignoreFiles';

/**
 * Adds patterns to the ignore list in the user settings, never to those of a workspace. @returns the number of new ones
 */
export async function addToIgnoreList(patterns: readonly string[]): Promise<number> {
  const settings = vscode.workspace.getConfiguration('threatLookups');
  const layers = settings.inspect('ignore');
  const list: unknown = layers?.globalValue ?? layers?.defaultValue;
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  const fresh = [...new Set(patterns)].filter((pattern) => !entries.includes(pattern));
  if (fresh.length > 0) await settings.update('ignore', [...entries, ...fresh], vscode.ConfigurationTarget.Global);
  return fresh.length;
}

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
