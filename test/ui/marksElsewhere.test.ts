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

/** By what VS Code calls their kind. */
const themes = [
  ['Dark Modern', 'vs-dark'],
  ['Light Modern', 'vs'],
  ['Dark High Contrast', 'hc-black'],
  ['Light High Contrast', 'hc-light'],
] as const;

describe('Marks in other places than one file', () => {
  const vsCode = useVsCode({
    settings: { 'threatLookups.marks.languages': ['*'], 'diffEditor.renderSideBySide': true },
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

  it('take the place of the line that VS Code draws under links, in every theme', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.loadSample');
    await waitForHighlights(page, (texts) => texts.some((text) => text.includes('/verify')), 'no mark on a URL');
    for (const [theme, kind] of themes) {
      await setTheme(page, theme);
      await page.locator(`.monaco-workbench.${kind} .editor-instance .detected-link`).first().waitFor();
      const under = await page
        .locator('.editor-instance .detected-link')
        .evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine));
      assert.deepEqual(under, ['none', 'none', 'none'], `${theme}: two lines lie upon each other`);
      await screenshot(page, `marks on links ${theme}`);
    }
    await setTheme(page, 'Dark Modern');
  });

  afterEach(() => runCommand(vsCode().page, 'View: Close All Editors'));

  it('stand in both halves of a split editor', async () => {
    const { page } = vsCode();
    await openFile(page, 'split.log');
    await waitForHighlights(page, (texts) => texts.includes(risky), 'no mark before the split');
    await runCommand(page, 'View: Split Editor');
    await waitForHighlights(page, (texts) => texts.filter((text) => text === risky).length === 2, 'not in both halves');
    await page.keyboard.press('Control+End');
    await waitForHighlights(
      page,
      (texts) => texts.includes(risky) && texts.some((text) => text.includes('203.0.113.77')),
      'each half is not marked where it stands',
    );
    await screenshot(page, 'marks in a split editor');
  });

  it('stand on both sides of a comparison', async () => {
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
    await screenshot(page, 'marks in a comparison');
  });

  it('stand in the cells of a notebook, which answer hovers, too', async () => {
    const { page } = vsCode();
    await openFile(page, 'case.ipynb');
    await page.locator('.notebookOverlay .view-line', { hasText: risky }).first().waitFor();
    await waitForHighlights(page, (texts) => texts.includes(risky), 'no mark in a cell');
    await screenshot(page, 'marks in a notebook');
    assert.match(await hoverText(page, risky, { matching: /risk/ }), /^Critical risk/);
    await screenshot(page, 'hover in a notebook');
  });
});
