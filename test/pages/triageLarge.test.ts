import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import type { RowQuery } from '../../src/core/rows/rowQuery';
import { copyTicket } from '../../src/features/triage/panel/copyTicket';
import type { TriagePanel } from '../../src/features/triage/panel/triagePanel';
import { strings } from '../../src/features/triage/strings';
import { locate, useTriagePage } from '../harness/pages/triagePage';
import { waitForNames } from '../harness/queries';

const count = 60_000;
const nameAt = (at: number): string => `n${at}.lookups-test-${at % 7}.com`;

describe('A triage of many indicators', () => {
  const triage = useTriagePage({
    settings: () => ({ baseUrl: '', lookups: 'onDemand', ignore: [] }),
    prepare: async (host) => {
      await host.worker.import({ input: { name: 'listed.csv', text: `indicator,risk\n${nameAt(count - 2)},high\n` } });
      const lines = Array.from({ length: count }, (_, at) => `query ${nameAt(at)}`);
      return [host.write('dns.log', lines.join('\n'))];
    },
    viewport: { width: 1200, height: 700 },
  });
  const { page, top, names, button, chip, cell } = locate(triage);
  const last = nameAt(count - 1);
  const shown = (text: string) => page().getByText(text, { exact: true }).first().waitFor();

  it('counts all of them by risk and kind', async () => {
    await top(/60,000 indicators: 1 found and 59,999 not looked up/);
    await names(nameAt(count - 2).replaceAll('.', '[.]'));
    await page()
      .getByRole('button', { name: /^Filters/, expanded: false })
      .click();
    await chip(/^Not looked up 59,999$/).waitFor();
    await chip(/^Domains 60,000$/).waitFor();
  });

  it('asks for nothing but what is known to copy it for a ticket, unless that is nothing', async () => {
    const asked: (RowQuery | undefined)[] = [];
    const wanted = (every?: RowQuery) => {
      asked.push(every);
      return Promise.resolve({ which: 'all' as const, rows: [] });
    };
    const panel = { wanted, fileOf: String, source: { kind: 'list', title: '' }, timelineUnit: undefined, missing: [] };
    const { notices } = triage().host;
    const parts = { notices, loadIndicators: () => import('../../src/core/indicators') };
    await copyTicket(panel as unknown as TriagePanel, { annotationOf: () => undefined }, parts);
    assert.deepEqual(
      asked.map((query) => query?.tags),
      [['status:found', 'status:hostFound', 'status:parentFound'], undefined],
    );
    await button('Copy for Ticket').click();
    await until(() => triage().host.messages.includes(strings.copiedForTicket(1, 1)), { what: 'the copied row' });
  });

  it('searches all of them for a text', async () => {
    const filter = page().getByRole('searchbox');
    await filter.fill(last);
    await shown('1 of 60,000 shown');
    await names(last.replaceAll('.', '[.]'));
    await filter.fill('not-in-the-log');
    await shown('0 of 60,000 shown');
    await button('Show All 60,000 Rows').click();
  });

  it('shows the last rows when it is scrolled to its end, and moves the focus there', async () => {
    await button(/^\+ 59,999 unknown or internal$/).click();
    const first = page().locator('tbody tr[data-index="0"]');
    await first.locator('td.cell-type').click();
    await page().keyboard.press('End');
    await waitForNames(triage().panel.frame, (all) => all.includes(last.replaceAll('.', '[.]')));
    await until(async () => (await page().locator(':focus').getAttribute('data-index')) === String(count - 1), {
      what: 'the focus on the last row',
    });
    assert.equal(await page().getByRole('grid').getAttribute('aria-rowcount'), String(count + 1));
    assert.equal(await cell(last.replaceAll('.', '[.]'), 'where').innerText(), 'line 60000');
  });

  it('copies all rows that are shown', async () => {
    await page().getByRole('searchbox').fill('lookups-test-3');
    await shown('8,571 of 60,000 shown');
    await button('More Ways to Copy').click();
    await page().getByRole('menuitem', { name: 'Copy Defanged' }).click();
    await page().getByText('Copied 8,571 rows').first().waitFor();
  });
});
