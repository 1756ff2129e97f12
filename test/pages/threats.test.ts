import assert from 'node:assert/strict';
import { until } from '../../scripts/lib/processes.mjs';
import { accessibilityViolations, focused, panelText } from '../harness/panels';
import { useRecordPage } from '../harness/pages/recordPage';
import { themeNames } from '../harness/pages/themes';
import { type RecordedRequest, type Reply, useRecordingService } from '../harness/recordingService';
import { plural, t } from '../../src/l10n';

const pageSize = 15_000;
const links = 40_000;

const record = {
  iid: 7,
  type: 'domain',
  risk: 'high',
  stamp_seen: '2025-01-02 03:04:05',
  threats: [{ tid: 3, name: 'Example Kit', category: 'phishing', risk: 'high' }],
  feeds: [{ fid: 4, name: 'Phish List', organization: 'Example Org', category: 'phishing', pricing: 'free' }],
};
const threat = {
  tid: 3,
  threat: 'Example Kit',
  category: 'phishing',
  risk: 'high',
  stamp_updated: '2025-01-02 03:04:05',
  description: 'Copies sign-in pages.',
  othernames: ['EK', 'Kit of Examples'],
};
const counts = { total: links, high: 30_000, low: 9_000, none: 0, medium: 0, retired: 1_000 };
const feed = { fid: 4, organization: 'Example Org', category: 'phishing', pricing: 'free' };
const summary = {
  updated_last_domain: '2025-01-03 00:00:00',
  attributes: { port: { '443': { total: 12, high: 12 } }, technology: {}, hosttype: {}, protocol: {} },
  properties: [],
  feeds: [{ ...feed, name: 'Phish List', indicators: counts }],
  risk: counts,
};

function linkPage(page: number): unknown {
  const first = page * pageSize;
  const results = Array.from({ length: Math.min(pageSize, links - first) }, (_, index) => ({
    iid: first + index + 1,
    indicator: `h${first + index}.lookups-test-2.com`,
    type: 'domain',
    risk: 'high',
    stamp_linked: '2025-01-02 03:04:05',
    summary: { properties: { geo: { country: 'Netherlands' } } },
  }));
  return { page_current: page, results, ...(first + pageSize < links ? { page_next: page + 1 } : {}) };
}

/** A service that knows every indicator, one threat with 40,000 links, and one feed. */
function answer({ path, query }: RecordedRequest): Reply {
  if (path.endsWith('/indicator.php')) return { body: { ...record, indicator: query.indicator } };
  const isLinks = query.get === 'links';
  if (isLinks && query.summary !== '1') return { body: linkPage(Number(query.page ?? 0)) };
  if (path.endsWith('/threat.php')) return { body: isLinks ? summary : threat };
  return path.endsWith('/feed.php')
    ? { body: isLinks ? summary : { ...feed, feed: 'Phish List' } }
    : { status: 404, body: { error: 'Not found.' } };
}

