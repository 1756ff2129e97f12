import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { type RecordedRequest, type Reply, useRecordingService } from '../harness/recordingService';
import { exploreRequests, openQueryFile, pickInContextMenu, rowNames, waitForResults } from '../harness/queries';
import { requestLogRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import { waitForStoredState } from '../harness/windowStorage';
import {
  clickButton,
  editorText,
  goToLine,
  openFile,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  tabTitles,
  typeInQuickInput,
  webviewFrame,
} from '../harness/workbench';
import { endStrings, exportStrings, rowStrings, viewStrings } from '../../src/features/results/strings';

const risks = ['critical', 'high', 'medium', 'low', 'none', 'unknown'];
const query = 'risk=high and (threat="Example & Sons + Co #1" or ++title="Über*")';

function row(index: number) {
  const day = String(1 + (index % 28)).padStart(2, '0');
  return {
    iid: index + 1,
    indicator: `lookups-test-${index}.com`,
    type: 'domain',
    risk: risks[index % risks.length],
    retired: index % 7 === 0 ? 1 : 0,
    stamp_seen: `2025-03-${day} 0${index % 10}:05:26`,
    stamp_added: `2024-11-${day} 10:00:00`,
    stamp_updated: `2025-02-${day} 12:30:00`,
    summary: {
      properties: {
        geo: {
          city: index % 5 === 0 ? 'REDACTED FOR PRIVACY' : 'Kassel',
          country: index % 5 === 0 ? '[privacy]' : 'Germany',
          org: 'Example Hosting',
        },
        whois: { '++registrar': 'Example Registrar' },
      },
    },
    threats: index % 3 === 0 ? [{ tid: 4, name: 'Example Kit', category: 'phishing', risk: 'high' }] : [],
  };
}

function answer({ path, query }: RecordedRequest): Reply {
  if (path !== '/api/explore.php') return { status: 404, body: { error: 'Indicator not found.' } };
  const requested = query.q ?? '';
  if (requested.includes('slow')) return 'hang';
  if (requested.includes('nowhere')) return { body: { results: [] } };
  const limit = Number(query.limit ?? '50');
  if (limit > 10_000) return { status: 429, body: { error: `The limit of your plan is 10000 results.` } };
  if (query.format === 'stix') return { status: 401, body: { error: 'Registered users alone.' } };
  return { body: { results: Array.from({ length: limit }, (_, index) => row(index)) } };
}

describe('Running a query', () => {
  const service = useRecordingService(answer);
  const vsCode = useVsCode(() => ({
    settings: {
      'threatLookups.baseUrl': service().url,
      'threatLookups.lookups': 'onDemand',
      'workbench.editor.revealIfOpen': true,
    },
    files: {
      'hunt.explore': `# @name my-hunt\n${query}\n`,
      'slow.explore': 'threat=slow\n',
      'limited.explore': '# @limit 40\nrisk=high\n',
      'none.explore': '# @limit 5\nioc=nowhere and seen=7d\n',
    },
    viewport: { width: 1600, height: 900 },
  }));
  const panel = (holding: string): Promise<Frame> => webviewFrame(vsCode().page, holding);
  const rowOf = (frame: Frame, index: number): Locator => frame.locator(`tbody tr[data-index="${index}"]`);
  const explored = (): readonly RecordedRequest[] => exploreRequests(service());
  const results = (header: RegExp): Promise<Frame> => waitForResults(vsCode().page, header);

  it('sends the query once with Ctrl+Enter and shows the rows beside the editor', async () => {
    const { page } = vsCode();
    await openFile(page, 'hunt.explore');
    await page.locator('.codelens-decoration', { hasText: 'Run' }).first().waitFor();
    await goToLine(page, 2, 3);
    await page.keyboard.press('Control+Enter');
    const frame = await results(/50 rows \(plan limit; there may be more\)/);
    assert.equal(explored().length, 1);
    assert.equal(explored()[0]?.query.q, query);
    assert.equal(explored()[0]?.query.limit, undefined);
    const text = await frame.locator('.top').innerText();
    assert.match(text, /my-hunt/);
    assert.match(text, /127\.0\.0\.1.*took/);
    assert.match(text, /Query sent to 127\.0\.0\.1:\d+\./);
    assert.ok((await rowNames(frame)).includes('lookups-test-1[.]com'));
    assert.match(await frame.locator('tbody').innerText(), /redacted/);
    assert.doesNotMatch(await frame.locator('tbody').innerText(), /privacy/i);
    await screenshot(page, 'results first');
  });

  it('sorts the rows, and copies the selected one', async () => {
    const { page } = vsCode();
    const frame = await panel('.results');
    await frame.getByRole('columnheader', { name: 'Risk' }).getByRole('button').click();
    assert.match(await rowOf(frame, 0).innerText(), /Critical risk/);
    await rowOf(frame, 1).locator('td.cell-type').click();
    await page.keyboard.press('Space');
    await frame.getByText('1 selected').waitFor();
    await frame.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.locator('.statusbar', { hasText: rowStrings.copied(1) }).waitFor();
    await rowOf(frame, 1).locator('td.cell-type').click();
    await page.keyboard.press('Space');
  });

  it('opens records by Enter without a request', async () => {
    const { page } = vsCode();
    const frame = await panel('.results');
    const before = service().requests.length;
    await frame.getByRole('columnheader', { name: 'Indicator' }).getByRole('button').click();
    await rowOf(frame, 2).locator('td.cell-type').click();
    await page.keyboard.press('Enter');
    await webviewFrame(page, '.band h1:text-is("lookups-test-2[.]com")');
    assert.equal(service().requests.length, before);
    assert.ok((await tabTitles(page)).some((title) => title.includes('lookups-test-2')));
  });

  it('keeps the view of the rows after the panel was hidden and after a reload', async function () {
    this.timeout(60_000);
    const { page } = vsCode();
    const tab = page.locator('.tab', { hasText: 'Results: my-hunt' }).first();
    const before = explored().length;
    await tab.click();
    let frame = await results(/50 rows/);
    const header = (title: string): Locator => frame.getByRole('columnheader', { name: title });
    const widthOfNames = async (): Promise<number> => (await header('Indicator').boundingBox())?.width ?? 0;
    const shown = async (): Promise<void> => {
      frame = await results(/50 rows/);
      await frame.getByText('11 of 50 shown, 2 selected').waitFor();
      assert.equal(await header('Seen').getAttribute('aria-sort'), 'descending');
    };
    await rowOf(frame, 5).locator('td.cell-type').click();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await frame.getByText('2 selected').waitFor();
    await frame.getByLabel('Filter rows').fill('test-3');
    await header('Seen').getByRole('button').click();
    await header('Indicator').getByRole('button').focus();
    const width = await widthOfNames();
    await page.keyboard.press('Alt+ArrowRight');
    await until(async () => (await widthOfNames()) > width, { within: 5_000, what: 'a wider column' });
    const wide = await widthOfNames();
    await shown();
    await page.locator('.tab', { hasText: 'lookups-test-2' }).first().click();
    await tab.click();
    await shown();
    assert.equal(await widthOfNames(), wide);
    await waitForStoredState(page, /"filter":"test-3"[^]{0,2000}?"descending":true/);
    await vsCode().reload();
    await shown();
    assert.equal(explored().length, before);
  });

  it('can be canceled', async () => {
    const { page } = vsCode();
    await openQueryFile(page, 'slow.explore');
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await results(/Running, [\s\d.]+ s/);
    await screenshot(page, 'results running');
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await results(new RegExp(`threat=slow[^]*${endStrings.canceled()}`));
    assert.equal(explored().filter(({ query }) => query.q === 'threat=slow').length, 1);
  });

  it('offers a relaxed query if there are no results', async () => {
    const { page } = vsCode();
    await openQueryFile(page, 'none.explore');
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await results(new RegExp(`ioc=nowhere[^]*${viewStrings.noMatches('127[^]*')}`));
    await screenshot(page, 'results none');
    await frame.getByRole('button', { name: viewStrings.relaxQuery() }).click();
    await until(async () => /ioc=nowhere(?! and)/.test(await editorText(page)), {
      within: 10_000,
      what: 'a relaxed query',
    });
  });

  it('asks for the format and for the limit, and explains why the service rejects them', async () => {
    const { page } = vsCode();
    await openQueryFile(page, 'hunt.explore');
    await runCommand(page, 'threatLookups.runQueryAs');
    await pickInQuickInput(page, 'STIX');
    await results(/STIX requires a registered account\. 127\.0\.0\.1:\d+ requires an API key \(HTTP 401\)/);
    await runCommand(page, 'View: Focus First Editor Group');
    await runCommand(page, 'threatLookups.runQueryWithLimit');
    assert.match(await quickInputText(page), /free 50/);
    await typeInQuickInput(page, '20000');
    await results(/might not allow 20,000 results per query \(HTTP 429\)/);
  });

  it('saves results to the local store and lists the request in the request log', async () => {
    const { page } = vsCode();
    await openQueryFile(page, 'limited.explore');
    await runCommand(page, 'threatLookups.runQuery');
    await results(/40 rows/);
    await runCommand(page, 'threatLookups.saveResults');
    await page.locator('.statusbar', { hasText: /Saved \d+ indicators to the local store/ }).waitFor();
    await requestLogRows(page, /\| query \| answered/);
  });

  it('scans and ignores rows from the context menu', async () => {
    const { page } = vsCode();
    await page.locator('.tab', { hasText: 'Results: risk=high' }).first().click();
    const frame = await results(/40 rows/);
    const before = service().requests.length;
    await pickInContextMenu(page, rowOf(frame, 3).locator('td.cell-type'), 'threatLookups.scan');
    assert.match(await quickInputText(page), /lookups-test-\d+\[\.\]com/);
    await page.keyboard.press('Escape');
    assert.equal(service().requests.length, before);
    await pickInContextMenu(page, rowOf(frame, 4).locator('td.cell-type'), 'threatLookups.ignore');
    assert.match(await quickInputText(page), /lookups-test-4/);
    await page.keyboard.press('Escape');
  });

  it('exports the selected rows', async () => {
    const { page } = vsCode();
    const frame = await results(/40 rows/);
    await rowOf(frame, 7).locator('td.cell-type').click();
    await page.keyboard.press('Space');
    const wanted = (await rowOf(frame, 7).locator('td.cell-name').innerText()).replaceAll('[.]', '.');
    await frame.getByText('1 selected').waitFor();
    await frame.getByRole('button', { name: 'Export…' }).click();
    await pickInQuickInput(page, exportStrings.rows.selected(1));
    await pickInQuickInput(page, 'CSV');
    await pickInQuickInput(page, exportStrings.document());
    await page.locator('.tab.active.dirty').waitFor();
    await until(async () => (await editorText(page)).includes(`${wanted},domain`), { within: 8_000, what: wanted });
    assert.equal((await editorText(page)).match(/^lookups-test/gm)?.length, 1);
    // The tab is named after the query, and only the query sets the limit.
    await page.locator('.tab.active', { hasText: 'risk-high.csv' }).waitFor();
    assert.match(await editorText(page), /^# Limit: 40$/m);
    await runCommand(page, 'View: Revert and Close Editor');
  });

  it('adds rows to the ignore list after confirmation', async () => {
    const { page } = vsCode();
    await page.locator('.tab', { hasText: 'Results: risk=high' }).first().click();
    const frame = await results(/40 rows/);
    await rowOf(frame, 5).locator('td.cell-type').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await frame.getByText('2 selected').waitFor();
    await runCommand(page, 'threatLookups.ignoreResults', { escape: false });
    await page.locator('.monaco-dialog-box').getByText(rowStrings.confirmIgnore(2)).waitFor();
    await clickButton(page, rowStrings.ignore());
    await page.locator('.statusbar', { hasText: rowStrings.ignored(2) }).waitFor();
    await openQueryFile(page, 'limited.explore');
    const before = explored().length;
    await runCommand(page, 'threatLookups.queryFromResults');
    await until(async () => /ioc=lookups-test-5\.com\s+or ioc=lookups-test-6\.com/.test(await editorText(page)), {
      within: 10_000,
      what: 'a query for the two',
    });
    await runCommand(page, 'threatLookups.runQuery');
    await results(/Nothing was sent to 127\.0\.0\.1:\d+ because lookups-test-5\[\.\]com is on the ignore list/);
    assert.equal(explored().length, before);
  });
});
