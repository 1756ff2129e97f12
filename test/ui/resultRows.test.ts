import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import {
  pickInContextMenu,
  exploreResponse,
  exploreRequests,
  openQueryFile,
  waitForResults,
  rowNames,
} from '../harness/queries';
import { useRecordingService } from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import { waitForStoredState } from '../harness/windowStorage';
import {
  clickButton,
  editorText,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  tabTitles,
  webviewFrame,
} from '../harness/workbench';
import { exportStrings, rowStrings } from '../../src/features/results/strings';

describe('Result rows', () => {
  const service = useRecordingService(exploreResponse);
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
    files: { 'hunt.explore': '# @limit 40\nrisk=high\n' },
    viewport: { width: 1600, height: 900 },
  }));
  let frame: Frame;
  const header = (title: string) => frame.getByRole('columnheader', { name: title });
  const rowOf = (index: number) => frame.locator(`tbody tr[data-index="${index}"]`);
  const widthOf = async (title: string): Promise<number> => (await header(title).boundingBox())?.width ?? 0;

  it('keep column widths set by mouse and keyboard', async () => {
    const { page } = vsCode();
    await openQueryFile(page, 'hunt.explore');
    await runCommand(page, 'threatLookups.runQuery');
    frame = await waitForResults(page, /40 rows/);
    const before = await widthOf('Indicator');
    const edge = await header('Indicator').locator('.edge').boundingBox();
    assert.ok(edge !== null);
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
    await page.mouse.down();
    await page.mouse.move(edge.x + 60, edge.y + edge.height / 2, { steps: 5 });
    await page.mouse.up();
    const dragged = await widthOf('Indicator');
    assert.ok(dragged > before + 30, `${before} → ${dragged}`);
    await header('Indicator').getByRole('button').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await until(async () => (await widthOf('Indicator')) < dragged, { within: 5_000, what: 'a narrower column' });
    await screenshot(page, 'results resized');
  });

  it('are sorted by time and name, with missing values last', async () => {
    await header('Seen').getByRole('button').click();
    assert.equal((await rowNames(frame))[0], 'lookups-test-27[.]com');
    await header('Indicator').getByRole('button').click();
    assert.deepEqual(
      (await rowNames(frame)).slice(0, 3),
      [0, 1, 2].map((at) => `lookups-test-${at}[.]com`),
    );
    await header('Threats').getByRole('button').click();
    assert.match(await rowOf(0).innerText(), /Example Kit/);
    await header('Threats').getByRole('button').click();
    assert.match(await rowOf(0).innerText(), /Example Kit/);
    await header('Threats').getByRole('button').click();
  });

  it('open their record by Enter and by link without a request', async () => {
    const { page } = vsCode();
    const before = service().requests.length;
    await header('Indicator').getByRole('button').click();
    await rowOf(2).locator('td.cell-type').click();
    await page.keyboard.press('Enter');
    await webviewFrame(page, '.band h1:text-is("lookups-test-2[.]com")');
    assert.equal(service().requests.length, before);
    const record = (await tabTitles(page)).find((title) => /lookups-test-2/.test(title));
    assert.ok(record !== undefined);
  });

  it('are scanned and ignored from the context menu', async () => {
    const { page } = vsCode();
    await page.locator('.tab', { hasText: 'Results:' }).first().click();
    frame = await waitForResults(page, /40 rows/);
    const before = service().requests.length;
    await pickInContextMenu(page, rowOf(3).locator('td.cell-type'), 'threatLookups.scan');
    assert.match(await quickInputText(page), /lookups-test-\d+\[\.\]com/);
    await page.keyboard.press('Escape');
    assert.equal(service().requests.length, before);
    await pickInContextMenu(page, rowOf(4).locator('td.cell-type'), 'threatLookups.ignore');
    assert.match(await quickInputText(page), /lookups-test-4/);
    await page.keyboard.press('Escape');
  });

  it('are added to the ignore list after confirmation', async () => {
    const { page } = vsCode();
    await rowOf(5).locator('td.cell-type').click();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await frame.getByText('2 selected').waitFor();
    await runCommand(page, 'threatLookups.ignoreResults', { escape: false });
    await page.locator('.monaco-dialog-box').getByText(rowStrings.confirmIgnore(2)).waitFor();
    await clickButton(page, rowStrings.ignore());
    await page.locator('.statusbar', { hasText: rowStrings.ignored(2) }).waitFor();
    await openQueryFile(page, 'hunt.explore');
    const before = exploreRequests(service()).length;
    await runCommand(page, 'threatLookups.queryFromResults');
    await until(async () => /ioc=lookups-test-5\.com\s+or ioc=lookups-test-6\.com/.test(await editorText(page)), {
      within: 10_000,
      what: 'a query for the two',
    });
    await runCommand(page, 'threatLookups.runQuery');
    await waitForResults(
      page,
      /Nothing was sent to 127\.0\.0\.1:\d+ because lookups-test-5\[\.\]com is on the ignore list/,
    );
    assert.equal(exploreRequests(service()).length, before);
  });

  it('keep their state after the panel was hidden and after a reload', async function () {
    this.timeout(60_000);
    const { page } = vsCode();
    const shown = async (): Promise<void> => {
      frame = await waitForResults(page, /40 rows/);
      await frame.getByText('11 of 40 shown').waitFor();
      assert.equal(await header('Seen').getAttribute('aria-sort'), 'descending');
    };
    await page.locator('.tab', { hasText: 'Results: risk=high' }).first().click();
    frame = await waitForResults(page, /40 rows/);
    await frame.getByText('2 selected').waitFor();
    await frame.getByLabel('Filter rows').fill('test-3');
    await header('Seen').getByRole('button').click();
    const before = exploreRequests(service()).length;
    const width = await widthOf('Indicator');
    await shown();
    await page.locator('.tab', { hasText: 'lookups-test-2' }).first().click();
    await page.locator('.tab', { hasText: 'Results: risk=high' }).first().click();
    await shown();
    assert.equal(await widthOf('Indicator'), width);
    await waitForStoredState(page, /"filter":"test-3"[^]{0,2000}?"descending":true/);
    await vsCode().reload();
    await shown();
    assert.equal(exploreRequests(service()).length, before);
    await frame.getByLabel('Filter rows').fill('');
  });

  it('are exported by selection', async () => {
    const { page } = vsCode();
    await page.locator('.tab', { hasText: 'Results: risk=high' }).first().click();
    frame = await waitForResults(page, /40 rows/);
    await rowOf(7).locator('td.cell-type').click();
    // The selection survives the reload.
    await frame.getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Space');
    const wanted = (await rowOf(7).locator('td.cell-name').innerText()).replaceAll('[.]', '.');
    await frame.getByText('1 selected').waitFor();
    await frame.getByRole('button', { name: 'Export…' }).click();
    await pickInQuickInput(page, exportStrings.rows.selected(1));
    await pickInQuickInput(page, 'CSV');
    await pickInQuickInput(page, exportStrings.document());
    await page.locator('.tab.active.dirty').waitFor();
    await until(async () => (await editorText(page)).includes(`${wanted},domain`), { within: 8_000, what: wanted });
    assert.equal((await editorText(page)).match(/^lookups-test/gm)?.length, 1);
    // The tab is named after the query, and only the query sets the limit.
    await page.locator('.tab.active', { hasText: 'risk-high.csv' }).waitFor();
    assert.match(await editorText(page), /^# Limit: 40$/m);
    await runCommand(page, 'View: Revert and Close Editor');
  });
});
