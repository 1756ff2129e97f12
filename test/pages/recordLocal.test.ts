import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { accessibilityViolations, panelText } from '../harness/panels';
import { useRecordPage } from '../harness/pages/recordPage';
import { answeredBy, useResultsPage } from '../harness/pages/resultsPage';
import { themeNames } from '../harness/pages/themes';
import { user } from '../harness/pages/user';
import type { RunResult } from '../../src/features/results/runs/runner';
import { t } from '../../src/l10n';
import { uiText } from '../../src/features/shared/ui/text';

const worst = 'login-update.example';
/** A name of the sample data without previous scans. */
const unscanned = 'old-panel.test';
const paperLantern = { kind: 'threat', source: 'local:', name: 'Paper Lantern' } as const;
const query = 'threat="Paper Lantern"';
const phishBasket = { kind: 'feed', source: 'local:', name: 'Phish Basket' } as const;

describe('A record of a name below a listed one', () => {
  const record = useRecordPage({
    prepare: async (host) => {
      const text = 'indicator,risk\nlookups-test-1.com,high\nlookups-test-2.com,low\n';
      await host.worker.import({ input: { name: 'team.csv', text } });
    },
  });
  const page = () => record().panel.page;

  it('has a risk a level lower, and names and links the one above', async () => {
    await record().open('mail.lookups-test-1.com');
    const notice = page().locator('.notice', { hasText: 'Subdomain of lookups-test-1[.]com: High risk (team.csv)' });
    await notice.waitFor();
    const text = await panelText(record().panel.frame);
    assert.match(text, /^Medium risk/m);
    assert.match(text, /Subdomain of lookups-test-1\[\.\]com, listed as high risk by team\.csv/);
    await notice.getByRole('button', { name: t('Open Record') }).click();
    await page().locator('.band h1:text-is("lookups-test-1[.]com")').waitFor();
    await page().getByText('High risk').first().waitFor();
  });

  it('names the one above the host of a URL', async () => {
    await record().open('https://a.mail.lookups-test-1.com/x');
    await page().getByText('Subdomain of lookups-test-1[.]com: High risk (team.csv)').waitFor();
  });

  it('is only described below one with a low risk', async () => {
    await record().open('mail.lookups-test-2.com');
    await page().getByText('Subdomain of lookups-test-2[.]com: Low risk (team.csv)').waitFor();
    assert.match(await panelText(record().panel.frame), /^Risk unknown/m);
  });
});

