import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../scripts/lib/processes.mjs';
import { strings as privacyStrings } from '../../src/features/privacy/strings';
import { startFakeClock, type FakeClock } from '../harness/fakeClock';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { openReport, waitForRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  clickInHover,
  editorText,
  hoverText,
  leaveHover,
  notification,
  notificationTexts,
  openFile,
  pickInQuickInput,
  runCommand,
  screenshot,
} from '../harness/workbench';

const files = {
  'proxy.log': '2026-03-02T07:00:08Z 192.0.2.28 GET https://login-update.example/session?id=7 200 text/html\n',
  'report.md': 'It calls 203[.]0[.]113[.]77 and counts at cdn-metrics[.]test.\n',
  'lookout.ts': "export const blocked = ['parcel-tracking.example'].map((name) => name.length);\n",
};
const risk = { matching: /(Critical|High|Medium|Low) risk/ };

for (const version of ['newest', 'oldest'] as const) {
  describe(`The installed extension in the ${version} VS Code, with sample data`, () => {
    const vsCode = useVsCode({ version, builtIn: 'all', files, openFiles: ['proxy.log'] });

    before(async function loadSample() {
      this.timeout(60_000);
      await runCommand(vsCode().page, 'threatLookups.loadSample');
      await hoverText(vsCode().page, 'login-update.example', { ...risk, within: 40_000 });
    });

    it('shows the risk of a domain in a log, with the domain defanged', async () => {
      const { page } = vsCode();
      const text = await hoverText(page, 'login-update.example', risk);
      await screenshot(page, `hover ${version}`);
      assert.match(text, /login-update\[\.\]example/);
    });

    it('shows the risk of defanged names and addresses in Markdown', async () => {
      await openFile(vsCode().page, 'report.md');
      assert.match(await hoverText(vsCode().page, 'cdn-metrics[.]test', risk), /cdn-metrics\[\.\]test/);
      assert.match(await hoverText(vsCode().page, '203[.]0[.]113[.]77', risk), /203\[?\.\]?0/);
    });

    it('shows the risk of names in strings of code', async () => {
      await openFile(vsCode().page, 'lookout.ts');
      assert.match(await hoverText(vsCode().page, 'parcel-tracking.example', risk), /parcel-tracking\[\.\]example/);
    });
  });
}

