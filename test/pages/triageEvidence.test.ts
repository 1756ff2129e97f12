import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { until } from '../../scripts/lib/processes.mjs';
import { accessibilityViolations } from '../harness/panels';
import { user } from '../harness/pages/user';
import { locate, useTriagePage } from '../harness/pages/triagePage';

const list =
  'indicator,threat,risk\nlookups-test-1.com,Kit,high\nlookups-test-2.com,Kit,high\nlookups-test-3.com,Kit,low\n';
const line = (second: number, client: string, host: string): string =>
  `2025-11-25T10:00:0${second}Z srcip=${client} hostname="${host}"\n`;
const proxy = line(3, '10.0.0.7', 'lookups-test-1.com') + line(4, '10.0.0.8', 'lookups-test-1.com');
const dns = line(1, '10.0.0.7', 'lookups-test-1.com') + line(2, '10.0.0.9', 'lookups-test-2.com');

describe('A triage of logs and a list', () => {
  const triage = useTriagePage({
    prepare: async (host) => {
      const uris = [host.write('a-list.csv', list), host.write('dns.log', dns), host.write('proxy.log', proxy)];
      await host.worker.import({ input: { name: 'partner.csv', text: list } });
      return uris;
    },
    viewport: { width: 1600, height: 900 },
  });
  const { page, cell, top, button, names } = locate(triage);
  const filter = () => page().getByRole('searchbox', { name: 'Filter rows' });

  it("doesn't count the list, and names it", async () => {
    await top(/2 found/);
    await names('lookups-test-1[.]com', 'lookups-test-2[.]com');
    assert.equal(await cell('lookups-test-1', 'lines').innerText(), '3');
    assert.match(await cell('lookups-test-1', 'where').innerText(), /^dns\.log:1/);
    await page().getByText("1 file isn't included because it is a list or was imported: a-list.csv.").waitFor();
  });

  it('suggests files, sources, and clients in the filter, and shows the lines of the chosen one', async () => {
    assert.match((await filter().getAttribute('placeholder')) ?? '', /^Filter by text, client:, file:, or source:$/);
    await filter().fill('fi');
    await button('file:').click();
    await button('file:dns.log').waitFor();
    await button('file:proxy.log').click();
    await names('lookups-test-1[.]com');
    await until(async () => (await cell('lookups-test-1', 'lines').innerText()) === '2', {
      what: 'the lines of a file',
    });
    assert.match(await cell('lookups-test-1', 'where').innerText(), /^proxy\.log:1/);
    await filter().fill('source:');
    await button(/^source:partner/).click();
    await names('lookups-test-1[.]com', 'lookups-test-2[.]com');
    await filter().fill('client:');
    await button('client:10.0.0.9').click();
    await names('lookups-test-2[.]com');
    await filter().fill('');
  });

  it('leads to the first line of the client that is asked for', async () => {
    for (const [client, file, where] of [
      ['10.0.0.8', 'proxy.log', 'proxy.log:2'],
      ['10.0.0.7', 'dns.log', 'dns.log:1, 2 files'],
    ] as const) {
      await filter().fill(`client:${client}`);
      await until(async () => (await cell('lookups-test-1', 'where').innerText()) === where, {
        what: `the line of ${client}`,
      });
      user.executed.length = 0;
      await cell('lookups-test-1', 'where').getByRole('button').click();
      const opened = await until(() => user.executed.find(({ command }) => command === 'vscode.open'), { what: where });
      const [uri, { selection }] = opened.args as [vscode.Uri, { readonly selection: vscode.Range }];
      assert.ok(uri.path.endsWith(`/${file}`), uri.path);
      assert.ok(where.startsWith(`${file}:${selection.start.line + 1}`), where);
    }
    await filter().fill('');
  });

  it('groups rows by file and by source', async () => {
    const groupBy = async (label: string, ...sections: readonly string[]): Promise<void> => {
      await page().getByLabel('Group by').selectOption({ label });
      const shown = async (): Promise<string> =>
        (await page().locator('.section').allInnerTexts()).join().replaceAll('\u00a0', ' ');
      await until(async () => (await shown()) === sections.join(), {
        what: `groups by ${label}`,
      });
    };
    await groupBy('File', 'dns.log 2 indicators · ≤ 2 lines', 'proxy.log 1 indicator · 2 lines');
    await groupBy('Source', 'partner.csv 2 indicators · ≤ 4 lines');
    await filter().fill('lookups-test-1');
    await groupBy('File', 'proxy.log 1 indicator · 2 lines', 'dns.log 1 indicator · 1 line');
    await page().getByText('1 of 5 shown', { exact: true }).first().waitFor();
    await filter().fill('');
    await groupBy('None');
  });

  it('is busy until the rows of a filter are there', async () => {
    const rows = page().getByRole('region', { name: 'Rows' });
    const isIdle = async (): Promise<boolean> => (await rows.getAttribute('aria-busy')) === 'false';
    await until(isIdle, { what: 'the rows without groups' });
    const release = triage().panel.holdMessages();
    await filter().fill('no such name');
    await until(async () => (await rows.getAttribute('aria-busy')) === 'true', { what: 'rows that wait' });
    release();
    await until(isIdle, { what: 'the rows of the filter' });
    await page().getByText('0 of 5 shown', { exact: true }).first().waitFor();
    await filter().fill('');
    await page().getByText('0 of 5 shown', { exact: true }).waitFor({ state: 'detached' });
  });

  it('unfolds a row into its reasons and its lines, with the file of each if there are several', async () => {
    const reasons = 'Listed in partner.csv';
    const lines = async (): Promise<readonly string[]> => {
      await cell('lookups-test-1', 'name').getByRole('button', { name: 'Show lines' }).click();
      await page().locator('.line-of-row code').first().waitFor();
      const texts = await page().locator('.line-of-row').allInnerTexts();
      await cell('lookups-test-1', 'name').getByRole('button', { name: 'Hide lines' }).click();
      return texts.map((text) => text.replaceAll('\n', ' ').replace(/ 2025-11-25T.*/, ''));
    };
    assert.deepEqual(await lines(), [
      reasons,
      '2025-11-25 10:00:01 dns.log 10.0.0.7',
      '2025-11-25 10:00:03 proxy.log 10.0.0.7',
      '2025-11-25 10:00:04 proxy.log 10.0.0.8',
    ]);
    await filter().fill('file:proxy.log');
    await until(async () => (await cell('lookups-test-1', 'lines').innerText()) === '2', {
      what: 'the lines of a file',
    });
    assert.deepEqual(await lines(), [reasons, '2025-11-25 10:00:03 10.0.0.7', '2025-11-25 10:00:04 10.0.0.8']);
    await filter().fill('');
  });

  it('has chips of what matches the filter, and of what is chosen', async () => {
    const chips = page().locator('.filters .chip');
    const untilChips = (...expected: readonly string[]): Promise<unknown> =>
      until(async () => (await chips.allInnerTexts()).map((text) => text.trim()).join() === expected.join(), {
        what: expected.join(),
      });
    await page()
      .getByRole('button', { name: /^Filters/, expanded: false })
      .click();
    await untilChips('Found 2', 'Internal or reserved 3', 'Domains 2', 'IP addresses 3');
    await page()
      .locator('.filters')
      .getByRole('button', { name: /^Found/ })
      .click();
    await filter().fill('nothing-has-this');
    await untilChips('Found 0');
    await filter().fill('');
    await untilChips('Found 2', 'Internal or reserved 3', 'Domains 2', 'IP addresses 3');
    await button('Show All').click();
    await page()
      .getByRole('button', { name: /^Filters/, expanded: true })
      .click();
  });

  it('folds groups by mouse and by keyboard, also after the panel was hidden', async () => {
    const press = (key: string): Promise<void> => page().keyboard.press(key);
    const heading = (name: string) => page().locator('.section', { hasText: name });
    const state = async (): Promise<string> =>
      (await page().locator('tbody tr').allInnerTexts())
        .map((text) => /(?:dns|proxy)\.log|lookups-test-\d/.exec(text)?.[0])
        .join();
    const untilRows = (...expected: readonly string[]): Promise<unknown> =>
      until(async () => (await state()) === expected.join(), { what: expected.join() });
    const rowsOfBoth = ['dns.log', 'lookups-test-1', 'lookups-test-2', 'proxy.log', 'lookups-test-1'];
    await page().getByLabel('Group by').selectOption({ label: 'File' });
    await untilRows(...rowsOfBoth);
    await heading('dns.log').click();
    await untilRows('dns.log', 'proxy.log', 'lookups-test-1');
    assert.equal(await heading('dns.log').getAttribute('aria-expanded'), 'false');
    await triage().panel.waitForState({ group: 'file' });
    await triage().panel.hideAndShow();
    await untilRows('dns.log', 'proxy.log', 'lookups-test-1');
    await page().locator('tbody tr').first().focus();
    await press('ArrowRight');
    await untilRows(...rowsOfBoth);
    // Into the group, and back to its heading.
    await press('ArrowRight');
    await page().locator('tr.active', { hasText: 'lookups-test-1' }).waitFor();
    await press('ArrowLeft');
    await page().locator('tr.active', { hasText: 'dns.log' }).waitFor();
    for (const key of ['ArrowLeft', 'Enter', 'Space']) {
      await press(key);
      await untilRows(...(key === 'Enter' ? rowsOfBoth : ['dns.log', 'proxy.log', 'lookups-test-1']));
    }
    assert.deepEqual(await accessibilityViolations(triage().panel.frame), []);
    await button('Fold All').click();
    await untilRows('dns.log', 'proxy.log');
    await button('Unfold All').click();
    await untilRows(...rowsOfBoth);
    await page().getByLabel('Group by').selectOption({ label: 'None' });
    await names('lookups-test-1[.]com', 'lookups-test-2[.]com');
  });

  it('asks which field of a file has the client, and remembers it', async () => {
    user.answer = ({ choices }) => (choices.includes('No Client') ? 'No Client' : 'dns.log');
    await button('Client Field…').click();
    const asked = await until(() => user.prompts.find(({ title }) => title === 'Client Field for dns.log'), {
      what: 'the fields',
    });
    assert.ok(asked.choices.includes('srcip'), asked.choices.join());
    assert.deepEqual(asked.descriptions?.slice(-2), ['', 'current']);
    assert.deepEqual(user.prompts[0]?.choices, ['dns.log', 'proxy.log']);
    await filter().fill('client:10.0.0.9');
    await page().getByText('No matching rows').waitFor();
    await filter().fill('client:10.0.0.7');
    await names('lookups-test-1[.]com');
    await until(async () => (await cell('lookups-test-1', 'lines').innerText()) === '1', { what: 'one line' });
    await filter().fill('');
  });

  it('counts the list on request, and still leads to the log', async () => {
    await button('Include It').click();
    await names('lookups-test-1[.]com', 'lookups-test-2[.]com', 'lookups-test-3[.]com');
    await until(async () => (await cell('lookups-test-1', 'lines').innerText()) === '4', { what: 'all lines' });
    assert.match(await cell('lookups-test-1', 'where').innerText(), /^dns\.log:1/);
    assert.equal(await button('Include It').count(), 0);
  });
});
