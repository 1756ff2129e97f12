import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle, manifest } from '../harness/manifest';
import { visibleHighlights, waitForHighlights } from '../harness/highlights';
import { pattern } from '../harness/text';
import { useVsCode } from '../harness/vsCode';
import {
  editorText,
  goToLine,
  hoverText,
  leaveHover,
  notificationTexts,
  openFile,
  openHoverText,
  pickInQuickInput,
  runCommand,
  screenshot,
  setTheme,
  statusBarText,
  tabTitles,
  typeInQuickInput,
} from '../harness/workbench';
import { moreThanShown } from '../../src/features/highlights/editorHighlighter';

/** Text that only the picture of a step contains. */
const pictureText: Readonly<Record<string, string>> = {
  seeItWork: ':443',
  import: 'STIX 2.1',
  triage: 'alice, +2',
  connect: '*.corp.example',
  queries: 'parcel-check[.]example',
};

const risky = 'login-update.example';
const log = [
  '2025-03-04 10:14:03 GET http://wiki.corp.example/index.html from 10.20.4.17',
  `2025-03-04 10:14:08 CONNECT ${risky}:443`,
  '2025-03-04 10:14:35 GET https://cdn-metrics.test/pixel.gif',
  '2025-03-04 10:14:56 POST http://203.0.113.77/gate.php',
  '2025-03-04 10:15:20 CONNECT status.example:443',
  '',
].join('\n');
const urls = [
  'https://login-update.example/verify',
  'http://203.0.113.77/gate.php',
  'https://cdn-metrics.test/pixel.gif',
];
const filler = (count: number): string => '2025-03-04 10:20:00 GET https://status.example/ok 200\n'.repeat(count);
const notebook = JSON.stringify({
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Notes\n', 'Seen first on Monday.\n'] },
    { cell_type: 'raw', metadata: {}, source: [`CONNECT ${risky}:443 from 10.0.0.1\n`] },
    { cell_type: 'code', metadata: {}, outputs: [], execution_count: null, source: [`host = "${risky}"\n`] },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
});

