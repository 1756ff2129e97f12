import * as vscode from 'vscode';

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
