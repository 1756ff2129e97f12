import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle, viewName } from '../harness/manifest';
import { pickInContextMenu, exploreResponse, exploreRequests, openQueryFile, waitForResults } from '../harness/queries';
import { useRecordingService } from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  editorText,
  goToLine,
  pickInQuickInput,
  quickInputLabels,
  runCommand,
  screenshot,
  tabTitles,
  typeInQuickInput,
} from '../harness/workbench';

describe('Query history', () => {
  const service = useRecordingService(exploreResponse);
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
    files: {
      'hunts.explore': '### First\n# @limit 2\nrisk=low\n### Second\n# @limit 3\nrisk=high\n### Third\nioc=nowhere\n',
    },
    viewport: { width: 1500, height: 900 },
  }));
  const lines = (): Locator => vsCode().page.locator('.pane-body .monaco-list-row[aria-label]');
  const line = (words: string): Locator => lines().filter({ hasText: words }).first();
  const listed = async (): Promise<readonly string[]> =>
    (await lines().locator('.label-name').allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));
  const lists = (wanted: readonly string[]): Promise<unknown> =>
    until(async () => (await listed()).join() === wanted.join(), { within: 10_000, what: wanted.join() });
  const press = async (words: string, command: string): Promise<void> => {
    await line(words).hover();
    await line(words)
      .getByRole('button', { name: commandTitle(command) })
      .click();
  };

  it('lists runs, newest first, with pinned ones on top', async () => {
    const { page } = vsCode();
    await openQueryFile(page, 'hunts.explore');
    for (const [at, shown] of [
      [3, /First[^]*2 rows/],
      [6, /Second[^]*3 rows/],
      [8, /Third[^]*No results/],
    ] as const) {
      await goToLine(page, at);
      await runCommand(page, 'threatLookups.runQuery');
      await waitForResults(page, shown);
    }
    await runCommand(page, 'threatLookups.showHistory');
    // Gives all space to the history, since what is further down isn't rendered.
    await page.locator('.sidebar .pane-header', { hasText: viewName('threatLookups.scans') }).click();
    await lists(['Third', 'Second', 'First']);
    await press('First', 'threatLookups.pinHistory');
    await lists(['First', 'Third', 'Second']);
    await screenshot(page, 'query history pinned');
  });

  it('survives a reload and runs queries again', async () => {
    const { page } = vsCode();
    const before = exploreRequests(service()).length;
    await vsCode().reload();
    await runCommand(page, 'threatLookups.showHistory');
    await lists(['First', 'Third', 'Second']);
    assert.equal(exploreRequests(service()).length, before);
    await press('Second', 'threatLookups.runHistory');
    await until(() => exploreRequests(service()).length === before + 1, { within: 10_000, what: 'one more request' });
    assert.deepEqual(
      [exploreRequests(service()).at(-1)?.query.q, exploreRequests(service()).at(-1)?.query.limit],
      ['risk=high', '3'],
    );
    // The item is updated, not added again.
    await lists(['First', 'Second', 'Third']);
  });

  it('can be searched by text, and opens stored results without a request', async () => {
    const { page } = vsCode();
    const before = exploreRequests(service()).length;
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'threatLookups.searchHistory');
    await typeInQuickInput(page, 'risk=low', { accept: false });
    await until(async () => (await quickInputLabels(page)).length === 1, { within: 5_000, what: 'one line' });
    await pickInQuickInput(page, /First/);
    await waitForResults(page, /First[^]*2 rows/);
    assert.equal(exploreRequests(service()).length, before);
  });

  it('reveals open results', async () => {
    const { page } = vsCode();
    const results = async (): Promise<number> =>
      (await tabTitles(page)).filter((title) => title.startsWith('Results')).length;
    assert.equal(await results(), 1);
    await openQueryFile(page, 'hunts.explore');
    await runCommand(page, 'View: Move Editor into Right Group');
    await runCommand(page, 'threatLookups.searchHistory');
    await pickInQuickInput(page, /First/);
    await page.locator('.tab.active', { hasText: 'Results: First' }).waitFor();
    assert.equal(await results(), 1);
    // A run from the menu uses the same panel.
    const before = exploreRequests(service()).length;
    await pickInContextMenu(page, line('First'), 'threatLookups.runHistory');
    await until(() => exploreRequests(service()).length === before + 1, { within: 10_000, what: 'one more request' });
    await waitForResults(page, /First[^]*just now[^]*2 rows/);
    await lists(['First', 'Second', 'Third']);
    assert.equal(await results(), 1);
  });

  it('opens a query as a file', async () => {
    const { page } = vsCode();
    await pickInContextMenu(page, line('Third'), 'threatLookups.queryFromHistory');
    await until(async () => /### Third\nioc=nowhere/.test(await editorText(page)), { within: 10_000, what: 'Third' });
  });

  it('removes queries, and keeps pinned ones when it is cleared', async () => {
    const { page } = vsCode();
    await pickInContextMenu(page, line('Third'), 'threatLookups.removeHistory');
    await lists(['First', 'Second']);
    await runCommand(page, 'threatLookups.clearHistory');
    await page.locator('.monaco-dialog-box').getByText('Clear the query history?').waitFor();
    await clickButton(page, 'Clear');
    await lists(['First']);
    await press('First', 'threatLookups.unpinHistory');
    await runCommand(page, 'threatLookups.clearHistory');
    await page.locator('.monaco-dialog-box').waitFor();
    await clickButton(page, 'Clear');
    await until(async () => (await listed()).length === 0, { within: 10_000, what: 'an empty history' });
    assert.match(await page.locator('.sidebar').innerText(), /quer/i);
    await screenshot(page, 'query history empty');
  });
});