describe('A new installation', () => {
  const vsCode = useVsCode({
    builtIn: 'all',
    settings: {
      'threatLookups.highlights.gutterIcons': true,
      'threatLookups.highlights.languages': ['typescript', 'python'],
      'threatLookups.highlights.endOfLine': true,
      'threatLookups.highlights.minimumRisk': 'low',
      'diffEditor.renderSideBySide': true,
    },
    files: {
      'proxy.log': log,
      'long.log': `CONNECT ${risky}:443\n${filler(6_000)}POST http://203.0.113.77/gate.php\n${filler(200)}`,
      'urls.log': urls.map((url) => `GET ${url}\n`).join(''),
      'many.log': `CONNECT ${risky}:443\n`.repeat(1_500),
      'code.ts': `fetch('cdn-metrics.test'); // then ${risky}\n`,
      'page.css': `/* ${risky} */\n`,
      'report.md': 'Seen: hxxps://login-update[.]example/verify, then 203[.]0[.]113[.]77\n',
      'new.log': 'GET http://status.example/ok\nPOST http://203.0.113.77/gate.php\n',
      'old.log': `GET http://status.example/ok\nCONNECT ${risky}:443\n`,
      'case.ipynb': notebook,
    },
    openFiles: ['proxy.log'],
    viewport: { width: 1720, height: 900 },
  });

  describe('the first minutes', () => {
    it('show only a status bar item that says that lookups are local', async () => {
      const { page } = vsCode();
      await until(async () => /Lookups: local/.test(await statusBarText(page)), {
        what: 'status bar',
      });
      assert.deepEqual(await notificationTexts(page), []);
      assert.deepEqual(await visibleHighlights(page), []);
    });

    it('offer a walkthrough of five steps, each with a picture', async () => {
      const { page } = vsCode();
      await runCommand(page, 'threatLookups.getStarted');
      const walkthrough = page.locator('.gettingStartedContainer');
      const [{ steps } = { steps: [] }] = manifest.contributes.walkthroughs;
      assert.deepEqual(
        steps.map(({ id }) => id),
        ['seeItWork', 'import', 'triage', 'connect', 'queries'],
      );
      for (const { id, title } of steps) {
        await walkthrough.getByRole('heading', { name: title }).first().click();
        // The picture beside the steps is drawn in a frame of its own.
        const shownIn = (frame: Frame) =>
          frame
            .locator('svg text')
            .getByText(pictureText[id] ?? '', { exact: true })
            .count()
            .catch(() => 0);
        const isShown = async () => (await Promise.all(page.frames().map(shownIn))).some((count) => count > 0);
        await until(isShown, { what: `the picture of “${title}”` });
        await screenshot(page, `walkthrough ${id}`);
        // A description has its own markup, in which code needs two backticks.
        assert.doesNotMatch(await walkthrough.innerText(), /[`*]/, `markup in “${title}”`);
      }
    });

    it('show a verdict in the sample log after one click, without a request', async () => {
      const { page } = vsCode();
      const walkthrough = page.locator('.gettingStartedContainer');
      await walkthrough.getByRole('heading', { name: 'See your first verdict' }).first().click();
      await walkthrough
        .getByRole('button', { name: commandTitle('threatLookups.openSampleLog') })
        .first()
        .click();
      await until(async () => (await tabTitles(page)).includes('sample.log'), {
        what: 'the sample log',
      });
      // It is only read once, because a hover can close.
      const hover = await until(
        async () => {
          const text = await openHoverText(page).catch(() => '');
          return /risk/i.test(text) ? text : undefined;
        },
        { what: 'the first hover' },
      );
      assert.match(hover, /login-update\[\.\]example/);
      await screenshot(page, 'first hover');
    });
  });

  describe('highlights', () => {
    /** Waits until exactly these texts are highlighted, from top to bottom. */
    const highlighted = (what: string, ...texts: readonly string[]): Promise<unknown> =>
      waitForHighlights(vsCode().page, (shown) => shown.join(' | ') === texts.join(' | '), what);
    const ofLog = [risky, 'https://cdn-metrics.test/pixel.gif', 'http://203.0.113.77/gate.php'];

    it('appear as soon as risks are known, follow typed text, and are toggled by their command', async () => {
      const { page } = vsCode();
      await openFile(page, 'proxy.log');
      await highlighted('not all risks are highlighted', ...ofLog);
      await runCommand(page, 'threatLookups.removeSample');
      await highlighted('highlights outlive the data');
      await runCommand(page, 'threatLookups.loadSample');
      await highlighted('not all risks are highlighted after the sample data was loaded', ...ofLog);
      await goToLine(page, 1, 1);
      await page.keyboard.type('now 203.0.113.77 calls\n');
      await highlighted('the typed address is not highlighted', '203.0.113.77', ...ofLog);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await highlighted('the highlight outlives its text', ...ofLog);
      await runCommand(page, 'threatLookups.toggleHighlighting');
      await highlighted('highlights stay');
      await runCommand(page, 'threatLookups.toggleHighlighting');
      await highlighted('highlights do not come back', ...ofLog);
    });

    it('differ by theme and by more than their color, and replace the underline of links', async () => {
      const { page } = vsCode();
      await openFile(page, 'urls.log');
      await highlighted('not all URLs are highlighted', ...urls);
      const styles = new Set((await visibleHighlights(page)).map(({ style }) => style));
      assert.ok(styles.size > 1, [...styles].join());
      const colorsNow = async (): Promise<string> => (await visibleHighlights(page)).map(({ color }) => color).join();
      const colors = new Set<string>();
      for (const theme of ['Dark Modern', 'Light Modern', 'Dark High Contrast', 'Light High Contrast']) {
        const before = await colorsNow();
        await setTheme(page, theme);
        // The workbench changes its colors a moment after the selection.
        const change = async () => ((await colorsNow()) === before ? undefined : colorsNow());
        colors.add(await until(change, { what: `no other colors in ${theme}` }));
        const underlines = async (): Promise<string> =>
          (
            await page
              .locator('.editor-instance .detected-link')
              .evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine))
          ).join();
        await until(async () => (await underlines()) === 'none,none,none', {
          what: `the underlines overlap in ${theme}`,
        });
        await screenshot(page, `highlights ${theme}`);
      }
      assert.equal(colors.size, 4);
    });

    it('have icons in the margin and labels after the line', async () => {
      const { page } = vsCode();
      await openFile(page, 'proxy.log');
      await highlighted('no highlights', ...ofLog);
      const labels = (): Promise<readonly string[]> =>
        page.evaluate(() =>
          [...document.querySelectorAll('.view-line span[class*="ced-"]')].map(
            (span) => getComputedStyle(span, '::after').content,
          ),
        );
      await until(async () => (await labels()).some((text) => /login-update\[\.\]example: Critical risk/.test(text)), {
        what: 'no label after the line',
      });
      await page.locator('.glyph-margin-widgets [class*="ced-"]').first().waitFor({ state: 'attached' });
      await screenshot(page, 'highlights with icons and labels');
    });

    it('appear where the user scrolls to, in both halves of a split editor, and on both sides of a comparison', async () => {
      const { page } = vsCode();
      await openFile(page, 'long.log');
      await highlighted('no highlight at the start', risky);
      await runCommand(page, 'View: Split Editor');
      await highlighted('not in both halves', risky, risky);
      await goToLine(page, 6_002);
      const inLeft = [risky, 'http://203.0.113.77/gate.php'];
      await waitForHighlights(
        page,
        (texts) => texts.length === 2 && inLeft.every((text) => texts.includes(text)),
        'a half is not highlighted where it is scrolled to',
      );
      await runCommand(page, 'View: Close All Editors');
      await openFile(page, 'old.log');
      await highlighted('no highlight in the first file', risky);
      await runCommand(page, 'File: Compare Active File With...');
      await typeInQuickInput(page, 'new.log', { accept: false });
      await pickInQuickInput(page, /^new\.log$/);
      await waitForHighlights(
        page,
        (texts) => texts.length === 2 && inLeft.every((text) => texts.includes(text)),
        'not on both sides',
      );
      await screenshot(page, 'highlights in a comparison');
      await runCommand(page, 'View: Close All Editors');
      await openFile(page, 'many.log');
      await waitForHighlights(page, (texts) => texts.length > 10, 'no highlight among many');
      const more = pattern(moreThanShown('many.log', 1_000));
      const item = page.locator('.statusbar-item[id^="threat-lookups."] a').first();
      await until(async () => more.test((await item.getAttribute('aria-label')) ?? ''), {
        what: 'the status bar does not show that there are more',
      });
    });

    it('appear in reports, notebook cells, and code of the chosen languages, with hovers, while there is data', async () => {
      const { page } = vsCode();
      await runCommand(page, 'View: Close All Editors');
      await openFile(page, 'report.md');
      await highlighted('no highlights in the report', 'hxxps://login-update[.]example/verify', '203[.]0[.]113[.]77');
      await openFile(page, 'page.css');
      await until(async () => (await editorText(page)).includes(`/* ${risky} */`), {
        what: 'no style sheet',
      });
      await highlighted('code of another language is highlighted');
      await openFile(page, 'code.ts');
      await highlighted('no highlight in code', 'cdn-metrics.test', risky);
      await openFile(page, 'case.ipynb');
      await page.locator('.notebookOverlay .view-line', { hasText: risky }).first().waitFor();
      await highlighted('not in the cell with code', risky);
      assert.match(await hoverText(page, risky, { matching: /risk/ }), /^Critical risk/);
      await screenshot(page, 'hover in a notebook');
      await leaveHover(page);
      await runCommand(page, 'threatLookups.removeSample');
      await highlighted('highlights outlive the data');
    });
  });
});
