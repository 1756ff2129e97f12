import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import * as coreResults from '../../src/core/results';
import { openQueryPage, openRowPage } from '../../src/features/results/panel/webPages';
import type { RunResult } from '../../src/features/results/runs/runner';
import { accessibilityViolations } from '../harness/panels';
import { useRecordPage } from '../harness/pages/recordPage';
import { answered, answeredBy, serviceHost, useResultsPage } from '../harness/pages/resultsPage';
import { themeNames } from '../harness/pages/themes';
import { user } from '../harness/pages/user';
import { exploreRequests } from '../harness/queries';
import { linkedCsv, pagePath } from '../harness/linkedCsv';
import { type RecordedRequest, type Reply, useRecordingService } from '../harness/recordingService';
import { fullRecord } from '../harness/sampleRecords';
import { uiText } from '../../src/features/shared/ui/text';
import { t } from '../../src/l10n';

const rich = 'lookups-test-1.com';
const elsewhere = 'lookups-test-2.com';
/** With an escape that must not be changed. */
const elsewherePage = 'https://pages.lookups-test-9.com/?iid=7&from=a%26b';

describe('A record', () => {
  const service = useRecordingService(({ query }: RecordedRequest): Reply => {
    if (query.indicator === rich) return { body: { ...fullRecord(rich), reference: `${service().url}${pagePath}` } };
    if (query.indicator === elsewhere) return { body: { ...fullRecord(elsewhere), reference: elsewherePage } };
    return { status: 404, body: { error: 'Indicator not found.' } };
  });
  const record = useRecordPage({ service, mode: 'onHover', viewport: { width: 1400, height: 1000 } });
  const page = () => record().panel.page;
  const value = (text: string): Locator => page().locator('.with-others', { hasText: text }).first();
  const openPage = (host: string): Locator => page().getByRole('button', { name: `Open Page on ${host}…` });
  /** Waits until a query with exactly this term was prepared; others are run by the user only. */
  const prepared = async (term: string): Promise<void> => {
    const run = await until(() => record().host.ran.find(({ id }) => id === 'threatLookups.newQuery'), {
      what: `no query with ${term}`,
    });
    assert.deepEqual(run.args, [term]);
    assert.deepEqual(exploreRequests(service()), []);
  };

  it('prepares a query for others with the same value without sending it', async () => {
    await record().open(rich);
    await value('Example Registrar').hover();
    const before = service().requests.length;
    await page()
      .getByRole('button', { name: t('Find indicators with {0} {1}', 'Registrar', 'Example Registrar') })
      .click();
    await prepared('++registrar="Example Registrar"');
    assert.equal(service().requests.length, before);
    assert.deepEqual(
      record().host.ran.map(({ id }) => id),
      ['threatLookups.newQuery'],
    );
  });

  for (const [text, term] of [
    ['443 · HTTPS', 'port=443'],
    ['Salt Anchor', 'threat="Salt Anchor"'],
    ['203[.]0[.]113[.]7', 'a=203.0.113.7'],
  ] as const) {
    it(`offers the query in the menu of a value (${text})`, async () => {
      await record().open(rich);
      // VS Code passes this to the command of the menu.
      const context: unknown = JSON.parse((await value(text).getAttribute('data-vscode-context')) ?? '');
      await record().host.command('threatLookups.findOthers', context);
      await prepared(term);
    });
  }

  it('offers the query by keyboard', async () => {
    await record().open(rich);
    const button = page().getByRole('button', { name: t('Find indicators with {0} {1}', 'Technologies', 'PHP') });
    await page().getByRole('button', { name: 'Copy Technologies' }).focus();
    await until(
      async () => {
        await page().keyboard.press('ArrowDown');
        return button.evaluate((element) => element === document.activeElement);
      },
      { what: "the arrow keys don't lead to the button" },
    );
    await until(() => button.evaluate((element) => getComputedStyle(element).opacity === '1'), {
      what: 'the button with the focus is invisible',
    });
    await page().keyboard.press('Enter');
    await prepared('technology=PHP');
  });

  for (const width of [1400, 400]) {
    it(`is accessible in every theme while the mouse is on a value (${width} pixels wide)`, async () => {
      await record().panel.setWidth(width);
      await record().open(rich);
      for (const theme of themeNames) {
        await record().panel.setTheme(theme);
        await value('Example Registrar').hover();
        assert.deepEqual(await accessibilityViolations(record().panel.frame), [], theme);
      }
      await record().panel.setWidth(1400);
    });
  }

  it('opens the page of the service after confirming its host and URL', async () => {
    await record().open(rich);
    const { host } = new URL(service().url);
    await openPage(host).click();
    const question = await until(() => user.prompts[0], { what: 'no question' });
    assert.equal(question.title, `Open ${host} in the browser?`);
    assert.equal(question.detail, `${service().url}${pagePath}`);
    assert.deepEqual(user.opened, []);
    user.answer = () => 'Open';
    await openPage(host).click();
    await until(() => user.opened.length > 0, { what: 'nothing opens' });
    assert.deepEqual(user.opened, [`${service().url}${pagePath}`]);
    await record().host.command('threatLookups.openReference', { type: 'domain', value: rich });
    assert.equal(user.opened.length, 2);
  });

  it('distinguishes a page on another host before anything opens', async () => {
    await record().open(elsewhere);
    const button = openPage('pages.lookups-test-9.com');
    await button.click();
    const question = await until(() => user.prompts[0], { what: 'no question' });
    assert.equal(question.title, 'Open pages.lookups-test-9.com in the browser?');
    assert.match(question.detail, /comes from 127\.0\.0\.1.* leads to another host/);
    assert.ok(question.detail.includes(elsewherePage), question.detail);
    assert.deepEqual(user.opened, []);
    user.answer = () => 'Open';
    await button.click();
    await until(() => user.opened.length > 0, { what: 'nothing opens' });
    assert.deepEqual(user.opened, [elsewherePage]);
  });
});