describe('A lookup that fails after a click', () => {
  let service: RecordingService;
  let clock: FakeClock;
  before(async () => {
    service = await startRecordingService(() => 'cut');
    clock = await startFakeClock();
  });
  after(async () => {
    clock.stop();
    await service.stop();
  });

  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onDemand' },
    files: {
      'proxy.log': 'GET https://lookups-test-1.com/a?token=1\nGET lookups-test-2.com\n',
      'later.log': 'GET lookups-test-3.com\nGET lookups-test-4.com\n',
    },
    openFiles: ['proxy.log'],
    overlay: clock.overlay,
  }));

  it('shows the error in the hover with a way to retry, and logs every request', async () => {
    const { page } = vsCode();
    await hoverText(page, 'lookups-test-2.com', { matching: /Not looked up/ });
    await clickInHover(page, /^Look up on/);
    await until(() => service.requestsContaining('lookups-test-2.com').length === 2, {
      within: 20_000,
      what: 'a second try',
    });
    const text = await hoverText(page, 'lookups-test-2.com', { matching: /Can't reach/ });
    await screenshot(page, 'a failed click');
    assert.match(text, /Last attempt: just now\..*Look up on/);
    assert.doesNotMatch(text, /Not looked up/);
    const log = await openReport(page, 'threatLookups.showSent', privacyStrings.requestLog());
    const isListed = (rows: readonly string[]): boolean =>
      rows.filter((row) => row.includes('| lookups-test-2[.]com |')).length === 2;
    await waitForRows(log, isListed, 'both requests in the log');
    await runCommand(page, 'View: Close Editor');
  });

  it("doesn't move the cursor if the answer is late and the user has moved on", async () => {
    const { page } = vsCode();
    service.replyWith(() => ({ after: 3_000, status: 404, body: { error: 'Indicator not found.' } }));
    await hoverText(page, 'lookups-test-2.com', { matching: /Look up on/ });
    await clickInHover(page, /^Look up on/);
    await page.keyboard.press('Escape');
    await page
      .locator('.editor-instance .view-lines')
      .first()
      .click({ position: { x: 300, y: 60 } });
    await page.keyboard.press('Control+End');
    await page.keyboard.type('here');
    const says = page.locator('.statusbar-item', { hasText: /Looked up lookups-test-2\[\.\]com: Not known to/ });
    await says.first().waitFor({ timeout: 20_000 });
    await page.keyboard.type(' I am');
    await screenshot(page, 'a late answer');
    assert.match(await editorText(page), /here I am/);
    await runCommand(page, 'Undo');
    service.replyWith(() => 'cut');
  });

  it('sends a full URL only after showing what is sent', async () => {
    const { page } = vsCode();
    await hoverText(page, 'lookups-test-1.com', { matching: /Send Full URL…/ });
    const before = service.requests.length;
    await clickInHover(page, /^Send Full URL…/);
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /https:\/\/lookups-test-1\.com\/a\?token=1/);
    await screenshot(page, 'send a whole URL');
    assert.equal(service.requests.length, before);
    await clickButton(page, 'Send');
    await until(() => service.requestsContaining('token=1').length > 0, {
      within: 20_000,
      what: 'the whole URL at the service',
    });
  });

  it('is retried by a hover at the time that the previous hover named', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    service.replyWith(() => 'cut');
    await openFile(page, 'later.log');
    await runCommand(page, 'threatLookups.changeMode');
    await pickInQuickInput(page, /^On hover/i);
    const text = await hoverText(page, 'lookups-test-3.com', { matching: /Next attempt in 1?\d seconds/ });
    await screenshot(page, 'next attempt');
    assert.match(text, /Can't reach/);
    const before = service.requests.length;
    await hoverText(page, 'lookups-test-3.com', { matching: /Next attempt in/ });
    assert.equal(service.requests.length, before);
    service.replyWith(() => ({ status: 404, body: { error: 'Indicator not found.' } }));
    clock.advance(16_000);
    await hoverText(page, 'lookups-test-3.com', { matching: /Not known to/ });
    assert.ok(service.requestsContaining('lookups-test-3.com').length > 0);
  });

  it('sends nothing while the ignore list of the workspace is too long, and reports it once', async function () {
    this.timeout(90_000);
    const { page, folder } = vsCode();
    const before = service.requests.length;
    const ignore = (count: number): void => {
      const list = Array.from({ length: count }, (_, n) => `host-${n}.lookups-test.com`);
      mkdirSync(join(folder, '.vscode'), { recursive: true });
      writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'threatLookups.ignore': list }));
    };
    ignore(1_001);
    assert.equal(
      await notification(page, /ignore list/),
      "Nothing is sent to any service because this workspace's ignore list has more than 1,000 entries. Shorten it.",
    );
    await screenshot(page, 'ignore list too long');
    await hoverText(page, 'lookups-test-4.com', { matching: /The ignore list is too long to check/ });
    await screenshot(page, 'ignore list too long hover');
    await leaveHover(page);
    await clickButton(page, 'Edit Ignore List');
    // The list that is too long, not the one of the user.
    await page.locator('.settings-editor .setting-list-row', { hasText: 'host-0.lookups-test.com' }).first().waitFor();
    await screenshot(page, 'ignore list to edit');
    await page.keyboard.press('Escape');
    await openFile(page, 'later.log');
    ignore(1_002);
    await hoverText(page, 'lookups-test-4.com', { matching: /The ignore list is too long to check/ });
    assert.deepEqual(await notificationTexts(page), []);
    assert.equal(service.requests.length, before);
    ignore(1);
    await hoverText(page, 'lookups-test-4.com', { matching: /Not known to/ });
  });
});
