import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { strings as localDataStrings } from '../../src/features/localdata/strings';
import { strings as privacyStrings } from '../../src/features/privacy/strings';
import { strings as pageStrings } from '../../src/webviews/results/strings';
import { pickInContextMenu } from '../harness/queries';
import { useRecordingService } from '../harness/recordingService';
import { openReport, requestLogRows, waitForRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import { waitForStoredState } from '../harness/windowStorage';
import {
  acceptSelection,
  checkInQuickInput,
  clickButton,
  dialogText,
  openFile,
  quickInputText,
  runCommand,
  screenshot,
  tabTitles,
  typeInQuickInput,
  webviewFrame,
} from '../harness/workbench';

describe('Reports', () => {
  const service = useRecordingService(() => ({ status: 404, body: { error: 'Indicator not found.' } }));
  const list = 'lookups-test-5.com\nlookups-test-6[.]com\nco.uk\nnot an indicator\nsee lookups-test-8.com\n';
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
    files: { 'proxy.log': 'GET lookups-test-1.com\n', 'indicators to import.txt': list },
    viewport: { width: 1600, height: 900 },
  }));
  const reportFrame = (title: string, within?: number): Promise<Frame> =>
    webviewFrame(vsCode().page, `h1:text-is("${title}")`, within);

  it('list requests as they are sent, and open records from their menu', async () => {
    const { page } = vsCode();
    // A window that opens files on start doesn't restore editors after a reload.
    await openFile(page, 'proxy.log');
    await openReport(page, 'threatLookups.showSent', privacyStrings.requestLog());
    await runCommand(page, 'threatLookups.lookUp');
    await typeInQuickInput(page, 'lookups-test-2.com');
    await webviewFrame(page, '.band h1:text-is("lookups-test-2[.]com")');
    await runCommand(page, 'View: Close Editor');
    const frame = await reportFrame(privacyStrings.requestLog());
    await waitForRows(
      frame,
      ([row = '']) => / lookups-test-2\[\.\]com .* lookup \| not found$/.test(row),
      'the request',
    );
    const cell = frame.locator('tbody tr', { hasText: 'lookups-test-2' }).locator('td.cell-reason');
    await pickInContextMenu(page, cell, 'threatLookups.openRecord');
    await webviewFrame(page, '.band h1:text-is("lookups-test-2[.]com")');
    await screenshot(page, 'request log');
    await runCommand(page, 'View: Close Editor');
  });

  it('show what an import from the Explorer skipped', async () => {
    const { page } = vsCode();
    await runCommand(page, 'View: Show Explorer');
    const file = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'indicators to import.txt' });
    await file.waitFor();
    await pickInContextMenu(page, file, 'threatLookups.import');
    await clickButton(page, localDataStrings.showReport());
    const frame = await reportFrame(localDataStrings.importReportName());
    await frame
      .getByText(/^Imported 2 indicators from indicators to import\.txt \(2 new\)\. 3 entries were skipped\.$/)
      .waitFor();
    await frame.getByRole('link', { name: 'lookups-test-8[.]com' }).click();
    await webviewFrame(page, '.band h1:text-is("lookups-test-8[.]com")');
    await runCommand(page, 'View: Close Editor');
    const tabs = await tabTitles(page);
    assert.equal(tabs.filter((title) => title === localDataStrings.importReportName()).length, 1);
  });

  it('are restored after a reload, and cleared after a question', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await openReport(page, 'threatLookups.showLocalData', localDataStrings.localDataName());
    await runCommand(page, 'threatLookups.checkConnection');
    await requestLogRows(page, /\| example\[\.\]com \|/);
    let frame = await reportFrame(privacyStrings.requestLog());
    await frame.getByRole('searchbox').fill('lookups-test-2');
    await waitForStoredState(page, /"filter":"lookups-test-2"/);
    await vsCode().reload();
    // The stored state may be older, with another tab in front.
    await page.locator('.tab', { hasText: privacyStrings.requestLog() }).click();
    frame = await reportFrame(privacyStrings.requestLog(), 40_000);
    await frame.getByText(pageStrings.shown(1, 2)).waitFor();
    await frame.getByRole('button', { name: privacyStrings.clear() }).click();
    await dialogText(page, /Clear the request log\?/);
    await clickButton(page, privacyStrings.clearButton());
    await frame.getByText(privacyStrings.empty()).waitFor();
    await page.locator('.tab', { hasText: localDataStrings.importReportName() }).click();
    frame = await reportFrame(localDataStrings.importReportName());
    await frame.getByText(localDataStrings.reportUnavailable()).waitFor();
    await page.locator('.tab', { hasText: localDataStrings.localDataName() }).click();
    frame = await reportFrame(localDataStrings.localDataName());
    const isImport = (row: string): boolean => row.includes('| indicators to import.txt | 2 |');
    await waitForRows(frame, (rows) => rows.some(isImport), 'the import');
    await frame.getByRole('button', { name: localDataStrings.clearButton() }).click();
    await quickInputText(page);
    await checkInQuickInput(page, localDataStrings.kindTitle('imports'));
    await acceptSelection(page);
    await clickButton(page, localDataStrings.clear());
    await waitForRows(frame, (rows) => !rows.some(isImport), 'no import');
  });
});
