import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle, viewName } from '../harness/manifest';
import { exploreRequests, exploreResponse, openQueryFile, pickInContextMenu, waitForResults } from '../harness/queries';
import { useRecordingService } from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import { editorText, goToLine, openFile, pickInQuickInput, runCommand, tabTitles } from '../harness/workbench';
import { t } from '../../src/l10n';

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

const shownWithin = (element: Locator, timeout: number): Promise<boolean> =>
  element.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

const textNow = async (page: Page): Promise<string> => (await editorText(page)).replace(/\u00a0/g, ' ');

/** Waits until a suggestion with this label is on the screen; asks again where an edit of the editor's own closed it. */
async function suggested(page: Page, label: RegExp): Promise<void> {
  const wanted = suggestions(page).filter({ hasText: label }).first();
  const isThere = async (): Promise<boolean> => {
    if (await shownWithin(wanted, 4_000)) return true;
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Space');
    return false;
  };
  await until(isThere, { what: `${String(label)} is not suggested` });
}

async function textBecomes(page: Page, expected: RegExp): Promise<void> {
  await until(async () => expected.test(await textNow(page)), {
    what: `the text does not become ${String(expected)}`,
  });
}

const hunts = '### First\n# @limit 2\nrisk=low\n### Second\n# @limit 3\nrisk=high\n### Third\nioc=nowhere\n';

