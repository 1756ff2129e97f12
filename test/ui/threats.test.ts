import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { useRecordingService, type RecordedRequest, type Reply } from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import {
  clickInHover,
  editorText,
  hoverText,
  notification,
  openFile,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  setTheme,
  tabTitles,
  typeInQuickInput,
  webviewFrame,
} from '../harness/workbench';
import { openRecord, waitForPanelFocus, accessibilityViolations } from '../harness/panels';
import { until } from '../../scripts/lib/processes.mjs';
import { strings } from '../../src/features/records/strings';
import { strings as pageStrings } from '../../src/webviews/record/strings';

const value = 'lookups-test-1.com';
const pageSize = 15_000;
const links = 40_000;

const record = {
  ...{ iid: 7, indicator: value, type: 'domain', risk: 'high', stamp_seen: '2025-01-02 03:04:05' },
  threats: [{ tid: 3, name: 'Example Kit', category: 'phishing', risk: 'high' }],
  feeds: [{ fid: 4, name: 'Phish List', organization: 'Example Org', category: 'phishing', pricing: 'free' }],
};
const threat = {
  ...{ tid: 3, threat: 'Example Kit', category: 'phishing', risk: 'high', stamp_updated: '2025-01-02 03:04:05' },
  ...{ description: 'Copies sign-in pages.', othernames: ['EK', 'Kit of Examples'] },
};
const counts = { total: links, high: 30_000, low: 9_000, none: 0, medium: 0, retired: 1_000 };
const summary = {
  updated_last_domain: '2025-01-03 00:00:00',
  attributes: { port: { '443': { total: 12, high: 12 } }, technology: {}, hosttype: {}, protocol: {} },
  properties: [],
  feeds: [
    {
      fid: 4,
      organization: 'Example Org',
      name: 'Phish List',
      pricing: 'free',
      category: 'phishing',
      indicators: counts,
    },
  ],
  risk: counts,
};
const feed = { fid: 4, feed: 'Phish List', organization: 'Example Org', category: 'phishing', pricing: 'free' };

function linkPage(page: number): unknown {
  const first = page * pageSize;
  const results = Array.from({ length: Math.min(pageSize, links - first) }, (_, index) => ({
    ...{ iid: first + index + 1, indicator: `h${first + index}.lookups-test-2.com`, type: 'domain', risk: 'high' },
    ...{ stamp_linked: '2025-01-02 03:04:05', summary: { properties: { geo: { country: 'Netherlands' } } } },
  }));
  return { page_current: page, results, ...(first + pageSize < links ? { page_next: page + 1 } : {}) };
}

const earlier = [
  { pid: 1, name: 'a', value: '203.0.113.7', latest: 0, stamp_seen: '2024-05-01 00:00:00' },
  { pid: 2, name: 'a', value: '203.0.113.9', latest: 1, stamp_seen: '2025-01-02 03:04:05' },
];

/** A service that knows one indicator, one threat with 40,000 links, and one feed. */
function answer({ path, query }: RecordedRequest): Reply {
  if (path.endsWith('/indicator.php')) {
    return query.historical === '1' ? { body: { ...record, properties: { dns: earlier } } } : { body: record };
  }
  const isLinks = query.get === 'links';
  if (isLinks && query.summary !== '1') return { body: linkPage(Number(query.page ?? 0)) };
  if (path.endsWith('/threat.php')) return { body: isLinks ? summary : threat };
  return path.endsWith('/feed.php')
    ? { body: isLinks ? summary : feed }
    : { status: 404, body: { error: 'Not found.' } };
}

