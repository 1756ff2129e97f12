import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Contributes {
  readonly commands: readonly { readonly command: string }[];
  readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
}

const extensionManifest = (): { readonly contributes: Contributes } =>
  vscode.extensions.getExtension('threat-lookups.threat-lookups')?.packageJSON as { readonly contributes: Contributes };

describe('The extension in VS Code', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension('threat-lookups.threat-lookups');
    assert.ok(extension, 'VS Code does not know the extension');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('registers exactly the commands and views of its manifest', async () => {
    const { contributes } = extensionManifest();
    const registered = await vscode.commands.getCommands(true);
    const viewIds = Object.values(contributes.views).flatMap((all) => all.map(({ id }) => id));
    const isOfView = (id: string): boolean => viewIds.some((view) => id.startsWith(`${view}.`));
    assert.deepEqual(
      registered.filter((id) => id.startsWith('threatLookups.') && !isOfView(id)).toSorted(),
      contributes.commands.map(({ command }) => command).toSorted(),
    );
    for (const view of viewIds) assert.ok(registered.includes(`${view}.focus`), view);
  });
});
