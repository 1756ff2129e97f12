import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { workbenchAddress } from '../../scripts/lib/vscode.mjs';
import { rowStrings } from '../../src/features/results/strings';
import {
  exploreRequests,
  exploreRow,
  openQueryFile,
  pickInContextMenu,
  waitForNames,
  waitForResults,
} from '../harness/queries';
import { type RecordedRequest, type Reply, useRecordingService } from '../harness/recordingService';
import { openReport, waitForRows } from '../harness/reports';
import {
  doneResponse,
  ScanQueue,
  submitScan,
  waitForMessage,
  waitForQuickInput,
  waitForScanView,
  waitOptions,
} from '../harness/scans';
import { triageLog } from '../harness/triageLog';
import { useVsCode } from '../harness/vsCode';
import { waitForStoredState } from '../harness/windowStorage';
import {
  acceptSelection,
  clickButton,
  goToLine,
  hoverAndClick,
  hoverText,
  leaveHover,
  notificationTexts,
  openFile,
  pickInQuickInput,
  quickInputText,
  runCommand,
  tabTitles,
  typeInQuickInput,
  webviewFrame,
  workbenchReady,
} from '../harness/workbench';
import { uiText } from '../../src/features/shared/ui/text';
import { t } from '../../src/l10n';

const value = 'lookups-test-71.com';
const title = 'lookups-test-71[.]com';
const query = 'risk=high and (threat="Example & Sons + Co #1" or ++title="Über*")';
const list = 'lookups-test-95.com\nlookups-test-96[.]com\nco.uk\nnot an indicator\nsee lookups-test-98.com\n';
const queue = new ScanQueue();
const processing = (stage: string) => () => ({ status: 'processing', stage, error: 'Processing.' });

/** Knows one indicator by lookups and one by queries; other queries have as many rows as requested. */
function answer(request: RecordedRequest): Reply {
  const { path, query } = request;
  if (path.endsWith('/analyze.php')) return queue.reply(request);
  if (path.endsWith('/explore.php')) {
    const count = Number(query.limit ?? '50');
    if (query.q?.includes('ioc=') !== true)
      return { body: { results: Array.from({ length: count }, (_, at) => exploreRow(at)) } };
    const isRequested = query.q.includes('ioc=lookups-test-2.com');
    return { body: { results: isRequested ? [{ ...exploreRow(2), risk: 'critical' }] : [] } };
  }
  if (query.indicator !== value) return { status: 404, body: { error: 'Indicator not found.' } };
  const threats = [{ tid: 3, name: 'Example Kit', category: 'phishing', risk: 'high' }];
  return { body: { iid: 71, indicator: value, type: 'domain', risk: 'high', threats } };
}

