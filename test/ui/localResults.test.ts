import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { errorStrings } from '../../src/core/explore/strings/errors';
import { openQueryFile, waitForResults } from '../harness/queries';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  notification,
  pickInQuickInput,
  quickInputLabels,
  quickInputText,
  runCommand,
  screenshot,
} from '../harness/workbench';
import { exportStrings, runStrings } from '../../src/features/results/strings';

describe('Local results', () => {
  const vsCode = useVsCode(() => ({
    settings: {},
    files: { 'hunt.explore': 'type=domain\n', 'wrong.explore': '### One\nrisk=high type=ip\n' },
    viewport: { width: 1600, height: 900 },
  }));

  it('show threats, can be filtered by them, and can be shown again if none match', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.loadSample');
    await openQueryFile(page, 'hunt.explore');
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await waitForResults(page, /All [\d,]+ rows/);
    await frame.getByRole('columnheader', { name: 'Threats' }).waitFor();
    await frame.getByLabel('Filter rows').fill('paper lantern');
    await frame.getByText(/^[\d,]+ of [\d,]+ shown$/).waitFor();
    assert.ok((await frame.locator('tbody tr[data-index]').count()) > 0);
    await frame.getByRole('button', { name: 'Export…' }).click();
    const [shown, all] = await quickInputLabels(page);
    assert.match(shown ?? '', /^[\d,]+ Filtered Rows$/);
    assert.match(all ?? '', /^All [\d,]+ Rows$/);
    await page.keyboard.press('Escape');
    await screenshot(page, 'results local filtered');
    await frame.getByLabel('Filter rows').fill('no such thing');
    await frame.getByRole('button', { name: /^Show All/ }).click();
    assert.equal(await frame.getByLabel('Filter rows').inputValue(), '');
    assert.equal(await frame.getByRole('columnheader', { name: 'Seen' }).getAttribute('aria-sort'), 'descending');
  });

  it('show risks as icons in a narrow panel without truncated columns', async () => {
    const { page } = vsCode();
    const frame = await waitForResults(page, /All [\d,]+ rows/);
    await page.setViewportSize({ width: 1100, height: 800 });
    await frame.locator('.results.narrow').waitFor();
    const right = (): Promise<readonly number[]> =>
      frame.evaluate(() => {
        const grid = document.querySelector('.grid');
        const edge = (grid?.getBoundingClientRect().left ?? 0) + (grid?.clientWidth ?? 0);
        return [...document.querySelectorAll('th')].map((cell) => Math.abs(cell.getBoundingClientRect().right - edge));
      });
    await until(async () => Math.min(...(await right())) <= 1, { within: 5_000, what: 'a column is cut at the edge' });
    const heights = await frame
      .locator('tbody tr[data-index]')
      .evaluateAll((rows) => rows.map((row) => row.clientHeight));
    assert.ok(heights.length > 5);
    assert.equal(new Set(heights).size, 1);
    const risk = frame.locator('tbody tr[data-index="0"] td.cell-risk .one-line');
    assert.match((await risk.getAttribute('title')) ?? '', /risk/i);
    assert.match(await risk.innerText(), /risk/i);
    await screenshot(page, 'results local narrow');
    await page.setViewportSize({ width: 1600, height: 900 });
  });

  it('can be copied to the clipboard', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.exportResults');
    assert.match(await quickInputText(page), /Export All [\d,]+ Rows/);
    await pickInQuickInput(page, 'CSV');
    await pickInQuickInput(page, exportStrings.clipboard());
    await page.locator('.statusbar', { hasText: exportStrings.copiedAs('CSV') }).waitFor();
  });

  it('show the error instead if the query is invalid', async () => {
    const { page } = vsCode();
    await openQueryFile(page, 'wrong.explore', 2);
    await runCommand(page, 'threatLookups.runQuery');
    await notification(page, new RegExp(errorStrings.keyword()));
    await clickButton(page, runStrings.goToError());
    await page.locator('.statusbar', { hasText: 'Ln 2, Col 11' }).waitFor();
  });
});
