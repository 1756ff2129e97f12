import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { waitForQuickInput } from '../harness/scans';
import { textProbe } from '../harness/textProbe';
import { type SinkName, sinks } from '../harness/textProbe/names';
import { useVsCode } from '../harness/vsCode';
import { clickButton, runCommand, typeInQuickInput } from '../harness/workbench';

const toast = '.notification-list-item-message';
const quickInput = '.quick-input-widget';
const statusBar = '.statusbar';

/** Selectors of the sinks on the screen. */
const places: Readonly<Record<SinkName, string>> = {
  information: toast,
  warning: toast,
  error: toast,
  progressTitle: toast,
  progressMessage: toast,
  windowProgress: statusBar,
  statusBarMessage: statusBar,
  statusBarItem: statusBar,
  inputBox: quickInput,
  validation: quickInput,
  quickPick: quickInput,
  madePick: quickInput,
  tree: '.sidebar .tree-explorer-viewlet-tree-view',
  outline: '.sidebar .outline-pane',
  dialog: '.monaco-dialog-box',
  panel: '.tabs-container',
  codeLens: '.codelens-decoration',
  completion: '.suggest-widget',
  decoration: '.editor-instance .view-line',
  diagnostic: '.part.panel',
  log: '.part.panel',
};

const shown =
  '[Sign in] (command:textProbe.ran "ok") [web] (https://evil.example/a) [file] (file:///etc/passwd) $ (bug) a[U+202E]b[U+001B]c';

/** The text in a place, including text after the end of a line. */
async function textIn(page: Page, place: string): Promise<string> {
  const texts = await page.locator(place).evaluateAll((found) =>
    found.map((each) => {
      const behind = [...each.querySelectorAll('*')].map((one) => getComputedStyle(one, '::after').content);
      return [each.textContent, ...behind.map((words) => words.replace(/\\(.)/g, '$1'))].join('\n');
    }),
  );
  return texts.join('\n').replaceAll('\u00a0', ' ');
}

/** Links with the targets of the untrusted text, and its icon, anywhere in the window. */
function active(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isTarget = (text: string | null): boolean =>
      /^(?:command:textProbe|https:\/\/evil|file:\/\/\/etc)/.test(text ?? '');
    const links = [...document.querySelectorAll('a, [data-href]')].filter(
      (each) => isTarget(each.getAttribute('href')) || isTarget(each.getAttribute('data-href')),
    );
    return [...links, ...document.querySelectorAll('.codicon-bug')].map((each) => each.outerHTML);
  });
}

describe('Untrusted text', () => {
  const vsCode = useVsCode(async () => ({
    overlay: await textProbe(),
    files: { 'a.txt': 'text text\n' },
    openFiles: ['a.txt'],
  }));

  const leave = async (page: Page): Promise<void> => {
    const dialog = page.locator('.monaco-dialog-box');
    if (await dialog.isVisible()) {
      await clickButton(page, 'Cancel');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Escape');
    if ((await page.locator(toast).count()) > 0) await runCommand(page, 'Notifications: Clear All Notifications');
  };

  for (const sink of sinks) {
    it(`is plain text in: ${sink}`, async () => {
      const { page } = vsCode();
      await runCommand(page, `Text Probe: safe ${sink}`);
      if (sink === 'validation') {
        await waitForQuickInput(page, /Asks/);
        await typeInQuickInput(page, 'b', { accept: false });
      }
      await until(async () => (await textIn(page, places[sink])).includes(shown), {
        what: `the text in ${places[sink]}`,
      });
      assert.deepEqual(await active(page), []);
      if (sink === 'tree') {
        await page.locator(`${places.tree} .monaco-list-row`).first().hover();
        await page.locator('.monaco-hover:visible').getByText(shown).first().waitFor();
        assert.deepEqual(await active(page), []);
      }
      await leave(page);
    });
  }

  it('is a working link if it reaches VS Code unchanged', async () => {
    const { page } = vsCode();
    await runCommand(page, 'Text Probe: raw warning');
    await page.locator(toast).getByText('Sign in', { exact: true }).click();
    await page.locator(statusBar).getByText('It ran').waitFor();
    assert.ok((await active(page)).length >= 2);
  });

  it('is in a toast that reports the result of several quick tasks', async () => {
    const { page } = vsCode();
    await leave(page);
    await runCommand(page, 'Text Probe: quick tasks');
    await page.locator(toast).getByText('The last of them failed').waitFor();
  });
});
