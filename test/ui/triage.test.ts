import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import {
  pickInContextMenu,
  exploreRow,
  exploreRequests,
  openQueryFile,
  waitForResults,
  rowNames,
} from '../harness/queries';
import {
  useRecordingService,
  type RecordingService,
  type RecordedRequest,
  type Reply,
} from '../harness/recordingService';
import { useVsCode, type VsCode } from '../harness/vsCode';
import { waitForStoredState } from '../harness/windowStorage';
import {
  acceptSelection,
  clickButton,
  editorText,
  openFile,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  tabTitles,
  checkInQuickInput,
  loadSampleData,
} from '../harness/workbench';

const log = [
  'GET http://lookups-test-1.com/a 200',
  'GET http://lookups-test-1.com/a 200',
  'resolved login-update.example to 10.0.0.7',
  'seen lookups-test-2.com, lookups-test-3.com and lookups-test-2.com',
  'ask intranet.corp.test and ignored-test-9.com',
  '',
].join('\n');

/** Knows only `lookups-test-2.com`. */
function knowsTwo({ path, query }: RecordedRequest): Reply {
  if (!path.endsWith('/explore.php')) return { status: 404, body: { error: 'Indicator not found.' } };
  const isRequested = (query.q ?? '').includes('ioc=lookups-test-2.com');
  return { body: { results: isRequested ? [{ ...exploreRow(2), risk: 'critical' }] : [] } };
}

