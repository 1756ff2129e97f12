import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './helpers/waiting';

describe('The request log', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens as a document, which is empty after the log is cleared', async () => {
    await vscode.commands.executeCommand('threatLookups.clearSent', { isAgreed: true });
    await vscode.commands.executeCommand('threatLookups.showSent');
    const text = await eventually(() => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.uri.scheme === 'threat-lookups-sent' ? document.getText() : undefined;
    }, 'the list of what was sent');
    assert.match(text, /No requests were sent\./);
  });
});

describe('The first step', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens the sample log with the cursor on an indicator and without unsaved changes', async () => {
    await vscode.commands.executeCommand('threatLookups.tryIt');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.equal(editor.document.uri.scheme, 'threat-lookups-sample');
    assert.match(editor.document.lineAt(editor.selection.active.line).text, /login-update\.example/);
    assert.equal(editor.document.isDirty, false);
  });
});
