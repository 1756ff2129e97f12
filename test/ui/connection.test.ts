import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle } from '../harness/manifest';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { requestLogRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import {
  clickStatusBar,
  hoverText,
  notification,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  typeInQuickInput,
} from '../harness/workbench';

const log = '2025-03-04 10:00:01 GET https://lookups-test-1.com/a?token=1 from 10.20.4.17\n';
const miss = { status: 404, body: { error: 'Indicator not found.' } } as const;

/** Files in a folder that contain the text. */
function filesContaining(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'latin1').includes(text));
}

describe('Connecting a service', () => {
  const rightKey = 'right-key-7f3a';
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService(({ query }) =>
      query['key'] === rightKey
        ? { ...miss, headers: { 'x-requests-remaining-day': '38' } }
        : { status: 401, body: { error: 'Invalid key.' } },
    );
  });
  after(() => service.stop());

  const vsCode = useVsCode({ files: { 'proxy.log': log }, openFiles: ['proxy.log'] });
  const status = (page: ReturnType<typeof vsCode>['page'], words: RegExp) =>
    until(async () => words.test((await page.locator('.statusbar').innerText()).replaceAll('\u00a0', ' ')), {
      within: 20_000,
      what: `${String(words)} in the status bar`,
    });

  it('says what is wrong with a base URL while it is typed', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.setKey');
    await typeInQuickInput(page, 'http://lookups-test-1.com', { accept: false });
    await until(async () => /Use https/.test(await quickInputText(page)), {
      within: 10_000,
      what: 'the warning about http',
    });
    assert.equal(service.requests.length, 0);
  });

  it('removes the API path from a base URL and shows the result while it is typed', async () => {
    const { page } = vsCode();
    for (const end of ['/api/', '/taxii2', '/api/indicator.php']) {
      await typeInQuickInput(page, `${service.url}${end}`, { accept: false });
      await until(async () => (await quickInputText(page)).includes(`The base URL is ${service.url}.`), {
        within: 10_000,
        what: `the base URL without ${end}`,
      });
    }
    await screenshot(page, 'base URL shortened');
    await typeInQuickInput(page, `${service.url}/api/`);
    await until(async () => /API Key for/.test(await quickInputText(page)), {
      within: 10_000,
      what: 'the prompt for the key',
    });
    await page.keyboard.press('Escape');
    await runCommand(page, 'threatLookups.setKey');
  });

  it('saves nothing if the prompt for the key is canceled', async () => {
    const { page } = vsCode();
    await typeInQuickInput(page, service.url);
    await until(async () => /API Key for/.test(await quickInputText(page)), {
      within: 10_000,
      what: 'the prompt for the key',
    });
    await page.keyboard.press('Escape');
    await status(page, /Threats: local/);
    assert.equal(service.requests.length, 0);
    await runCommand(page, 'threatLookups.setKey');
  });

  it('reports a rejected key without further prompts', async () => {
    const { page } = vsCode();
    await typeInQuickInput(page, service.url);
    await until(async () => /API Key for/.test(await quickInputText(page)), {
      within: 10_000,
      what: 'the prompt for the key',
    });
    await typeInQuickInput(page, 'wrong-key');
    assert.match(await notification(page, /rejected the API key/), /\(HTTP 401\)/);
    await status(page, /Threats: API key rejected/);
    assert.equal(await page.locator('.quick-input-widget:visible').count(), 0);
  });

  it('confirms a valid key, prompts for the lookup mode, and shows the remaining requests', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.setKey');
    await typeInQuickInput(page, rightKey);
    await status(page, /Connected to /);
    await until(async () => /Select Lookup Mode/.test(await quickInputText(page)), {
      within: 10_000,
      what: 'the lookup modes',
    });
    await screenshot(page, 'choose lookup mode');
    await pickInQuickInput(page, 'On hover');
    await status(page, /on hover · 38 left today/);
  });

  it('selects the current lookup mode in the list', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.changeMode');
    const focused = page.locator('.quick-input-list .monaco-list-row.focused');
    await until(async () => /current/.test(await focused.innerText()), {
      within: 10_000,
      what: 'the current mode',
    });
    await page.keyboard.press('Escape');
  });

  it('keeps the key after a reload, in the keychain only', async () => {
    const running = vsCode();
    const { page, dataDir } = running;
    await running.reload();
    const before = service.requests.length;
    await runCommand(page, 'threatLookups.checkConnection');
    await until(() => service.requests.length > before, { within: 20_000, what: 'a request' });
    assert.equal(service.requests.at(-1)?.query['key'], rightKey);
    assert.deepEqual(filesContaining(dataDir, rightKey), []);
  });

  it('lists connection checks in the request log, without any key', async () => {
    const { page } = vsCode();
    const rows = await requestLogRows(page, /\| connection check \|/);
    assert.match(rows.join('\n'), /\| example\[\.\]com \|/);
    assert.doesNotMatch(rows.join('\n'), /right-key|wrong-key/);
    await screenshot(page, 'request log');
  });

  it('opens a menu from the status bar that shows the state of the connection', async () => {
    const { page } = vsCode();
    await clickStatusBar(page);
    const menu = await quickInputText(page);
    for (const words of [
      'on hover',
      'API key saved',
      ...['showSent', 'showLocalData'].map((id) => commandTitle(`threatLookups.${id}`)),
    ])
      assert.ok(menu.includes(words), menu);
    await screenshot(page, 'menu');
    await page.keyboard.press('Escape');
  });
});

describe('An untrusted folder', () => {
  let service: RecordingService;
  let elsewhere: RecordingService;
  before(async () => {
    service = await startRecordingService();
    elsewhere = await startRecordingService();
  });
  after(() => Promise.all([service.stop(), elsewhere.stop()]));

  const vsCode = useVsCode(() => ({
    trusted: false,
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onDemand' },
    files: {
      'proxy.log': log,
      '.vscode/settings.json': JSON.stringify({
        'threatLookups.baseUrl': elsewhere.url,
        'threatLookups.lookups': 'onHover',
        'threatLookups.urls': 'full',
        'threatLookups.allowHttp': true,
      }),
    },
    openFiles: ['proxy.log'],
  }));

  it('relaxes no setting: nothing is sent without a click, and nothing to another service', async () => {
    const { page } = vsCode();
    assert.match(await hoverText(page, 'lookups-test-1.com', { matching: /Not looked up/ }), /Not looked up/);
    assert.equal(service.requests.length, 0);
    assert.equal(elsewhere.requests.length, 0);
  });
});

describe('Offline mode', () => {
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService();
  });
  after(() => service.stop());

  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'offline' },
    files: { 'proxy.log': log },
    openFiles: ['proxy.log'],
  }));

  it('sends nothing, not even on request', async () => {
    const { page } = vsCode();
    await hoverText(page, 'lookups-test-1.com', { matching: /Offline mode is on/ });
    await runCommand(page, 'threatLookups.checkConnection');
    assert.match(await notification(page, /Offline mode is on/), /Nothing was sent/);
    assert.equal(service.requests.length, 0);
  });
});
