import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { openRecord, panelText } from '../harness/panels';
import { waitForResults } from '../harness/queries';
import { startRecordingService, type RecordingService, type Reply } from '../harness/recordingService';
import { waitForQuickInput, waitOptions, submitScan, waitForScanView, waitForTooltip } from '../harness/scans';
import { useVsCode } from '../harness/vsCode';
import {
  clickStatusBar,
  goToLine,
  hoverText,
  leaveHover,
  notification,
  openFile,
  runCommand,
  screenshot,
  setTheme,
} from '../harness/workbench';

const names = Array.from({ length: 9 }, (_, at) => `lookups-test-${at + 1}.com`);
const hostile = 'No. [Click](command:workbench.action.quit) $(flame) <img src=x> \u202eyou';
/** As it is to be read: nothing in it acts, and the client has left out what would turn it around. */
const readable = /No\. \[Click\] ?\(command:workbench\.action\.quit\) \$ ?\(flame\) <img src=x> you/;

describe('The message of a service', () => {
  let service: RecordingService;
  let reply: Reply = { status: 404, body: { error: 'Indicator not found.' } };
  before(async () => {
    service = await startRecordingService(() => reply);
  });
  after(() => service.stop());

  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onHover' },
    files: { 'proxy.log': `proxy\n${names.join('\n')}\n`, 'find.explore': 'risk=high\n' },
    openFiles: ['proxy.log'],
  }));

  const statusTooltip = (page: Page, words: RegExp): Promise<unknown> =>
    until(
      async () => {
        await page.mouse.move(2, 2);
        await page.locator('.statusbar-item', { hasText: 'Threats:' }).first().hover();
        const tooltip = page.locator('.monaco-hover:visible').getByText(words).first();
        return tooltip.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      },
      { ...waitOptions, what: `${String(words)} in the tooltip of the status bar item` },
    );

  it('is inert in the hover and in the record', async () => {
    const { page } = vsCode();
    reply = { status: 500, body: { error: hostile } };
    const text = await hoverText(page, 'lookups-test-1.com', { matching: /Service message/ });
    assert.match(text, readable);
    const hover = page.locator('.monaco-hover:visible');
    assert.equal(await hover.locator('img, a:has-text("Click"), .codicon-flame').count(), 0);
    await screenshot(page, 'service says in a hover');
    await leaveHover(page);
    const frame = await openRecord(page, 'lookups-test-1.com', 'lookups-test-1[.]com');
    assert.match(await panelText(frame), readable);
    await screenshot(page, 'service says in a record');
  });

  it("isn't taken as a rejected key with 403: the status bar and notification show it", async () => {
    const { page } = vsCode();
    reply = { status: 403, body: { error: 'Your subscription ended on 2026-11-01.' } };
    await openFile(page, 'proxy.log');
    const text = await hoverText(page, 'lookups-test-2.com', { matching: /403/ });
    assert.match(
      text,
      /doesn't allow this without an API key \(HTTP 403\)\. Service message: “Your subscription ended/,
    );
    await leaveHover(page);
    await notification(page, /\(HTTP 403\)\. Service message: “Your subscription ended on 2026-11-01\.”/);
    await statusTooltip(page, /\(HTTP 403\)\. Service message: “Your subscription ended on 2026-11-01\.”/);
    await screenshot(page, 'service says in the status bar');
  });

  it('explains a rate limit and when requests resume in hover, scans, results, and status bar', async () => {
    const { page } = vsCode();
    reply = { status: 429, headers: { 'retry-after': '900' }, body: { error: 'Daily limit reached.' } };
    await openFile(page, 'proxy.log');
    const isResumed =
      /Rate limit reached. Requests resume in 1[45] minutes \(\d+:\d\d\s[AP]M\)\. Service message: “Daily limit reached\.”/;
    await submitScan(page, 'lookups-test-3.com', 'Passive Scan');
    await runCommand(page, 'threatLookups.showScans');
    await waitForScanView(
      page,
      /lookups-test-3\[\.\]com\s*rate limit reached, retrying in 1[45] minutes \(\d+:\d\d\s[AP]M\) · “Daily limit/,
    );
    await waitForTooltip(page, 'lookups-test-3', /Service message: “Daily limit reached\.”/);
    await screenshot(page, 'service says in the scans');
    await page.setViewportSize({ width: 400, height: 700 });
    await screenshot(page, 'service says in the scans at 400');
    await page.setViewportSize({ width: 1_400, height: 900 });
    await openFile(page, 'proxy.log');
    const text = await hoverText(page, 'lookups-test-4.com', { matching: /Rate limit/ });
    assert.match(text, isResumed);
    await screenshot(page, 'service says with a rate limit');
    await leaveHover(page);
    await statusTooltip(page, isResumed);
    await openFile(page, 'find.explore');
    await goToLine(page, 1);
    await runCommand(page, 'threatLookups.runQuery');
    const results = await waitForResults(page, /Nothing was sent\. Rate limit reached. Requests resume/);
    assert.match((await results.locator('body').innerText()).replaceAll('\u00a0', ' '), isResumed);
    await screenshot(page, 'service says in the results');
    await setTheme(page, 'Dark Modern');
    await screenshot(page, 'service says in the results, dark');
    await clickStatusBar(page);
    assert.match(await waitForQuickInput(page, /Check Connection/), /rate limit reached · “Daily limit reached\.”/);
    await screenshot(page, 'status menu with a rate limit, dark');
    await page.keyboard.press('Escape');
  });
});
