import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { waitForResults } from '../harness/queries';
import { openRecord, panelText, accessibilityViolations } from '../harness/panels';
import { useVsCode } from '../harness/vsCode';
import {
  editorText,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  setTheme,
  themes,
  tabTitles,
  typeInQuickInput,
  webviewFrame,
  loadSampleData,
} from '../harness/workbench';
import { strings } from '../../src/features/records/strings';
import { strings as pageStrings } from '../../src/webviews/record/strings';

const worst = 'login-update.example';
/** Of the sample data, without earlier scans. */
const unscanned = 'old-panel.test';
const defanged = (value: string): string => value.replaceAll('.', '[.]');

describe('Records of the sample data', () => {
  const vsCode = useVsCode(() => ({ files: { 'notes.txt': 'nothing\n' }, viewport: { width: 1400, height: 1000 } }));
  const panel = (title: string): Promise<Frame> => webviewFrame(vsCode().page, `.band h1:text-is("${title}")`);

  async function inEveryTheme(title: string, name: string): Promise<void> {
    const { page } = vsCode();
    for (const theme of themes) {
      await setTheme(page, theme);
      assert.deepEqual(await accessibilityViolations(await panel(title)), [], `${name} in ${theme}`);
      await page.mouse.move(2, 2);
      await screenshot(page, `local ${name} ${theme}`);
    }
  }

  before(async () => {
    const { page } = vsCode();
    await loadSampleData(page);
  });

  it('show earlier and current results of scans', async () => {
    const { page } = vsCode();
    const frame = await openRecord(page, worst, defanged(worst));
    await frame.getByRole('button', { name: 'Compare with Previous Scans' }).click();
    const card = frame.getByRole('region', { name: pageStrings.previousScans() });
    await card.getByText(/^\d+ properties changed since/).waitFor();
    const cell = async (name: RegExp): Promise<string> =>
      (await card.getByRole('row', { name }).first().innerText()).replace(/\s+/g, ' ');
    assert.match(await cell(/^Title/), /changed Please wait .*Domain parked .*Sign in/);
    assert.match(await cell(/^Fingerprint/), /5ca1ab1e/);
    assert.match(await card.innerText(), /Sweden[^]*Location|Location[^]*Sweden/);
    await inEveryTheme(defanged(worst), 'compared');
  });

  it('offer a comparison only if there is one, including after going back', async () => {
    const { page } = vsCode();
    const button = { name: 'Compare with Previous Scans' };
    const frame = await openRecord(page, unscanned, defanged(unscanned));
    await frame.locator('.card').first().waitFor();
    assert.equal(await frame.getByRole('button', button).count(), 0);
    await frame.getByRole('region', { name: 'Threats' }).getByRole('link').first().click();
    await frame.getByRole('button', { name: 'Copy Name', exact: true }).waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await frame.locator(`.band h1:text-is("${defanged(unscanned)}")`).waitFor();
    await frame.locator('.card').first().waitFor();
    assert.equal(await frame.getByRole('button', button).count(), 0);
  });

  it('update their ages while they are open', async () => {
    const frame = await panel(defanged(unscanned));
    const age = frame.locator('.under .moment').first();
    await frame.evaluate(() => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + 3 * 60 * 60 * 1000 + 5_000;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await age.getByText('3 hours ago').waitFor();
  });

  it('count the indicators of a threat as its query does, and are exported as STIX', async () => {
    const { page } = vsCode();
    const frame = await openRecord(page, 'Paper Lantern', 'Paper Lantern', /Paper Lantern$/);
    const levels = frame.getByRole('region', { name: strings.record.indicatorsByRisk() }).locator('.row');
    await levels.first().waitFor();
    const counted = async (): Promise<readonly string[]> =>
      Promise.all(
        (await levels.all()).map(async (row) => {
          const words = (await row.locator('dt').innerText()).trim();
          return `${words} ${await row.locator('.number').innerText()}`;
        }),
      );
    const shown = await counted();
    assert.ok(
      shown.some((words) => /^Retired /.test(words)),
      shown.join(),
    );
    await runCommand(page, 'threatLookups.exportRecord');
    await pickInQuickInput(page, 'STIX 2.1');
    await pickInQuickInput(page, /Open in New Document/);
    await until(async () => /"type": "bundle"/.test(await editorText(page)), { within: 10_000, what: 'a bundle' });
    await page.locator('.tab', { hasText: 'Paper Lantern' }).first().click();
    await (await panel('Paper Lantern')).getByRole('button', { name: strings.panel.queryIndicators() }).click();
    await page.locator('.codelens-decoration:visible', { hasText: 'Run' }).first().waitFor({ timeout: 30_000 });
    await runCommand(page, 'threatLookups.runQuery');
    const results = await waitForResults(page, /All [\d,]+ rows/);
    const chips = results.locator('.breakdown .chip');
    await chips.first().waitFor();
    assert.deepEqual(
      (await chips.allInnerTexts()).map((words) => words.trim()),
      shown,
    );
    await results.getByRole('button', { name: /^Retired / }).click();
    await results.getByText(/^\d+ of \d+ shown$/).waitFor();
    await results.locator('.cell-risk', { hasText: 'retired' }).first().waitFor();
    await screenshot(page, 'local counts');
  });

  it('show how many indicators related threats and feeds share', async () => {
    const { page } = vsCode();
    const frame = await openRecord(page, 'Phish Basket', 'Phish Basket', /Phish Basket$/);
    const threats = frame.getByRole('region', { name: 'Threats' });
    await threats.getByRole('listitem').first().waitFor();
    for (const row of await threats.getByRole('listitem').all()) {
      assert.match(await row.locator('.counts .number').innerText(), /^\d+$/);
    }
    await inEveryTheme('Phish Basket', 'feed');
  });

  it('have one Tab stop per card with arrow key navigation inside, and fit a narrow panel', async () => {
    const { page } = vsCode();
    const frame = await panel('Phish Basket');
    const stops = await frame.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.columns .card')].map(
        (card) => card.querySelectorAll('[tabindex="0"]').length,
      ),
    );
    assert.ok(stops.length > 4 && stops.every((count) => count <= 1), JSON.stringify(stops));
    await frame.locator('h1').click();
    await frame.getByRole('button', { name: 'Copy Name' }).focus();
    await page.keyboard.press('ArrowRight');
    const focused = (): Promise<string> => frame.evaluate(() => document.activeElement?.textContent ?? '');
    assert.equal(await focused(), strings.panel.queryIndicators());
    const threats = frame.getByRole('region', { name: 'Threats' });
    await threats.getByRole('link', { name: 'Paper Lantern' }).focus();
    await page.keyboard.press('ArrowDown');
    assert.notEqual(await focused(), 'Paper Lantern');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    assert.ok(await threats.evaluate((card) => card.contains(document.activeElement)));
    await page.setViewportSize({ width: 960, height: 700 });
    await until(() => frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), {
      within: 10_000,
      what: 'a page that is no wider than its panel',
    });
    await screenshot(page, 'local narrow');
    await page.setViewportSize({ width: 1400, height: 1000 });
  });

  it('are listed under recent records with their risk', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.recentRecords');
    await until(async () => /login-update\[\.\]example\s+Critical risk · opened/.test(await quickInputText(page)), {
      within: 10_000,
      what: 'the risk of a recent record',
    });
    await screenshot(page, 'local recent');
    await page.keyboard.press('Escape');
  });

  it('open no empty tab if unknown: the prompt stays open with similar names', async () => {
    const { page } = vsCode();
    const before = await tabTitles(page);
    await runCommand(page, 'threatLookups.openRecord');
    await typeInQuickInput(page, 'Papper Lantren', { accept: false });
    await pickInQuickInput(page, /Threat “Papper Lantren”/);
    await until(async () => /No threat named “Papper Lantren” found/.test(await quickInputText(page)), {
      within: 10_000,
      what: 'that it is not known',
    });
    assert.deepEqual(await tabTitles(page), before);
    await screenshot(page, 'local unknown');
    await pickInQuickInput(page, /Paper Lantern$/);
    const frame = await panel('Paper Lantern');
    assert.match(await panelText(frame), /Phishing kits that imitate the sign-in pages/);
  });
});
