import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { pseudoLanguage, shownTexts, textsOutside, truncatedTexts, unmarked } from '../harness/languages';
import { panelText } from '../harness/panels';
import { formatSize, t } from '../../src/l10n';
import { answered, runOf, serviceHost, useResultsPage } from '../harness/pages/resultsPage';
import { waitForNames } from '../harness/queries';
import type { RunResult } from '../../src/features/results/runs/runner';
import { endStrings, runStrings, viewStrings } from '../../src/features/results/strings';
import { resultsAction } from '../../src/webviews/messages/results';

const query = 'risk=high and (threat="Example & Sons + Co #1" or ++title="Über*")';

describe('The top of results', () => {
  let runs: readonly RunResult[] = [];
  const results = useResultsPage({ runs: () => runs });
  const page = () => results().panel.page;
  const top = async (): Promise<string> => (await page().locator('.top').innerText()).replaceAll('\u00a0', ' ');

  /** Opens the panel with these runs, and waits until its top matches. */
  async function open(shown: readonly RunResult[], matching: RegExp): Promise<string> {
    runs = shown;
    await results().panel.open();
    results().acted.length = 0;
    return until(async () => (matching.test(await top()) ? top() : undefined), {
      what: `the top doesn't match ${String(matching)}`,
    });
  }

  /** Clicks a button, in the menu if it has no room beside others, and returns what it asked the host to do. */
  async function click(name: string): Promise<unknown> {
    const { acted } = results();
    const before = acted.length;
    const button = page().getByRole('button', { name, exact: true, includeHidden: true }).first();
    await button.waitFor({ state: 'attached' });
    if (!(await button.isVisible())) await page().locator('.menu summary').click();
    await button.click();
    return until(() => acted.at(before), { what: `“${name}” does nothing` });
  }

  it('names query, service, time, and what was sent', async () => {
    const run = await answered({ query, settings: { name: 'my-hunt' } });
    const text = await open([run], /10 rows/);
    assert.match(text, /^my-hunt/);
    assert.match(text, new RegExp(`${serviceHost}.*took`));
    assert.ok(text.includes(viewStrings.sent(serviceHost)));
    await page().locator('summary', { hasText: 'Query' }).click();
    assert.equal(await page().locator('.query pre').innerText(), query);
    assert.deepEqual(await click('Show in Editor'), { action: 'showQuery', limit: undefined });
    assert.deepEqual(await click('Show Request Log'), { action: 'showSent', limit: undefined });
  });

  it('counts the seconds of a running query and what was received, and cancels it', async () => {
    const running = runOf({ query });
    const text = await open([running], /Running, \d/);
    assert.match(text, /no response yet/);
    const seconds = async (): Promise<number> => Number(/Running, ([\d.]+) s/.exec(await top())?.[1]);
    const before = await seconds();
    assert.ok(before >= 2, `${before} s`);
    await until(async () => (await seconds()) > before, { what: 'the time stands still' });
    results().host.read(running.run.id, 2_000_000);
    await page()
      .getByText(runStrings.received(formatSize(2_000_000)))
      .waitFor();
    assert.deepEqual(await click('Cancel'), { action: 'cancel', limit: undefined });
    results().host.show([{ run: { ...running.run, end: { kind: 'canceled', millis: 3_000 } } }]);
    await page().getByText(t('Canceled. No results were received.')).waitFor();
    assert.equal(await page().getByRole('progressbar').count(), 0);
  });

  it('offers to load more of a response that ends at the limit', async () => {
    await open([await answered({ query, settings: { limit: 50 } })], /50 rows \(your limit; there may be more\)/);
    assert.deepEqual(await click(viewStrings.load(250)), { action: 'runWithLimit', limit: 250 });
    assert.deepEqual(await click(t('Load More…')), { action: 'promptForLimit', limit: undefined });
  });

  it('offers next steps if there are no results', async () => {
    const text = await open([await answered({ query: 'ioc=nowhere' })], new RegExp(t('No results')));
    assert.ok(text.includes(viewStrings.noMatches(serviceHost)));
    assert.ok(text.includes('ioc=nowhere'), 'the query is open');
    assert.deepEqual(await click(t('Broaden Query')), { action: 'broadenQuery', limit: undefined });
    assert.deepEqual(await click(t('Run on Local Store')), { action: 'runLocally', limit: undefined });
    assert.equal(await page().locator('.grid').count(), 0);
  });

  it('explains why nothing was sent', async () => {
    const blocked = runOf({ query }, { kind: 'blocked', value: '10.1.2.3', by: { kind: 'reserved', what: 'address' } });
    const text = await open([blocked], /internal IP address/);
    assert.ok(text.includes(endStrings.internalAddress('10[.]1[.]2[.]3', serviceHost)));
    assert.ok(text.includes(t('Nothing was sent.')));
    assert.deepEqual(await click(t('Show Query')), { action: 'showQuery', limit: undefined });
  });

  it('sends each action that its buttons name', async () => {
    const quota = runOf({ query }, { kind: 'spent', span: 'day', until: Date.now() + 3_600_000 });
    await open([quota], /daily quota/);
    assert.deepEqual(await click(t('Send Anyway')), { action: 'runAnyway', limit: undefined });
    await open([await answered({ query })], /10 rows/);
    for (const label of [t('Export…'), t('Save Results to Local Store'), t('Run Again'), t('Run on Local Store')]) {
      const { action } = (await click(label)) as { readonly action: unknown };
      assert.ok(resultsAction.safeParse(action).success, label);
    }
    assert.deepEqual(
      results().acted.map(({ action }) => action),
      ['export', 'save', 'runAgain', 'runLocally'],
    );
  });

  it('selects one of several queries', async () => {
    const one = await answered({ query: 'risk=low', settings: { limit: 2 }, title: 'One' });
    const two = await answered({ query: 'risk=high', settings: { limit: 4 }, title: 'Two' });
    await open([one, two], /One[^]*2 rows/);
    await page().getByLabel('Query', { exact: true }).selectOption({ label: '2 · Two' });
    await page().locator('.summary', { hasText: '4 rows' }).waitFor();
    assert.equal(await page().locator('h1').innerText(), 'Two');
    await waitForNames(results().panel.frame, ({ length }) => length === 4);
    assert.equal(results().host.current?.run.id, two.run.id);
  });

  it('counts threats, whose rows show their names, categories, and aliases', async () => {
    await open([await answered({ query: 'threat=*a*', settings: { type: 'threats' } })], /2 threats/);
    await waitForNames(results().panel.frame, (names) => names.join() === 'Example Kit,Salt Anchor');
    assert.match(await page().locator('tbody tr').first().innerText(), /High risk[^]*phishing[^]*EK, Kit of Examples/i);
  });

  it('keeps a long query, title, and name inside of the page', async () => {
    const long = `ioc=${'a-very-long-name-'.repeat(30)}.com or ++title="${'Überlänge'.repeat(40)}"`;
    const run = await answered({ query: long, title: 'W'.repeat(300) }, () => ({
      body: {
        results: [
          {
            iid: 1,
            indicator: `https://lookups-test-1.com/${'path/'.repeat(300)}`,
            type: 'url',
            risk: 'high',
            threats: [{ tid: 4, name: 'T'.repeat(400), category: 'phishing', risk: 'high' }],
          },
        ],
      },
    }));
    await open([run], /1 row/);
    await page().locator('summary', { hasText: 'Query' }).click();
    for (const width of [1400, 700, 400]) {
      await results().panel.setWidth(width);
      assert.deepEqual(await textsOutside(results().panel.frame, '#root'), [], `at ${width}`);
      // Text can be wider than the element that it is in.
      const wide = await page().evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `The page is ${wide} pixels wide at ${width}.`);
      const heights = await page()
        .locator('tbody tr[data-index]')
        .evaluateAll((rows) => rows.map((row) => row.clientHeight));
      assert.ok(
        heights.every((height) => height < 40),
        `rows of ${heights.join(', ')} pixels at ${width}`,
      );
    }
    await results().panel.setWidth(1280);
  });
});

