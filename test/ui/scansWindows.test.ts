import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { doneResponse, waitOptions, ScanQueue, submitScan, waitForScanView } from '../harness/scans';
import { useVsCode } from '../harness/vsCode';
import { hoverText, leaveHover, runCommand, screenshot, workbenchReady } from '../harness/workbench';

describe('Two windows', () => {
  const queue = new ScanQueue();
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService(queue.reply);
  });
  after(() => service.stop());
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onDemand' },
    files: { 'proxy.log': 'GET https://lookups-test-9.com/a\n' },
    openFiles: ['proxy.log'],
  }));

  /** How many scans the view's icon counts; the view itself was never opened. */
  const counted = async (page: Page, count: number): Promise<void> => {
    const badge = page
      .locator('.activitybar .action-item', { has: page.locator('[aria-label*="Threat Lookups"]') })
      .locator('.badge-content');
    await until(
      async () => (count === 0 ? !(await badge.isVisible()) : (await badge.allInnerTexts()).includes(String(count))),
      { ...waitOptions, what: `${count} scans counted in the other window` },
    );
  };

  it("show each other's scans and their results, and share the polling", async function () {
    this.timeout(120_000);
    const { page: first, context } = vsCode();
    const second = await context.newPage();
    await second.goto(first.url());
    await workbenchReady(second, { editor: true });
    // The extension is up there, and nothing has been scanned yet.
    await hoverText(second, 'lookups-test-9.com', { matching: /Not looked up/, ...waitOptions });
    await leaveHover(second);
    await first.bringToFront();
    await submitScan(first, 'lookups-test-1.com', 'Passive Scan');
    await counted(second, 1);
    await second.bringToFront();
    await runCommand(second, 'threatLookups.showScans');
    await waitForScanView(second, /lookups-test-1\[\.\]com\s*running: whois/);
    await screenshot(second, 'scan of another window');
    const third = await context.newPage();
    await third.goto(first.url());
    await workbenchReady(third, { editor: true });
    await counted(third, 1);
    queue.pollResponse = (value) => doneResponse(value);
    for (const page of [first, second, third]) await counted(page, 0);
    await waitForScanView(second, /lookups-test-1\[\.\]com\s*High risk \(previously: not known\)/);
    assert.equal(queue.submitted.length, 1);
    assert.ok(queue.shortestGap() >= 500, `${queue.shortestGap()} ms`);
    await third.close();
    await second.close();
  });
});
