import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { answered, useResultsPage } from '../harness/pages/resultsPage';
import { waitForNames } from '../harness/queries';
import type { RunResult } from '../../src/features/results/runs/runner';

describe('The state of results', () => {
  let first: RunResult;
  let second: RunResult;
  before(async () => {
    first = await answered({ query: 'risk=high', settings: { limit: 40 } });
    second = await answered({ query: 'risk=low', settings: { limit: 30 } });
  });
  const results = useResultsPage({ runs: () => [first] });
  const page = () => results().panel.page;
  const rowAt = (index: number): Locator => page().locator(`tbody tr[data-index="${index}"]`);
  const header = (name: string): Locator => page().getByRole('columnheader', { name });
  const filter = (): Locator => page().getByLabel('Filter rows');
  const selectedNames = (): readonly string[] => {
    const [choice] = results().host.choices();
    return choice?.which === 'selected' ? choice.rows.rows.map((row) => ('value' in row ? row.value : row.name)) : [];
  };

  /** Selects two rows, filters, sorts, and shows another column; waits until this is stored. */
  async function changeView(): Promise<void> {
    await rowAt(5).locator('td.cell-type').click();
    await page().keyboard.press('Space');
    await page().keyboard.press('Shift+ArrowDown');
    await page().getByText('2 selected').waitFor();
    await filter().fill('test-3');
    await header('Last seen').getByRole('button').click();
    await page().getByText('Columns', { exact: true }).first().click();
    await page().getByLabel('Registrar').check();
    await results().panel.waitForState({
      filter: 'test-3',
      order: { column: 'seen', descending: true },
      switched: { registrar: true },
      selected: ['5', '6'],
    });
  }

  async function assertRestored(): Promise<void> {
    await page().getByText('11 of 40 shown, 2 selected').waitFor();
    assert.equal(await filter().inputValue(), 'test-3');
    assert.equal(await header('Last seen').getAttribute('aria-sort'), 'descending');
    await header('Registrar').waitFor();
  }

  beforeEach(async () => {
    await results().panel.open();
    await rowAt(0).waitFor();
  });

  it('is kept while the panel is hidden', async () => {
    await changeView();
    await results().panel.hideAndShow();
    await assertRestored();
    assert.deepEqual(selectedNames(), ['lookups-test-5.com', 'lookups-test-6.com']);
  });

  it('is kept when the window is reloaded, and the host knows the selection again', async () => {
    await changeView();
    await results().panel.reloadWindow();
    await assertRestored();
    await until(() => selectedNames().length === 2, { what: 'the host knows no selection' });
    assert.deepEqual(selectedNames(), ['lookups-test-5.com', 'lookups-test-6.com']);
  });

  it("isn't read from an older version of the extension, whose properties may differ", async () => {
    await changeView();
    await results().panel.changeStateWhenHidden({ version: '0.0.1', levels: 'high', order: 7 });
    await results().panel.hideAndShow();
    await page().locator('.summary', { hasText: '40 rows' }).waitFor();
    assert.equal(await filter().inputValue(), '');
  });

  it('names the file and the run, so that the panel can be restored', async () => {
    await results().panel.waitForState({
      file: 'file:///workspace/hunt.explore',
      runs: [first.run.id],
      current: first.run.id,
    });
  });

  it('contains how far the rows are scrolled', async () => {
    const top = (): Promise<number> => page().evaluate(() => document.querySelector('.grid')?.scrollTop ?? 0);
    await page().evaluate(() => document.querySelector('.grid')?.scrollTo(0, 300));
    await results().panel.waitForState({ top: 300 });
    await results().panel.hideAndShow();
    await rowAt(20).waitFor();
    await until(async () => (await top()) === 300, { what: 'the rows are not scrolled' });
  });

  it('keeps columns and order for another run, but neither filter nor selection', async () => {
    await changeView();
    results().host.show([second]);
    await page().locator('.summary', { hasText: '30 rows' }).waitFor();
    await header('Registrar').waitFor();
    assert.equal(await filter().inputValue(), '');
    assert.equal(
      await page()
        .getByText(/shown|selected/)
        .count(),
      0,
    );
    assert.equal(await header('Last seen').getAttribute('aria-sort'), 'descending');
    await waitForNames(results().panel.frame, ([name]) => name === 'lookups-test-27[.]com');
  });
});
