import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle } from '../harness/manifest';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { waitForQuickInput, scanViewText, waitForMessage, waitForScanView } from '../harness/scans';
import { holdLaterPages, startTaxiiServer, type TaxiiServer } from '../harness/taxiiServer';
import { accessibilityViolations } from '../harness/panels';
import { requestLogRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import {
  acceptSelection,
  clickButton,
  dialogText,
  hoverText,
  leaveHover,
  notification,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  setTheme,
  checkInQuickInput,
  typeInQuickInput,
  webviewFrame,
} from '../harness/workbench';
import { syncErrorMessage } from '../../src/core/mirror/strings';
import { strings } from '../../src/features/mirror/strings';
import { strings as logStrings } from '../../src/features/privacy/strings';
import { pattern } from '../harness/text';

const text = 'GET https://lookups-test-7.com/a\nlookup of lookups-test-2400.com\n';
const quiet = { 'workbench.secondarySideBar.defaultVisibility': 'hidden' };

/** Answers the questions of “Add TAXII Server…” as far as the choice of collections. */
async function answerSignIn(page: Page, server: TaxiiServer, key = server.key): Promise<void> {
  await waitForQuickInput(page, /: Credentials/);
  await pickInQuickInput(page, /API key…/);
  await waitForQuickInput(page, /Saved in your system keychain and sent only to 127\.0\.0\.1/);
  await typeInQuickInput(page, key);
}

/** Selects some of the offered collections, and continues. */
async function choose(page: Page, ...titles: readonly string[]): Promise<void> {
  await waitForQuickInput(page, /Select (?:collections to mirror|at least one collection)/);
  for (const title of titles) await checkInQuickInput(page, new RegExp(title));
  await acceptSelection(page);
}

async function addServer(page: Page, server: TaxiiServer): Promise<void> {
  await runCommand(page, 'threatLookups.addTaxiiServer');
  await waitForQuickInput(page, pattern(strings.addressPrompt()));
  await typeInQuickInput(page, server.url);
  await answerSignIn(page, server);
  await choose(page, 'feed.json');
}

describe('A TAXII server', () => {
  let server: TaxiiServer;
  let service: RecordingService;
  before(async () => {
    server = await startTaxiiServer({ count: 2_500 });
    service = await startRecordingService();
  });
  after(async () => {
    await server.stop().catch(() => undefined);
    await service.stop();
  });
  const vsCode = useVsCode(() => ({
    settings: { ...quiet, 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onHover' },
    files: { 'proxy.log': text },
    openFiles: ['proxy.log'],
  }));

  it('can be added from the empty view with a URL and credentials, and an invalid key is rejected with a reason', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.showMirror');
    await page.locator('.sidebar').getByText('No local mirrors yet.').waitFor();
    await screenshot(page, 'mirror empty');
    await page
      .locator('.sidebar .monaco-text-button', { hasText: commandTitle('threatLookups.addTaxiiServer') })
      .click();
    await waitForQuickInput(page, pattern(strings.addServerPlaceholder()));
    await pickInQuickInput(page, pattern(strings.otherServer()));
    await typeInQuickInput(page, 'http://intel.example', { accept: false });
    await waitForQuickInput(page, /sent over http:\/\//);
    await typeInQuickInput(page, server.url);
    await waitForQuickInput(page, /Credentials[^]*No authentication[^]*for testing only/);
    await screenshot(page, 'mirror sign-in');
    await answerSignIn(page, server, 'wrong');
    await dialogText(page, /rejected the user name and API key \(HTTP 401\)/);
    await clickButton(page, strings.steps.signIn());
    await answerSignIn(page, server);
    await waitForQuickInput(page, /feed\.json/);
    await screenshot(page, 'mirror collections');
    assert.equal(server.requests.filter((each) => each.includes('/objects/')).length, 0);
  });

  it('syncs with progress, answers before everything is indexed, and shows its contents', async function () {
    this.timeout(120_000);
    const { page, dataDir } = vsCode();
    const pages = holdLaterPages(server);
    await acceptSelection(page);
    await waitForQuickInput(page, pattern(strings.nothingSelectedTitle()));
    await screenshot(page, 'mirror nothing ticked');
    await choose(page, 'feed.json');
    await waitForScanView(page, /feed\.json\s*syncing · 1,000/);
    await screenshot(page, 'mirror syncing');
    assert.match(await page.locator('.statusbar').innerText(), /Threats/);
    // Another window has claimed the indexing, so that this one can be inspected meanwhile.
    const file = join(dataDir, 'User', 'globalStorage', 'threat-lookups.threat-lookups', 'store.sqlite');
    const onStore = (sql: string): void => {
      const db = new DatabaseSync(file, { timeout: 10_000 });
      db.exec(sql);
      db.close();
    };
    onStore(`INSERT INTO lease VALUES ('mirror intake', 'another window', ${Date.now() + 150_000})`);
    pages.open();
    await waitForScanView(page, /feed\.json\s*indexing · \d+%/);
    await screenshot(page, 'mirror taking in');
    const sent = service.requests.length;
    await hoverText(page, 'lookups-test-2400.com', { matching: /mirror “feed\.json”/ });
    await leaveHover(page);
    assert.equal(service.requests.length, sent);
    onStore("DELETE FROM lease WHERE name = 'mirror intake'");
    await waitForScanView(page, /feed\.json\s*just now · 2,500/);
    await screenshot(page, 'mirror synced');
    const secrets = server.authorizations.slice(-3);
    for (const each of secrets) {
      assert.equal(each, `Basic ${Buffer.from(`taxii2:${server.key}`).toString('base64')}`);
    }
    assert.ok(!server.requests.some((each) => each.includes(server.key)));
  });

  it('answers hovers from its mirror without a request', async function () {
    this.timeout(60_000);
    const { page } = vsCode();
    const before = service.requests.length;
    const hover = await hoverText(page, 'lookups-test-2400.com', { matching: /mirror “feed\.json”/ });
    assert.match(hover, /High risk[^]*Source\s+mirror “feed\.json”, updated (?:just now|\d+ \w+ ago)/);
    await screenshot(page, 'mirror hover');
    await leaveHover(page);
    assert.deepEqual(
      service.requests.slice(before).filter(({ target }) => target.includes('2400')),
      [],
    );
  });

  it('gets one request if nothing is new, and is read in full by “Run Full Sync”, which detects removed objects', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    const count = server.requests.length;
    await runCommand(page, 'threatLookups.syncMirror');
    await waitForMessage(page, /“feed\.json”: nothing new\./);
    assert.equal(server.requests.length - count, 1);
    await server.keepOnly(2_000);
    await runCommand(page, 'threatLookups.resyncMirror');
    await waitForMessage(page, /500 removed/);
    await hoverText(page, 'lookups-test-2400.com', { matching: /retired/ });
    await leaveHover(page);
    await page.locator('.sidebar .monaco-list-row', { hasText: 'feed.json' }).click();
    const report = await webviewFrame(page, 'h1:text-is("feed.json")');
    await report.locator('.details').getByText(strings.report.removedObjects(500)).waitFor();
    assert.deepEqual(await accessibilityViolations(report), []);
    await screenshot(page, 'mirror report');
  });

  it('has its requests in the request log', async () => {
    const { page } = vsCode();
    const result = logStrings.outcome({ what: [], outcome: 'answered', requests: 3 });
    await requestLogRows(page, new RegExp(`\\| ${logStrings.reasons('sync')} \\| ${result}$`));
  });

  it('is legible in every theme', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    for (const theme of ['Light Modern', 'Dark High Contrast', 'Dark Modern']) {
      await setTheme(page, theme);
      await screenshot(page, `mirror ${theme}`);
    }
  });

  it('is removed with its objects after confirmation', async function () {
    this.timeout(60_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.showMirror');
    await runCommand(page, 'threatLookups.removeTaxiiServer');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /deleted from this machine: 2,500 objects, 2,500 indicators/);
    await screenshot(page, 'mirror remove');
    await clickButton(page, 'Remove');
    await page.locator('.sidebar').getByText('No local mirrors yet.').waitFor();
    // The key was removed as well: the same server prompts for it again.
    await runCommand(page, 'threatLookups.addTaxiiServer');
    await pickInQuickInput(page, pattern(strings.otherServer()));
    await typeInQuickInput(page, server.url);
    await waitForQuickInput(page, /: Credentials/);
    assert.doesNotMatch(await quickInputText(page), /API key stored/);
    await page.keyboard.press('Escape');
  });
});

