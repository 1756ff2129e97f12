import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { useRecordPage } from '../harness/pages/recordPage';
import { answered, useResultsPage } from '../harness/pages/resultsPage';
import { useRecordingService } from '../harness/recordingService';
import type { RunResult } from '../../src/features/results/runs/runner';

/** Computed styles of an element. */
function styles<const N extends string>(
  element: Locator,
  ...names: readonly N[]
): Promise<Readonly<Record<N, string>>> {
  return element.evaluate((each, wanted) => {
    const computed = getComputedStyle(each);
    return Object.fromEntries(wanted.map((name) => [name, computed.getPropertyValue(name)]));
  }, names) as Promise<Readonly<Record<N, string>>>;
}

describe('Without colors, results', () => {
  let run: RunResult;
  before(async () => {
    const risks = ['critical', 'high', 'medium', 'low', 'none', 'unknown'];
    const results = risks.map((risk, index) => ({
      iid: index + 1,
      indicator: `lookups-test-${index}.com`,
      type: 'domain',
      risk,
    }));
    run = await answered({ query: 'risk=high', settings: { limit: 40 } }, () => ({ body: { results } }));
  });
  const results = useResultsPage({ runs: () => [run], viewport: { width: 1400, height: 900 } });
  const page = (): Page => results().panel.page;
  const row = (index: number): Locator => page().locator(`tbody tr[data-index="${index}"]`);
  beforeEach(async () => {
    await page().emulateMedia({ forcedColors: 'none' });
    await results().panel.open();
    await row(0).waitFor();
  });

  it('show lower risks as lower parts of the bar, the most severe first', async () => {
    await results().panel.setWidth(1800);
    const parts = await page()
      .locator('.breakdown-bar rect')
      .evaluateAll((all) => all.map((each) => [Number(each.getAttribute('x')), Number(each.getAttribute('height'))]));
    assert.equal(parts.length, 5);
    for (const [at, [x = 0, tall = 0]] of parts.entries()) {
      const [nextX = Infinity, nextTall = 0] = parts[at + 1] ?? [];
      assert.ok(x < nextX && tall > nextTall, JSON.stringify(parts));
    }
  });

  it('distinguish pressed chips where colors are forced', async () => {
    await page().emulateMedia({ forcedColors: 'active' });
    const [chip, other] = [/^Critical risk/, /^High risk/].map((name) => page().getByRole('button', { name }));
    assert.ok(chip !== undefined && other !== undefined);
    await chip.click();
    await page().getByText('1 of 6 shown').waitFor();
    const [pressed, released] = [await styles(chip, 'background-color'), await styles(other, 'background-color')];
    assert.notEqual(pressed['background-color'], released['background-color']);
  });

  it('distinguish the focused row among selected ones in high contrast, and where colors are forced', async () => {
    await row(0).locator('td.cell-type').click();
    await page().keyboard.press('Space');
    await page().keyboard.press('Shift+ArrowDown');
    await page().getByText('2 selected').waitFor();
    const outlines = async () => [
      await styles(row(0), 'outline-style', 'outline-width'),
      await styles(row(1), 'outline-style', 'outline-width'),
    ];
    const expected = [
      { 'outline-style': 'dotted', 'outline-width': '1px' },
      { 'outline-style': 'solid', 'outline-width': '2px' },
    ];
    for (const theme of ['Dark High Contrast', 'Light High Contrast'] as const) {
      await results().panel.setTheme(theme);
      assert.deepEqual(await outlines(), expected, theme);
    }
    await results().panel.setTheme('Dark Modern');
    await page().emulateMedia({ forcedColors: 'active' });
    assert.deepEqual(await outlines(), expected);
  });
});

describe('Without colors, a record', () => {
  const service = useRecordingService(() => ({
    body: { iid: 31, indicator: 'lookups-test-51.com', type: 'domain', risk: 'medium' },
  }));
  const record = useRecordPage({ service });
  const page = (): Page => record().panel.page;

  it('shows the steps of its risk where colors are forced', async () => {
    await record().open('lookups-test-51.com');
    await page()
      .getByRole('button', { name: /^Look Up on/ })
      .click();
    const steps = page().locator('.bar span');
    await steps.first().waitFor();
    await page().emulateMedia({ forcedColors: 'active' });
    const colors: string[] = [];
    for (const step of await steps.all()) colors.push((await styles(step, 'background-color'))['background-color']);
    assert.equal(new Set(colors.slice(0, 4)).size, 1);
    assert.notEqual(colors[0], colors[5]);
  });
});
