import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { useRecordPage } from '../harness/pages/recordPage';
import { locate, useTriagePage } from '../harness/pages/triagePage';

const names = Array.from({ length: 40 }, (_, at) => `lookups-test-${at + 1}.com`);
const risks = ['critical', 'high', 'medium', 'low'];
const list = names.map((name, at) => `${name},${risks[at % risks.length] ?? ''}`).join('\n');
const log = names.map((name, at) => `2025-03-04T10:${String(at).padStart(2, '0')}:00Z GET http://${name}/a`).join('\n');

describe('The keyboard in a table panel', () => {
  const triage = useTriagePage({
    settings: () => ({ baseUrl: 'https://intel.example', lookups: 'offline' }),
    prepare: async (host) => {
      await host.worker.import({ input: { name: 'listed.csv', text: `indicator,risk\n${list}\n` } });
      return [host.write('proxy.log', log)];
    },
    viewport: { width: 1400, height: 900 },
  });
  const { page } = locate(triage);
  const filter = (): Locator => page().getByRole('searchbox');
  const press = (key: string): Promise<void> => page().keyboard.press(key);
  const rowOfFocus = (): Promise<string | undefined> =>
    page().evaluate(() => document.activeElement?.closest<HTMLElement>('tr[data-index]')?.dataset.index);
  const waitForRow = (index: string): Promise<unknown> =>
    until(async () => (await rowOfFocus()) === index, { what: `row ${index} has no focus` });
  const groupOfFocus = (): Promise<string> =>
    page().evaluate(() => {
      const { activeElement } = document;
      const group = activeElement?.closest('[role="toolbar"], [role="group"]');
      return group?.getAttribute('aria-label') ?? activeElement?.closest('th')?.role ?? activeElement?.tagName ?? '';
    });
  beforeEach(async () => {
    await triage().panel.setWidth(1400, 900);
    await triage().panel.open();
    await page().locator('tbody tr[data-index="0"]').waitFor();
  });

  it('reaches the rows by arrow down from the filter', async () => {
    await page().locator('tbody tr[data-index="5"] td.cell-type').click();
    await filter().focus();
    await press('ArrowDown');
    await waitForRow('0');
    await press('ArrowDown');
    await waitForRow('1');
  });

  it('stops once at each group of controls on the way to the rows', async () => {
    await page()
      .getByRole('button', { name: /^Filters/, expanded: false })
      .click();
    await filter().focus();
    const groups: string[] = [];
    while ((await rowOfFocus()) === undefined && groups.length < 30) {
      await press('Tab');
      groups.push(await groupOfFocus());
    }
    for (const group of ['Found', 'Type', 'columnheader'])
      assert.equal(groups.filter((each) => each === group).length, 1, groups.join(', '));
    assert.ok(groups.length <= 12, groups.join(', '));
  });

  it('moves between chips, and between titles and the rows below them, by arrow keys', async () => {
    const chip = (name: RegExp): Locator => page().getByRole('button', { name });
    await chip(/^Critical risk/).focus();
    await press('ArrowRight');
    assert.ok(await chip(/^High risk/).evaluate((each) => each === document.activeElement));
    await press('Space');
    await page()
      .getByText(/^20 of 80 shown/)
      .waitFor();
    await press('End');
    assert.ok(await chip(/^Low risk/).evaluate((each) => each === document.activeElement));
    const titles = page().getByRole('columnheader');
    await titles.first().getByRole('button').focus();
    await press('ArrowRight');
    assert.ok(await titles.nth(1).evaluate((each) => each.contains(document.activeElement)));
    await press('ArrowDown');
    await waitForRow('0');
  });

  it('leaves the rows as far sideways as they were after moving along the titles', async () => {
    await triage().panel.setWidth(500, 800);
    const left = (): Promise<number> => page().evaluate(() => document.querySelector('.grid')?.scrollLeft ?? -1);
    const titles = page().getByRole('columnheader');
    await titles.first().getByRole('button').focus();
    await press('End');
    await until(async () => (await left()) > 0, { what: 'the last title is in view' });
    await press('ArrowLeft');
    await press('ArrowLeft');
    const isCovered = await page().evaluate(() => {
      const [focused, sticky] = [document.activeElement?.closest('th'), document.querySelector('th.sticky')];
      return (focused?.getBoundingClientRect().left ?? 0) < (sticky?.getBoundingClientRect().right ?? 0) - 1;
    });
    assert.ok(!isCovered, 'the sticky column covers the title with the focus');
    await press('Tab');
    await waitForRow('0');
    await until(async () => (await left()) === 0, { what: 'the rows are still scrolled' });
  });
});

describe('The keyboard in a record', () => {
  const record = useRecordPage({ sampleData: true });

  it('reaches the filter with Ctrl+F, and selects what is in it', async () => {
    const { page } = record().panel;
    await record().open('login-update.example');
    const box = page.getByLabel('Filter this record');
    await box.fill('phishing');
    await page.getByRole('button', { name: 'Raw JSON' }).focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('x');
    assert.equal(await box.inputValue(), 'x');
  });
});