describe('The panels of threats and feeds', () => {
  const service = useRecordingService(answer);
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
    files: { 'proxy.log': `GET ${value} 200\n` },
  }));
  const panel = (words: string): Promise<Frame> => webviewFrame(vsCode().page, `.band h1:text-is("${words}")`);
  const requested = (path: string): number =>
    service().requests.filter((request) => request.path.endsWith(path)).length;
  const shown = async (frame: Frame): Promise<string> =>
    (await frame.locator('body').innerText()).replaceAll('\u00a0', ' ');

  it('open from a record, offer the lookup, and send nothing automatically', async () => {
    const { page } = vsCode();
    await openFile(page, 'proxy.log');
    await hoverText(page, value, { matching: /Not looked up/ });
    await clickInHover(page, 'Open Record');
    const frame = await panel('lookups-test-1[.]com');
    await frame.getByRole('button', { name: /^Look Up on/ }).click();
    await frame.getByRole('link', { name: 'Example Kit' }).click();
    const opened = await panel('Example Kit');
    await opened.getByText(/Not looked up yet\. Looking it up sends .* to 127\.0\.0\.1/).waitFor();
    assert.equal(requested('/threat.php'), 0);
  });

  it('show the threat and a summary of its links, with two requests', async () => {
    const frame = await panel('Example Kit');
    await frame.getByRole('button', { name: /^Look Up on/ }).click();
    await frame.getByText('Copies sign-in pages.').waitFor();
    await frame.getByText(strings.record.indicatorsByRisk()).waitFor();
    assert.equal(requested('/threat.php'), 2);
    const text = await shown(frame);
    for (const words of [/High risk/, /40,000 indicators/, /Kit of Examples/, /Phish List/, /443/, /Domain updated/])
      assert.match(text, words);
    assert.deepEqual(await accessibilityViolations(frame), []);
    await screenshot(vsCode().page, 'threat');
  });

  it('load 40,000 links page by page, show progress, and stay responsive', async () => {
    const frame = await panel('Example Kit');
    await frame.getByRole('button', { name: /^Load from 127\.0\.0\.1/ }).click();
    await frame.getByText(strings.links.loadedOf(15_000, 40_000)).waitFor();
    await frame.getByRole('button', { name: /^Load More from/ }).click();
    await frame.getByText(strings.links.loadedOf(30_000, 40_000)).waitFor();
    await frame.getByRole('button', { name: /^Load More from/ }).click();
    await frame.getByText(strings.links.allLoaded(40_000)).waitFor();
    assert.equal(requested('/threat.php'), 5, 'a request a page, beside the threat and its summary');
    assert.ok((await frame.locator('[role="row"]').count()) < 300, 'only rows in sight are in the page');
    await screenshot(vsCode().page, 'threat links');
    await frame.getByRole('button', { name: 'Look Up Again' }).click();
    await frame.getByText(pageStrings.outdated()).waitFor();
    await frame.getByText(strings.links.allLoaded(40_000)).waitFor();
    assert.equal(requested('/threat.php'), 7, 'the threat and its summary, no page');
  });

  it('go back and forward by buttons and keys to loaded content and scroll position without requests', async () => {
    const before = service().requests.length;
    const frame = await panel('Example Kit');
    await frame.getByRole('button', { name: 'Raw JSON' }).click();
    await frame.getByRole('region', { name: 'Raw JSON' }).locator('pre').waitFor();
    await frame.evaluate(() => scrollTo(0, 150));
    await until(() => frame.evaluate(() => scrollY === 150), { within: 5_000, what: 'the page is scrolled' });
    await frame.getByRole('button', { name: /^Back to/ }).evaluate((button: HTMLElement) => button.click());
    const back = await panel('lookups-test-1[.]com');
    await back.locator('h1').click();
    assert.equal(await back.evaluate(() => scrollY), 0);
    await vsCode().page.keyboard.press('Alt+ArrowRight');
    const there = await panel('Example Kit');
    await there.getByText('Copies sign-in pages.').waitFor();
    await there.getByText(strings.links.allLoaded(40_000)).waitFor();
    await there.getByRole('region', { name: 'Raw JSON' }).locator('pre').waitFor();
    await until(() => there.evaluate(() => scrollY === 150), { within: 5_000, what: 'the place where one was' });
    assert.equal(service().requests.length, before);
  });

  it('open a feed from a threat', async () => {
    const frame = await panel('Example Kit');
    await frame.getByRole('link', { name: 'Phish List' }).first().click();
    const opened = await panel('Phish List');
    await opened.getByRole('button', { name: /^Look Up on/ }).click();
    await opened.getByText(strings.record.indicatorsByRisk()).waitFor();
    assert.match(await shown(opened), /Example Org/);
    for (const theme of ['Light Modern', 'Dark High Contrast', 'Dark Modern']) {
      await setTheme(vsCode().page, theme);
      const shown = await panel('Phish List');
      assert.deepEqual(await accessibilityViolations(shown), [], `feed in ${theme}`);
      await screenshot(vsCode().page, `feed ${theme}`);
    }
  });

  it('open beside as a separate panel', async () => {
    const { page } = vsCode();
    const frame = await panel('Phish List');
    await frame.getByRole('button', { name: strings.panel.openToTheSide() }).click();
    await until(async () => (await tabTitles(page)).filter((title) => title === 'Phish List').length === 2, {
      within: 10_000,
      what: 'a second panel',
    });
    const isShown = (frame: Frame): Promise<boolean> =>
      frame
        .locator('.band h1:text-is("Phish List")')
        .count()
        .then((count) => count > 0)
        // A frame may go away while it is asked.
        .catch(() => false);
    await until(async () => (await Promise.all(page.frames().map(isShown))).filter(Boolean).length === 2, {
      within: 20_000,
      what: 'both panels drawn',
    });
  });

  it('open a query without running it', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.queryGroup');
    await page.locator('.editor-instance .view-line', { hasText: 'feed="Phish' }).waitFor();
  });

  it('are restored after a reload with their scroll position and without requests', async () => {
    const { page } = vsCode();
    const before = service().requests.length;
    const left = page.waitForEvent('load');
    await runCommand(page, 'Developer: Reload Window');
    await left;
    await page.locator('.tab', { hasText: 'Phish List' }).first().click();
    const frame = await panel('Phish List');
    await frame.getByText(/Not looked up/).waitFor();
    await webviewFrame(page, '.trail button[aria-label^="Back to"]');
    assert.equal(service().requests.length, before);
  });

  it('open from an external link without a request, and explain why a hostile link is rejected', async () => {
    const { page } = vsCode();
    const before = service().requests.length;
    const open = async (link: string): Promise<void> => {
      await runCommand(page, 'Developer: Open URL');
      await typeInQuickInput(page, link);
      const allow = page.locator('.monaco-dialog-box').getByRole('button', { name: 'Open', exact: true });
      await allow.click();
    };
    await open('vscode://threat-lookups.threat-lookups/threat/Salt%20Anchor');
    await (await panel('Salt Anchor')).getByText(/Not looked up/).waitFor();
    await open('vscode://threat-lookups.threat-lookups/indicator/lookups-test-9.com?key=1');
    await notification(page, /This link can't be opened\. Encode “\?” and “#”/);
    assert.equal(service().requests.length, before);
  });

  it('are listed under recent records, and found by name or ID', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.recentRecords');
    assert.match(await quickInputText(page), /Example Kit[^]*lookups-test-1\[\.\]com/);
    await pickInQuickInput(page, /Example Kit/);
    await waitForPanelFocus(await panel('Example Kit'));
    await runCommand(page, 'threatLookups.openRecord');
    await typeInQuickInput(page, 'tid twelve', { accept: false });
    await until(async () => /An ID is a positive whole number/.test(await quickInputText(page)), {
      within: 5_000,
      what: 'why it is refused',
    });
    await page.keyboard.press('Escape');
    await (await openRecord(page, 'fid 4', 'Feed 4', /Feed 4/)).getByText(/Not looked up/).waitFor();
    for (const [kind, name] of [
      ['Threat', 'Harbour Kit'],
      ['Feed', 'Odd List'],
    ] as const) {
      const opened = await openRecord(page, name, name, new RegExp(`${kind} “${name}”`));
      await opened.getByText(`Looking it up sends the ${kind.toLowerCase()} name “${name}” to 127.0.0.1`).waitFor();
    }
    await openRecord(page, 'iid 7', 'lookups-test-1[.]com', /Indicator 7 on 127\.0\.0\.1/);
    assert.equal(
      service()
        .requestsContaining('7')
        .filter(({ query }) => query.iid === '7').length,
      1,
    );
  });

  it('compare with earlier scans after a click that names the service', async () => {
    const frame = await panel('lookups-test-1[.]com');
    await frame.getByRole('button', { name: /^Compare with Previous Scans on 127\.0\.0\.1/ }).click();
    await frame.getByText('1 property changed', { exact: false }).waitFor();
    assert.match(await shown(frame), /203\[\.\]0\[\.\]113\[\.\]7[^]*203\[\.\]0\[\.\]113\[\.\]9/);
    assert.equal(service().requests.filter(({ query }) => query.historical === '1').length, 1);
  });

  it('export a record in every format', async () => {
    const { page, folder } = vsCode();
    const forms: readonly (readonly [string, RegExp])[] = [
      ['Markdown', /lookups-test-1\[\.\]com/],
      ['JSON', /"value": "lookups-test-1\.com"/],
      ['STIX 2.1', /"type": "bundle"/],
      ['CSV', /^indicator,type,risk/],
    ];
    const start = async (): Promise<void> => {
      await page.locator('.tab', { hasText: 'lookups-test-1[.]com' }).first().click();
      // A hidden panel is rendered again.
      await waitForPanelFocus(await panel('lookups-test-1[.]com'));
      await runCommand(page, 'threatLookups.exportRecord');
    };
    for (const [form, says] of forms) {
      await start();
      await pickInQuickInput(page, form);
      await pickInQuickInput(page, /Open in New Document/);
      await until(async () => says.test(await editorText(page)), { within: 10_000, what: `${form} in a document` });
    }
    await start();
    await pickInQuickInput(page, 'JSON');
    await pickInQuickInput(page, /Save to File/);
    const file = join(folder, 'lookups-test-1.com.json');
    const input = page.locator('.quick-input-widget .quick-input-box input').first();
    await until(async () => (await input.inputValue()).endsWith('lookups-test-1.com.json'), {
      within: 10_000,
      what: 'the name that is proposed',
    });
    await input.press('Enter');
    await until(() => existsSync(file), { within: 10_000, what: 'the file' });
    assert.match(readFileSync(file, 'utf8'), /"value": "lookups-test-1\.com"/);
  });
});
