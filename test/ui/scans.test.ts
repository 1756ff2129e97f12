import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { startRecordingService, type RecordedRequest, type RecordingService } from '../harness/recordingService';
import {
  waitForQuickInput,
  doneResponse,
  waitOptions,
  ScanQueue,
  waitForMessage,
  submitScan,
  waitForScanView,
} from '../harness/scans';
import { strings as logStrings } from '../../src/features/privacy/strings';
import { requestLogRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  clickInHover,
  hoverText,
  notification,
  notificationTexts,
  pickInQuickInput,
  runCommand,
  screenshot,
  setTheme,
  typeInQuickInput,
} from '../harness/workbench';

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
    files: { 'proxy.log': 'GET https://lookups-test-1.com/a\n\n' },
    openFiles: ['proxy.log'],
  }));

  it('leads from a hover to a new verdict, with one submission and polls half a second apart', async () => {
    const { page } = vsCode();
    queue.pollResponse = (value, times) =>
      times < 4 ? { status: 'processing', stage: 'whois', error: 'Processing.' } : doneResponse(value);
    await hoverText(page, 'lookups-test-1.com', { matching: /Not looked up[^]*Scan…/ });
    await clickInHover(page, 'Scan…');
    await waitForQuickInput(page, /Passive Scan[^]*127\.0\.0\.1:\d+ queries WHOIS and DNS[^]*visible to others\s*off/);
    await screenshot(page, 'scan question');
    await pickInQuickInput(page, 'Passive Scan');
    await until(() => queue.polledAt.length >= 4, { ...waitOptions, what: 'four polls' });
    await waitForMessage(page, /lookups-test-1\[\.\]com\/a: High risk \(previously: not known\)/);
    assert.match(await hoverText(page, 'lookups-test-1.com', { matching: /High risk/ }), /Seen in the scan/);
    assert.deepEqual(await notificationTexts(page), [], 'a quick scan shows no notification');
    assert.equal(posts().length, 1);
    assert.deepEqual([posts()[0]?.query['probe'], posts()[0]?.query['submit']], ['0', '0']);
    assert.ok(queue.shortestGap() >= 500, `${queue.shortestGap()} ms`);
  });

  it('sends special characters as Base64, and stores only if requested', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.scan');
    await typeInQuickInput(page, 'https://lookups-test-2.com/a?b=1&c=%20ü');
    await pickInQuickInput(page, /Send the full URL/);
    await waitForQuickInput(page, /Send the full URL\s*on\b/);
    await pickInQuickInput(page, /visible to others/);
    await waitForQuickInput(page, /visible to others\s*on\b/);
    await pickInQuickInput(page, 'Passive Scan');
    await until(() => posts().length === 2, { ...waitOptions, what: 'the second submission' });
    const query = posts()[1]?.query;
    assert.equal(query?.['value'], undefined);
    assert.match(queue.submitted[1] ?? '', /^https:\/\/lookups-test-2\.com\/a\?b=1&c=%20/);
    assert.equal(query?.['submit'], '1');
  });

  it('asks before an active scan, naming host and service, and sends nothing if declined', async () => {
    const { page } = vsCode();
    const before = posts().length;
    await runCommand(page, 'threatLookups.scan');
    await typeInQuickInput(page, 'lookups-test-3.com');
    // What was switched on for the scan before is off again.
    await waitForQuickInput(page, /visible to others\s*off\b[^]*Select a scan type/);
    await pickInQuickInput(page, 'Active Scan…');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    assert.match(
      await dialog.innerText(),
      /active scan of lookups-test-3\[\.\]com\?[^]*127\.0\.0\.1:\d+ connects to the host/,
    );
    await screenshot(page, 'active scan asks');
    await clickButton(page, 'Cancel');
    await submitScan(page, 'lookups-test-3.com', 'Active Scan…');
    await dialog.waitFor();
    assert.equal(posts().length, before);
    await clickButton(page, "Scan and Don't Ask Again This Session");
    await until(() => posts().length === before + 1, { ...waitOptions, what: 'the active submission' });
    assert.equal(posts().at(-1)?.query['probe'], '1');
    await submitScan(page, 'lookups-test-13.com', 'Active Scan…');
    await until(() => posts().length === before + 2, { ...waitOptions, what: 'a submission without a question' });
    assert.equal(posts().at(-1)?.query['probe'], '1');
    await dialog.waitFor({ state: 'detached' });
  });

  it('asks before active scans again in the next session', async () => {
    const running = vsCode();
    await running.reload();
    const { page } = running;
    const before = posts().length;
    await submitScan(page, 'lookups-test-14.com', 'Active Scan…');
    await page.locator('.monaco-dialog-box').waitFor();
    await clickButton(page, 'Cancel');
    assert.equal(posts().length, before);
  });

  it('shows which scans failed and which found nothing', async () => {
    const { page } = vsCode();
    queue.pollResponse = () => ({ status: 'failed', error: 'The host gave no answer.' });
    await submitScan(page, 'lookups-test-4.com', 'Passive Scan');
    await notification(page, /lookups-test-4\[\.\]com: .*The host gave no answer/);
    queue.pollResponse = () => ({ status: 'not found' });
    await submitScan(page, 'lookups-test-5.com', 'Passive Scan');
    await notification(page, /lookups-test-5\[\.\]com: .*found nothing/);
    await runCommand(page, 'threatLookups.showScans');
    await waitForScanView(page, /lookups-test-5\[\.\]com\s*not found[^]*lookups-test-4\[\.\]com\s*failed/);
  });

  it('stops tracking a canceled scan, and says that the service continues it', async () => {
    const { page } = vsCode();
    queue.pollResponse = () => ({ status: 'processing', stage: 'dns', error: 'Processing.' });
    await submitScan(page, 'lookups-test-6.com', 'Passive Scan');
    await waitForScanView(page, /lookups-test-6\[\.\]com\s*running: dns/);
    await screenshot(page, 'scan runs');
    await clickButton(page, 'Cancel');
    await waitForScanView(page, /lookups-test-6\[\.\]com\s*no longer tracked/);
    await waitForMessage(page, /continues to process it/);
  });

  it('shows why polls are paused, and continues afterwards', async () => {
    const { page } = vsCode();
    queue.pollResponse = () => ({ status: 'processing', stage: 'dns', error: 'Processing.' });
    await submitScan(page, 'lookups-test-15.com', 'Passive Scan');
    await waitForScanView(page, /lookups-test-15\[\.\]com\s*running: dns/);
    queue.error = () => ({ status: 503, body: { error: 'Down.' } });
    await waitForScanView(page, /lookups-test-15\[\.\]com\s*server error \(HTTP 503\) · running: dns/);
    await page
      .locator('.sidebar')
      .getByText(/^127\.0\.0\.1:\d+ reported a server error \(HTTP 503\)\. Service message: “Down\.”$/)
      .waitFor();
    queue.error = () => ({
      status: 429,
      headers: { 'retry-after': '7' },
      body: { error: 'API rate limit exceeded.' },
    });
    await waitForScanView(page, /lookups-test-15\[\.\]com\s*rate limit reached, retrying in \d+ seconds?/);
    await page
      .locator('.sidebar')
      .getByText(/^Rate limit reached\. Retrying in \d+ seconds?\. Service message: “API rate limit exceeded\.”$/)
      .waitFor();
    await screenshot(page, 'scan held up');
    queue.error = () => undefined;
    queue.pollResponse = (value) => doneResponse(value, 'low');
    await waitForScanView(page, /lookups-test-15\[\.\]com\s*Low risk \(previously: not known\)/);
  });

  it('continues after a reload without a second submission', async () => {
    const running = vsCode();
    const { page } = running;
    queue.pollResponse = () => ({ status: 'processing', stage: 'ssl', error: 'Processing.' });
    await submitScan(page, 'lookups-test-7.com', 'Passive Scan');
    await waitForScanView(page, /lookups-test-7\[\.\]com\s*running: ssl/);
    const before = posts().length;
    await running.reload();
    queue.pollResponse = (value) => doneResponse(value, 'critical');
    await runCommand(page, 'threatLookups.showScans');
    await waitForScanView(page, /lookups-test-7\[\.\]com\s*Critical risk \(previously: not known\)/);
    assert.equal(posts().length, before);
  });

  it('rejects what must not be sent, with the reason', async () => {
    const { page } = vsCode();
    const before = posts().length;
    await runCommand(page, 'threatLookups.scan');
    await typeInQuickInput(page, '10.1.2.3');
    await notification(page, /Internal address. Never sent/);
    assert.equal(posts().length, before);
  });

  it('lists submissions in the request log, but no polls', async () => {
    const { page } = vsCode();
    const result = logStrings.outcome({ what: [], outcome: 'queued' });
    const submission = new RegExp(
      `\\| lookups-test-7\\[\\.\\]com \\| .* \\| ${logStrings.reasons('scan')} \\| ${result}$`,
    );
    const rows = await requestLogRows(page, submission);
    assert.equal(rows.filter((row) => row.includes('lookups-test-7[.]com')).length, 1);
    await runCommand(page, 'View: Close Editor');
  });

  it('has light and dark styles', async () => {
    const { page } = vsCode();
    await waitForScanView(page, /lookups-test-7/);
    await setTheme(page, 'Light Modern');
    await screenshot(page, 'scans light');
    await setTheme(page, 'Dark Modern');
    await page.locator('.monaco-workbench.vs-dark').waitFor();
    await screenshot(page, 'scans dark');
  });
});
