import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { strings as commonStrings } from '../../src/features/shared/format/strings';
import { strings as localDataStrings } from '../../src/features/localdata/strings';
import { strings as privacyStrings } from '../../src/features/privacy/strings';
import { strings as pageStrings } from '../../src/webviews/results/strings';
import { accessibilityViolations } from '../harness/panels';
import { pickInContextMenu, rowNames } from '../harness/queries';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { openReport, reportRows, requestLogRows, waitForRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import { waitForStoredState } from '../harness/windowStorage';
import {
  clickButton,
  openFile,
  runCommand,
  screenshot,
  setTheme,
  typeInQuickInput,
  webviewFrame,
  acceptSelection,
  checkInQuickInput,
  quickInputText,
  tabTitles,
} from '../harness/workbench';

describe('The request log', () => {
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService(() => ({ status: 404, body: { error: 'Indicator not found.' } }));
  });
  after(() => service.stop());
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onDemand' },
    files: { 'proxy.log': 'GET lookups-test-1.com\n' },
    viewport: { width: 1600, height: 900 },
  }));
  let frame: Frame;
  const heading = `h1:text-is("${privacyStrings.requestLog()}")`;
  const filter = () => frame.getByRole('searchbox');
  /** Looks up a domain, which opens its record, and closes the record. */
  const lookUp = async (name: string): Promise<void> => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.lookUp');
    await typeInQuickInput(page, name);
    await webviewFrame(page, `.band h1:text-is("${name.replace('.', '[.]')}")`);
    await runCommand(page, 'View: Close Editor');
    frame = await webviewFrame(page, heading);
  };

  it('says that it is empty, with nothing to clear', async () => {
    const { page } = vsCode();
    // A window that opens files on start doesn't restore editors after a reload.
    await openFile(page, 'proxy.log');
    frame = await openReport(page, 'threatLookups.showSent', privacyStrings.requestLog());
    await frame.getByText(privacyStrings.empty()).waitFor();
    assert.equal(await frame.getByRole('button', { name: privacyStrings.clear() }).count(), 0);
    assert.deepEqual(await accessibilityViolations(frame), []);
  });

  it('lists new requests while it is open, the newest first', async () => {
    for (const name of ['lookups-test-1.com', 'lookups-test-2.com', 'lookups-test-3.com']) await lookUp(name);
    const rows = await waitForRows(frame, ({ length }) => length === 3, 'three requests');
    assert.match(rows[0] ?? '', / UTC \| lookups-test-3\[\.\]com \| http:\/\/127.* \| lookup \| not found$/);
    assert.match(rows[2] ?? '', /lookups-test-1\[\.\]com/);
    assert.equal(await frame.locator('.breakdown').count(), 0);
    assert.deepEqual(await accessibilityViolations(frame), []);
    await screenshot(vsCode().page, 'request log');
  });

  it('keeps filter and selection when a request is added', async () => {
    const { page } = vsCode();
    await frame
      .locator('tbody tr', { hasText: 'lookups-test-2' })
      .locator('td.cell-reason')
      .click({ modifiers: ['Control'] });
    await frame.getByText(pageStrings.selected(1)).waitFor();
    await filter().fill('lookups-test-2');
    await waitForRows(frame, ({ length }) => length === 1, 'one row');
    await runCommand(page, 'threatLookups.checkConnection', { escape: false });
    await frame.getByText(pageStrings.shown(1, 4)).waitFor();
    assert.deepEqual(await rowNames(frame), ['lookups-test-2[.]com']);
    await filter().fill('');
    await waitForRows(frame, ({ length }) => length === 4, 'all rows');
    assert.match(await frame.locator('tr[aria-selected="true"]').innerText(), /lookups-test-2\[\.\]com/);
  });

  it('copies the selected rows in every form', async () => {
    for (const label of [pageStrings.copyDefanged(), pageStrings.copy(), pageStrings.copyMarkdown()]) {
      await frame.getByRole('button', { name: label, exact: true }).click();
      await frame.locator('.tools [role="status"]', { hasText: commonStrings.rowsCopied(1) }).waitFor();
      await filter().fill('lookups');
      await filter().fill('');
    }
  });

  it('opens the record of a row by click, keyboard, and menu', async () => {
    const { page } = vsCode();
    const name = 'lookups-test-3[.]com';
    const record = `.band h1:text-is("${name}")`;
    await frame.getByRole('link', { name }).click();
    await webviewFrame(page, record);
    await runCommand(page, 'View: Close Editor');
    frame = await openReport(page, 'threatLookups.showSent', privacyStrings.requestLog());
    await waitForRows(frame, ({ length }) => length === 4, 'all rows');
    await frame.locator('tbody tr', { hasText: name }).locator('td.cell-reason').click();
    await page.keyboard.press('Enter');
    await webviewFrame(page, record);
    await runCommand(page, 'View: Close Editor');
    frame = await openReport(page, 'threatLookups.showSent', privacyStrings.requestLog());
    await pickInContextMenu(
      page,
      frame.locator('tbody tr', { hasText: name }).locator('td.cell-reason'),
      'threatLookups.openRecord',
    );
    await webviewFrame(page, record);
    await runCommand(page, 'View: Close Editor');
  });

  it('is restored with its filter after a reload', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    frame = await openReport(page, 'threatLookups.showSent', privacyStrings.requestLog());
    await filter().fill('lookups-test-2');
    await waitForStoredState(page, /"filter":"lookups-test-2"/);
    await vsCode().reload();
    frame = await webviewFrame(vsCode().page, heading, 40_000);
    await frame.getByText(pageStrings.shown(1, 4)).waitFor();
    assert.match((await reportRows(frame)).join(), /lookups-test-2\[\.\]com/);
  });

  it('is legible in every theme and a narrow window', async function () {
    this.timeout(60_000);
    const { page } = vsCode();
    await filter().fill('');
    for (const theme of ['Light Modern', 'Dark High Contrast', 'Dark Modern']) {
      await setTheme(page, theme);
      await screenshot(page, `request log ${theme}`);
    }
    await page.setViewportSize({ width: 700, height: 900 });
    await screenshot(page, 'request log narrow');
    await page.setViewportSize({ width: 1600, height: 900 });
  });

  it('is cleared with its button, after a question', async () => {
    const { page } = vsCode();
    await frame.getByRole('button', { name: privacyStrings.clear() }).click();
    await page.locator('.monaco-dialog-box').getByText(privacyStrings.confirmClear()).waitFor();
    await clickButton(page, privacyStrings.clearButton());
    await frame.getByText(privacyStrings.empty()).waitFor();
    assert.deepEqual(await reportRows(frame), []);
    await runCommand(page, 'threatLookups.checkConnection');
    await requestLogRows(page, /\| example\[\.\]com \|/);
  });
});

