import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { waitForMessage, waitForQuickInput } from '../harness/scans';
import { useVsCode } from '../harness/vsCode';
import {
  clickStatusBar,
  hoverText,
  notification,
  pickInQuickInput,
  runCommand,
  screenshot,
  statusBarText,
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
  const status = (page: Page, words: RegExp): Promise<unknown> =>
    until(async () => words.test(await statusBarText(page)), {
      within: 20_000,
      what: `${String(words)} in the status bar`,
    });

  it('prompts for the base URL, key, and lookup mode, and shows the result in the status bar', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.setKey');
    await typeInQuickInput(page, 'http://lookups-test-1.com', { accept: false });
    await waitForQuickInput(page, /Use https/);
    await typeInQuickInput(page, `${service.url}/api/`, { accept: false });
    await waitForQuickInput(page, /The base URL is http:\/\/127\.0\.0\.1:\d+\./);
    await screenshot(page, 'base URL shortened');
    assert.equal(service.requests.length, 0);
    await page.keyboard.press('Enter');
    await waitForQuickInput(page, /API Key for/);
    await typeInQuickInput(page, 'wrong-key');
    assert.match(await notification(page, /rejected the API key/), /\(HTTP 401\)/);
    await status(page, /Threats: API key rejected/);
    assert.equal(await page.locator('.quick-input-widget:visible').count(), 0);
    await runCommand(page, 'threatLookups.setKey');
    await waitForQuickInput(page, /API Key for/);
    await typeInQuickInput(page, rightKey);
    await waitForMessage(page, /Connected to /);
    await waitForQuickInput(page, /Select Lookup Mode/);
    await screenshot(page, 'choose lookup mode');
    await pickInQuickInput(page, 'On hover');
    await status(page, /on hover · 38 left today/);
    await clickStatusBar(page);
    await waitForQuickInput(page, /on hover[^]*API key saved/);
    await screenshot(page, 'menu');
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
    await hoverText(page, 'lookups-test-1.com', { matching: /Not looked up/ });
    assert.equal(service.requests.length, 0);
    assert.equal(elsewhere.requests.length, 0);
  });
});
