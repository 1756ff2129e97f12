import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { useRecordingService } from '../harness/recordingService';
import { resetSettings, set } from './helpers/userSettings';
import { eventually } from './helpers/waiting';

type Json = Readonly<Record<string, unknown>>;

const prefix = 'threat-lookups_';
/** In no list. */
const unknown = ['assistant-1.lookups-test-1.com', 'assistant-2.lookups-test-1.com', 'https://lookups-test-2.com/a'];
const internal = ['printer.local', '10.0.0.7', 'git.corp.lookups-test-3.com'];

describe('The tools for language models', () => {
  const service = useRecordingService(({ path }) =>
    path.endsWith('explore.php')
      ? { body: { results: [{ iid: 1, indicator: unknown[0], type: 'domain', risk: 'high' }] } }
      : { status: 404, body: { error: 'Indicator not found.' } },
  );
  const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
  const queries = (): string =>
    service()
      .requests.map(({ query }) => query.q ?? '')
      .join(' or ');

  before(async () => {
    await vscode.commands.executeCommand('threatLookups.loadSample');
    await set('baseUrl', service().url);
    await set('ignore', ['*.corp.lookups-test-3.com']);
  });
  after(resetSettings);

  async function call(name: string, input: object, token?: vscode.CancellationToken): Promise<Json> {
    const { content } = await vscode.lm.invokeTool(
      prefix + name,
      { input, toolInvocationToken: undefined },
      token ?? new vscode.CancellationTokenSource().token,
    );
    const [part] = content;
    assert.ok(part instanceof vscode.LanguageModelTextPart);
    assert.ok(part.value.length <= 8_000, `${name}: ${part.value.length} characters`);
    return JSON.parse(part.value) as Json;
  }

  it('are listed with their schemas', async () => {
    const ours = (): readonly vscode.LanguageModelToolInformation[] =>
      vscode.lm.tools.filter(({ name }) => name.startsWith(prefix));
    await eventually(() => ours().length === 5, 'five tools');
    assert.deepEqual(
      ours()
        .map(({ name }) => name.slice(prefix.length))
        .sort(),
      ['export', 'lookup', 'query', 'record', 'triage_file'],
    );
    assert.ok(ours().every(({ inputSchema }) => (inputSchema as Json | undefined)?.['additionalProperties'] === false));
  });

  for (const mode of ['offline', 'onDemand', 'onHover']) {
    it(`answer from the local store, and send nothing, in mode ${mode}`, async () => {
      await set('lookups', mode);
      const { length } = service().requests;
      const indicators = ['login-update.example', ...unknown, ...internal];
      const looked = await call('lookup', { indicators });
      assert.equal(looked['total'], indicators.length);
      assert.equal(looked['lookedUpOnService'], undefined);
      assert.match(JSON.stringify(looked['results']), /"untrusted":\{"indicator":"login-update\[\.\]example"/);
      assert.match(JSON.stringify(looked['results']), /notLookedUp/);
      const triaged = await call('triage_file', { path: join(folder(), 'proxy.log') });
      assert.ok(Number(triaged['total']) > 0, JSON.stringify(triaged));
      const found = await call('query', { query: 'risk=critical', limit: 10_000 });
      assert.ok(Number(found['total']) > 0, JSON.stringify(found));
      assert.match(String((await call('query', { query: 'risk=' }))['error']), /\w/);
      assert.ok(Array.isArray((await call('record', { indicator: 'login-update.example' }))['sources']));
      assert.equal((await call('export', { indicators, format: 'csv' }))['total'], indicators.length);
      assert.equal(service().requests.length, length);
    });
  }

  it('look up only unknown indicators that were confirmed on the service in mode automatic', async () => {
    await set('lookups', 'automatic');
    const { length } = service().requests;
    await call('record', { indicator: unknown[1] });
    await call('export', { indicators: unknown, format: 'csv' });
    await call('triage_file', { path: 'proxy.log' });
    assert.equal(service().requests.length, length);
    // Tests of VS Code confirm every dialog.
    const looked = await call('lookup', { indicators: [...unknown, ...internal, 'login-update.example'] });
    // The host of the URL is looked up as well.
    assert.equal(looked['lookedUpOnService'], unknown.length + 1);
    assert.match(JSON.stringify(looked['byRisk']), /"high":1/);
    for (const value of unknown) assert.ok(queries().includes(value), value);
    for (const value of [...internal, 'login-update']) assert.ok(!queries().includes(value), value);
  });

  it('read only files in the open folders', async () => {
    for (const path of ['/etc/hosts', '../secret.txt', folder(), join(folder(), 'no.txt')])
      assert.match(String((await call('triage_file', { path }))['error']), /no such file in the open folders/, path);
  });

  it('reject what is canceled', async () => {
    const canceling = new vscode.CancellationTokenSource();
    canceling.cancel();
    await assert.rejects(call('triage_file', { path: 'proxy.log' }, canceling.token));
  });
});
