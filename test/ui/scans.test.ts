import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { startRecordingService, type RecordedRequest, type RecordingService } from '../harness/recordingService';
import {
  doneResponse,
  ScanQueue,
  submitScan,
  waitForMessage,
  waitForQuickInput,
  waitForScanView,
  waitOptions,
} from '../harness/scans';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  clickInHover,
  dialogText,
  hoverText,
  leaveHover,
  notificationTexts,
  pickInQuickInput,
  runCommand,
  screenshot,
  workbenchReady,
} from '../harness/workbench';

const processing = (stage: string) => () => ({ status: 'processing', stage, error: 'Processing.' });

describe('Scanning on a service', () => {
  const queue = new ScanQueue();
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService(queue.reply);
  });
  after(() => service.stop());
  const posts = (): readonly RecordedRequest[] => service.requests.filter(({ method }) => method === 'POST');

  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onDemand' },
    files: {
      'proxy.log': 'GET https://lookups-test-1.com/a\n\nlookup of lookups-test-2.com and lookups-test-3.com\n',
    },
    openFiles: ['proxy.log'],
  }));

  it('leads from a hover to a new verdict', async () => {
    const { page } = vsCode();
    queue.pollResponse = (value, times) => (times < 4 ? processing('whois')() : doneResponse(value));
    await hoverText(page, 'lookups-test-1.com', { matching: /Not looked up[^]*Scan…/ });
    await clickInHover(page, 'Scan…');
    await waitForQuickInput(page, /Passive Scan[^]*127\.0\.0\.1:\d+ queries WHOIS and DNS[^]*visible to others\s*off/);
    await screenshot(page, 'scan question');
    await pickInQuickInput(page, 'Passive Scan');
    await waitForMessage(page, /lookups-test-1\[\.\]com\/a: High risk \(previously: not known\)/);
    assert.match(await hoverText(page, 'lookups-test-1.com', { matching: /High risk/ }), /Seen in the scan/);
    await leaveHover(page);
    assert.deepEqual(await notificationTexts(page), [], 'a quick scan shows no notification');
    assert.equal(posts().length, 1);
  });

  it('shows progress for a selection after confirmation of an active scan, and stops tracking it on Cancel', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    queue.pollResponse = processing('dns');
    const before = posts().length;
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+a');
    await runCommand(page, 'threatLookups.scan', { escape: false });
    await waitForQuickInput(page, /Scan 3 Indicators on 127[^]*Select the indicators/);
    await page.keyboard.press('Enter');
    await waitForQuickInput(page, /Scan 3 Indicators[^]*Select a scan type/);
    await pickInQuickInput(page, 'Active Scan…');
    await dialogText(page, /active scan[^]*127\.0\.0\.1:\d+ connects to/);
    await screenshot(page, 'active scan asks');
    assert.equal(posts().length, before);
    await clickButton(page, 'Scan');
    await until(() => posts().length === before + 3, { ...waitOptions, what: 'three submissions' });
    assert.deepEqual(
      posts()
        .slice(before)
        .map(({ query }) => query['probe']),
      ['1', '1', '1'],
    );
    await runCommand(page, 'threatLookups.showScans');
    await waitForScanView(page, /(?:[^]*running: dns){3}/);
    await screenshot(page, 'scan runs');
    await clickButton(page, 'Cancel');
    await waitForMessage(page, /0 of 3 scans finished\. 3 continue on 127\.0\.0\.1:\d+, but are no longer tracked\./);
    await waitForScanView(page, /(?:[^]*no longer tracked){3}/);
  });

  it('continues after a reload without a second submission', async () => {
    const running = vsCode();
    const { page } = running;
    queue.pollResponse = processing('ssl');
    await submitScan(page, 'lookups-test-7.com', 'Passive Scan');
    await waitForScanView(page, /lookups-test-7\[\.\]com\s*running: ssl/);
    const before = posts().length;
    await running.reload();
    queue.pollResponse = (value) => doneResponse(value, 'critical');
    await runCommand(page, 'threatLookups.showScans');
    await waitForScanView(page, /lookups-test-7\[\.\]com\s*Critical risk \(previously: not known\)/);
    assert.equal(posts().length, before);
  });

  /** Waits until the view's icon counts scans. */
  const counted = async (page: Page, count: number): Promise<void> => {
    const badge = page
      .locator('.activitybar .action-item', { has: page.locator('[aria-label*="Threat Lookups"]') })
      .locator('.badge-content');
    await until(
      async () => (count === 0 ? !(await badge.isVisible()) : (await badge.allInnerTexts()).includes(String(count))),
      { ...waitOptions, what: `${count} scans counted in the other window` },
    );
  };

  it('is shown in another window, which shares the polling', async function () {
    this.timeout(120_000);
    const { page: first, context } = vsCode();
    queue.pollResponse = processing('whois');
    const [submitted, polled] = [queue.submitted.length, queue.polledAt.length];
    const second = await context.newPage();
    await second.goto(first.url());
    await workbenchReady(second, { editor: true });
    // The extension runs there, and no scan is open yet.
    await hoverText(second, 'lookups-test-2.com', { matching: /Not looked up/, ...waitOptions });
    await leaveHover(second);
    await counted(second, 0);
    await first.bringToFront();
    await submitScan(first, 'lookups-test-9.com', 'Passive Scan');
    await counted(second, 1);
    await second.bringToFront();
    await runCommand(second, 'threatLookups.showScans');
    await waitForScanView(second, /lookups-test-9\[\.\]com\s*running: whois/);
    await screenshot(second, 'scan of another window');
    queue.pollResponse = (value) => doneResponse(value);
    await waitForScanView(second, /lookups-test-9\[\.\]com\s*High risk \(previously: not known\)/);
    for (const page of [first, second]) await counted(page, 0);
    assert.equal(queue.submitted.length, submitted + 1);
    const times = queue.polledAt.slice(polled);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    assert.ok(Math.min(...gaps) >= 500, gaps.join());
    await second.close();
  });
});
