import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { viewName } from '../harness/manifest';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import {
  waitForQuickInput,
  scanViewText,
  ScanQueue,
  submitScan,
  waitForScanView,
  waitForTooltip,
} from '../harness/scans';
import { fakeTaxiiServer, taxiiError } from '../harness/fakeTaxiiServer';
import { useVsCode } from '../harness/vsCode';
import {
  acceptSelection,
  notification,
  pickInQuickInput,
  runCommand,
  screenshot,
  checkInQuickInput,
  typeInQuickInput,
} from '../harness/workbench';
import { strings } from '../../src/features/mirror/strings';
import { pattern } from '../harness/text';

const target = 'command:workbench.action.terminal.new';
const link = `[Sign in again](${target})`;
const root = `/[x](${target})/`;
const shown = /\[Sign in again\] \(command:workbench\.action\.terminal\.new\)/;

/** Asserts that no link in the window runs the command. */
async function assertNoLink(page: Page): Promise<void> {
  const found = page.locator(`a[href^="${target}"], [data-href^="${target}"]`);
  assert.deepEqual(await found.evaluateAll((links) => links.map((each) => each.outerHTML)), []);
}

describe('A link in untrusted text', () => {
  const queue = new ScanQueue();
  let service: RecordingService;
  let server: RecordingService;
  before(async () => {
    service = await startRecordingService(queue.reply);
    server = await startRecordingService(
      fakeTaxiiServer({
        title: link,
        roots: ['/taxii2/api/', root],
        collections: { [`Feed ${link}`]: ['lookups-test-1.com'], 'Below a link': ['lookups-test-4.com'] },
        refuse: ({ path }) => (path.endsWith('/objects/') ? taxiiError(403, `Expired. ${link}`) : undefined),
      }),
    );
  });
  after(async () => {
    await Promise.all([service.stop(), server.stop()]);
  });

  const file = `Report ${link}.txt`;
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onDemand' },
    files: { 'a.txt': 'a\n', [file]: 'lookups-test-2[.]com\n' },
    openFiles: ['a.txt'],
  }));

  it('is text in the notification and the view of a failed scan', async () => {
    const { page } = vsCode();
    queue.pollResponse = () => ({ status: 'failed', error: `Session ended. ${link}` });
    await submitScan(page, 'lookups-test-3.com', 'Passive Scan');
    assert.match(await notification(page, /Session ended/), shown);
    await assertNoLink(page);
    await runCommand(page, 'threatLookups.showScans');
    await waitForScanView(page, /lookups-test-3\[\.\]com\s*failed/);
    await page.locator('.sidebar .monaco-list-row').first().hover();
    await page.locator('.monaco-hover:visible').getByText('Session ended').first().waitFor();
    await assertNoLink(page);
  });

  it('is text in the names and errors of a TAXII server and its collections', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.addTaxiiServer');
    await pickInQuickInput(page, pattern(strings.otherServer()));
    await waitForQuickInput(page, pattern(strings.addressPrompt()));
    await typeInQuickInput(page, server.url);
    await pickInQuickInput(page, pattern(strings.noCredentials()));
    await waitForQuickInput(page, pattern(strings.collectionsPlaceholder()));
    assert.match(await waitForQuickInput(page, /Feed /), shown);
    await assertNoLink(page);
    assert.match(await waitForQuickInput(page, /Below a link/), /\/\[x\] \(command:/);
    await screenshot(page, 'links collections');
    await checkInQuickInput(page, /Feed /);
    await checkInQuickInput(page, /Below a link/);
    await acceptSelection(page);
    assert.match(await notification(page, /Feed .*Expired/), shown);
    await assertNoLink(page);
    await runCommand(page, 'threatLookups.showMirror');
    await waitForScanView(page, /Feed /);
    assert.match(await scanViewText(page), shown);
    await assertNoLink(page);
    // Folded, the view above leaves the room to this one: a row that scrolls away under the mouse shows no tooltip.
    await page
      .locator('.sidebar .pane-header', { hasText: viewName('threatLookups.scans') })
      .first()
      .click();
    await waitForTooltip(page, 'Below a link', '/[x]');
    await screenshot(page, 'links root');
    await assertNoLink(page);
  });

  it('is text in the name of an imported file', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.import');
    await pickInQuickInput(page, /^Report /);
    assert.match(await notification(page, /Report /), shown);
    await assertNoLink(page);
  });
});
