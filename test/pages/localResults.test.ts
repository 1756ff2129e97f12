import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { emptyRecord } from '../../src/core/records/record';
import { riskLevels } from '../../src/core/records/risk';
import { answeredLocally, useResultsPage } from '../harness/pages/resultsPage';
import { t } from '../../src/l10n';

const day = 24 * 60 * 60 * 1000;

describe('Local results', () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    ...emptyRecord(`login-update-${index}.example`, 'domain'),
    risk: riskLevels[index % riskLevels.length] ?? 'unknown',
    timestamps: { seen: Date.now() - index * day, added: Date.now() - 2 * index * day },
    threats: index % 4 === 0 ? [{ tid: 1, name: 'Paper Lantern', category: 'phishing', risk: 'high' as const }] : [],
  }));
  const run = answeredLocally({ query: 'type=domain' }, { type: 'indicators', rows, unreadable: 0 });
  const results = useResultsPage({ runs: () => [run], viewport: { width: 1600, height: 900 } });
  const page = () => results().panel.page;
  const filter = () => page().getByLabel('Filter rows');

  it('say that nothing was sent', async () => {
    await page().getByText('All 60 rows').waitFor();
    await page().getByText(t('Nothing was sent. The results are from the local store.')).waitFor();
  });

  it('show threats, can be filtered by them, and can be shown again if none match', async () => {
    await page().getByRole('columnheader', { name: 'Threats' }).waitFor();
    await filter().fill('paper lantern');
    await page().getByText('15 of 60 shown').waitFor();
    assert.equal(await page().locator('tbody tr[data-index]').count(), 15);
    const choices = (): string =>
      results()
        .host.choices()
        .map(({ which, rows: of }) => `${which} ${of.rows.length}`)
        .join();
    // The host learns later what the page shows.
    await until(() => choices() === 'shown 15,all 60', { what: 'the host knows other rows' });
    await filter().fill('no such thing');
    await page()
      .getByRole('button', { name: /^Show All/ })
      .click();
    assert.equal(await filter().inputValue(), '');
    assert.equal(await page().getByRole('columnheader', { name: 'Last seen' }).getAttribute('aria-sort'), 'descending');
  });

  it('show risks as icons in a narrow panel', async () => {
    await results().panel.setWidth(440);
    await page().locator('.results.narrow').waitFor();
    const risk = page().locator('tbody tr[data-index="0"] td.cell-risk .one-line');
    assert.match((await risk.getAttribute('title')) ?? '', /risk/i);
    assert.match(await risk.innerText(), /risk/i);
    assert.ok(((await risk.boundingBox())?.width ?? 0) < 60);
  });

  for (const width of [400, 440, 700, 1000, 1400]) {
    it(`have rows of one height and no truncated column at a width of ${width}`, async () => {
      await results().panel.setWidth(width);
      const right = (): Promise<readonly number[]> =>
        page().evaluate(() => {
          const grid = document.querySelector('.grid');
          const edge = (grid?.getBoundingClientRect().left ?? 0) + (grid?.clientWidth ?? 0);
          return [...document.querySelectorAll('th')].map((cell) =>
            Math.abs(cell.getBoundingClientRect().right - edge),
          );
        });
      await until(async () => Math.min(...(await right())) <= 1, {
        what: 'a column is cut at the edge',
      });
      const heights = await page()
        .locator('tbody tr[data-index]')
        .evaluateAll((all) => all.map((each) => each.clientHeight));
      assert.ok(heights.length > 5);
      assert.equal(new Set(heights).size, 1);
    });
  }

  it('hide the column of threats if there are none', async () => {
    const found = {
      type: 'indicators',
      rows: rows.filter(({ threats }) => threats.length === 0),
      unreadable: 0,
    } as const;
    results().host.show([answeredLocally({ query: 'type=domain' }, found)]);
    await page().getByText('All 45 rows').waitFor();
    assert.equal(await page().getByRole('columnheader', { name: 'Threats' }).count(), 0);
  });
});
