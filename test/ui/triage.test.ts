import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import {
  exploreRequests,
  exploreRow,
  openQueryFile,
  pickInContextMenu,
  rowNames,
  waitForResults,
} from '../harness/queries';
import { type RecordedRequest, type Reply, useRecordingService } from '../harness/recordingService';
import { triageLog } from '../harness/triageLog';
import { useVsCode } from '../harness/vsCode';
import { waitForStoredState } from '../harness/windowStorage';
import {
  clickButton,
  dialogText,
  editorText,
  loadSampleData,
  openFile,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
} from '../harness/workbench';

/** Knows only `lookups-test-2.com`; other queries have as many rows as requested. */
function answer({ path, query }: RecordedRequest): Reply {
  if (!path.endsWith('/explore.php')) return { status: 404, body: { error: 'Indicator not found.' } };
  if (query.q?.includes('ioc=') !== true)
    return { body: { results: Array.from({ length: Number(query.limit) }, (_, at) => exploreRow(at)) } };
  const isRequested = query.q.includes('ioc=lookups-test-2.com');
  return { body: { results: isRequested ? [{ ...exploreRow(2), risk: 'critical' }] : [] } };
}

describe('Triage', () => {
  const service = useRecordingService(answer);
  const vsCode = useVsCode(() => ({
    settings: {
      'threatLookups.baseUrl': service().url,
      'threatLookups.lookups': 'onDemand',
      'threatLookups.ignore': ['ignored-test-9.com'],
    },
    files: {
      'proxy.log': triageLog,
      'more/second.log': 'lookups-test-3.com\nlookups-test-4.com\n',
      'more/photo.png': '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR',
      'hunt.explore': '# @limit 6\nrisk=high\n',
    },
    viewport: { width: 1600, height: 900 },
  }));
  const triaged = (words: RegExp): Promise<Frame> => waitForResults(vsCode().page, words);
  const row = (frame: Frame, name: string): Locator => frame.locator('tbody tr[data-index]', { hasText: name }).first();
  const cell = (frame: Frame, name: string, id: string): Locator => row(frame, name).locator(`td.cell-${id}`);
  const statusBar = (words: RegExp | string): Promise<void> =>
    vsCode().page.locator('.statusbar', { hasText: words }).waitFor({ timeout: 20_000 });

  it('shows the indicators of the open file without a request, and steps through their locations', async () => {
    const { page } = vsCode();
    // A window that opens files on start doesn't restore editors after a reload.
    await openFile(page, 'proxy.log');
    await loadSampleData(page);
    await runCommand(page, 'threatLookups.triage');
    const frame = await triaged(/7 indicators: 1 known, 3 not looked up, 1 ignored, and 2 internal or reserved/);
    await until(async () => (await rowNames(frame))[0] === 'login-update[.]example', {
      within: 10_000,
      what: 'the known row first',
    });
    await cell(frame, 'lookups-test-2[.]com', 'where').getByRole('button').click();
    await statusBar(/Ln 4, Col \d+ \(18 selected\)/);
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await page.keyboard.press('Alt+n');
    await statusBar('Occurrence 2 of 2');
    await statusBar(/Ln 4, Col 67 \(18 selected\)/);
    await page.keyboard.press('Alt+Shift+n');
    await statusBar('Occurrence 1 of 2');
    assert.deepEqual(service().requests, []);
    await screenshot(page, 'triage of a log');
  });

  it('looks up the unknown indicators after confirmation, and sets states by key and menu', async () => {
    const { page } = vsCode();
    let frame = await triaged(/7 indicators: 1 known/);
    await frame.getByRole('button', { name: /^Look Up 3 Indicators on 127\.0\.0\.1:\d+…$/ }).click();
    assert.match(await dialogText(page, /Look up 3 indicators/), /Sends 1 request .*URLs: without the query/);
    assert.deepEqual(service().requests, []);
    await clickButton(page, 'Look Up');
    frame = await triaged(/Looked up on 127\.0\.0\.1:\d+: 1 known and 2 not found\./);
    assert.equal(exploreRequests(service()).length, 1);
    assert.equal(service().requests.length, 1);
    await cell(frame, 'lookups-test-2[.]com', 'type').click();
    await page.keyboard.press('Alt+2');
    await cell(frame, 'lookups-test-2[.]com', 'state').getByText('Escalated', { exact: true }).waitFor();
    await pickInContextMenu(page, cell(frame, 'login-update[.]example', 'type'), 'threatLookups.triageDone');
    await cell(frame, 'login-update[.]example', 'state').getByText('Done', { exact: true }).waitFor();
    await runCommand(page, 'threatLookups.showTriage');
    frame = await triaged(/2 indicators: 2 known/);
    await cell(frame, 'lookups-test-2[.]com', 'state').getByText('Escalated', { exact: true }).waitFor();
  });

  it('adds rows of results to the list, which is restored after a reload without sending anything', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await openQueryFile(page, 'hunt.explore');
    await runCommand(page, 'threatLookups.runQuery');
    let frame = await waitForResults(page, /6 rows/);
    await pickInContextMenu(page, cell(frame, 'lookups-test-5[.]com', 'type'), 'threatLookups.addResultsToTriage');
    await statusBar('Added 1 indicator to the triage list (3 total).');
    await page.locator('.tab', { hasText: 'Triage List' }).click();
    frame = await triaged(/3 indicators/);
    await cell(frame, 'lookups-test-5[.]com', 'origin')
      .getByText(/^query “risk-high” on 127\[\.\]0/)
      .waitFor();
    const before = service().requests.length;
    await waitForStoredState(page, /Triage List[^]{0,3000}?"file":"list"/);
    await vsCode().reload();
    await page.locator('.tab', { hasText: 'Triage List' }).click();
    frame = await triaged(/3 indicators/);
    await cell(frame, 'login-update[.]example', 'state').getByText('Done', { exact: true }).waitFor();
    await page.locator('.tab', { hasText: 'Triage: proxy.log' }).click();
    await triaged(/7 indicators: 2 known, 2 not found, 1 ignored, and 2 internal or reserved/);
    assert.equal(service().requests.length, before);
  });

  it('reads folders of the Explorer and unsaved text, and exports Markdown', async () => {
    const { page } = vsCode();
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'View: Show Explorer');
    const folder = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'more' });
    await folder.waitFor();
    await pickInContextMenu(page, folder, 'threatLookups.triage');
    const frame = await triaged(/2 indicators: 0 known, 1 not looked up, and 1 not found/);
    await frame.getByText(/Not read: more\/photo\.png \(It is a binary file\.\)/).waitFor();
    await frame.getByRole('button', { name: 'Export…' }).click();
    assert.match(await quickInputText(page), /Export All 2 Rows/);
    await pickInQuickInput(page, 'Markdown');
    await pickInQuickInput(page, 'New Document');
    await until(async () => /`lookups-test-4\[\.\]com`/.test(await editorText(page)), {
      within: 10_000,
      what: 'the table',
    });
    await runCommand(page, 'threatLookups.triage');
    await triaged(/triage-more\.md[^]*2 indicators: 0 known, 1 not looked up, and 1 not found/);
    await screenshot(page, 'triage of unsaved text');
  });
});
