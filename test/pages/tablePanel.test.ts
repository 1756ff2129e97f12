import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { accessibilityViolations } from '../harness/panels';
import { locate, useTriagePage } from '../harness/pages/triagePage';
import { waitForNames } from '../harness/queries';

const minute = 60_000;
const start = Date.UTC(2025, 2, 4, 10);

/** A log of three hours: one indicator only in its first hour, one throughout. */
const log = Array.from({ length: 180 }, (_, at) => {
  const time = new Date(start + at * minute).toISOString();
  const early = at < 60 ? ' early.lookups-test-1.com' : '';
  return `${time} 10.0.0.${at % 9} GET lookups-test-2.com/a/${at % 20} http://lookups-test-4.com/path/${at}${early}`;
}).join('\n');

const list = 'indicator,risk\nearly.lookups-test-1.com,high\nlookups-test-2.com,medium\n';

describe('A table panel', () => {
  const triage = useTriagePage({
    settings: () => ({ baseUrl: 'https://intel.example', lookups: 'offline' }),
    prepare: async (host) => {
      await host.worker.import({ input: { name: 'listed.csv', text: list } });
      return [host.write('proxy-2025-03-04.access.log', log)];
    },
    viewport: { width: 1400, height: 900 },
  });
  const { page, cell, button, top } = locate(triage);
  const firstRow = () => page().locator('tbody tr[data-index="0"]');
  const slider = (name: string) => page().getByRole('slider', { name });

  it('has its first row in the top 200 pixels at any width, also with a notice', async () => {
    await top(/indicators/);
    await firstRow().waitFor();
    for (const width of [1400, 900, 700, 400]) {
      await triage().panel.setWidth(width, 700);
      const box = await firstRow().boundingBox();
      assert.ok(box !== null && box.y > 0 && box.y <= 200, `at ${width}: ${box?.y}`);
      const wide = await page().evaluate(() => document.documentElement.scrollWidth);
      const outside = await page().evaluate(
        (room) =>
          [...document.querySelectorAll('#root *')]
            .filter((element) => element.closest('.grid') === null && element.getBoundingClientRect().right > room)
            .map((element) => element.outerHTML.slice(0, 200)),
        width,
      );
      assert.ok(wide <= width, `The page is ${wide} pixels wide at ${width}: ${outside.join(' ')}`);
    }
  });

  it('keeps header and indicator in view while it scrolls', async () => {
    await page()
      .getByRole('button', { name: /unknown or internal$/ })
      .click();
    await cell('lookups-test-4[.]com', 'where').waitFor();
    const offset = (selector: string) =>
      page().evaluate((wanted) => {
        const grid = document.querySelector('.grid');
        const element = document.querySelector(wanted);
        if (grid === null || element === null) return undefined;
        const [a, b] = [grid.getBoundingClientRect(), element.getBoundingClientRect()];
        return { left: b.left - a.left, top: b.top - a.top };
      }, selector);
    await page()
      .locator('.grid')
      .evaluate((grid) => grid.scrollTo(400, 300));
    await until(async () => (await offset('th.sticky'))?.left === 0, { what: 'the grid is scrolled' });
    assert.equal((await offset('th.sticky'))?.top, 0);
    assert.equal((await offset('tbody td.cell-name'))?.left, 0);
    await page()
      .locator('.grid')
      .evaluate((grid) => grid.scrollTo(0, 0));
    await page()
      .getByRole('button', { name: /unknown or internal$/ })
      .click();
    await cell('lookups-test-4[.]com', 'where').waitFor({ state: 'detached' });
    await triage().panel.setWidth(1400, 900);
  });

  it('has no columns without text in the rows shown, until other rows fill them', async () => {
    const header = (name: string) => page().getByRole('columnheader', { name });
    assert.deepEqual((await page().getByRole('columnheader').allInnerTexts()).slice(-2), ['Source', 'Type']);
    // Why nothing is known about a row is the first reason.
    await button(/^\+ \d+ unknown or internal$/).click();
    await header('Reasons').waitFor();
    assert.deepEqual((await page().getByRole('columnheader').allInnerTexts()).slice(-3), ['Source', 'Reasons', 'Type']);
    await button(/^\d+ unknown or internal$/).click();
    await header('Reasons').waitFor({ state: 'detached' });
    // Columns that users show stay, whatever the rows contain.
    await page().getByText('Columns', { exact: true }).first().click();
    await page().getByLabel('Reasons').check();
    await header('Reasons').waitFor();
    await page().getByLabel('Reasons').uncheck();
    await page().getByText('Columns', { exact: true }).first().click();
  });

  it('folds unknown and internal rows behind one chip, and leaves them out of the bar of risks', async () => {
    await waitForNames(triage().panel.frame, ({ length }) => length === 2);
    await button(/^\+ \d+ unknown or internal$/).click();
    await cell('lookups-test-4[.]com', 'where').waitFor();
    await triage().panel.setWidth(1900, 900);
    await page().locator('.breakdown-bar rect').first().waitFor();
    assert.equal(await page().locator('.breakdown-bar .risk-unknown').count(), 0);
    await triage().panel.setWidth(1400, 900);
    await button(/^\d+ unknown or internal$/).click();
    await cell('lookups-test-4[.]com', 'where').waitFor({ state: 'detached' });
    // A search also finds folded rows.
    await page().getByRole('searchbox').fill('10.0.0.1');
    await cell('10[.]0[.]0[.]1', 'where').waitFor();
    await page().getByRole('searchbox').fill('');
  });

  it('has labeled groups of filters in a bar that it remembers', async () => {
    await page().getByRole('button', { name: 'Filters', expanded: false }).click();
    for (const group of ['Found', 'Type']) await page().getByRole('group', { name: group, exact: true }).waitFor();
    assert.deepEqual(await accessibilityViolations(triage().panel.frame), []);
    await triage().panel.waitForState({ filtersOpen: true });
    await triage().panel.hideAndShow();
    await page().getByRole('group', { name: 'Type', exact: true }).waitFor();
    await page().getByRole('button', { name: 'Filters', expanded: true }).click();
    await page().getByRole('group', { name: 'Type', exact: true }).waitFor({ state: 'detached' });
  });

  it('shows when each indicator occurs, by the timestamps of the log', async () => {
    assert.match(await cell('early', 'when').innerText(), /^2025-03-04 10:00:00 – 2025-03-04 10:59:00$/);
    const bars = async (name: string): Promise<number> => cell(name, 'when').locator('rect').count();
    assert.ok((await bars('early')) < (await bars('lookups-test-2')) / 2);
    await page()
      .getByText(/^2025-03-04 \d\d:\d\d – 2025-03-04 1[23]:\d\d$/)
      .first()
      .waitFor({ state: 'attached' });
  });

  it('narrows the rows to a part of the time, by mouse and by keyboard', async () => {
    const box = await page().locator('.timeline svg').boundingBox();
    assert.ok(box !== null);
    await page().mouse.move(box.x + box.width * 0.6, box.y + 10);
    await page().mouse.down();
    await page().mouse.move(box.x + box.width * 0.9, box.y + 10, { steps: 4 });
    await page().mouse.up();
    await cell('early', 'where').waitFor({ state: 'detached' });
    await cell('lookups-test-2', 'where').first().waitFor();
    await triage().panel.waitForState({ range: { from: Number(await slider('Start of the range').inputValue()) } });
    await page().keyboard.press('Escape');
    await cell('early', 'where').waitFor();
    assert.ok(await slider('Start of the range').evaluate((each) => each === document.activeElement));
    await page().keyboard.press('End');
    await cell('early', 'where').waitFor({ state: 'detached' });
    assert.match((await slider('Start of the range').getAttribute('aria-valuetext')) ?? '', /^2025-03-04 1[23]:/);
    await button('Show All').click();
    await cell('early', 'where').waitFor();
    assert.equal(await page().evaluate(() => document.activeElement?.tagName), 'INPUT');
  });

  it('shows all rows again if the drag is given up, and marks the part of the picture that is chosen', async () => {
    const picture = page().locator('.timeline svg');
    const box = await picture.boundingBox();
    assert.ok(box !== null);
    const moveTo = (part: number) => page().mouse.move(box.x + box.width * part, box.y + 10, { steps: 4 });
    await moveTo(0.6);
    await page().mouse.down();
    await moveTo(0.8);
    await cell('early', 'where').waitFor({ state: 'detached' });
    const [before, after] = await picture
      .locator('.outside')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()));
    assert.ok(
      Math.abs((before?.right ?? 0) - box.x - box.width * 0.6) < box.width * 0.05,
      `it starts at ${before?.right}`,
    );
    assert.ok(Math.abs((after?.left ?? 0) - box.x - box.width * 0.8) < box.width * 0.05, `it ends at ${after?.left}`);
    await page().keyboard.press('Escape');
    await cell('early', 'where').waitFor();
    await moveTo(0.9);
    await page().mouse.up();
    await cell('early', 'where').waitFor();
    assert.equal(await picture.locator('.outside').count(), 0);
  });

  it('groups rows by registered domain, network, risk, type, and time', async () => {
    await button(/^\+ \d+ unknown or internal$/).click();
    const groupBy = async (label: string, section: RegExp): Promise<void> => {
      await page().getByLabel('Group by').selectOption({ label });
      const has = async (): Promise<boolean> =>
        section.test((await page().locator('.section').allInnerTexts()).join('\n').replaceAll('\u00a0', ' '));
      await until(has, { what: `no section ${String(section)}` });
    };
    await groupBy('Registered domain', /^lookups-test-1\[\.\]com 1 indicator · \d+ lines?$/m);
    await groupBy('Risk', /^High risk 1 indicator · /m);
    await groupBy('First occurrence', /^2025-03-04 10:00 \d+ indicators · ≤ \d+ lines$/m);
    await groupBy('Type', /^domain \d+ indicators · /m);
    await page().getByRole('searchbox').fill('10.0.0');
    await groupBy('Network', /^10\.0\.0\.0\/24 9 indicators · ≤ 180 lines$/m);
  });
});