describe('Records of the sample data', () => {
  const record = useRecordPage({ sampleData: true, viewport: { width: 1400, height: 1000 } });
  const page = () => record().panel.page;
  const card = (name: string) => page().getByRole('region', { name });
  const compareButton = () => page().getByRole('button', { name: 'Compare with Previous Scans' });

  async function assertAccessible(): Promise<void> {
    for (const theme of themeNames) {
      await record().panel.setTheme(theme);
      assert.deepEqual(await accessibilityViolations(record().panel.frame), [], theme);
    }
  }

  it('show previous and current results of scans', async () => {
    await record().open(worst);
    await compareButton().click();
    const scans = card(t('Previous scans'));
    await scans.getByText(/^\d+ properties changed since/).waitFor();
    const cell = async (name: RegExp): Promise<string> =>
      (await scans.getByRole('row', { name }).first().innerText()).replace(/\s+/g, ' ');
    assert.match(await cell(/^Title/), /changed Please wait .*Domain parked .*Sign in/);
    assert.match(await cell(/^Fingerprint/), /5ca1ab1e/);
    assert.match(await scans.innerText(), /Sweden[^]*Location|Location[^]*Sweden/);
    await assertAccessible();
  });

  it('offer a comparison only if there is one, including after going back', async () => {
    await record().open(unscanned);
    await page().locator('.card').first().waitFor();
    assert.equal(await compareButton().count(), 0);
    await card('Threats').getByRole('link').first().click();
    await page().getByRole('button', { name: 'Copy Name', exact: true }).waitFor();
    await record().host.command('threatLookups.recordBack');
    await page().locator('.band h1:text-is("old-panel[.]test")').waitFor();
    await page().locator('.card').first().waitFor();
    assert.equal(await compareButton().count(), 0);
  });

  it('say what an indicator is, even if nothing else is known', async () => {
    await record().open('216.218.185.162');
    const text = await panelText(record().panel.frame);
    assert.match(text, /Context: Sinkhole \(MISP warning lists\)\. A machine that contacts it may be infected\./);
    await assertAccessible();
  });

  it('update their ages while they are open', async () => {
    await record().open(unscanned);
    const age = page().locator('.under .moment').first();
    await age.waitFor();
    await page().evaluate(() => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + 3 * 60 * 60 * 1000 + 5_000;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await age.getByText('3 hours ago').waitFor();
  });

  it('show how many indicators related threats and feeds share', async () => {
    await record().open(phishBasket);
    const rows = card('Threats').getByRole('listitem');
    await rows.first().waitFor();
    for (const row of await rows.all()) assert.match(await row.locator('.counts .number').innerText(), /^\d+$/);
    await assertAccessible();
  });

  it('have one Tab stop per card with arrow key navigation inside, and fit a narrow panel', async () => {
    await record().open(phishBasket);
    const link = card('Threats').getByRole('link', { name: 'Paper Lantern' });
    await link.waitFor();
    const stops = await page().evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.columns .card')].map(
        (each) => each.querySelectorAll('[tabindex="0"]').length,
      ),
    );
    assert.ok(stops.length > 4 && stops.every((count) => count <= 1), JSON.stringify(stops));
    const focused = (): Promise<string> => page().evaluate(() => document.activeElement?.textContent ?? '');
    await page().getByRole('button', { name: 'Copy Name' }).focus();
    await page().keyboard.press('ArrowRight');
    assert.equal(await focused(), t('Copy All'));
    await link.focus();
    await page().keyboard.press('ArrowDown');
    assert.notEqual(await focused(), 'Paper Lantern');
    await page().keyboard.press('End');
    await page().keyboard.press('ArrowUp');
    assert.ok(await card('Threats').evaluate((element) => element.contains(document.activeElement)));
    await record().panel.setWidth(640, 700);
    await until(() => page().evaluate(() => document.documentElement.scrollWidth <= innerWidth), {
      what: 'the page is wider than its panel',
    });
    await record().panel.setWidth(1400, 1000);
  });

  it('count the indicators of a threat, offer a query for them, and are exported as STIX', async () => {
    await record().open(paperLantern);
    await card(t('Indicators by risk')).locator('.row').first().waitFor();
    user.answer = ({ choices }) =>
      choices.find((choice) => choice === uiText('STIX 2.1') || choice === uiText('$(new-file) Open in New Document'));
    await record().host.command('threatLookups.exportRecord');
    assert.match(user.documents[0] ?? '', /"type": "bundle"/);
    await page()
      .getByRole('button', { name: t('Query Indicators') })
      .click();
    await until(() => record().host.ran.length > 0, { what: 'no query' });
    assert.deepEqual(
      record().host.ran.map(({ id, args }) => [id, ...args]),
      [['threatLookups.newQuery', query]],
    );
  });

  it('show the description of a threat', async () => {
    await record().open(paperLantern);
    assert.match(await panelText(record().panel.frame), /Phishing kits that imitate the sign-in pages/);
  });
});

describe('The query of a threat', () => {
  const record = useRecordPage({ sampleData: true });
  let runs: readonly RunResult[] = [];
  const results = useResultsPage({ runs: () => runs });

  it('finds as many indicators of each risk as its record counts', async () => {
    await record().open(paperLantern);
    const levels = record()
      .panel.page.getByRole('region', { name: t('Indicators by risk') })
      .locator('.row');
    await levels.first().waitFor();
    const counted = await Promise.all(
      (await levels.all()).map(async (row) => {
        const label = (await row.locator('dt').innerText()).trim();
        return `${label} ${await row.locator('.number').innerText()}`;
      }),
    );
    assert.ok(
      counted.some((words) => /^Retired /.test(words)),
      counted.join(),
    );
    runs = [await answeredBy(record().host.local, { query })];
    const { panel } = results();
    await panel.open();
    const chips = panel.page.locator('.breakdown .chip');
    await chips.first().waitFor();
    const found = await chips.allInnerTexts();
    assert.deepEqual(
      found.map((words) => words.trim()),
      counted,
    );
    await panel.page.getByRole('button', { name: /^Retired / }).click();
    await panel.page.getByText(/^\d+ of \d+ shown$/).waitFor();
    await panel.page.locator('.cell-risk', { hasText: 'retired' }).first().waitFor();
  });
});
