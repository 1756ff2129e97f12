import assert from 'node:assert/strict';
import { locate, useTriagePage } from '../harness/pages/triagePage';
import { rowNames } from '../harness/queries';

const count = 50_300;

describe('A triage with more indicators than its panel has rows', () => {
  const triage = useTriagePage({
    settings: () => ({ baseUrl: '', lookups: 'onDemand', ignore: [] }),
    prepare: (host) => {
      const lines = Array.from({ length: count }, (_, at) => `query n${at}.lookups-test-${at % 7}.com`);
      return Promise.resolve([host.write('dns.log', lines.join('\n'))]);
    },
    viewport: { width: 1200, height: 700 },
  });
  const { page, top, names, button } = locate(triage);
  const filter = () => page().getByRole('searchbox');

  it('searches all indicators for a text, also those that the panel has no rows for', async () => {
    await top(/Shown and counted by risk, kind, and time are the 50,000 most severe of 50,300 indicators/);
    await page().locator('tbody tr[data-index]').first().waitFor();
    const last = `n${count - 1}.lookups-test-${(count - 1) % 7}.com`;
    await filter().fill(last);
    await names(last.replaceAll('.', '[.]'));
    await page().getByText('1 of 50,300 shown', { exact: true }).waitFor();
    await filter().fill('not-in-the-log');
    await page().getByText('0 of 50,300 shown', { exact: true }).waitFor();
    await page().getByText('No matching rows.').waitFor();
    await button('Show All 50,000 Rows').click();
    assert.ok((await rowNames(triage().panel.frame)).length > 1);
  });
});
