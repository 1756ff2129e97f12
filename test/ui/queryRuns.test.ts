import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../scripts/lib/processes.mjs';
import { errorStrings } from '../../src/core/explore/strings/errors';
import { exploreResponse, exploreRequests, openQueryFile, waitForResults, rowNames } from '../harness/queries';
import { useRecordingService } from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  editorText,
  goToLine,
  loadSampleData,
  notification,
  pickInQuickInput,
  quickInputLabels,
  quickInputText,
  runCommand,
  screenshot,
  tabTitles,
  typeInQuickInput,
  webviewFrame,
} from '../harness/workbench';
import { exportStrings, runStrings, viewStrings } from '../../src/features/results/strings';

describe('Query runs', () => {
  const service = useRecordingService(exploreResponse);
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
    files: {
      'threats.explore': '# @type threats\nthreat=*a*\n',
      'again.explore': 'threat=slow\n### Second\n# @limit 3\nrisk=high\n',
      'several.explore': '### One\n# @limit 2\nrisk=low\n### Two\n# @limit 4\nrisk=high\n  or risk=critical\n',
      'export.explore': '# @name to-hand-on\n# @limit 6\nrisk=high\n',
      'nothing.explore': 'ioc=nowhere\n',
      'domains.explore': 'type=domain\n',
      'wrong.explore': '### One\nrisk=high type=ip\n',
    },
    viewport: { width: 1500, height: 900 },
  }));
  const sent = (): number => exploreRequests(service()).length;
  const open = (name: string, line = 1): Promise<void> => openQueryFile(vsCode().page, name, line);

  it('find threats, and open them without a request', async () => {
    const { page } = vsCode();
    await open('threats.explore');
    const before = service().requests.length;
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await waitForResults(page, /2 threats/);
    assert.equal(exploreRequests(service()).at(-1)?.query.type, 'threats');
    assert.deepEqual(await rowNames(frame), ['Example Kit', 'Salt Anchor']);
    assert.match(await frame.locator('tbody tr').first().innerText(), /High risk[^]*phishing[^]*EK, Kit of Examples/i);
    await screenshot(page, 'results threats');
    await frame.getByRole('link', { name: 'Salt Anchor' }).click();
    await webviewFrame(page, '.band h1:text-is("Salt Anchor")');
    assert.equal(service().requests.length, before + 1);
    await runCommand(page, 'View: Close Editor');
  });

  it('cancel the previous run of the same file', async () => {
    const { page } = vsCode();
    await open('again.explore');
    await runCommand(page, 'threatLookups.runQuery');
    await waitForResults(page, /Running, [\s\d.]+ s/);
    const before = sent();
    await goToLine(page, 4);
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await waitForResults(page, /3 rows/);
    assert.equal(sent(), before + 1);
    assert.doesNotMatch(await frame.locator('.top').innerText(), /Running|Canceled/);
    await runCommand(page, 'threatLookups.searchHistory');
    await typeInQuickInput(page, 'threat=slow', { accept: false });
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'canceled' }).first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('run all queries of a file, or the selection', async () => {
    const { page } = vsCode();
    await open('several.explore', 6);
    const before = sent();
    await runCommand(page, 'threatLookups.runAllQueries');
    const frame = await waitForResults(page, /One[^]*2 rows/);
    await frame.getByLabel('Query', { exact: true }).selectOption({ label: '2 · Two' });
    await waitForResults(page, /Two[^]*4 rows/);
    assert.deepEqual(
      exploreRequests(service())
        .slice(before)
        .map(({ query }) => [query.q, query.limit]),
      [
        ['risk=low', '2'],
        ['risk=high or risk=critical', '4'],
      ],
    );
    await page.locator('.editor-instance .view-line', { hasText: 'risk=critical' }).first().click();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Control+Enter');
    await until(() => sent() === before + 3, { within: 10_000, what: 'the selection' });
    assert.equal(exploreRequests(service()).at(-1)?.query.q, 'risk=high');
  });

  it('export to a document or file with one request and without a panel', async () => {
    const { page, folder } = vsCode();
    await runCommand(page, 'View: Close All Editors');
    await open('export.explore', 3);
    const before = sent();
    const run = async (form: string, to: string): Promise<void> => {
      await runCommand(page, 'threatLookups.runQueryAndExport');
      await pickInQuickInput(page, form);
      await pickInQuickInput(page, to);
    };
    await run('JSON', exportStrings.document());
    await page.locator('.tab.active.dirty').waitFor();
    await until(async () => /^\{/.test(await editorText(page)), { within: 8_000, what: 'the text as JSON' });
    await runCommand(page, 'View: Revert and Close Editor');
    await page.locator('.tab.active', { hasText: 'export.explore' }).waitFor();
    await run('CSV', exportStrings.file());
    const name = 'to-hand-on.csv';
    const input = page.locator('.quick-input-widget .quick-input-box input').first();
    await until(async () => (await input.inputValue()).endsWith(`/${name}`), { within: 10_000, what: name });
    await input.press('Enter');
    await page.locator('.tab.active', { hasText: name }).waitFor();
    assert.match(readFileSync(join(folder, name), 'utf8'), /^lookups-test-5\.com,domain/m);
    await runCommand(page, 'View: Close Editor');
    assert.equal(sent(), before + 2);
    assert.ok(!(await tabTitles(page)).some((title) => title.startsWith('Results')), 'no panel opened');
    await open('nothing.explore');
    await runCommand(page, 'threatLookups.runQueryAndExport');
    await pickInQuickInput(page, 'CSV');
    await page.locator('.statusbar', { hasText: runStrings.nothingToExport() }).waitFor();
  });

  it('run on the local store without a request, and on the service again', async () => {
    const { page } = vsCode();
    await open('several.explore', 3);
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await waitForResults(page, /2 rows/);
    const before = service().requests.length;
    await frame.getByRole('button', { name: viewStrings.runLocally() }).first().click();
    const locally = await waitForResults(page, new RegExp(`local store[^]*${viewStrings.notSentLocal()}`));
    assert.equal(service().requests.length, before);
    service().replyWith((request) => ({
      headers: { 'x-requests-remaining-day': '0' },
      ...(exploreResponse({ ...request, query: { ...request.query, limit: '3' } }) as object),
    }));
    await locally
      .getByRole('button', { name: /Run on 127\.0\.0\.1:\d+/ })
      .first()
      .click();
    await waitForResults(page, /3 rows/);
    assert.equal(service().requests.length, before + 1);
  });

  it("aren't sent if the quota is used up, unless the user sends them anyway", async () => {
    const { page } = vsCode();
    service().replyWith(exploreResponse);
    const before = service().requests.length;
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await waitForResults(page, /The daily quota on 127\.0\.0\.1:\d+ is used up\. Nothing was sent/);
    assert.equal(service().requests.length, before);
    await screenshot(page, 'results nothing left');
    await frame.getByRole('button', { name: viewStrings.sendAnyway() }).click();
    await waitForResults(page, /2 rows/);
    assert.equal(service().requests.length, before + 1);
  });

  it('show an error instead if the query is invalid', async () => {
    const { page } = vsCode();
    const before = sent();
    await open('wrong.explore', 2);
    await runCommand(page, 'threatLookups.runQueryLocally');
    await notification(page, new RegExp(errorStrings.keyword()));
    await clickButton(page, runStrings.goToError());
    await page.locator('.statusbar', { hasText: 'Ln 2, Col 11' }).waitFor();
    assert.equal(sent(), before);
  });

  it('find threats in the local store, by which results can be filtered and copied', async () => {
    const { page } = vsCode();
    await loadSampleData(page);
    await open('domains.explore');
    await runCommand(page, 'threatLookups.runQueryLocally');
    const frame = await waitForResults(page, /All [\d,]+ rows/);
    await frame.getByRole('columnheader', { name: 'Threats' }).waitFor();
    await frame.getByLabel('Filter rows').fill('paper lantern');
    await frame.getByText(/^[\d,]+ of [\d,]+ shown$/).waitFor();
    assert.ok((await frame.locator('tbody tr[data-index]').count()) > 0);
    await frame.getByRole('button', { name: 'Export…' }).click();
    const [shown, all] = await quickInputLabels(page);
    assert.match(shown ?? '', /^[\d,]+ Filtered Rows$/);
    assert.match(all ?? '', /^All [\d,]+ Rows$/);
    await page.keyboard.press('Escape');
    await screenshot(page, 'results local filtered');
    await frame.getByLabel('Filter rows').fill('');
    await runCommand(page, 'threatLookups.exportResults');
    assert.match(await quickInputText(page), /Export All [\d,]+ Rows/);
    await pickInQuickInput(page, 'CSV');
    await pickInQuickInput(page, exportStrings.clipboard());
    await page.locator('.statusbar', { hasText: exportStrings.copiedAs('CSV') }).waitFor();
  });
});