describe('Triage of files', () => {
  const service = useRecordingService(knowsTwo);
  const vsCode = useVsCode(() => ({
    settings: {
      'threatLookups.baseUrl': service().url,
      'threatLookups.lookups': 'onDemand',
      'threatLookups.ignore': ['ignored-test-9.com'],
    },
    files: {
      'proxy.log': log,
      'more/second.log': 'lookups-test-3.com\nlookups-test-4.com\n',
      'more/photo.png': '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR',
      'hunt.explore': '# @limit 6\nrisk=high\n',
    },
    viewport: { width: 1600, height: 900 },
  }));
  let frame: Frame;
  const triaged = (words: RegExp): Promise<Frame> => waitForResults(vsCode().page, words);
  const row = (name: string) => frame.locator('tbody tr[data-index]', { hasText: name }).first();
  const cell = (name: string, id: string) => row(name).locator(`td.cell-${id}`);
  const chip = (name: RegExp) => frame.getByRole('button', { name, pressed: false });

  it('shows every indicator with local data, highest risk first, without a request', async () => {
    const { page } = vsCode();
    // A window that opens files on start doesn't restore editors after a reload.
    await openFile(page, 'proxy.log');
    await loadSampleData(page);
    await runCommand(page, 'threatLookups.triage');
    frame = await triaged(/7 indicators: 1 known, 3 not looked up, 1 ignored, and 2 internal or reserved/);
    assert.match(await frame.locator('.top').innerText(), /1 file · .* · 5 lines/);
    assert.match((await rowNames(frame))[0] ?? '', /login-update\[\.\]example/);
    assert.equal(await cell('hxxp://lookups-test-1[.]com/a', 'times').innerText(), '2');
    assert.equal(await cell('hxxp://lookups-test-1[.]com/a', 'where').innerText(), 'proxy.log:1');
    for (const name of [/^Known 1$/, /^Not looked up 3$/, /^Ignored 1$/, /^Internal or reserved 2$/])
      await chip(name).waitFor();
    assert.deepEqual(service().requests, []);
    await screenshot(page, 'triage of a log');
  });

  it('goes to the location of a row, and to the next one', async () => {
    const { page } = vsCode();
    await cell('lookups-test-2[.]com', 'where').getByRole('button').click();
    await page.locator('.statusbar', { hasText: /Ln 4, Col \d+ \(18 selected\)/ }).waitFor();
    await page.locator('.tab', { hasText: 'Triage: proxy.log' }).click();
    await pickInContextMenu(page, cell('lookups-test-2[.]com', 'type'), 'threatLookups.nextOccurrence');
    await page.locator('.statusbar', { hasText: 'Occurrence 2 of 2' }).waitFor();
    await page.locator('.statusbar', { hasText: /Ln 4, Col 67 \(18 selected\)/ }).waitFor();
  });

  it('filters rows by what is known about them', async () => {
    const { page } = vsCode();
    await page.locator('.tab', { hasText: 'Triage: proxy.log' }).click();
    frame = await triaged(/7 indicators/);
    await chip(/^Internal or reserved 2$/).click();
    await frame.getByText('2 of 7 shown').waitFor();
    assert.deepEqual([...(await rowNames(frame))].sort(), ['10[.]0[.]0[.]7', 'intranet[.]corp[.]test']);
    await frame.getByRole('button', { name: /^Internal or reserved/, pressed: true }).click();
    await frame.getByText('2 of 7 shown').waitFor({ state: 'detached' });
  });

  it('looks up exactly the unknown indicators in one request after confirmation', async () => {
    const { page } = vsCode();
    const button = frame.getByRole('button', { name: /^Look Up 3 Indicators on 127\.0\.0\.1:\d+…$/ });
    await button.click();
    await page
      .locator('.monaco-dialog-box')
      .getByText(/Look up 3 indicators on 127\.0\.0\.1:\d+\?/)
      .waitFor();
    await page
      .locator('.monaco-dialog-box')
      .getByText(/Sends 1 request .*URLs: without the query/)
      .waitFor();
    assert.deepEqual(service().requests, []);
    await clickButton(page, 'Look Up');
    frame = await triaged(/Looked up on 127\.0\.0\.1:\d+: 1 known and 2 not found\./);
    const [request, ...others] = exploreRequests(service());
    assert.deepEqual(others, []);
    assert.equal(
      request?.query.q,
      'ioc=http://lookups-test-1.com/a or ioc=lookups-test-2.com or ioc=lookups-test-3.com',
    );
    assert.equal(service().requests.length, 1);
    // Both are of critical risk; the one that was known stays in front.
    await until(
      async () => (await rowNames(frame)).slice(0, 2).join(' ') === 'login-update[.]example lookups-test-2[.]com',
      {
        within: 10_000,
        what: 'the critical rows first',
      },
    );
    await chip(/^Not found 2$/).waitFor();
    await screenshot(page, 'triage after asking');
  });

  it('sets states by menu and keys, and adds the rows to the triage list', async () => {
    const { page } = vsCode();
    await cell('lookups-test-2[.]com', 'type').click();
    await page.keyboard.press('Alt+2');
    await until(async () => (await cell('lookups-test-2[.]com', 'state').innerText()) === 'Escalated', {
      within: 10_000,
      what: 'the state Escalated',
    });
    await pickInContextMenu(page, cell('login-update[.]example', 'type'), 'threatLookups.triageDone');
    await chip(/^Done 1$/).waitFor();
    assert.match(await cell('login-update[.]example', 'why').innerText(), /\S/);
    await runCommand(page, 'threatLookups.showTriage');
    frame = await triaged(/2 indicators: 2 known/);
    assert.equal(await cell('lookups-test-2[.]com', 'state').innerText(), 'Escalated');
    assert.equal(await cell('lookups-test-2[.]com', 'where').innerText(), 'proxy.log:4');
  });

  it('adds rows of results with the query they come from', async () => {
    const { page } = vsCode();
    service().replyWith(({ query }) => ({
      body: { results: Array.from({ length: Number(query.limit) }, (_, at) => exploreRow(at)) },
    }));
    await openQueryFile(page, 'hunt.explore');
    await runCommand(page, 'threatLookups.runQuery');
    frame = await waitForResults(page, /6 rows/);
    await pickInContextMenu(
      page,
      row('lookups-test-5[.]com').locator('td.cell-type'),
      'threatLookups.addResultsToTriage',
    );
    await page.locator('.statusbar', { hasText: 'Added 1 indicator to the triage list (3 total).' }).waitFor();
    await page.locator('.tab', { hasText: 'Triage List' }).click();
    frame = await triaged(/3 indicators/);
    assert.match(await cell('lookups-test-5[.]com', 'origin').innerText(), /^query “risk-high” on 127\[\.\]0/);
    assert.equal(await cell('lookups-test-5[.]com', 'state').innerText(), 'To Review');
    await screenshot(page, 'triage list');
  });

  it('keeps the list after a reload, and reads files again without sending anything', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    const before = service().requests.length;
    await waitForStoredState(page, /Triage List[^]{0,3000}?"file":"list"/);
    await vsCode().reload();
    await page.locator('.tab', { hasText: 'Triage List' }).click();
    frame = await triaged(/3 indicators/);
    assert.equal(await cell('login-update[.]example', 'state').innerText(), 'Done');
    await page.locator('.tab', { hasText: 'Triage: proxy.log' }).click();
    frame = await triaged(/7 indicators: 2 known, 2 not found, 1 ignored, and 2 internal or reserved/);
    assert.equal(service().requests.length, before);
  });

  it('removes states when the list is cleared with other local data', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.clearLocalData');
    assert.match(await quickInputText(page), /Triage list/);
    // VS Code gives the focus back to the panel, on a busy machine when the question is open already.
    await frame.evaluate(() => window.focus());
    await checkInQuickInput(page, 'Triage list');
    await acceptSelection(page);
    await clickButton(page, 'Clear');
    frame = await triaged(/7 indicators: 2 known, 2 not found, 1 ignored, and 2 internal or reserved/);
    await until(async () => (await cell('login-update[.]example', 'state').innerText()) === '', {
      within: 10_000,
      what: 'the row has no state any more',
    });
  });

  it('reads a folder, lists the skipped files, and exports Markdown for a ticket', async () => {
    const { page } = vsCode();
    await runCommand(page, 'View: Show Explorer');
    await pickInContextMenu(
      page,
      page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'more' }),
      'threatLookups.triage',
    );
    frame = await triaged(/2 indicators: 0 known, 1 not looked up, and 1 not found/);
    assert.match(await frame.locator('.top').innerText(), /Not read: more\/photo\.png \(It is a binary file\.\)/);
    await frame.getByRole('button', { name: 'Export…' }).click();
    assert.match(await quickInputText(page), /Export All 2 Rows/);
    await pickInQuickInput(page, 'Markdown');
    await pickInQuickInput(page, 'New Document');
    await until(async () => /`lookups-test-4\[\.\]com`/.test(await editorText(page)), {
      within: 10_000,
      what: 'the table',
    });
    assert.match(await editorText(page), /more\/second\.log:2/);
  });

  it('reads an unsaved editor', async () => {
    const { page } = vsCode();
    await runCommand(page, 'View: Focus First Editor Group');
    await openFile(page, 'second.log');
    await page.locator('.editor-instance:visible .view-line', { hasText: 'lookups-test-4.com' }).first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('then lookups-test-8.com\n');
    await runCommand(page, 'threatLookups.triage');
    frame = await triaged(/3 indicators/);
    assert.ok((await tabTitles(page)).some((title) => title.includes('Triage: more/second.log')));
  });
});