describe('Local data', () => {
  const list = 'lookups-test-5.com\nlookups-test-6[.]com\nco.uk\nnot an indicator\nsee lookups-test-8.com\n';
  const vsCode = useVsCode({
    files: { 'indicators to import.txt': list, 'other.json': '{"broken"' },
    viewport: { width: 1600, height: 900 },
  });
  let frame: Frame;
  const open = (): Promise<Frame> =>
    openReport(vsCode().page, 'threatLookups.showLocalData', localDataStrings.localDataName());
  const importFile = async (name: string): Promise<void> => {
    const { page } = vsCode();
    const file = page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
    await pickInContextMenu(page, file, 'threatLookups.import');
    await clickButton(page, localDataStrings.showReport());
    frame = await webviewFrame(page, `h1:text-is("${localDataStrings.importReportName()}")`);
  };

  it('says that nothing is stored', async () => {
    // A window that opens files on start doesn't restore editors after a reload.
    await openFile(vsCode().page, 'other.json');
    frame = await open();
    await frame.getByText(localDataStrings.nothingStored()).waitFor();
    assert.match(await frame.locator('.details').innerText(), /store\.sqlite/);
    assert.deepEqual(await accessibilityViolations(frame), []);
  });

  it('shows sample data while it is loaded', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.loadSample');
    const name = localDataStrings.kindTitle('sample');
    await waitForRows(frame, (rows) => rows.some((row) => row.startsWith(name)), 'sample data');
    await screenshot(page, 'local data');
    await runCommand(page, 'threatLookups.removeSample');
    await waitForRows(frame, (rows) => !rows.some((row) => row.startsWith(name)), 'no sample data');
  });

  it('shows what an import skipped and why, and opens the records of skipped indicators', async () => {
    const { page } = vsCode();
    await importFile('indicators to import.txt');
    await frame
      .getByText(/^Imported 2 indicators from indicators to import\.txt \(2 new\)\. 3 entries were skipped\.$/)
      .waitFor();
    const rows = await waitForRows(frame, ({ length }) => length === 3, 'three skipped entries');
    assert.match(rows.join('\n'), /not an indicator \| Not a domain, IP address, or URL \| 1$/m);
    assert.deepEqual(await accessibilityViolations(frame), []);
    await screenshot(page, 'import report');
    await frame.getByRole('searchbox').fill('suffix');
    await frame.getByText(pageStrings.shown(1, 3)).waitFor();
    await frame.getByRole('button', { name: pageStrings.copyMarkdown(), exact: true }).click();
    await frame.locator('.tools [role="status"]', { hasText: commonStrings.rowsCopied(1) }).waitFor();
    await frame.getByRole('searchbox').fill('lookups-test-8.com');
    await frame.getByRole('link', { name: 'lookups-test-8[.]com' }).click();
    await webviewFrame(page, '.band h1:text-is("lookups-test-8[.]com")');
    await runCommand(page, 'View: Close Editor');
  });

  it('says why nothing was imported from a file, in the same panel', async () => {
    const { page } = vsCode();
    await importFile('other.json');
    await frame.getByText(/^Nothing was imported from other\.json\./).waitFor();
    await frame.getByText(localDataStrings.nothingSkipped()).waitFor();
    const tabs = await tabTitles(page);
    assert.equal(tabs.filter((title) => title === localDataStrings.importReportName()).length, 1);
  });

  it('is restored after a reload, and an import report says what to do', async function () {
    this.timeout(90_000);
    await waitForStoredState(vsCode().page, /"current":"import \d+"/);
    await vsCode().reload();
    const { page } = vsCode();
    const heading = `h1:text-is("${localDataStrings.importReportName()}")`;
    // The stored state may be older, with another tab in front.
    await page.locator('.tab', { hasText: localDataStrings.importReportName() }).click();
    frame = await webviewFrame(page, heading, 40_000);
    await frame.getByText(localDataStrings.reportUnavailable()).waitFor();
    await frame.getByRole('button', { name: localDataStrings.importButton() }).waitFor();
    await page.locator('.tab', { hasText: localDataStrings.localDataName() }).click();
    frame = await webviewFrame(page, `h1:text-is("${localDataStrings.localDataName()}")`);
    const rows = await waitForRows(frame, ({ length }) => length > 0, 'the import');
    assert.match(rows.join('\n'), /\| indicators to import\.txt \| 2 \|/);
  });

  it('is cleared with its button, after a question', async () => {
    const { page } = vsCode();
    await frame.getByRole('button', { name: localDataStrings.clearButton() }).click();
    await quickInputText(page);
    await checkInQuickInput(page, localDataStrings.kindTitle('imports'));
    await acceptSelection(page);
    await clickButton(page, localDataStrings.clear());
    await waitForRows(frame, (rows) => !rows.join('\n').includes('indicators to import.txt'), 'no import');
  });
});