describe('Web pages of results', () => {
  const address = `https://${serviceHost}`;
  const csv = linkedCsv({ address, query: 'risk=high', withPage: rich, withoutPage: elsewhere });
  let run: RunResult;
  before(async () => {
    run = await answered({ query: 'risk=high', settings: { format: 'csv' } }, () => ({
      headers: { 'content-type': 'text/csv' },
      body: csv,
    }));
  });
  const results = useResultsPage({ runs: () => [run] });
  beforeEach(() => {
    user.reset();
    user.answer = () => 'Open';
  });

  it('are offered for the query, and for rows that have one', async () => {
    const { panel, acted } = results();
    await panel.page.getByText('2 rows').first().waitFor();
    await panel.page.getByRole('button', { name: `Open Query on ${serviceHost}…` }).click();
    await until(() => acted.some(({ action }) => action === 'openQueryPage'), { what: 'no action' });
    const contexts = await panel.page
      .locator('tbody tr[data-index]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-vscode-context') ?? ''));
    assert.deepEqual(
      contexts.map((context) => /"hasPage":true/.test(context)),
      [true, false],
    );
  });

  it('are opened after confirming the URL', async () => {
    await openQueryPage(run, coreResults);
    const messages: string[] = [];
    const notices = { inform: (text: string) => void messages.push(text) };
    const found = run.finding?.found;
    await openRowPage(run, found, { type: 'domain', value: rich }, notices);
    assert.deepEqual(
      user.prompts.map(({ title, detail }) => [title, detail]),
      [
        [`Open ${serviceHost} in the browser?`, `${address}/explore/?q=risk%3Dhigh`],
        [`Open ${serviceHost} in the browser?`, `${address}${pagePath}`],
      ],
    );
    assert.deepEqual(user.opened, [`${address}/explore/?q=risk%3Dhigh`, `${address}${pagePath}`]);
    await openRowPage(run, found, { type: 'domain', value: elsewhere }, notices);
    await openRowPage(run, found, undefined, notices);
    assert.deepEqual(messages, [
      uiText('The service provides no web page for this row.'),
      uiText('Select the row whose page you want to open.'),
    ]);
    user.answer = () => undefined;
    await openQueryPage(run, coreResults);
    assert.equal(user.opened.length, 2);
  });
});

describe('A record of the sample data', () => {
  const record = useRecordPage({ sampleData: true });

  it('prepares a query that finds others with the same value locally', async () => {
    await record().open('login-update.example');
    const button = record()
      .panel.page.getByRole('button', { name: /^Find indicators with Technologies/ })
      .first();
    await button.focus();
    await record().panel.page.keyboard.press('Enter');
    const run = await until(() => record().host.ran.find(({ id }) => id === 'threatLookups.newQuery'), {
      what: 'no query',
    });
    const [term] = run.args;
    assert.ok(typeof term === 'string' && term.startsWith('technology='), String(term));
    const { finding } = await answeredBy(record().host.local, { query: term });
    const rows = finding?.found.type === 'indicators' ? finding.found.rows : [];
    assert.ok(rows.some(({ value }) => value === 'login-update.example'));
  });
});