/** A window with a log of two indicators that the service can look up. */
function useLogWindow(service: () => RecordingService): () => VsCode {
  return useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
    files: { 'proxy.log': 'lookups-test-1.com lookups-test-2.com\n' },
    openFiles: ['proxy.log'],
    viewport: { width: 1600, height: 900 },
  }));
}

describe('Triage with a slow service', () => {
  const service = useRecordingService(() => 'hang');
  const vsCode = useLogWindow(service);

  it('cancels a lookup with its request', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.triage');
    let frame = await waitForResults(page, /2 indicators: 0 known and 2 not looked up/);
    await frame.getByRole('button', { name: /^Look Up 2 Indicators on/ }).click();
    await clickButton(page, 'Look Up');
    frame = await waitForResults(page, /Looking up on 127\.0\.0\.1/);
    await waitForResults(page, /Sent 2 indicators to 127\.0\.0\.1:\d+ in 1 request so far\./);
    await until(() => service().requests.length === 1, { within: 10_000, what: 'a request on its way' });
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await waitForResults(
      page,
      /Canceled\. Looked up on 127\.0\.0\.1:\d+: 0 known, 0 not found, and 2 didn't respond\./,
    );
    await waitForResults(page, /Sent 2 indicators to 127\.0\.0\.1:\d+ in 1 request\./);
    await until(() => service().abortedRequests.length === 1, { within: 10_000, what: 'the request ended' });
    assert.equal(service().requests.length, 1);
  });
});

describe('Triage with a rate limit', () => {
  const service = useRecordingService(() => ({
    status: 429,
    headers: { 'retry-after': '600' },
    body: { error: 'Too many requests.' },
  }));
  const vsCode = useLogWindow(service);

  it('shows the number of requests, and reports a reached rate limit on the next click without sending', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.triage');
    let frame = await waitForResults(page, /2 indicators: 0 known and 2 not looked up/);
    await frame.getByRole('button', { name: /^Look Up 2 Indicators on/ }).click();
    await clickButton(page, 'Look Up');
    frame = await waitForResults(page, /0 known, 0 not found, and 2 didn't respond\./);
    const sent = service().requests.length;
    await frame.getByRole('button', { name: /^Look Up 2 Indicators on/ }).click();
    await waitForResults(page, /Nothing was sent\. Rate limit reached/);
    assert.equal(service().requests.length, sent);
  });

  it('exports only known indicators', async () => {
    const { page } = vsCode();
    await loadSampleData(page);
    await page.locator('.tab', { hasText: /^proxy\.log/ }).click();
    await page.locator('.editor-instance:visible .view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('login-update.example\n');
    await runCommand(page, 'threatLookups.triage');
    const frame = await waitForResults(page, /3 indicators: 1 known and 2 not looked up/);
    await frame.getByRole('button', { name: 'Export…' }).click();
    assert.match(await quickInputText(page), /Export All 3 Rows/);
    await pickInQuickInput(page, 'Markdown');
    await pickInQuickInput(page, 'Known Only: 1 Row');
    await pickInQuickInput(page, 'New Document');
    await until(async () => /`login-update\[\.\]example`/.test(await editorText(page)), {
      within: 10_000,
      what: 'the table',
    });
    assert.doesNotMatch(await editorText(page), /`lookups-test/);
  });
});

describe('Triage in Offline mode', () => {
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': 'https://lookups-test-7.com', 'threatLookups.lookups': 'offline' },
    files: { 'proxy.log': 'lookups-test-1.com\n' },
    openFiles: ['proxy.log'],
  }));

  it('says that nothing can be looked up, and offers to change the mode', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.triage');
    const frame = await waitForResults(
      page,
      /1 indicator isn't in the local store\. Offline mode is on, so it can't be looked up\./,
    );
    assert.equal(await frame.getByRole('button', { name: /^Look Up/ }).count(), 0);
    await frame.getByRole('button', { name: 'Change…' }).click();
    assert.match(await quickInputText(page), /offline/i);
  });
});
