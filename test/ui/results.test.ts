import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle, viewName } from '../harness/manifest';
import { type RecordedRequest, type Reply, useRecordingService } from '../harness/recordingService';
import { accessibilityViolations } from '../harness/panels';
import { exploreRequests, rowNames, waitForResults } from '../harness/queries';
import { requestLogRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import {
  editorText,
  goToLine,
  openFile,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  setTheme,
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
      'many.explore': '# @limit 10000\nrisk=high\n',
      'none.explore': '# @limit 5\nioc=nowhere and seen=7d\n',
      'home.explore': 'ioc=10.1.2.3 or risk=high\n',
    },
    viewport: { width: 1600, height: 900 },
  }));
  const panel = (holding: string): Promise<Frame> => webviewFrame(vsCode().page, holding);
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

  it('sorts rows by mouse and keyboard, and filters while typing', async () => {
    const frame = await panel('.results');
    const title = (name: string) => frame.getByRole('columnheader', { name }).getByRole('button');
    await title('Risk').click();
    assert.match(await frame.locator('tbody tr[data-index="0"]').innerText(), /Critical risk/);
    await title('Risk').click();
    assert.match(await frame.locator('tbody tr[data-index="0"]').innerText(), /Risk unknown/);
    assert.equal(await frame.getByRole('columnheader', { name: 'Risk' }).getAttribute('aria-sort'), 'ascending');
    await title('Risk').click();
    await frame.locator('tbody tr[data-index="0"]').focus();
    await frame.page().keyboard.press('ArrowDown');
    await frame.page().keyboard.press('Space');
    await frame.getByText('1 selected').waitFor();
    await frame.page().keyboard.type('test-4');
    await frame.getByText('11 of 50 shown, 1 selected').waitFor();
    assert.ok((await rowNames(frame)).every((name) => name.includes('test-4')));
    await frame.getByLabel('Filter rows').fill('');
  });

  it('filters by risk, chooses columns, and copies rows', async () => {
    const { page } = vsCode();
    const frame = await panel('.results');
    await frame.getByRole('button', { name: /critical risk/i }).click();
    // One in seven is retired and counted as such.
    await frame.getByText('7 of 50 shown').waitFor();
    await frame.getByRole('button', { name: 'Show All' }).click();
    await frame.getByText('Columns', { exact: true }).first().click();
    await frame.getByLabel('Registrar').check();
    await frame.getByRole('columnheader', { name: 'Registrar' }).waitFor();
    await frame.getByLabel('Registrar').uncheck();
    await frame.getByText('Columns', { exact: true }).first().click();
    await frame.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.locator('.statusbar', { hasText: rowStrings.copied(1) }).waitFor();
  });

  it('is accessible in every theme and at 200 %', async () => {
    const { page } = vsCode();
    for (const theme of ['Light Modern', 'Dark High Contrast', 'Light High Contrast', 'Dark Modern']) {
      await setTheme(page, theme);
      const frame = await panel('.results');
      assert.deepEqual(await accessibilityViolations(frame), [], theme);
      await screenshot(page, `results ${theme}`);
    }
    const frame = await panel('.results');
    await frame.evaluate(() => {
      document.documentElement.style.zoom = '2';
    });
    await screenshot(page, 'results zoomed');
    await frame.evaluate(() => {
      document.documentElement.style.zoom = '';
    });
  });

  it('exports every format without another request', async () => {
    const { page } = vsCode();
    const before = explored().length;
    for (const [form, first] of [
      ['JSON', /^\{/],
      ['CSV', /^# Explore results/],
      ['STIX 2.1', /^\{/],
      ['STIX 2.1, JSON Lines', /^\{/],
      ['Markdown', /^# Results/],
    ] as const) {
      await runCommand(page, 'threatLookups.exportResults');
      // One of them is selected.
      await pickInQuickInput(page, exportStrings.rows.all(50));
      await pickInQuickInput(page, form);
      await pickInQuickInput(page, exportStrings.document());
      await page.locator('.tab.active.dirty').waitFor();
      assert.match(
        await until(async () => (await editorText(page)) || undefined, { within: 5000, what: 'text' }),
        first,
      );
      await page.keyboard.press('Escape');
      await runCommand(page, 'View: Revert and Close Editor');
    }
    assert.equal(explored().length, before);
  });

  it('can be canceled', async () => {
    const { page } = vsCode();
    await openFile(page, 'slow.explore');
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await results(/Running, [\s\d.]+ s/);
    await screenshot(page, 'results running');
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await results(new RegExp(endStrings.canceled()));
    assert.equal(explored().filter(({ query }) => query.q === 'threat=slow').length, 1);
  });

  it('offers next steps if there are no results', async () => {
    const { page } = vsCode();
    await openFile(page, 'none.explore');
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await results(new RegExp(viewStrings.noResults()));
    await screenshot(page, 'results none');
    await frame.getByRole('button', { name: viewStrings.runLocally() }).first().waitFor();
    await frame.getByRole('button', { name: viewStrings.relaxQuery() }).click();
    await until(async () => /ioc=nowhere(?! and)/.test(await editorText(page)), {
      within: 10_000,
      what: 'a relaxed query',
    });
  });

  it('sends nothing if the query contains an internal address', async () => {
    const { page } = vsCode();
    const before = explored().length;
    await openFile(page, 'home.explore');
    await runCommand(page, 'threatLookups.runQuery');
    await results(/Nothing was sent to 127\.0\.0\.1:\d+ because 10\[\.\]1\[\.\]2\[\.\]3 is an internal address/);
    assert.equal(explored().length, before);
  });

  it('explains that STIX requires an account', async () => {
    const { page } = vsCode();
    await openFile(page, 'hunt.explore');
    await runCommand(page, 'threatLookups.runQueryAs');
    await pickInQuickInput(page, 'STIX');
    await results(/STIX requires a registered account\. 127\.0\.0\.1:\d+ requires an API key \(HTTP 401\)/);
  });

  it('explains that the limit exceeds the plan', async () => {
    const { page } = vsCode();
    await openFile(page, 'hunt.explore');
    await runCommand(page, 'threatLookups.runQueryWithLimit');
    assert.match(await quickInputText(page), /free 50/);
    await typeInQuickInput(page, '20000');
    await results(/might not allow 20,000 results per query \(HTTP 429\)/);
  });

  it('renders only the visible rows of ten thousand', async function long() {
    this.timeout(60_000);
    const { page } = vsCode();
    await openFile(page, 'many.explore');
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await results(/10,000 rows(?![^]*loaded so far)/);
    const most = await frame.evaluate(async () => {
      const grid = document.querySelector('.grid');
      if (grid === null) return Infinity;
      let rows = 0;
      for (let step = 0; step < 60; step++) {
        grid.scrollTop = (grid.scrollHeight / 60) * step;
        await new Promise((done) => requestAnimationFrame(done));
        rows = Math.max(rows, document.querySelectorAll('tbody tr').length);
      }
      return rows;
    });
    assert.ok(most < 120, `${most} rows in the page at once`);
    await frame.getByLabel('Filter rows').fill('lookups-test-9999.com'.replace('.', '[.]'));
    await frame.getByText('1 of 10,000 shown').waitFor();
  });

  it('restores results from the history after a reload, and runs the query again from there', async () => {
    const { page } = vsCode();
    const before = explored().length;
    await vsCode().reload();
    await runCommand(page, 'threatLookups.searchHistory');
    await typeInQuickInput(page, 'Example & Sons', { accept: false });
    await pickInQuickInput(page, /my-hunt/);
    await results(/my-hunt/);
    assert.equal(explored().length, before);
    await runCommand(page, 'threatLookups.showHistory');
    // Gives all space to the history, since what is further down isn't rendered.
    await page.locator('.sidebar .pane-header', { hasText: viewName('threatLookups.scans') }).click();
    const item = page.locator('.pane-body .monaco-list-row', { hasText: '50 rows' }).first();
    await item.waitFor();
    await screenshot(page, 'results history');
    await item.hover();
    await item.getByRole('button', { name: commandTitle('threatLookups.runHistory') }).click();
    await until(() => explored().length === before + 1, { within: 10_000, what: 'one more request' });
    assert.equal(explored().at(-1)?.query.q, query);
  });

  it('saves results to the local store and lists the request in the request log', async () => {
    const { page } = vsCode();
    await results(/50 rows/);
    await runCommand(page, 'threatLookups.saveResults');
    await page.locator('.statusbar', { hasText: /Saved \d+ indicators to the local store/ }).waitFor();
    await requestLogRows(page, /\| query \| answered/);
  });
});
