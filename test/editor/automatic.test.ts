import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useRecordingService } from '../harness/recordingService';
import { showText } from './helpers/documents';
import { resetSettings, set } from './helpers/userSettings';
import { eventually } from './helpers/waiting';

describe('Automatic mode', () => {
  /** Knows what is named `bad`. */
  const service = useRecordingService(({ path, query }) =>
    path.endsWith('explore.php')
      ? {
          body: {
            results: (query.q ?? '')
              .split(' or ')
              .map((term) => term.replace(/^ioc="?|"$/g, ''))
              .filter((value) => value.includes('//bad'))
              .map((indicator, iid) => ({ iid: iid + 1, indicator, type: 'url', risk: 'high' })),
          },
        }
      : { status: 404, body: { error: 'Indicator not found.' } },
  );
  const log = [
    'GET https://bad.lookups-test-1.com/a?token=secret from intranet.example',
    'GET http://bad1.lookups-test-1.com portal.corp.lookups-test-3.com 8.8.8.8 printer.local',
    ...Array.from({ length: 5 }, (_, index) => `CONNECT ok${index}.lookups-test-2.com:443 from 10.0.0.${index}`),
    ...Array.from({ length: 3_000 }, (_, index) => `CONNECT far${index}.lookups-test-4.com:443`),
  ].join('\n');
  const queries = (): string =>
    service()
      .requests.map(({ query }) => query.q ?? '')
      .join(' or ');

  before(async () => {
    await set('baseUrl', service().url);
    await set('ignore', ['*.corp.lookups-test-3.com']);
    await set('lookups', 'automatic');
    await showText("fetch('https://code.lookups-test-5.com/');\n", 'typescript');
    await showText(log, 'log');
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await resetSettings();
  });

  it('looks up visible indicators in few requests, and uses the results', async () => {
    for (const value of ['ok0.lookups-test-2.com', 'ok4.lookups-test-2.com', 'https://bad.lookups-test-1.com/a'])
      await eventually(() => queries().includes(value), `a request for ${value}`);
    assert.ok(service().requests.length <= 8, `${service().requests.length} requests`);
    assert.ok(
      service().requests.every(
        ({ path, query }) => path === '/api/explore.php' && ['10', '50'].includes(query.limit ?? ''),
      ),
    );
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    await eventually(async () => {
      await vscode.commands.executeCommand('threatLookups.nextRisky');
      return editor.selection.active.line === 1;
    }, 'the highlight of a result');
  });

  it('sends nothing reserved, ignored, internal, or well known, nothing in code, and nothing far outside the viewport', () => {
    const all = queries();
    for (const text of ['10.0.0.', 'corp.', 'intranet', 'printer', '8.8.8.8', 'token', 'lookups-test-5', 'far900.'])
      assert.ok(!all.includes(text), `${text} is in ${all}`);
  });

  it('looks up what the user scrolls to', async () => {
    const before = service().requests.length;
    const line = new vscode.Position(1_500, 0);
    vscode.window.activeTextEditor?.revealRange(new vscode.Range(line, line), vscode.TextEditorRevealType.InCenter);
    await eventually(() => queries().includes('far1493.'), 'a request after scrolling');
    assert.ok(service().requests.length > before);
    assert.ok(!queries().includes('far900.'));
  });
});
