import { waitForHighlights } from '../harness/highlights';
import { useVsCode } from '../harness/vsCode';
import {
  hoverText,
  openFile,
  pickInQuickInput,
  runCommand,
  screenshot,
  setTheme,
  typeInQuickInput,
} from '../harness/workbench';
import assert from 'node:assert/strict';

const risky = 'login-update.example';
const long = Array.from({ length: 300 }, (_, index) => `line ${index}`).join('\n');
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

/** Themes and the class that VS Code gives their kind. */
const themes = [
  ['Dark Modern', 'vs-dark'],
  ['Light Modern', 'vs'],
  ['Dark High Contrast', 'hc-black'],
  ['Light High Contrast', 'hc-light'],
] as const;

describe('Highlights outside a single editor', () => {
  const vsCode = useVsCode({
    builtIn: 'all',
    settings: { 'threatLookups.highlights.languages': ['*'], 'diffEditor.renderSideBySide': true },
    files: {
      'split.log': `CONNECT ${risky}:443\n${long}\nPOST http://203.0.113.77/gate.php\n`,
      'old.log': `GET http://status.example/ok\nCONNECT ${risky}:443\n`,
      'new.log': `GET http://status.example/ok\nPOST http://203.0.113.77/gate.php\n`,
      'urls.log':
        'GET https://login-update.example/verify\nPOST http://203.0.113.77/gate.php\nGET https://cdn-metrics.test/pixel.gif\n',
      'case.ipynb': notebook,
    },
    openFiles: ['urls.log'],
  });

  it('replace the underline of links in every theme', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.loadSample');
    await waitForHighlights(page, (texts) => texts.some((text) => text.includes('/verify')), 'no highlight on a URL');
    for (const [theme, kind] of themes) {
      await setTheme(page, theme);
      await page.locator(`.monaco-workbench.${kind} .editor-instance .detected-link`).first().waitFor();
      const under = await page
        .locator('.editor-instance .detected-link')
        .evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine));
      assert.deepEqual(under, ['none', 'none', 'none'], `${theme}: the underlines overlap`);
      await screenshot(page, `highlights on links ${theme}`);
    }
    await setTheme(page, 'Dark Modern');
  });

  afterEach(() => runCommand(vsCode().page, 'View: Close All Editors'));

  it('appear in both halves of a split editor', async () => {
    const { page } = vsCode();
    await openFile(page, 'split.log');
    await waitForHighlights(page, (texts) => texts.includes(risky), 'no highlight before the split');
    await runCommand(page, 'View: Split Editor');
    await waitForHighlights(page, (texts) => texts.filter((text) => text === risky).length === 2, 'not in both halves');
    await page.keyboard.press('Control+End');
    await waitForHighlights(
      page,
      (texts) => texts.includes(risky) && texts.some((text) => text.includes('203.0.113.77')),
      'a half is not highlighted where it is scrolled to',
    );
    await screenshot(page, 'highlights in a split editor');
  });

  it('appear on both sides of a comparison', async () => {
    const { page } = vsCode();
    await openFile(page, 'old.log');
    await runCommand(page, 'File: Compare Active File With...');
    await typeInQuickInput(page, 'new.log', { accept: false });
    await pickInQuickInput(page, /^new\.log$/);
    await waitForHighlights(
      page,
      (texts) => texts.includes(risky) && texts.some((text) => text.includes('203.0.113.77')),
      'not on both sides',
    );
    await screenshot(page, 'highlights in a comparison');
  });

  it('appear in the cells of a notebook, which also show hovers', async () => {
    const { page } = vsCode();
    await openFile(page, 'case.ipynb');
    await page.locator('.notebookOverlay .view-line', { hasText: risky }).first().waitFor();
    await waitForHighlights(page, (texts) => texts.includes(risky), 'no highlight in a cell');
    await screenshot(page, 'highlights in a notebook');
    assert.match(await hoverText(page, risky, { matching: /risk/ }), /^Critical risk/);
    await screenshot(page, 'hover in a notebook');
  });
});
