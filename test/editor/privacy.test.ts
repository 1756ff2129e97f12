import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { panelTabs } from './helpers/panels';

describe('The request log', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens as a panel, and only once', async () => {
    await vscode.commands.executeCommand('threatLookups.clearSent', { isAgreed: true });
    await vscode.commands.executeCommand('threatLookups.showSent');
    await vscode.commands.executeCommand('threatLookups.showSent');
    const logs = await panelTabs('threatLookups.requestLog');
    assert.equal(logs.length, 1);
  });
});

describe('The first step', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens the sample log with the cursor on an indicator and without unsaved changes', async () => {
    await vscode.commands.executeCommand('threatLookups.openSampleLog');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.equal(editor.document.uri.scheme, 'threat-lookups-sample');
    assert.match(editor.document.lineAt(editor.selection.active.line).text, /login-update\.example/);
    assert.equal(editor.document.isDirty, false);
  });
});