describe('Threats and feeds of a service', () => {
  const service = useRecordingService(answer);
  const threats = useRecordPage({ service });
  const page = () => threats().panel.page;
  const text = (): Promise<string> => panelText(threats().panel.frame);
  const requested = (path: string): number =>
    service().requests.filter((request) => request.path.endsWith(path)).length;
  const lookUp = () => page().getByRole('button', { name: /^Look Up on/ });
  const waitForTitle = (title: string) => page().locator(`.band h1:text-is("${title}")`).waitFor();
  const exampleKit = { kind: 'threat', source: '', tid: 3, name: 'Example Kit' } as const;
  const phishList = { kind: 'feed', source: '', name: 'Phish List' } as const;

  /** Opens a threat or feed, and looks it up. */
  async function lookUpRecord(subject: typeof exampleKit | typeof phishList): Promise<void> {
    await threats().open(subject);
    await lookUp().click();
    await page().getByText(t('Indicators by risk')).waitFor();
  }

  async function loadLinks(): Promise<void> {
    await page()
      .getByRole('button', { name: /^Load from 127\.0\.0\.1/ })
      .click();
    for (const loaded of [15_000, 30_000]) {
      await page()
        .getByText(t('{0} of {1} loaded.', loaded, links))
        .waitFor();
      await page()
        .getByRole('button', { name: /^Load More from/ })
        .click();
    }
    await page()
      .getByText(plural(links, { one: '{0} link loaded.', other: 'All {0} links loaded.' }))
      .waitFor();
  }

  it('open from a record, offer the lookup, and send nothing automatically', async () => {
    await threats().open('lookups-test-1.com');
    await lookUp().click();
    await page().getByRole('link', { name: 'Example Kit' }).click();
    await waitForTitle('Example Kit');
    await page()
      .getByText(/Not looked up yet\. Looking it up sends .* to 127\.0\.0\.1/)
      .waitFor();
    assert.equal(requested('/threat.php'), 0);
    assert.equal(requested('/indicator.php'), 1);
  });

  it('are shown with a summary of their links, with two requests', async () => {
    const before = requested('/threat.php');
    await lookUpRecord(exampleKit);
    await page().getByText('Copies sign-in pages.').waitFor();
    assert.equal(requested('/threat.php'), before + 2);
    const shown = await text();
    for (const words of [/High risk/, /40,000 indicators/, /Kit of Examples/, /Phish List/, /443/, /Links updated/])
      assert.match(shown, words);
    assert.deepEqual(await accessibilityViolations(threats().panel.frame), []);
  });

  it('load 40,000 links page by page, show progress, and stay responsive', async () => {
    await lookUpRecord(exampleKit);
    const before = requested('/threat.php');
    await loadLinks();
    assert.equal(requested('/threat.php'), before + 3, 'one request per page');
    assert.ok((await page().locator('[role="row"]').count()) < 300, 'only rows in sight are in the page');
    await page()
      .getByRole('button', { name: t('Look Up Again') })
      .click();
    await page().getByText(t('Loaded before the last lookup, so it may be out of date.')).waitFor();
    await page()
      .getByText(plural(links, { one: '{0} link loaded.', other: 'All {0} links loaded.' }))
      .waitFor();
    await until(() => requested('/threat.php') >= before + 5, { what: 'the threat and its summary' });
    assert.equal(requested('/threat.php'), before + 5, 'no page is requested again');
  });

  it('go back and forward to loaded content and scroll position without requests', async () => {
    await threats().open('lookups-test-3.com');
    await lookUp().click();
    await page().getByRole('link', { name: 'Example Kit' }).click();
    await waitForTitle('Example Kit');
    await lookUp().click();
    await loadLinks();
    await page().getByRole('button', { name: 'Raw JSON' }).click();
    const raw = page().getByRole('region', { name: 'Raw JSON' }).locator('pre');
    await raw.waitFor();
    const before = service().requests.length;
    const scrolled = (top: number): Promise<unknown> =>
      until(() => page().evaluate((expected) => scrollY === expected, top), {
        what: `the page isn't scrolled to ${top}`,
      });
    await page().evaluate(() => scrollTo(0, 150));
    await scrolled(150);
    await page()
      .getByRole('button', { name: /^Back to/ })
      .evaluate((button: HTMLElement) => button.click());
    await waitForTitle('lookups-test-3[.]com');
    await scrolled(0);
    await page()
      .getByRole('button', { name: /^Forward to/ })
      .click();
    await waitForTitle('Example Kit');
    await page().getByText('Copies sign-in pages.').waitFor();
    await page()
      .getByText(plural(links, { one: '{0} link loaded.', other: 'All {0} links loaded.' }))
      .waitFor();
    await raw.waitFor();
    await scrolled(150);
    assert.equal(service().requests.length, before);
  });

  it('keep the place in their list of links after the panel was hidden, and after going back', async () => {
    await threats().open('lookups-test-6.com');
    await lookUp().click();
    await page().getByRole('link', { name: 'Example Kit' }).click();
    await waitForTitle('Example Kit');
    await lookUp().click();
    await loadLinks();
    const place = () =>
      page().evaluate(() => {
        const grid = document.querySelector('[role="grid"][aria-label="Indicators"]')?.closest('.grid');
        const { activeElement: element } = document;
        const row = element instanceof HTMLElement ? element.dataset.index : undefined;
        return `page ${Math.round(scrollY)}, list ${Math.round(grid?.scrollTop ?? -1)}, row ${row ?? 'none'}`;
      });
    const grid = page().getByRole('grid', { name: t('Indicators'), exact: true });
    await grid.locator('tr[data-index="0"]').focus();
    for (const key of ['End', 'PageUp', 'PageUp']) {
      const from = await focused(page());
      await page().keyboard.press(key);
      // A key counts from the row that has the focus.
      await until(async () => (await focused(page())) !== from, { what: `${key} doesn't leave ${from}` });
    }
    const far = /^page [1-9]\d*, list [1-9]\d{4,}, row [1-9]\d{3,}$/;
    const before = await until(
      async () => {
        const now = await place();
        return far.test(now) ? now : undefined;
      },
      { what: 'no row far down has the focus' },
    ).catch(async (error: unknown) => {
      throw new Error(`${String(error)} It is: ${await place()}`, { cause: error });
    });
    const [, scroll = 0, top = 0, index = 0] = (/page (\d+), list (\d+), row (\d+)/.exec(before) ?? []).map(Number);
    // Rows that weren't measured yet have their estimated height.
    const isAtPlace = (): Promise<unknown> =>
      until(
        async () => {
          const [, ...now] = (/page (\d+), list (\d+), row (\d+)/.exec(await place()) ?? []).map(Number);
          return now[0] === scroll && now[2] === index && Math.abs((now[1] ?? 0) - top) < 60;
        },
        { what: before },
      ).catch(async (error: unknown) => {
        throw new Error(`${String(error)} It is: ${await place()}`, { cause: error });
      });
    // The state is stored with a delay.
    await threats().panel.waitForState({
      place: { scroll, 'top links': top, focus: `TR ${index} 0` },
    });
    await threats().panel.hideAndShow();
    await isAtPlace();
    await page()
      .getByRole('button', { name: /^Back to/ })
      .evaluate((button: HTMLElement) => button.click());
    await waitForTitle('lookups-test-6[.]com');
    await threats().host.command('threatLookups.recordForward');
    await waitForTitle('Example Kit');
    await isAtPlace();
  });

  it('lead to each other, and are accessible in every theme', async () => {
    await lookUpRecord(exampleKit);
    await page().getByRole('link', { name: 'Phish List' }).first().click();
    await waitForTitle('Phish List');
    await lookUp().click();
    await page().getByText(t('Indicators by risk')).waitFor();
    assert.match(await text(), /Example Org/);
    for (const theme of themeNames) {
      await threats().panel.setTheme(theme);
      assert.deepEqual(await accessibilityViolations(threats().panel.frame), [], theme);
    }
  });

  it('open beside as a separate panel', async () => {
    await lookUpRecord(phishList);
    await page()
      .getByRole('button', { name: t('Open to the Side') })
      .click();
    await until(() => threats().others.length > 0, { what: 'no second panel' });
    assert.deepEqual(
      threats().others.map(({ title }) => title),
      ['Phish List'],
    );
    assert.equal(threats().panel.title, 'Phish List');
  });

  it('open a query without running it', async () => {
    await lookUpRecord(phishList);
    await threats().host.command('threatLookups.queryGroup');
    assert.deepEqual(
      threats().host.ran.map(({ id, args }) => [id, ...args]),
      [['threatLookups.newQuery', 'feed="Phish List"']],
    );
  });

  it('are restored after a reload with their scroll position and history, and without requests', async () => {
    await threats().open('lookups-test-4.com');
    await lookUp().click();
    await page().getByRole('link', { name: 'Phish List' }).click();
    await waitForTitle('Phish List');
    await threats().panel.waitForState({
      subject: { kind: 'feed', name: 'Phish List' },
      back: [{ value: 'lookups-test-4.com' }],
    });
    await threats().panel.setWidth(1280, 120);
    await page().evaluate(() => scrollTo(0, 30));
    await threats().panel.waitForState({ place: { scroll: 30 } });
    const before = service().requests.length;
    await threats().panel.reloadWindow();
    await waitForTitle('Phish List');
    await page()
      .getByText(/Not looked up/)
      .waitFor();
    await until(() => page().evaluate(() => scrollY === 30), { what: 'the page is not scrolled' });
    await threats().panel.setWidth(1280);
    await page()
      .getByRole('button', { name: /^Back to lookups-test-4/ })
      .waitFor();
    assert.equal(service().requests.length, before);
  });
});
