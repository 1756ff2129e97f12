import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import * as vscode from 'vscode';
import { resetSettings, set } from './helpers/userSettings';
import { eventually } from './helpers/waiting';

const run = (name: string, ...args: readonly unknown[]) =>
  vscode.commands.executeCommand(`threatLookups.${name}`, ...args);

/** The text of the active document once it matches. */
async function shown(scheme: string, holds: RegExp): Promise<string> {
  return eventually(
    () => {
      const document = vscode.window.activeTextEditor?.document;
      if (document?.uri.scheme !== scheme) return undefined;
      const text = document.getText();
      return holds.test(text) ? text : undefined;
    },
    `a ${scheme} document with ${String(holds)}`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describe('Local data', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(resetSettings);

  it('shows sample data only while it is loaded', async () => {
    await run('loadSample');
    await run('showLocalData');
    assert.match(await shown('threat-lookups-data', /Sample data/), /store\.sqlite/);
    await run('removeSample');
    assert.doesNotMatch(await shown('threat-lookups-data', /^(?![^]*Sample data)/), /Sample data/);
  });

  it('includes a list imported by its URI, with its name', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'indicators to import.txt');
    const list = 'lookups-test-5.com\nlookups-test-6[.]com\nnot an indicator\n';
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(list));
    await run('import', file);
    await run('showLocalData');
    assert.match(await shown('threat-lookups-data', /Imports/), /indicators to import\.txt/);
  });

  it('opens as a read-only document', async () => {
    await run('showLocalData');
    await shown('threat-lookups-data', /Data that Threat Lookups stores/);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    assert.equal(vscode.workspace.fs.isWritableFileSystem(editor.document.uri.scheme), undefined);
  });

  it('is served to other programs on loopback between start and stop', async () => {
    const port = await freePort();
    await set('localService.port', port);
    await run('loadSample');
    await run('startService');
    const url = `http://127.0.0.1:${port}/api/indicator.php?indicator=login-update.example`;
    const answer = await fetch(url);
    assert.equal(answer.status, 200);
    assert.equal(((await answer.json()) as { indicator?: unknown }).indicator, 'login-update.example');
    await run('stopService');
    await assert.rejects(fetch(url));
  });
});
