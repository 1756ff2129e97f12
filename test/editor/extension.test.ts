import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('The extension in VS Code', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension('threat-lookups.threat-lookups');
    assert.ok(extension, 'VS Code does not know the extension');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