describe('Writing a query', () => {
  const service = useRecordingService(exploreResponse);
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
    files: { 'queries.explore': exampleQueries, 'hunts.explore': hunts },
    viewport: { width: 1500, height: 900 },
  }));

  it('starts from a template and offers completions', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.loadSample');
    await runCommand(page, 'threatLookups.newQuery');
    await textBecomes(page, /Ctrl\+Space for examples/);
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await page.keyboard.type('ty');
    await suggested(page, new RegExp(t('The type of the indicator.')));
    await page.keyboard.press('Enter');
    await suggested(page, /domain/);
    await page.keyboard.type('dom');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' and threat=');
    await suggested(page, /Example|Kit|[A-Z]/);
    await page.keyboard.press('Escape');
    await page.keyboard.type('"x"');
    await textBecomes(page, /type=domain and threat="x"/);
    await page.keyboard.type(' and type=ur');
    await suggested(page, /url/);
    // A value that is typed in full is not suggested.
    await page.keyboard.type('l');
    await suggestions(page).first().waitFor({ state: 'hidden' });
  });

  it('reports a problem and fixes it with a quick fix', async () => {
    const { page } = vsCode();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.type('and rsik=high ');
    await page.keyboard.press('Escape');
    await page.locator('.squiggly-warning').first().waitFor();
    await goToLine(page, 4, 6);
    await page.locator('.statusbar', { hasText: 'Ln 4, Col 6' }).waitFor();
    const fix = page.locator('.action-widget .monaco-list-row', { hasText: t('Change to “{0}”', 'risk') });
    // Before the diagnostic arrives, nothing or another menu opens.
    const isOffered = async (): Promise<boolean> => {
      await page.keyboard.press('Control+.');
      if (await shownWithin(fix.first(), 3_000)) return true;
      await page.keyboard.press('Escape');
      return false;
    };
    await until(isOffered, { what: 'no quick fix' });
    await page.keyboard.press('Enter');
    await textBecomes(page, /and risk=high/);
    await page.locator('.squiggly-warning').first().waitFor({ state: 'detached' });
  });

  it('offers to change the limit in a CodeLens', async () => {
    const { page } = vsCode();
    await openFile(page, 'queries.explore');
    await page.locator('.codelens-decoration a', { hasText: 'Limit: 100' }).first().click();
    const box = page.locator('.quick-input-widget .quick-input-box input').first();
    await box.waitFor();
    await box.fill('25');
    await box.press('Enter');
    await textBecomes(page, /# @limit 25/);
  });

  const results = async (): Promise<number> =>
    (await tabTitles(vsCode().page)).filter((title) => title.startsWith('Results')).length;

  it('ends with a file that is named after the query and replaces the untitled one', async () => {
    const { page, folder } = vsCode();
    for (const left of [1, 0]) {
      await runCommand(page, 'View: Revert and Close Editor');
      await until(async () => (await tabTitles(page)).length === left, { what: `${left} editors` });
    }
    await runCommand(page, 'threatLookups.newQuery');
    await textBecomes(page, /Ctrl\+Space for examples/);
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await page.keyboard.type('# for the team');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.type('type=ip and risk=high ');
    await page.keyboard.press('Escape');
    await runCommand(page, 'threatLookups.runQuery');
    await waitForResults(page, /type=ip and risk=high[^]*10 rows/);
    await runCommand(page, 'View: Focus First Editor Group');
    await runCommand(page, 'threatLookups.saveQuery');
    const input = page.locator('.quick-input-widget .quick-input-box input').first();
    const name = 'type-ip-risk-high.explore';
    await until(async () => (await input.inputValue()).endsWith(`/${name}`), { what: name });
    await input.press('Enter');
    await page.locator('.tab.active', { hasText: name }).waitFor();
    await until(async () => !(await tabTitles(page)).some((title) => title.includes('New query')), {
      what: 'the untitled file stays open',
    });
    assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
    assert.equal(readFileSync(join(folder, name), 'utf8'), '# for the team\ntype=ip and risk=high\n');
    // The results are those of the file now: a run of it needs no second panel.
    const before = exploreRequests(service()).length;
    await runCommand(page, 'threatLookups.runQuery');
    await until(() => exploreRequests(service()).length === before + 1, { what: 'another request' });
    await waitForResults(page, /type=ip and risk=high[^]*10 rows/);
    assert.equal(await results(), 1);
  });

  it('is followed by runs, which a view lists and repeats in the same panel', async () => {
    const { page } = vsCode();
    const header = page.locator('.pane-header', { hasText: viewName('threatLookups.queryHistory') });
    const lines = page.locator('.pane', { has: header }).locator('.pane-body .monaco-list-row[aria-label]');
    const line = (words: string): Locator => lines.filter({ hasText: words }).first();
    const lists = (...wanted: readonly string[]): Promise<unknown> =>
      until(
        async () => {
          const listed = await lines.locator('.label-name').allInnerTexts();
          return listed.slice(0, wanted.length).join().replaceAll('\u00a0', ' ') === wanted.join();
        },
        { what: wanted.join() },
      );
    const press = async (words: string, command: string): Promise<void> => {
      await line(words).hover();
      await line(words)
        .getByRole('button', { name: commandTitle(command) })
        .click();
    };
    await openQueryFile(page, 'hunts.explore', 3);
    await runCommand(page, 'threatLookups.runAllQueries');
    await waitForResults(page, /First[^]*2 rows/);
    await runCommand(page, 'threatLookups.queryHistory.focus');
    await press('First', 'threatLookups.pinHistory');
    await lists('First');
    const before = exploreRequests(service()).length;
    await press('Second', 'threatLookups.runHistory');
    await until(() => exploreRequests(service()).length === before + 1, { what: 'one more request' });
    await lists('First', 'Second', 'Third');
    const search = async (): Promise<number> => {
      await runCommand(page, 'threatLookups.searchHistory');
      await pickInQuickInput(page, /First/);
      await page.locator('.tab.active', { hasText: 'Results: First' }).waitFor();
      return results();
    };
    const open = await search();
    // Open results are revealed, not opened again.
    await openQueryFile(page, 'hunts.explore');
    await runCommand(page, 'View: Move Editor into Right Group');
    assert.equal(await search(), open);
    await pickInContextMenu(page, line('First'), 'threatLookups.runHistory');
    await until(() => exploreRequests(service()).length === before + 2, { what: 'two more requests' });
    await waitForResults(page, /First[^]*2 rows[^]*just now/);
    assert.equal(await results(), open);
  });
});
