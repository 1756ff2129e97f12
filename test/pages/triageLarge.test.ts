import { locate, useTriagePage } from '../harness/pages/triagePage';

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

  it('searches all indicators for a text, also those that the panel has no rows for', async () => {
    await top(/Only the 50,000 most severe of 50,300 indicators are shown and counted/);
    const filter = page().getByRole('searchbox');
    const status = (text: string) => page().getByText(text, { exact: true }).first().waitFor({ timeout: 60_000 });
    const last = `n${count - 1}.lookups-test-${(count - 1) % 7}.com`;
    await filter.fill(last);
    await status('1 of 50,300 shown');
    await names(last.replaceAll('.', '[.]'));
    await filter.fill('not-in-the-log');
    await status('0 of 50,300 shown');
    await button('Show All 50,000 Rows').click();
  });
});
