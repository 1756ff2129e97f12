import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { panelTypes } from '../../../src/features/shared/ids/contributionIds';
import { useWindow } from '../window';

describe('A link in a terminal', () => {
  const window = useWindow();

  async function links(line: string) {
    const provider = window().provider('registerTerminalLinkProvider') as vscode.TerminalLinkProvider;
    const token = { isCancellationRequested: false } as vscode.CancellationToken;
    const found = await provider.provideTerminalLinks({ line, terminal: {} as vscode.Terminal }, token);
    return { provider, found: found ?? [] };
  }

  it('opens the record of its indicator on a click', async () => {
    await window().run('threatLookups.loadSample');
    const { provider, found } = await links('$ dig login-update[.]example http://a-site.com/');
    assert.deepEqual(
      found.map(({ startIndex, length, tooltip }) => [startIndex, length, tooltip]),
      [[6, 22, 'Open the record for this indicator']],
    );
    const [link] = found;
    assert.ok(link !== undefined);
    await provider.handleTerminalLink(link);
    await window().panels.received(panelTypes.record, /login-update/);
  });

  it('follows the setting', async () => {
    await window().configuration.set('threatLookups.terminal.links', 'all');
    assert.equal((await links('$ dig login-update[.]example http://a-site.com/')).found.length, 2);
    await window().configuration.set('threatLookups.terminal.links', 'off');
    assert.deepEqual((await links('$ dig login-update[.]example')).found, []);
  });
});
