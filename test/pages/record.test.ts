import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { accessibilityViolations, cardTitles, panelText, waitForAnnounced } from '../harness/panels';
import { useRecordPage, waitForNotice } from '../harness/pages/recordPage';
import { themeNames } from '../harness/pages/themes';
import { type Reply, useRecordingService } from '../harness/recordingService';
import { fullRecord, hostileRecord, timestampAgo } from '../harness/sampleRecords';
import { t } from '../../src/l10n';

const rich = 'lookups-test-1.com';
const sparse = 'lookups-test-21.com';
const retired = 'lookups-test-22.com';
const manual = 'lookups-test-23.com';
const hostile = 'lookups-test-24.com';
const harmful = 'lookups-test-25.com';

const markup = '<img src=x onerror="document.title=\'run\'"> $(flame) [a](command:x) `b` \u202egnp.exe';

/** A record with every kind of field in it, and harmful text. */
const harmfulRecord = {
  iid: 7,
  indicator: harmful,
  type: 'domain',
  risk: 'high',
  risk_recommended: 'medium',
  manualrisk: 1,
  retired: 1,
  stamp_added: '2024-03-01 09:05:26',
  stamp_seen: '2025-01-02 03:04:05',
  stamp_retired: '2025-06-01 00:00:00',
  riskfactors: [
    { rfid: 1, description: 'Cheap registrar', risk: 'low' },
    { rfid: 2, description: markup, risk: 'critical' },
  ],
  threats: [{ tid: 3, name: 'Example Kit', category: 'phishing', risk: 'high', stamp_linked: '2025-01-02 03:04:05' }],
  feeds: [{ fid: 4, name: 'Phish List', organization: 'Example Org', category: 'phishing', pricing: 'free' }],
  redirects: { from: [{ id: '9', indicator: 'http://short.example/x' }], to: [] },
  properties: {
    geo: { countrycode: 'NL', city: [] },
    whois: { '++registrar': 'Example Registrar', '++privacy': '1' },
    meta: { '++title': markup },
    cookies: {},
  },
  attributes: { port: [['443', 'HTTPS']] },
  future_key: { a: 1 },
};

const retiredRecord = {
  indicator: retired,
  type: 'domain',
  risk: 'medium',
  retired: 'No recent activity',
  stamp_added: timestampAgo(900),
  stamp_seen: timestampAgo(400),
  stamp_retired: timestampAgo(300),
};
const manualRecord = {
  indicator: manual,
  type: 'domain',
  risk: 'none',
  risk_recommended: 'high',
  manualrisk: 1,
  riskfactors: [{ description: 'Listed in a feed', risk: 'high' }],
};

const records: Readonly<Record<string, unknown>> = {
  [rich]: fullRecord(rich),
  [sparse]: { indicator: sparse, type: 'domain', risk: 'unknown' },
  [retired]: retiredRecord,
  [manual]: manualRecord,
  [hostile]: hostileRecord(hostile),
  [harmful]: harmfulRecord,
};

function reply(indicator: string | undefined): Reply {
  const body = records[indicator ?? ''];
  return body === undefined ? { status: 404, body: { error: 'Indicator not found.' } } : { body };
}