describe('A sync', () => {
  let server: TaxiiServer;
  before(async () => {
    server = await startTaxiiServer({ count: 2_500 });
  });
  after(() => server.stop());
  const vsCode = useVsCode(() => ({
    settings: { ...quiet, 'threatLookups.lookups': 'onHover' },
    files: { 'proxy.log': text },
    openFiles: ['proxy.log'],
  }));

  it('ends its request when it is canceled, and keeps what it has received', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    const pages = holdLaterPages(server);
    const before = server.aborted();
    await addServer(page, server);
    await waitForScanView(page, /feed\.json\s*syncing · 1,000/);
    await until(() => Promise.resolve(pages.waiting() > 0), { within: 20_000, what: 'a request on its way' });
    await runCommand(page, 'threatLookups.cancelSync');
    await until(() => Promise.resolve(server.aborted() > before), { within: 20_000, what: 'the end of the request' });
    await waitForScanView(page, /feed\.json\s*1,000 so far/);
    pages.open();
  });

  it('sends no requests while it is paused, until it is resumed', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    const pages = holdLaterPages(server);
    await runCommand(page, 'threatLookups.syncMirror');
    await waitForScanView(page, /feed\.json\s*syncing · 1,000/);
    await runCommand(page, 'threatLookups.pauseSync');
    await waitForScanView(page, /feed\.json\s*paused · 1,000/);
    await screenshot(page, 'mirror paused');
    const requested = server.requests.length;
    pages.open();
    await waitForScanView(page, /feed\.json\s*paused · 2,000/);
    assert.equal(server.requests.length, requested);
    await runCommand(page, 'threatLookups.resumeSync');
    await waitForScanView(page, /feed\.json\s*just now · 2,500/);
    assert.equal(server.requests.length, requested + 1);
  });

  it('resumes automatically after a reload', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    const pages = holdLaterPages(server);
    await runCommand(page, 'threatLookups.resyncMirror');
    await waitForScanView(page, /feed\.json\s*syncing · 40%/);
    const before = server.requests.length;
    await vsCode().reload();
    pages.open();
    await until(() => Promise.resolve(server.requests.length > before), {
      within: 60_000,
      what: 'the sync that goes on',
    });
    await runCommand(page, 'threatLookups.showMirror');
    await waitForScanView(page, /feed\.json\s*just now · 2,500/);
    assert.match(await scanViewText(page), /feed\.json/);
  });

  it("doesn't start in Offline mode, and a notification says so", async function () {
    this.timeout(60_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.changeMode');
    await pickInQuickInput(page, /^Offline/);
    await waitForMessage(page, /Lookup mode: Offline/);
    const before = server.requests.length;
    await runCommand(page, 'threatLookups.syncMirror');
    await notification(page, pattern(syncErrorMessage({ kind: 'offline' })));
    assert.equal(server.requests.length, before);
  });
});

