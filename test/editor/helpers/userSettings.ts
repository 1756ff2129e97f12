import * as vscode from 'vscode';

/** Sets a value of `threatLookups` for the user or the workspace; undefined takes it away. */
export async function set(name: string, value: unknown, where: 'user' | 'workspace' = 'user'): Promise<void> {
  const target = where === 'user' ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
  await vscode.workspace.getConfiguration('threatLookups').update(name, value, target);
}

/** Takes away what tests may have set. */
export async function resetSettings(): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('threatLookups');
  for (const name of ['baseUrl', 'lookups', 'urls', 'ignore', 'localService.port']) {
    const layers = configuration.inspect(name);
    if (layers?.workspaceValue !== undefined) await set(name, undefined, 'workspace');
    if (layers?.globalValue !== undefined) await set(name, undefined);
  }
}
