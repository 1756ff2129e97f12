import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import * as vscode from 'vscode';
import { panelTabs } from './helpers/panels';
import { resetSettings, set } from './helpers/userSettings';

const run = (name: string, ...args: readonly unknown[]) =>
  vscode.commands.executeCommand(`threatLookups.${name}`, ...args);

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

  it('opens as a panel, and only once', async () => {
    await run('showLocalData');
    await run('showLocalData');
    assert.equal((await panelTabs('threatLookups.localData')).length, 1);
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
