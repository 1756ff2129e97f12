import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { showText } from './helpers/documents';
import { resetSettings } from './helpers/userSettings';
import { eventually } from './helpers/waiting';

const text = ['nothing here', 'CONNECT login-update.example:443', '', 'POST http://203.0.113.77/gate.php', ''].join(
  '\n',
);

const open = (content: string, language = 'log'): Promise<vscode.TextEditor> => showText(content, language);

describe('Marks', () => {
  before(() => vscode.commands.executeCommand('threatLookups.loadSample'));
  after(() => vscode.commands.executeCommand('threatLookups.removeSample'));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.getConfiguration('threatLookups').update('marks.enabled', undefined, true);
    await resetSettings();
  });

  it('lead from one risky indicator to the next, and round the end', async () => {
    const editor = await open(text);
    const places: string[] = [];
    for (const command of ['nextRisky', 'nextRisky', 'nextRisky', 'previousRisky']) {
      await vscode.commands.executeCommand(`threatLookups.${command}`);
      const { line, character } = editor.selection.active;
      places.push(`${line}:${character}`);
    }
    assert.deepEqual(places, ['1:8', '3:5', '1:8', '3:5']);
  });

  it('are found in code, too, where one asks for the next', async () => {
    const editor = await open("const a = 1;\nfetch('https://login-update.example/verify');\n", 'typescript');
    await vscode.commands.executeCommand('threatLookups.nextRisky');
    assert.equal(editor.selection.active.line, 1);
  });

  it('know what was typed since', async () => {
    const editor = await open(text);
    await vscode.commands.executeCommand('threatLookups.nextRisky');
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), 'login-update.example\nmore\n');
      edit.delete(new vscode.Range(1, 0, 2, 0));
    });
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await vscode.commands.executeCommand('threatLookups.nextRisky');
    assert.equal(editor.selection.active.line, 4);
    await vscode.commands.executeCommand('threatLookups.nextRisky');
    assert.deepEqual([editor.selection.active.line, editor.selection.active.character], [0, 0]);
  });

  it('stay where they are with the cursor where nothing risky is', async () => {
    const editor = await open('nothing\nrisky');
    await vscode.commands.executeCommand('threatLookups.nextRisky');
    assert.equal(editor.selection.active.line, 0);
  });

  it("are switched by their command, in the user's settings", async () => {
    const enabled = (): unknown => vscode.workspace.getConfiguration('threatLookups').get('marks.enabled');
    await vscode.commands.executeCommand('threatLookups.toggleMarks');
    await eventually(() => enabled() === false, 'marks are off');
    await vscode.commands.executeCommand('threatLookups.toggleMarks');
    await eventually(() => enabled() === true, 'marks are on');
  });
});