describe('A list added by URL', () => {
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService(() => ({
      body: '# bad names\nlookups-test-7.com\nlookups-test-2400[.]com\n',
    }));
  });
  after(() => service.stop());
  const vsCode = useVsCode({
    settings: { ...quiet, 'threatLookups.lookups': 'onHover' },
    files: { 'proxy.log': text },
    openFiles: ['proxy.log'],
  });

  it('can be added in a few steps, and answers hovers', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.addBlocklist');
    await typeInQuickInput(page, `${service.url}/bad.txt`);
    await waitForQuickInput(page, pattern(strings.listNamePrompt()));
    await typeInQuickInput(page, 'Bad names');
    await waitForQuickInput(page, pattern(strings.listRiskPlaceholder('Bad names')));
    await screenshot(page, 'mirror list risk');
    await pickInQuickInput(page, /Critical risk/);
    await waitForScanView(page, /Bad names\s*just now · 2/);
    await hoverText(page, 'lookups-test-2400.com', {
      matching: /Critical risk[^]*On the list “Bad names”[^]*mirror “Bad names”/,
    });
    await screenshot(page, 'mirror list hover');
    await leaveHover(page);
    assert.equal(service.requests.length, 1);
  });

  it("is refreshed like a collection, and isn't emptied by a web page", async function () {
    this.timeout(60_000);
    const { page } = vsCode();
    service.replyWith(() => ({ body: '<!doctype html><p>Sign in', headers: { 'content-type': 'text/html' } }));
    await runCommand(page, 'threatLookups.syncMirror');
    await notification(page, /returned a web page instead of a list/);
    await waitForScanView(page, /Bad names\s*failed · .* · 2/);
    await screenshot(page, 'mirror list trouble');
    service.replyWith(() => ({ body: 'lookups-test-7.com\n' }));
    await clickButton(page, strings.steps.again());
    await waitForMessage(page, /“Bad names”: 1 removed\./);
    await hoverText(page, 'lookups-test-2400.com', { matching: /retired/ });
    await leaveHover(page);
  });

  it('still shows after a reload that its sync failed, until a sync succeeds', async function () {
    this.timeout(120_000);
    service.replyWith(() => ({ status: 404, body: 'nothing' }));
    await runCommand(vsCode().page, 'threatLookups.syncMirror');
    await notification(vsCode().page, /has no list at this URL \(HTTP 404\)/);
    await vsCode().reload();
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.showMirror');
    await waitForScanView(page, /Bad names\s*failed · .* · 2/);
    await page
      .locator('.sidebar')
      .getByText(/“Bad names”: 127\.0\.0\.1:\d+ has no list at this URL \(HTTP 404\)/)
      .first()
      .waitFor();
    await screenshot(page, 'mirror list trouble after a reload');
    service.replyWith(() => ({ body: 'lookups-test-7.com\nlookups-test-2400.com\n' }));
    await runCommand(page, 'threatLookups.syncMirror');
    await waitForScanView(page, /Bad names\s*just now · 2/);
  });

  it('is checked before any prompt, and prompts for credentials only if required', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    service.replyWith(({ path, headers }) => {
      if (path !== '/own.txt') return { status: 404, body: 'nothing' };
      const isSignedIn = headers['authorization'] === `Basic ${btoa('reader:lookups-test-secret')}`;
      return isSignedIn ? { body: 'lookups-test-8.com\n' } : { status: 401, body: 'sign in' };
    });
    await runCommand(page, 'threatLookups.addBlocklist');
    await typeInQuickInput(page, `${service.url}/gone.txt`);
    await dialogText(page, /127\.0\.0\.1:\d+ has no list at this URL \(HTTP 404\)/);
    await screenshot(page, 'mirror list gone');
    await clickButton(page, strings.steps.address());
    await waitForQuickInput(page, pattern(strings.listAddressPrompt()));
    await typeInQuickInput(page, `${service.url}/own.txt`);
    await waitForQuickInput(page, /127\.0\.0\.1:\d+ requires a user name and password/);
    await screenshot(page, 'mirror list user');
    await typeInQuickInput(page, 'reader');
    await waitForQuickInput(page, /Password for 127\.0\.0\.1/);
    await typeInQuickInput(page, 'wrong');
    await dialogText(page, /rejected the user name and password \(HTTP 401\)/);
    await clickButton(page, strings.steps.signIn());
    await waitForQuickInput(page, /User Name for 127\.0\.0\.1/);
    await typeInQuickInput(page, 'reader');
    await waitForQuickInput(page, /Password for 127\.0\.0\.1/);
    await typeInQuickInput(page, 'lookups-test-secret');
    await waitForQuickInput(page, pattern(strings.listNamePrompt()));
    await typeInQuickInput(page, 'Own names');
    await waitForQuickInput(page, pattern(strings.listRiskPlaceholder('Own names')));
    await pickInQuickInput(page, /High risk/);
    await waitForScanView(page, /Own names\s*just now · 1/);
    // Nothing was requested again.
    assert.equal(service.requests.filter(({ path }) => path === '/own.txt').length, 3);
    await runCommand(page, 'threatLookups.syncMirror');
    await until(() => service.requests.filter(({ path }) => path === '/own.txt').length === 4, {
      within: 20_000,
      what: 'a sync that signs in with what was kept',
    });
  });
});