describe('Panels', () => {
  const service = useRecordingService(answer);
  const vsCode = useVsCode(() => ({
    settings: {
      'threatLookups.baseUrl': service().url,
      'threatLookups.lookups': 'onDemand',
      'threatLookups.ignore': ['ignored-test-9.com'],
      'workbench.editor.revealIfOpen': true,
    },
    files: {
      // The cursor is not on an indicator, so commands ask for one.
      'notes.log': `notes\n${value}\nGET https://lookups-test-81.com/a\nand lookups-test-82.com\n`,
      'proxy.log': triageLog,
      'hunt.explore': `# @name my-hunt\n${query}\n`,
      'indicators to import.txt': list,
      'known.csv': 'indicator,risk\nlogin-update.example,high\n',
      'more/second.log': 'lookups-test-3.com\nlookups-test-4.com\n',
      'more/photo.png': '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR',
    },
    viewport: { width: 1600, height: 900 },
  }));
  const recordOf = (name: string): Promise<Frame> => webviewFrame(vsCode().page, `.band h1:text-is("${name}")`);
  const reportOf = (name: string): Promise<Frame> => webviewFrame(vsCode().page, `h1:text-is("${name}")`);
  const results = (header: RegExp): Promise<Frame> => waitForResults(vsCode().page, header);
  const rowAt = (frame: Frame, index: number): Locator => frame.locator(`tbody tr[data-index="${index}"]`);
  const cell = (frame: Frame, name: string, id: string): Locator =>
    frame.locator('tbody tr[data-index]', { hasText: name }).first().locator(`td.cell-${id}`);
  const inExplorer = (name: string): Locator =>
    vsCode().page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  const tab = (name: string): Locator => vsCode().page.locator('.tab', { hasText: name }).first();
  const statusBar = (words: RegExp | string): Promise<void> =>
    vsCode().page.locator('.statusbar', { hasText: words }).waitFor();
  const posts = (): number => service().requests.filter(({ method }) => method === 'POST').length;

  it('show a record from a hover, look it up on click only, and lead to a threat and back by keyboard', async () => {
    const { page } = vsCode();
    // A file named in the address would keep VS Code from bringing its editors back later.
    await openFile(page, 'notes.log');
    await hoverAndClick(page, value, /Not looked up/, 'Open Record');
    const frame = await recordOf(title);
    await frame.getByText(/Not looked up yet\. Looking it up sends this domain to 127\.0\.0\.1/).waitFor();
    assert.equal(service().requests.length, 0);
    await frame.getByRole('button', { name: /^Look Up on/ }).click();
    await frame.getByText('High risk').first().waitFor();
    assert.equal(service().requestsContaining(value).length, 1);
    await frame.getByRole('link', { name: 'Example Kit' }).click();
    const threat = await recordOf('Example Kit');
    await threat.getByText(/Not looked up yet\. Looking it up sends .* to 127\.0\.0\.1/).waitFor();
    await threat.locator('h1').click();
    await page.keyboard.press('Alt+ArrowLeft');
    const back = await recordOf(title);
    await back.getByText('High risk').first().waitFor();
    await back.locator('h1').click();
    await page.keyboard.press('Alt+ArrowRight');
    await recordOf('Example Kit');
    assert.deepEqual(await tabTitles(page), ['notes.log', 'Example Kit']);
    assert.equal(service().requests.length, 1);
  });

  it('run a query once with Ctrl+Enter, and show rows beside the editor', async () => {
    const { page } = vsCode();
    await openQueryFile(page, 'hunt.explore');
    await goToLine(page, 2, 3);
    await page.keyboard.press('Control+Enter');
    const frame = await results(/50 rows \(plan limit; there may be more\)/);
    assert.equal(exploreRequests(service()).length, 1);
    assert.equal(exploreRequests(service())[0]?.query.q, query);
    assert.equal(exploreRequests(service())[0]?.query.limit, undefined);
    const text = await frame.locator('.top').innerText();
    assert.match(text, /my-hunt[^]*127\.0\.0\.1.*took[^]*Query sent to 127\.0\.0\.1:\d+\./);
    await waitForNames(frame, (names) => names.includes('lookups-test-1[.]com'));
    const [editor, panel] = [page.locator('.editor-instance').first(), page.locator('.tab', { hasText: 'Results' })];
    const [left, right] = [await editor.boundingBox(), await panel.boundingBox()];
    assert.ok((left?.x ?? 0) < (right?.x ?? 0), 'the results are beside');
  });

  it('sort rows, copy the selected one, and open records by Enter without a request', async () => {
    const { page } = vsCode();
    const frame = await results(/50 rows/);
    await frame.getByRole('columnheader', { name: 'Risk' }).getByRole('button').click();
    await rowAt(frame, 0).filter({ hasText: 'Critical risk' }).waitFor();
    await rowAt(frame, 1).locator('td.cell-type').click();
    await page.keyboard.press('Space');
    await frame.getByText('1 selected').waitFor();
    await frame.getByRole('button', { name: /^Filters/, expanded: false }).click();
    await frame.getByRole('button', { name: 'Copy as Markdown' }).click();
    await statusBar(rowStrings.copied(1));
    await rowAt(frame, 1).locator('td.cell-type').click();
    await page.keyboard.press('Space');
    const before = service().requests.length;
    await frame.getByRole('columnheader', { name: 'Indicator' }).getByRole('button').click();
    await rowAt(frame, 2).filter({ hasText: 'lookups-test-2[.]com' }).waitFor();
    await rowAt(frame, 2).locator('td.cell-type').click();
    await page.keyboard.press('Enter');
    await recordOf('lookups-test-2[.]com');
    assert.ok((await tabTitles(page)).some((each) => each.includes('lookups-test-2')));
    assert.equal(service().requests.length, before);
  });

  it('have context menus that scan, ignore, and triage rows', async () => {
    const { page } = vsCode();
    await tab('Results: my-hunt').click();
    const frame = await results(/50 rows/);
    const before = service().requests.length;
    await pickInContextMenu(page, rowAt(frame, 3).locator('td.cell-type'), 'threatLookups.scan');
    assert.match(await quickInputText(page), /lookups-test-\d+\[\.\]com/);
    await page.keyboard.press('Escape');
    await pickInContextMenu(page, cell(frame, 'lookups-test-4[.]com', 'type'), 'threatLookups.ignore');
    assert.match(await quickInputText(page), /lookups-test-4/);
    await page.keyboard.press('Escape');
    await pickInContextMenu(page, cell(frame, 'lookups-test-5[.]com', 'type'), 'threatLookups.addResultsToTriage');
    await statusBar('Added 1 indicator to the triage list (1 total).');
    assert.equal(service().requests.length, before);
  });

  it('list the indicators of the open file without a request, and step through their locations', async () => {
    const { page } = vsCode();
    // Sample data leaves triage once there are other answers, such as those of the query.
    await runCommand(page, 'View: Show Explorer');
    await pickInContextMenu(page, inExplorer('known.csv'), 'threatLookups.importFile');
    await clickButton(page, uiText('Show Report'));
    await (await reportOf(uiText('Import Report'))).getByText(/^Imported 1 indicator from “known/).waitFor();
    await runCommand(page, 'View: Close Editor');
    await runCommand(page, 'View: Focus First Editor Group');
    await openFile(page, 'proxy.log');
    const before = service().requests.length;
    await runCommand(page, 'threatLookups.triage');
    const frame = await results(/8 indicators: 1 found, 4 not looked up, 1 ignored, and 2 internal or reserved/);
    await waitForNames(frame, ([name]) => name === 'login-update[.]example');
    await frame.locator('.chip.fold').click();
    await cell(frame, 'hxxp://lookups-test-1[.]com/a', 'where').getByRole('button').click();
    await statusBar(/Ln 1, Col \d+ \(27 selected\)/);
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await page.keyboard.press('Alt+n');
    await statusBar('Occurrence 2 of 2');
    await statusBar(/Ln 2, Col \d+ \(27 selected\)/);
    await page.keyboard.press('Alt+Shift+n');
    await statusBar('Occurrence 1 of 2');
    assert.equal(service().requests.length, before);
  });

  it('look up the unknown indicators after confirmation, and set states by key and menu', async () => {
    const { page } = vsCode();
    let frame = await results(/8 indicators: 1 found/);
    const before = service().requests.length;
    await frame.getByRole('button', { name: /^Look Up 4 on 127\.0\.0\.1:\d+…$/ }).click();
    assert.match(await waitForQuickInput(page, /Sends 1 request/), /Look Up on 127.*URLs: sent without the query/s);
    assert.equal(service().requests.length, before);
    await acceptSelection(page);
    frame = await results(/Looked up on 127\.0\.0\.1:\d+: 1 found and 3 not found\./);
    assert.equal(service().requests.length, before + 1);
    await cell(frame, 'lookups-test-2[.]com', 'type').click();
    await page.keyboard.press('Alt+2');
    await cell(frame, 'lookups-test-2[.]com', 'state').getByText('Escalated', { exact: true }).waitFor();
    await pickInContextMenu(page, cell(frame, 'login-update[.]example', 'type'), 'threatLookups.triageDone');
    await cell(frame, 'login-update[.]example', 'state').getByText('Done', { exact: true }).waitFor();
    await runCommand(page, 'threatLookups.showTriage');
    frame = await results(/3 indicators: 2 found/);
    await cell(frame, 'lookups-test-2[.]com', 'state').getByText('Escalated', { exact: true }).waitFor();
    await cell(frame, 'lookups-test-5[.]com', 'origin')
      .getByText(/^query “my-hunt” on 127\[\.\]0/)
      .waitFor();
  });

  it('open from the Explorer with the indicators of a folder, and with what an import skipped', async () => {
    const { page } = vsCode();
    await runCommand(page, 'View: Show Explorer');
    await inExplorer('more').waitFor();
    await pickInContextMenu(page, inExplorer('more'), 'threatLookups.triage');
    const triage = await results(/2 indicators: 0 found, 1 not looked up, and 1 not found/);
    await triage.getByText(/Not read: more\/photo\.png \(The file is binary\.\)/).waitFor();
    await runCommand(page, 'View: Close Editor');
    await pickInContextMenu(page, inExplorer('indicators to import.txt'), 'threatLookups.importFile');
    await waitForQuickInput(page, /List Type/);
    await page.keyboard.press('Escape');
    await clickButton(page, uiText('Show Report'));
    const frame = await reportOf(uiText('Import Report'));
    await frame
      .getByText(/^Imported 2 indicators from “indicators to import\.txt” \(2 new\)\. 3 entries were skipped\.$/)
      .waitFor();
    await frame.getByRole('link', { name: 'lookups-test-98[.]com' }).click();
    await recordOf('lookups-test-98[.]com');
    await runCommand(page, 'View: Close Editor');
    const titles = await tabTitles(page);
    assert.equal(titles.filter((each) => each === uiText('Import Report')).length, 1);
  });

  it('list requests as they are sent, and open records from their menu', async () => {
    const { page } = vsCode();
    await openReport(page, 'threatLookups.showSent', uiText('Request Log'));
    await runCommand(page, 'threatLookups.lookUp');
    await typeInQuickInput(page, 'lookups-test-92.com');
    await recordOf('lookups-test-92[.]com');
    await runCommand(page, 'View: Close Editor');
    const frame = await reportOf(uiText('Request Log'));
    await waitForRows(
      frame,
      ([row = '']) => / lookups-test-92\[\.\]com \| not found \| .* lookup$/.test(row),
      'the request',
    );
    const row = frame.locator('tbody tr', { hasText: 'lookups-test-92' }).locator('td.cell-reason');
    await pickInContextMenu(page, row, 'threatLookups.openRecord');
    await recordOf('lookups-test-92[.]com');
    await runCommand(page, 'View: Close Editor');
  });

  it('are preceded by a scan from a hover that leads to a new verdict', async () => {
    const { page } = vsCode();
    queue.pollResponse = (scanned, times) => (times < 4 ? processing('whois')() : doneResponse(scanned));
    await runCommand(page, 'View: Focus First Editor Group');
    await openFile(page, 'notes.log');
    await hoverAndClick(page, 'lookups-test-81.com', /Not looked up[^]*Scan…/, 'Scan…');
    await waitForQuickInput(page, /Passive Scan[^]*127\.0\.0\.1:\d+ queries WHOIS and DNS[^]*visible to others\s*off/);
    await pickInQuickInput(page, 'Passive Scan');
    await waitForMessage(page, /lookups-test-81\[\.\]com\/a: High risk \(previously: not found\)/);
    assert.match(await hoverText(page, 'lookups-test-81.com', { matching: /High risk/ }), /Seen in the scan/);
    await leaveHover(page);
    assert.deepEqual(await notificationTexts(page), [], 'a quick scan shows no notification');
    assert.equal(posts(), 1);
  });

  /** Filters, sorts, selects, and widens the shown results. Returns the width of the names. */
  async function arrangeResults(page: Page): Promise<number> {
    await tab('Results: my-hunt').click();
    const frame = await results(/50 rows/);
    const header = (name: string): Locator => frame.getByRole('columnheader', { name });
    const width = async (): Promise<number> => (await header('Indicator').boundingBox())?.width ?? 0;
    await rowAt(frame, 5).locator('td.cell-type').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await frame.getByText('2 selected').waitFor();
    await frame.getByLabel('Filter rows').fill('test-3');
    await header('Last seen').getByRole('button').click();
    await header('Indicator').getByRole('button').focus();
    const before = await width();
    await page.keyboard.press('Alt+ArrowRight');
    await until(async () => (await width()) > before, { what: 'a wider column' });
    await frame.getByText('11 of 50 shown, 2 selected').waitFor();
    return width();
  }

  it('are restored after a reload without a request, and a scan continues without a second submission', async () => {
    const { page } = vsCode();
    queue.pollResponse = processing('ssl');
    await submitScan(page, 'lookups-test-83.com', 'Passive Scan');
    await runCommand(page, 'threatLookups.scans.focus');
    await waitForScanView(page, /lookups-test-83\[\.\]com\s*running: ssl/);
    await openReport(page, 'threatLookups.showLocalData', uiText('Local Store'));
    await tab(uiText('Request Log')).click();
    let frame = await reportOf(uiText('Request Log'));
    await frame.getByRole('searchbox').fill('lookups-test-92');
    // A click writes what was typed.
    await frame.locator('h1').click();
    const width = await arrangeResults(page);
    await waitForStoredState(
      page,
      /"filter":"lookups-test-92"/,
      /"filter":"test-3"[^]{0,300}?"widths":\{"[a-z]+":\d[^]{0,2000}?"descending":true/,
      /Triage List[^]{0,3000}?"file":"list"/,
    );
    const [requested, submitted] = [service().requests.length, posts()];
    await vsCode().reload();

    // The stored state may be older, with another tab in front.
    await tab('Results: my-hunt').click();
    frame = await results(/50 rows/);
    await frame.getByText('11 of 50 shown, 2 selected').waitFor();
    assert.equal(await frame.getByRole('columnheader', { name: 'Last seen' }).getAttribute('aria-sort'), 'descending');
    assert.equal((await frame.getByRole('columnheader', { name: 'Indicator' }).boundingBox())?.width, width);
    await tab('Example Kit').click();
    const threat = await recordOf('Example Kit');
    await threat.getByText(/Not looked up/).waitFor();
    await threat.getByRole('button', { name: /^Back to/ }).click();
    await (await recordOf(title)).getByText('High risk').first().waitFor();
    await tab('Triage List').click();
    frame = await results(/3 indicators/);
    await cell(frame, 'login-update[.]example', 'state').getByText('Done', { exact: true }).waitFor();
    await tab('Triage: proxy.log').click();
    await results(/8 indicators: 2 found, 3 not found, 1 ignored, and 2 internal or reserved/);
    await tab(uiText('Request Log')).click();
    await (await reportOf(uiText('Request Log'))).getByText(/^1 of \d+ shown$/).waitFor();
    await tab(uiText('Import Report')).click();
    await (await reportOf(uiText('Import Report'))).getByText(t('This report is no longer available.')).waitFor();
    await tab(uiText('Local Store')).click();
    const isImport = (row: string): boolean => row.includes('| indicators to import.txt | 2 |');
    await waitForRows(await reportOf(uiText('Local Store')), (rows) => rows.some(isImport), 'the import');
    const sent = service().requests.slice(requested);
    assert.deepEqual(
      sent.filter(({ path }) => !path.endsWith('/analyze.php')),
      [],
    );
    queue.pollResponse = (scanned) => doneResponse(scanned, 'critical');
    await runCommand(page, 'threatLookups.scans.focus');
    await waitForScanView(page, /lookups-test-83\[\.\]com\s*Critical risk \(previously: not found\)/);
    assert.equal(posts(), submitted);
  });

  /** Waits until the view's icon counts scans. */
  const counted = async (page: Page, count: number): Promise<void> => {
    const badge = page
      .locator('.activitybar .action-item', { has: page.locator('[aria-label*="Threat Lookups"]') })
      .locator('.badge-content');
    await until(
      async () => (count === 0 ? !(await badge.isVisible()) : (await badge.allInnerTexts()).includes(String(count))),
      { ...waitOptions, what: `${count} scans counted in the other window` },
    );
  };

  it('are accompanied by scans that other windows show, which share the polling', async () => {
    const { page: first, context, url, folder } = vsCode();
    queue.pollResponse = processing('whois');
    const [submitted, polled] = [queue.submitted.length, queue.polledAt.length];
    const second = await context.newPage();
    // A window that opens a file restores no editors.
    const server = { url, authority: new URL(url).host };
    await second.goto(workbenchAddress(server, { folder, openFiles: [join(folder, 'notes.log')] }));
    await workbenchReady(second, { editor: true });
    // The extension runs there, and no scan is open yet.
    await hoverText(second, 'lookups-test-82.com', { matching: /Not looked up/, ...waitOptions });
    await leaveHover(second);
    await counted(second, 0);
    await first.bringToFront();
    await submitScan(first, 'lookups-test-89.com', 'Passive Scan');
    await counted(second, 1);
    await second.bringToFront();
    await runCommand(second, 'threatLookups.scans.focus');
    await waitForScanView(second, /lookups-test-89\[\.\]com\s*running: whois/);
    queue.pollResponse = (scanned) => doneResponse(scanned);
    await waitForScanView(second, /lookups-test-89\[\.\]com\s*High risk \(previously: not found\)/);
    for (const page of [first, second]) await counted(page, 0);
    assert.equal(queue.submitted.length, submitted + 1);
    const times = queue.polledAt.slice(polled);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    assert.ok(Math.min(...gaps) >= 500, gaps.join());
    await second.close();
  });
});
