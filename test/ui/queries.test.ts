import type { Locator, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { fixStrings } from '../../src/core/explore/strings/diagnostics';
import { fieldStrings } from '../../src/core/explore/strings/reference';
import { useVsCode } from '../harness/vsCode';
import { editorText, goToLine, openFile, runCommand, screenshot } from '../harness/workbench';

const exampleQueries = [
  '### Fresh domains of high risk',
  '# @name fresh-domains',
  '# @limit 100',
  'type=domain and (risk=high or risk=critical) and seen=7d # what is new',
  '  and not ioc=*.support-desk.example',
  '',
  '### Active indicators of a threat',
  '# @type threats',
  'threat="Example Kit" and retired=0',
  '',
  '### A list from a report',
  'ioc=login-update.example or ioc=203.0.113.77 or rsik=hihg',
  '',
].join('\n');

const suggestions = (page: Page) => page.locator('.suggest-widget.visible .monaco-list-row');

/** Waits until a suggestion with this label is on the screen. */
async function suggested(page: Page, label: RegExp): Promise<void> {
  await suggestions(page).filter({ hasText: label }).first().waitFor({ timeout: 20_000 });
}

const shownWithin = (element: Locator, timeout: number): Promise<boolean> =>
  element.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

const textNow = async (page: Page): Promise<string> => (await editorText(page)).replace(/\u00a0/g, ' ');

async function textBecomes(page: Page, expected: RegExp): Promise<void> {
  await until(async () => expected.test(await textNow(page)), {
    within: 20_000,
    what: `the text does not become ${String(expected)}`,
  });
}

describe('Writing a query', () => {
  const vsCode = useVsCode({
    files: { 'queries.explore': exampleQueries, 'notes.txt': 'notes\n' },
    openFiles: ['notes.txt'],
  });

  it('starts from a template and offers completions', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.loadSample');
    await runCommand(page, 'threatLookups.newQuery');
    await textBecomes(page, /Ctrl\+Space for examples/);
    await page.keyboard.type('ty');
    await suggested(page, new RegExp(fieldStrings.type()));
    await screenshot(page, 'query completion fields');
    await page.keyboard.press('Enter');
    await suggested(page, /domain/);
    await page.keyboard.type('dom');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' and threat=');
    await suggested(page, /Example|Kit|[A-Z]/);
    await screenshot(page, 'query completion threats');
    await page.keyboard.press('Escape');
    await page.keyboard.type('"x"');
    await textBecomes(page, /type=domain and threat="x"/);
    await page.keyboard.type(' and type=ur');
    await suggested(page, /url/);
    // A value that is typed in full is not suggested.
    await page.keyboard.type('l');
    await suggestions(page).first().waitFor({ state: 'hidden', timeout: 20_000 });
  });

  it('reports a problem and fixes it with a quick fix', async () => {
    const { page } = vsCode();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.type('and rsik=high ');
    await page.keyboard.press('Escape');
    await page.locator('.squiggly-warning').first().waitFor({ timeout: 20_000 });
    await goToLine(page, 4, 6);
    await page.locator('.statusbar', { hasText: 'Ln 4, Col 6' }).waitFor({ timeout: 20_000 });
    const fix = page.locator('.action-widget .monaco-list-row', { hasText: fixStrings.change('risk') });
    // Before the diagnostic arrives, nothing or another menu opens.
    const isOffered = async (): Promise<boolean> => {
      await page.keyboard.press('Control+.');
      if (await shownWithin(fix.first(), 3_000)) return true;
      await page.keyboard.press('Escape');
      return false;
    };
    await until(isOffered, { within: 20_000, what: 'no quick fix' });
    await screenshot(page, 'query quick fix');
    await page.keyboard.press('Enter');
    await textBecomes(page, /and risk=high/);
    await page.locator('.squiggly-warning').first().waitFor({ state: 'detached', timeout: 20_000 });
  });

  it('offers to change the limit in a CodeLens', async () => {
    const { page } = vsCode();
    await openFile(page, 'queries.explore');
    await page.locator('.codelens-decoration a', { hasText: 'Limit: 100' }).first().click();
    const box = page.locator('.quick-input-widget .quick-input-box input').first();
    await box.waitFor({ timeout: 20_000 });
    await box.fill('25');
    await box.press('Enter');
    await textBecomes(page, /# @limit 25/);
  });
});
