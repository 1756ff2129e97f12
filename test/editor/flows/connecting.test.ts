import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { menuTitle } from '../../harness/manifest';
import { useRecordingService } from '../../harness/recordingService';
import { useWindow } from '../window';

const log = '2025-03-04 10:00:01 GET https://lookups-test-1.com/a?token=1 from 10.20.4.17\n';
const miss = { status: 404, body: { error: 'Indicator not found.' } } as const;

describe('Connecting a service', () => {
  const rightKey = 'right-key-7f3a';
  const service = useRecordingService(({ query }) =>
    query['key'] === rightKey
      ? { ...miss, headers: { 'x-requests-remaining-day': '38' } }
      : { status: 401, body: { error: 'Invalid key.' } },
  );
  const window = useWindow();
  const baseUrl = /Base URL/;

  it('says what is wrong with a base URL while it is typed, and removes the API path', async () => {
    window().begin('threatLookups.setKey');
    const prompt = await window().prompt(baseUrl);
    await prompt.type('http://lookups-test-1.com');
    assert.match(prompt.text(), /Use https/);
    await prompt.accept();
    assert.equal((await window().prompt(/Use https/)).value, 'http://lookups-test-1.com');
    for (const end of ['/api/', '/taxii2', '/api/indicator.php']) {
      await prompt.type(`${service().url}${end}`);
      assert.ok(prompt.text().includes(`The base URL is ${service().url}.`), prompt.text());
    }
    await prompt.type(`${service().url}/api/`);
    await prompt.accept();
    (await window().prompt(/API Key for/)).cancel();
    assert.equal(service().requests.length, 0);
  });

  it('saves nothing if the prompt for the key is canceled', async () => {
    const connecting = window().run('threatLookups.setKey');
    await window().answer(baseUrl, service().url);
    (await window().prompt(/API Key for/)).cancel();
    await connecting;
    assert.match(window().messages.statusText(), /Lookups: local/);
    assert.deepEqual([...window.secrets()], []);
    assert.equal(service().requests.length, 0);
  });

  it('reports a rejected key without further prompts', async () => {
    const connecting = window().run('threatLookups.setKey');
    await window().answer(baseUrl, service().url);
    await window().answer(/API Key for/, 'wrong-key');
    const { text } = await window().messages.notification(/rejected the API key/);
    assert.match(text, /\(HTTP 401\)/);
    await window().messages.status(/Lookups: API key rejected/);
    await connecting;
    assert.equal(window().isPrompting(), false);
  });

  it('confirms a valid key, prompts for the lookup mode, and shows the remaining requests', async () => {
    window().begin('threatLookups.setKey');
    await window().answer(/API Key for/, rightKey);
    await window().messages.message(/Connected to /);
    await window().choose(/Select Lookup Mode/, 'On hover');
    await window().messages.status(/on hover · 38 left today/);
  });

  it('selects the current lookup mode in the list', async () => {
    window().begin('threatLookups.changeMode');
    const prompt = await window().prompt(/Lookup Mode/);
    assert.match(prompt.activeLabel() ?? '', /On hover .*current/);
    prompt.cancel();
  });

  it('keeps the key after a reload', async () => {
    const before = service().requests.length;
    await (await window.reload()).run('threatLookups.checkConnection');
    assert.equal(service().requests.length, before + 1);
    assert.equal(service().requests.at(-1)?.query['key'], rightKey);
  });

  it('takes a URL typed into the selection of a service', async () => {
    window().begin('threatLookups.switchService');
    const prompt = await window().prompt(/Switch Service/);
    await prompt.type('https://lookups-test-1.com');
    await prompt.accept();
    const next = await window().prompt(baseUrl);
    assert.equal(next.value, 'https://lookups-test-1.com');
    next.cancel();
  });

  it('lists connection checks in the request log, without any key', async () => {
    const rows = await window().requestLog(/\| connection check$/);
    assert.match(rows.join('\n'), /\| example\[\.\]com \|/);
    assert.doesNotMatch(rows.join('\n'), /right-key|wrong-key/);
  });

  it('adds a menu to the status bar that shows the state of the connection', async () => {
    window().begin('threatLookups.menu');
    const prompt = await window().prompt(/on hover/);
    const menu = prompt.text();
    const commands = ['showSent', 'showLocalData'].map((id) => menuTitle(`threatLookups.${id}`));
    for (const text of ['API key saved', ...commands]) assert.ok(menu.includes(text), menu);
    prompt.cancel();
  });
});

describe('A folder with settings', () => {
  const service = useRecordingService();
  const elsewhere = useRecordingService();
  const window = useWindow(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
    workspaceSettings: {
      'threatLookups.baseUrl': elsewhere().url,
      'threatLookups.lookups': 'onHover',
      'threatLookups.urls': 'full',
      'threatLookups.allowHttp': true,
    },
  }));

  it('relaxes none: nothing is sent without a click, and nothing to another service', async () => {
    const document = await window.document('proxy.log', log);
    await window().hover(document, 'lookups-test-1.com', /Not looked up/);
    assert.equal(service().requests.length, 0);
    await window().clickInHover(document, 'lookups-test-1.com', /Look up on/);
    await window().hover(document, 'lookups-test-1.com', /Neither this URL nor its host was found on 127/);
    assert.ok(service().requestsContaining('lookups-test-1.com').length > 0);
    assert.deepEqual(service().requestsContaining('token'), []);
    assert.equal(elsewhere().requests.length, 0);
  });
});

describe('Offline mode', () => {
  const service = useRecordingService();
  const window = useWindow(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'offline' },
  }));
  let document: TextDocument;
  before(async () => {
    document = await window.document('proxy.log', log);
  });

  it('sends nothing, not even on request', async () => {
    await window().hover(document, 'lookups-test-1.com', /Offline mode is on/);
    await window().run('threatLookups.checkConnection');
    const { text } = await window().messages.notification(/Offline mode is on/);
    assert.match(text, /Nothing was sent/);
    assert.equal(service().requests.length, 0);
  });
});
