import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import {
  manifestTexts,
  pseudoFiles,
  pseudoLanguage,
  shownTexts,
  unmarked,
  truncatedTexts,
  textsOutside,
} from '../harness/languages';
import { useVsCode } from '../harness/vsCode';
import {
  clickStatusBar,
  hoverText,
  openFile,
  runCommand,
  screenshot,
  statusBarText,
  webviewFrame,
} from '../harness/workbench';

const patience = 20_000;

/** Text that isn't in a message: values, formatted times and sizes, names of formats, and what VS Code itself writes. */
const data = new RegExp(
  [
    'Sign-in form posts to another domain|Registered less than 30 days ago|Paper Lantern|phishing|Salt Anchor',
    String.raw`[\w-]+(\[?[.:]\]?[\w-]*)+|hxxps?:\S+|stamp_\w+`,
    String.raw`in \d+ \w+|\d+ \w+ ago|\w+ \d{1,2}, \d{4}|\d+ bytes|UTC|and`,
    String.raw`Threat Lookups(: .*)?|CSV|STIX|TAXII|JSON|NS|MX|TXT|[A-Z]\w+-[A-Z]\w+`,
    // Texts of VS Code, and those of the sample data.
    'Follow link|Copy|Ctrl|Alt|Shift|Welcome|risky|Seen in mail|sample-analyst|Sent with the subject.*',
  ].join('|'),
  'gi',
);

/** Elements that show values alone, and those whose tooltip is one. */
const shown = {
  values:
    'td, dd, h1, pre, time, .query, .monaco-hover code, .monaco-hover a, .label-description, .card li, .card table',
  keys: 'dt, .grid *',
};

const log = ['GET login-update.example 200', 'resolved cdn-assets.example to 10.0.0.7', ''].join('\n');

/** Every view is the same code in any language: the pseudo-locale shows what a translation could not reach. */
describe('In the pseudo-locale', () => {
  const texts = manifestTexts(pseudoLanguage);
  const vsCode = useVsCode({
    files: { 'proxy.log': log, 'domains.explore': '# @name risky\nrisk=critical or risk=high\n' },
    openFiles: ['proxy.log'],
    language: pseudoLanguage,
    overlay: pseudoFiles(),
    settings: { 'workbench.activityBar.location': 'hidden' },
    viewport: { width: 1400, height: 900 },
  });
  const run = (command: string) =>
    runCommand(vsCode().page, `${texts['category'] ?? ''}: ${texts[`command.${command}.title`] ?? ''}`);

  async function assertMarked(
    selector: string,
    where: Awaited<ReturnType<typeof webviewFrame>> | 'window',
  ): Promise<void> {
    const place = where === 'window' ? vsCode().page : where;
    const found = [...new Set((await shownTexts(place, selector, shown)).flatMap((text) => unmarked(text, data)))];
    assert.deepEqual(found, []);
  }

  /** Asserts that a panel cuts no button, title, or label, and no text is outside, in a wide and in a narrow window. */
  async function assertFits(panel: Frame, name: string): Promise<void> {
    const { page } = vsCode();
    if ((await panel.evaluate(() => window.innerWidth)) < 1300) {
      // The editor next to it may have the focus. The status bar shows a line number as long as it does.
      const header = panel.locator('.top, .band').first();
      const isFocused = async () => {
        await header.click({ position: { x: 2, y: 2 } });
        return (await page.locator('.statusbar-item', { hasText: /^Ln \d/ }).count()) === 0;
      };
      await until(isFocused, { within: patience, what: `the focus in ${name}` });
      await runCommand(page, 'View: Toggle Maximize Editor Group');
      await panel.waitForFunction(() => window.innerWidth >= 1300);
    }
    for (const width of [1400, 700, 400]) {
      await page.setViewportSize({ width, height: 900 });
      await panel.waitForFunction((most) => window.innerWidth < most, width);
      assert.deepEqual(await truncatedTexts(panel, 'button, label, th, dt, h2'), [], `at ${width}`);
      assert.deepEqual(await textsOutside(panel, '#root'), [], `at ${width}`);
    }
    await screenshot(page, `pseudo ${name} narrow`);
    await page.setViewportSize({ width: 1400, height: 900 });
  }

  it('the status bar shows only translated messages', async () => {
    const { page } = vsCode();
    await until(async () => (await statusBarText(page)).includes('⟦'), {
      within: patience,
      what: 'a translated status bar',
    });
  });

  it('the hover shows only translated messages, none truncated', async () => {
    const { page } = vsCode();
    await run('loadSample');
    const hover = await hoverText(page, 'login-update.example', { matching: /⟦/ });
    await screenshot(page, 'pseudo hover');
    assert.match(hover, /⟧/);
    await assertMarked('.monaco-hover .hover-row', 'window');
  });

  it('the menu shows only translated messages', async () => {
    const { page } = vsCode();
    await page.keyboard.press('Escape');
    await clickStatusBar(page);
    await page.locator('.quick-input-widget .label-name', { hasText: '⟦' }).first().waitFor();
    await screenshot(page, 'pseudo menu');
    await assertMarked(
      '.quick-input-widget .quick-input-list .monaco-list-row .label-name, .quick-input-widget .quick-input-title',
      'window',
    );
    await page.keyboard.press('Escape');
  });

  it('triage shows only translated messages, none truncated', async () => {
    const { page } = vsCode();
    await run('triage');
    const panel = await webviewFrame(page, '.grid tbody tr', 40_000);
    await runCommand(page, 'View: Close Primary Side Bar');
    await screenshot(page, 'pseudo triage');
    await assertMarked('#root', panel);
    await assertFits(panel, 'triage');
  });

  it('a record shows only translated messages, none truncated', async () => {
    const { page } = vsCode();
    const triage = await webviewFrame(page, '.grid tbody tr', patience);
    await triage.locator('tbody tr[data-index="0"] td.cell-name').click();
    await page.keyboard.press('Enter');
    const panel = await webviewFrame(page, '.band h1', patience);
    await panel.locator('.card').first().waitFor();
    await screenshot(page, 'pseudo record');
    await assertMarked('#root', panel);
    await assertFits(panel, 'record');
  });

  it('results show only translated messages, none truncated', async () => {
    const { page } = vsCode();
    await openFile(page, 'domains.explore');
    await run('runQuery');
    const panel = await webviewFrame(page, '.query-line, .top', patience);
    await panel.locator('.grid tbody tr').first().waitFor();
    await screenshot(page, 'pseudo results');
    await assertMarked('#root', panel);
    await assertFits(panel, 'results');
  });

  it('local data shows only translated messages, none truncated', async () => {
    const { page } = vsCode();
    await run('showLocalData');
    const panel = await webviewFrame(page, '.details dt', patience);
    await panel.locator('.grid tbody tr').first().waitFor();
    await screenshot(page, 'pseudo local data');
    await assertMarked('#root', panel);
    await assertFits(panel, 'local data');
  });

  for (const [command, view] of [
    ['showScans', 'scans'],
    ['showMirror', 'mirror'],
    ['showHistory', 'queryHistory'],
  ] as const) {
    it(`the view of ${view} shows only translated messages`, async () => {
      const { page } = vsCode();
      await run(command);
      await page.locator('.pane-header', { hasText: texts[`view.${view}.name`] ?? '' }).waitFor();
      await screenshot(page, `pseudo ${view}`);
      await assertMarked('.sidebar .pane-body', 'window');
    });
  }
});