describe('The record panel', () => {
  const service = useRecordingService(({ query }) => reply(query.indicator));
  const record = useRecordPage({ service, mode: 'onHover', viewport: { width: 1400, height: 1000 } });
  const page = () => record().panel.page;
  const text = (): Promise<string> => panelText(record().panel.frame);
  const cards = (): Promise<readonly string[]> => cardTitles(record().panel.frame);
  const card = (name: string) => page().getByRole('region', { name });
  const filter = () => page().getByLabel(t('Filter this record'));

  async function assertAccessible(): Promise<void> {
    for (const theme of themeNames) {
      await record().panel.setTheme(theme);
      assert.deepEqual(await accessibilityViolations(record().panel.frame), [], theme);
    }
  }

  it('shows a full record, with the worst reasons first and each group under its name', async () => {
    await record().open(rich);
    await page().getByText('Listed in a phishing feed').waitFor();
    // Read by screen readers, and shown as the title of the page.
    await waitForAnnounced(page(), 'status', /lookups-test-1\[\.\]com: High risk/);
    assert.equal(await record().panel.frame.evaluate(() => document.title), rich.replaceAll('.', '[.]'));
    const titles = await cards();
    const groups = ['Threats', 'Feeds', 'Redirects', 'Location', 'Registration', 'DNS', 'Web'];
    for (const title of [t('Reasons'), t('Dates'), ...groups]) {
      assert.ok(titles.includes(title), title);
    }
    const shown = await text();
    assert.ok(shown.indexOf('Listed in a phishing feed') < shown.indexOf('Cheap registrar'));
    assert.match(shown, /Expires in (29|30) days/);
    assert.match(shown, /443 · HTTPS/);
    assert.match(shown, /Port 22\s+SSH-2\.0/);
    assert.match(shown, /mail\[\.\]lookups-test-1\[\.\]com/);
    assert.doesNotMatch(shown, /lookups-test-\d\.com/);
    await assertAccessible();
  });

  it('shows its timestamps on a timeline, with details on focus', async () => {
    await record().open(rich);
    const marks = page().locator('.timeline .mark');
    await marks.first().waitFor();
    assert.equal(await marks.count(), 4);
    const added = page().getByRole('img', { name: /^First added/ });
    await added.focus();
    await added.locator('text').waitFor({ state: 'visible' });
    assert.match((await added.locator('text').textContent()) ?? '', /First added 14 months ago, \w+ \d+, \d{4}/);
    const places = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().left));
    assert.deepEqual(
      [...places].sort((a, b) => a - b),
      places,
    );
  });

  it('shows local data about an indicator under the pointer without a request', async () => {
    await record().open(rich);
    const link = page().getByRole('link', { name: 'ns1[.]lookups-test-5[.]com' });
    await link.waitFor();
    const requested = service().requests.length;
    await link.hover();
    const about = page().getByRole('tooltip');
    await about.waitFor({ state: 'visible' });
    await about.getByText(/Not in the local store/).waitFor();
    const [linkBox, aboutBox] = [await link.boundingBox(), await about.boundingBox()];
    assert.ok(linkBox !== null && aboutBox !== null && Math.abs(aboutBox.y - linkBox.y) < 120, 'it is not beside it');
    assert.equal(service().requests.length, requested);
    await page().locator('h1').hover();
    await about.waitFor({ state: 'hidden' });
  });

  it('shows only filtered rows, and copies a card, everything, or the filtered rows', async () => {
    await record().open(rich);
    await card('Location').waitFor();
    await filter().fill('ns1.lookups-test-5.com');
    await card('Location').waitFor({ state: 'detached' });
    assert.deepEqual(await cards(), ['Registration']);
    await page().getByRole('button', { name: 'Copy Filtered' }).click();
    await waitForNotice(record(), `Copied ${t('the filtered record')}`);
    await filter().fill('');
    await page().getByRole('button', { name: 'Copy Location' }).click();
    await waitForNotice(record(), 'Copied Location');
    await page().getByRole('button', { name: 'Copy All' }).click();
    await waitForNotice(record(), `Copied ${t('the whole record')}`);
  });

  it('filters all cards by text', async () => {
    await record().open(harmful);
    await card('Feeds').waitFor();
    await filter().fill('example kit');
    await card('Feeds').waitFor({ state: 'detached' });
    assert.deepEqual(await cards(), ['Threats']);
    await filter().fill('nowhere');
    await page().getByText(t('Nothing in this record matches “{0}”.', 'nowhere')).waitFor();
    assert.deepEqual(await cards(), []);
    await filter().fill('');
    await card('Feeds').waitFor();
  });

  it('shows each field, the worst reasons first, and nothing that is empty', async () => {
    await record().open(harmful);
    await page().getByText('High risk').first().waitFor();
    const shown = await text();
    for (const words of [
      /set manually \(automatic score: medium\)/,
      /retired/,
      /lookups-test-25\[\.\]com/,
      /Example Kit · phishing/,
      /Phish List · Example Org · phishing · free/,
      /hxxp:\/\/short\[\.\]example\/x/,
      /Registrar\s+Example Registrar/,
      /Privacy service\s+Yes/,
      /443 · HTTPS/,
      /future_key/,
    ]) {
      assert.match(shown, words);
    }
    assert.doesNotMatch(shown, /Cookies|City/);
    assert.ok(shown.indexOf('Critical risk') < shown.indexOf('Cheap registrar'), 'the worst reason is first');
    await assertAccessible();
  });

  it('shows harmful content as plain text', async () => {
    await record().open(harmful);
    await page().getByText('High risk').first().waitFor();
    const shown = await text();
    assert.ok(shown.includes('<img src=x onerror='));
    assert.ok(shown.includes('[U+202E]gnp.exe') && !shown.includes('\u202e'));
    assert.equal(await page().locator('#root').locator('img, iframe, a, [style]').count(), 0);
  });

  it('shows timestamps in UTC on focus, and the raw record on request', async () => {
    await record().open(harmful);
    await page().locator('time').first().focus();
    const shown = await page().evaluate(() => {
      const { activeElement } = document;
      return activeElement === null ? '' : getComputedStyle(activeElement, '::after').content;
    });
    assert.match(shown, /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
    await page().getByText(t('Raw JSON')).click();
    await page().locator('pre').getByText('"risk": "high"').waitFor();
  });

  it('shows everything at 200 % zoom, and moves nothing if reduced motion is preferred', async () => {
    await record().open(rich);
    await page().getByText('Listed in a phishing feed').waitFor();
    // Like the zoom of a browser: half as many points each way.
    await record().panel.setWidth(700, 500);
    await page().emulateMedia({ reducedMotion: 'reduce' });
    try {
      await filter().waitFor();
      await until(() => page().evaluate(() => document.documentElement.scrollWidth <= innerWidth), {
        what: 'the page is wider than its panel',
      });
      assert.deepEqual(await accessibilityViolations(record().panel.frame), []);
      const moving = await page().evaluate(
        () =>
          [...document.querySelectorAll('body *')].filter((element) => {
            const { animationName, transitionDuration } = getComputedStyle(element);
            return animationName !== 'none' || transitionDuration.split(',').some((each) => parseFloat(each) > 0);
          }).length,
      );
      assert.equal(moving, 0);
    } finally {
      await page().emulateMedia({ reducedMotion: null });
      await record().panel.setWidth(1400, 1000);
    }
  });

  it('has its buttons in one line each, the others in menus, in a narrow panel in any theme', async () => {
    await record().open(rich);
    await card('Location').waitFor();
    const bar = (name: string) => page().getByRole('toolbar', { name, exact: true });
    const menu = bar(t('Actions')).locator('summary');
    try {
      for (const width of [400, 700, 1100]) {
        await record().panel.setWidth(width);
        const isMenu = width < 500;
        await until(async () => (await menu.count()) === (isMenu ? 1 : 0), { what: `the buttons at ${width} px` });
        for (const theme of themeNames) {
          await record().panel.setTheme(theme);
          if (isMenu) await assertAccessible();
        }
        const lines = (name: string): Promise<number> =>
          bar(name)
            .locator('button:visible, summary, input')
            .evaluateAll(
              (all) => new Set(all.map((each) => Math.round(each.getBoundingClientRect().bottom / 10))).size,
            );
        if (isMenu) assert.deepEqual([await lines(t('Actions')), await lines(t('Record actions'))], [1, 1]);
        assert.ok(await page().evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`);
      }
      await record().panel.setWidth(400);
      await menu.click();
      assert.deepEqual(await bar(t('Actions')).locator('.menu-items button').allInnerTexts(), [
        'Copy',
        'Copy All',
        'Export…',
        'Scan…',
        'Open to the Side',
      ]);
      await page().getByRole('button', { name: 'Copy All' }).click();
      await waitForNotice(record(), `Copied ${t('the whole record')}`);
      assert.equal(await page().locator('.menu-items').first().isVisible(), false);
    } finally {
      await record().panel.setTheme('Dark Modern');
      await record().panel.setWidth(1400, 1000);
    }
  });

  it('shows a sparse record without empty cards', async () => {
    await record().open(sparse);
    await page().getByText('Risk unknown').first().waitFor();
    assert.deepEqual(await cards(), [t('Linked indicators')]);
    await assertAccessible();
  });

  it('dims a retired record, with reason and date', async () => {
    await record().open(retired);
    await page().getByText('retired: No recent activity').waitFor();
    assert.equal(await page().locator('.band.retired').count(), 1);
    assert.match(await text(), /Retired\s+10 months ago/);
    await assertAccessible();
  });

  it('shows a risk set by an analyst, and the calculated score', async () => {
    await record().open(manual);
    await page().getByText('set manually (automatic score: high)').waitFor();
    assert.match(await text(), /No risk reported/);
    await assertAccessible();
  });

  it('shows a huge hostile record as plain text, and stays usable', async () => {
    await record().open(hostile);
    await page().getByText('Critical risk').first().waitFor();
    const shown = await text();
    assert.ok(shown.includes('<img src=x onerror=') && shown.includes('[U+202E]gnp.exe[U+0000]'));
    assert.ok(!shown.includes('\u202e') && !shown.includes('\u0000'));
    assert.equal(await page().locator('#root').locator('img, iframe, a, style, script, [style]').count(), 0);
    assert.ok((await page().locator('#root *').count()) < 3000, 'only what is on the screen is in the page');
    assert.equal(record().panel.title, 'lookups-test-24[.]com');

    const grid = page().getByRole('grid', { name: 'Page' });
    await grid.getByText('Key1', { exact: true }).click();
    // The rows beyond the first come as the end draws near.
    await until(
      async () => {
        await page().keyboard.press('End');
        return /Key(\d{5}|[2-9]\d{3})\b/.test(await grid.innerText());
      },
      { what: 'rows beyond the first are never reached' },
    );
    await filter().fill('value 49999');
    await grid.getByText('Key49999', { exact: true }).waitFor();
    await page()
      .getByText(/^The response contained data that isn't stored: .*properties that aren't in the API specification/)
      .waitFor();
    await filter().fill('needle in the record');
    await grid.getByText('needle in the record').waitFor();
    assert.deepEqual(await cards(), ['Page']);
    await filter().fill('');
    await assertAccessible();
  });
});