describe('Results in other languages', () => {
  let run: RunResult;
  const results = useResultsPage({ runs: () => [run] });
  before(async () => {
    run = await answered({ query: 'risk=high', settings: { name: 'my-hunt', limit: 40 } });
  });
  const data = /[\w-]+\[\.\]com|\d+ \w+ ago|\w+ \d{1,2}, \d{4}|UTC|intel\.example|my-hunt|risk=high|took|Ctrl|Cmd/gi;

  for (const language of ['en', 'de', pseudoLanguage]) {
    it(`are truncated nowhere (${language}) at widths from 400 to 1400`, async () => {
      const { panel } = results();
      await panel.open({ language });
      await panel.page.locator('tbody tr[data-index="0"]').waitFor();
      for (const width of [1400, 1000, 700, 400]) {
        await panel.setWidth(width);
        assert.deepEqual(await truncatedTexts(panel.frame, 'button, label, th, dt, h2'), [], `at ${width}`);
        assert.deepEqual(await textsOutside(panel.frame, '#root'), [], `at ${width}`);
      }
    });
  }

  it('are German where the display language is', async () => {
    const { panel } = results();
    await panel.open({ language: 'de' });
    await panel.page.getByRole('columnheader', { name: 'Risiko' }).waitFor();
    assert.equal(await panel.page.locator('html').getAttribute('lang'), 'de');
    assert.match(await panelText(panel.frame), /Hohes Risiko/);
  });

  it('contain only translated messages', async () => {
    const { panel } = results();
    await panel.open({ language: pseudoLanguage });
    await panel.page.locator('tbody tr[data-index="0"]').waitFor();
    const shown = { values: 'td, h1, pre, time', keys: '.grid *' };
    const texts = await shownTexts(panel.frame, '#root', shown);
    assert.deepEqual([...new Set(texts.flatMap((text) => unmarked(text, data)))], []);
  });
});
