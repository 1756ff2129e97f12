import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import {
  waitForQuickInput,
  doneResponse,
  scanViewText,
  waitOptions,
  ScanQueue,
  waitForMessage,
  waitForScanView,
} from '../harness/scans';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  hoverText,
  leaveHover,
  notification,
  pickInQuickInput,
  runCommand,
  screenshot,
  statusBarText,
  typeInQuickInput,
} from '../harness/workbench';

const names = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, n) => `lookups-test-${first + n}.com`);

async function toasts(page: Page, words: RegExp, within = 60_000): Promise<void> {
  const shown = page.locator('.notifications-toasts');
  await until(async () => words.test(await shown.innerText()), { within, what: `${String(words)} in a toast` });
}

describe('Scanning a selection', () => {
  const queue = new ScanQueue();
  let service: RecordingService;
  /** Submissions that the budget still has, and those that it has after each pause. */
  let left = 0;
  let more = 0;
  /** What a refusal asks to wait for, in seconds. */
  let retryAfter = 2;
  before(async () => {
    queue.submissionFailure = () => {
      if (left-- > 0) return undefined;
      left = more;
      return {
        status: 429,
        headers: { 'retry-after': String(retryAfter) },
        body: { error: 'API rate limit exceeded: wait.' },
      };
    };
    service = await startRecordingService(queue.reply);
  });
  after(() => service.stop());

  const forty = names(1, 40);
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url },
    files: {
      'list.txt': `${[...forty, ...forty.slice(0, 5), '10.1.2.3'].join('\n')}\n`,
      'more.txt': names(41, 60).join('\n'),
    },
    openFiles: ['list.txt'],
  }));

  async function scanAll(page: Page, question: RegExp): Promise<void> {
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+a');
    await runCommand(page, 'threatLookups.scan', { escape: false });
    await waitForQuickInput(page, /Select the indicators to scan/);
    await page.keyboard.press('Enter');
    await waitForQuickInput(page, question);
  }

  it('counts indicators before sending, submits each once within the budget, and shows progress', async function () {
    this.timeout(150_000);
    const { page } = vsCode();
    [left, more] = [12, 0];
    queue.pollResponse = (value) => doneResponse(value, 'low');
    await hoverText(page, 'lookups-test-2.com', waitOptions);
    await leaveHover(page);
    await scanAll(page, /Scan 40 Indicators on 127[^]*Skipped: 1 reserved\. Select a scan type/);
    await pickInQuickInput(page, 'Passive Scan');
    // All that the budget let through are done while the others wait.
    await toasts(page, /\b12 of 40\b/);
    await runCommand(page, 'threatLookups.showScans');
    await page
      .locator('.sidebar', { hasText: /Rate limit of \S+ reached\. The next scan is sent in \d+ seconds?/ })
      .waitFor();
    await screenshot(page, 'forty scans');
    more = 12;
    await toasts(page, /40 of 40 scans finished/, 120_000);
    assert.deepEqual([...queue.submitted].sort(), [...forty].sort());
    assert.ok(queue.shortestGap() >= 500, `${queue.shortestGap()} ms`);
  });

  it('allows to deselect indicators, and lists skipped ones', async () => {
    const { page } = vsCode();
    await vsCode().open(['list.txt']);
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+a');
    await runCommand(page, 'threatLookups.scan', { escape: false });
    await waitForQuickInput(page, /Scan 40 Indicators on 127[^]*Select the indicators/);
    await typeInQuickInput(page, '10[.]1', { accept: false });
    await waitForQuickInput(page, /10\[\.\]1\[\.\]2\[\.\]3[^]*Internal address. Never sent/);
    await typeInQuickInput(page, 'test-7[', { accept: false });
    await pickInQuickInput(page, 'lookups-test-7[.]com');
    await screenshot(page, 'which scans go');
    await page.keyboard.press('Enter');
    await waitForQuickInput(page, /Scan 39 Indicators[^]*Select a scan type/);
    await page.keyboard.press('Escape');
  });

  it('keeps results when it is canceled, sends no more, and says that the service continues', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.clearScans');
    const sent = queue.submitted.length;
    [left, more] = [6, 0];
    // Long enough that no repeated request is on its way when Cancel is clicked: it could count as sent.
    retryAfter = 12;
    // Four get done, two never.
    queue.pollResponse = (value) =>
      queue.submitted.indexOf(value) - sent < 4
        ? doneResponse(value, 'medium')
        : { status: 'processing', stage: 'dns', error: 'Processing.' };
    await vsCode().open(['more.txt']);
    await scanAll(page, /Scan 20 Indicators[^]*Select a scan type/);
    await pickInQuickInput(page, 'Passive Scan');
    await toasts(page, /\b4 of 20\b/);
    await until(() => queue.submitted.length === sent + 6, { ...waitOptions, what: 'six submissions' });
    // The seventh was refused by then.
    await until(async () => /rate limit reached/.test(await statusBarText(page)), {
      ...waitOptions,
      what: 'a refusal',
    });
    const reported = waitForMessage(
      page,
      /4 of 20 scans finished\. 2 continue on 127\.0\.0\.1:\d+, but are no longer tracked\. 14 weren't sent\./,
    );
    await clickButton(page, 'Cancel');
    await reported;
    await screenshot(page, 'forty scans canceled');
    const polls = queue.polledAt.length;
    await runCommand(page, 'threatLookups.showScans');
    await waitForScanView(page, /Medium risk \(previously: not known\)/);
    assert.equal(queue.submitted.length, sent + 6);
    assert.ok(queue.polledAt.length <= polls + 1, 'polling goes on');
  });

  it('lists failed scans with the reason, and repeats only those', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.clearScans');
    const sent = queue.submitted.length;
    [left, more] = [100, 100];
    retryAfter = 2;
    const failing = new Set(['lookups-test-43.com', 'lookups-test-47.com']);
    queue.pollResponse = (value) =>
      failing.has(value) ? { status: 'failed', error: 'No name server answers.' } : doneResponse(value, 'low');
    await scanAll(page, /Scan 20 Indicators[^]*Select a scan type/);
    await pickInQuickInput(page, 'Passive Scan');
    await notification(page, /18 of 20 scans finished\. 2 failed\./);
    await waitForScanView(page, /lookups-test-43\[\.\]com\s*failed: “No name server answers\.”/);
    await screenshot(page, 'failures listed');
    queue.pollResponse = (value) => doneResponse(value, 'high');
    await clickButton(page, 'Repeat Failed');
    await until(() => queue.submitted.length === sent + 22, { ...waitOptions, what: 'two submissions more' });
    assert.deepEqual(queue.submitted.slice(sent + 20).sort(), [...failing].sort());
    await waitForScanView(page, /lookups-test-4[37]\[\.\]com\s*High risk/);
    assert.doesNotMatch(await scanViewText(page), /failed/);
  });
});

describe('A service that rejects the key', () => {
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService(() => ({ status: 401, body: { error: 'API key required.' } }));
  });
  after(() => service.stop());
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url },
    files: { 'list.txt': names(1, 5).join('\n') },
    openFiles: ['list.txt'],
  }));

  it('gets one request for a selection, and the reason is shown once', async () => {
    const { page } = vsCode();
    await hoverText(page, 'lookups-test-2.com', waitOptions);
    await leaveHover(page);
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+a');
    await runCommand(page, 'threatLookups.scan', { escape: false });
    await waitForQuickInput(page, /Scan 5 Indicators on 127[^]*Select the indicators/);
    await page.keyboard.press('Enter');
    await waitForQuickInput(page, /Scan 5 Indicators[^]*Select a scan type/);
    await pickInQuickInput(page, 'Passive Scan');
    await notification(page, /0 of 5 scans finished\. 5 failed\.[^]*requires an API key \(HTTP 401\)/);
    await screenshot(page, 'scans refused');
    assert.equal(service.requests.filter(({ method }) => method === 'POST').length, 1);
    await runCommand(page, 'threatLookups.showScans');
    await waitForScanView(page, /lookups-test-1\[\.\]com\s*failed: API key required \(HTTP 401\)/);
  });
});
