import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { hostileRecord, historicalRecord, fullRecord, timestampAgo } from '../harness/sampleRecords';
import { cardTitles, openRecord, panelText, accessibilityViolations } from '../harness/panels';
import { startRecordingService, type RecordingService, type Reply } from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  setTheme,
  tabTitles,
  webviewFrame,
} from '../harness/workbench';
import { strings } from '../../src/features/records/strings';
import { strings as pageStrings } from '../../src/webviews/record/strings';

const themes = ['Light Modern', 'Dark High Contrast', 'Dark Modern'];

const rich = 'lookups-test-1.com';
const sparse = 'lookups-test-21.com';
const retired = 'lookups-test-22.com';
const manual = 'lookups-test-23.com';
const hostile = 'lookups-test-24.com';
const pictured = 'lookups-test-25.com';
const elsewhere = 'lookups-test-26.com';
const former = 'lookups-test-27.com';

/** The smallest picture there is: one point, as a GIF. */
const picture = 'GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;';
const tlpRed = 'marking-definition--e828b379-4e03-4974-9ac4-e53a884c97c1';

const defanged = (value: string): string => value.replaceAll('.', '[.]');

/** Presses a button of the mouse that Playwright does not know of, over the panel's title. */
async function pressMouse(page: Page, frame: Frame, button: 'back' | 'forward'): Promise<void> {
  // The way back leads to where one was, which may be further down.
  await frame.locator('h1').scrollIntoViewIfNeeded();
  const box = await frame.locator('h1').boundingBox();
  assert.ok(box !== null);
  const devtools = await page.context().newCDPSession(page);
  const at = { x: box.x + 5, y: box.y + 5, button, clickCount: 1 };
  for (const type of ['mousePressed', 'mouseReleased'] as const) {
    await devtools.send('Input.dispatchMouseEvent', { ...at, type });
  }
  await devtools.detach();
}

const waitForStatus = (page: Page, text: string): Promise<void> => page.locator('.statusbar').getByText(text).waitFor();

function answer(value: string | undefined, historical: boolean, service: string): Reply {
  switch (value) {
    case pictured:
    case elsewhere: {
      const from = value === pictured ? service : 'https://shots.lookups-test-9.com';
      const properties = { dom: { screenshot: `${from}/shot.gif`, '++forms': '2' } };
      return { body: { indicator: value, type: 'domain', risk: 'low', object_marking_refs: [tlpRed], properties } };
    }
    case rich:
      return { body: historical ? historicalRecord(rich) : fullRecord(rich) };
    case former: {
      const about = { indicator: former, type: 'domain' };
      // Old values only, without a mark.
      const was = { ...about, risk: 'none', properties: { whois: { '++registrar': 'Registrar of 2019' } } };
      const whois = { '++registrar': 'Registrar of Today' };
      const is = { ...about, risk: 'high', properties: { whois, ssl: { fingerprint: '5f:3b:9a:0c' } } };
      return { body: historical ? was : is };
    }
    case sparse:
      return { body: { indicator: sparse, type: 'domain', risk: 'unknown' } };
    case retired:
      return {
        body: {
          ...{ indicator: retired, type: 'domain', risk: 'medium', retired: 'No recent activity' },
          ...{ stamp_added: timestampAgo(900), stamp_seen: timestampAgo(400), stamp_retired: timestampAgo(300) },
        },
      };
    case manual:
      return {
        body: {
          ...{ indicator: manual, type: 'domain', risk: 'none', risk_recommended: 'high', manualrisk: 1 },
          riskfactors: [{ description: 'Listed in a feed', risk: 'high' }],
        },
      };
    case hostile:
      return { body: hostileRecord(hostile) };
    default:
      return { status: 404, body: { error: 'Indicator not found.' } };
  }
}

describe('The record panel', () => {
  let service: RecordingService;
  before(async () => {
    // Earlier scans are requested by the ID of the record.
    service = await startRecordingService(({ path, query }) =>
      path === '/shot.gif'
        ? { body: picture }
        : answer(query.iid === '70211' ? rich : query.indicator, query.historical === '1', service.url),
    );
  });
  after(() => service.stop());

  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onHover' },
    files: { 'notes.txt': 'nothing\n' },
    viewport: { width: 1400, height: 1000 },
  }));
  const open = (value: string): Promise<Frame> => openRecord(vsCode().page, value, defanged(value));

  /** A picture of the panel in each theme, and nothing serious found in any. */
  async function inEveryTheme(value: string, name: string): Promise<void> {
    const { page } = vsCode();
    for (const theme of themes) {
      await setTheme(page, theme);
      const frame = await webviewFrame(page, `.band h1:text-is("${defanged(value)}")`);
      assert.deepEqual(await accessibilityViolations(frame), [], `${name} in ${theme}`);
      await page.mouse.move(2, 2);
      await screenshot(page, `panel ${name} ${theme}`);
    }
  }

  it('shows a full record, with the worst reasons first and each group under its name', async () => {
    const frame = await open(rich);
    await frame.getByText('Listed in a phishing feed').waitFor();
    const titles = await cardTitles(frame);
    for (const title of [
      pageStrings.reasons(),
      pageStrings.dates(),
      'Threats',
      'Feeds',
      'Redirects',
      'Location',
      'Registration',
      'DNS',
      'Web',
    ]) {
      assert.ok(titles.includes(title), title);
    }
    const text = await panelText(frame);
    assert.ok(text.indexOf('Listed in a phishing feed') < text.indexOf('Cheap registrar'));
    assert.match(text, /Expires in (29|30) days/);
    assert.match(text, /443 · HTTPS/);
    assert.match(text, /Port 22\s+SSH-2\.0/);
    assert.match(text, /mail\[\.\]lookups-test-1\[\.\]com/);
    assert.doesNotMatch(text, /lookups-test-\d\.com/);
    await inEveryTheme(rich, 'rich');
  });

  it('shows its timestamps on a timeline, with details on focus', async () => {
    const frame = await open(rich);
    const marks = frame.locator('.timeline .mark');
    assert.equal(await marks.count(), 4);
    const added = frame.getByRole('img', { name: /^First added/ });
    // A click first: what has the focus in a page that has not shows nothing.
    await frame.locator('h1').click();
    await added.focus();
    await added.locator('text').waitFor({ state: 'visible' });
    assert.match((await added.locator('text').textContent()) ?? '', /First added 13 months ago, \w+ \d+, \d{4}/);
    const places = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().left));
    assert.deepEqual(
      [...places].sort((a, b) => a - b),
      places,
    );
  });

  it('shows local data about an indicator under the pointer without a request', async () => {
    const frame = await open(rich);
    const requested = service.requests.length;
    const link = frame.getByRole('link', { name: 'ns1[.]lookups-test-5[.]com' });
    await link.hover();
    const about = frame.getByRole('tooltip');
    await about.waitFor({ state: 'visible' });
    assert.match(await about.innerText(), /No local data/);
    const [linkBox, aboutBox] = [await link.boundingBox(), await about.boundingBox()];
    assert.ok(linkBox !== null && aboutBox !== null && Math.abs(aboutBox.y - linkBox.y) < 120, 'it stands beside it');
    assert.equal(service.requests.length, requested);
    await frame.locator('h1').hover();
    await about.waitFor({ state: 'hidden' });
  });

  it('shows changes since earlier scans side by side on request', async () => {
    const frame = await open(rich);
    assert.ok(service.requests.every(({ query }) => query.historical !== '1'));
    await frame.getByRole('button', { name: /^Compare with Previous Scans on 127\.0\.0\.1/ }).click();
    const card = frame.getByRole('region', { name: pageStrings.previousScans() });
    await card.getByText('198[.]51[.]100[.]99').waitFor();
    assert.deepEqual(await card.locator('thead th').allInnerTexts(), [
      pageStrings.property(),
      pageStrings.previous(),
      pageStrings.current(),
    ]);
    const registrar = card.getByRole('row', { name: /Registrar/ });
    assert.match(await registrar.innerText(), /Other Registrar[\s\S]*Example Registrar/);
    await inEveryTheme(rich, 'compared');
  });

  it('shows the current record after a comparison with unrelated scans', async () => {
    const { page } = vsCode();
    const frame = await open(former);
    await frame.getByText('Registrar of Today').first().waitFor();
    await frame.getByRole('button', { name: /^Compare with Previous Scans on 127\.0\.0\.1/ }).click();
    const card = frame.getByRole('region', { name: pageStrings.previousScans() });
    await card.getByText('Registrar of 2019').waitFor();
    assert.match(
      await card.getByRole('row', { name: /Registrar/ }).innerText(),
      /Registrar of 2019[\s\S]*Registrar of Today/,
    );
    await screenshot(page, 'panel compared without marks');
    await open(sparse);
    const again = await open(former);
    await again.getByText('Registrar of Today').first().waitFor();
    const text = await panelText(again);
    assert.match(text, /High risk/);
    assert.match(text, /5f:3b:9a:0c/);
  });

  it('shows only filtered rows, and copies a card, everything, or the filtered rows', async () => {
    const { page } = vsCode();
    const frame = await open(rich);
    const filter = frame.getByLabel(pageStrings.filter());
    await filter.fill('ns1.lookups-test-5.com');
    await frame.getByRole('region', { name: 'Location' }).waitFor({ state: 'detached' });
    assert.deepEqual(
      (await cardTitles(frame)).filter((title) => title !== pageStrings.previousScans()),
      ['Registration'],
    );
    await frame.getByRole('button', { name: 'Copy Filtered' }).click();
    await waitForStatus(page, `Copied ${pageStrings.filteredRecord()}`);
    await filter.fill('');
    await frame.getByRole('button', { name: 'Copy Location' }).click();
    await waitForStatus(page, 'Copied Location');
    await frame.getByRole('button', { name: 'Copy All' }).click();
    await waitForStatus(page, `Copied ${pageStrings.wholeRecord()}`);
  });

  it('opens the record of an indicator in it by keyboard, and goes back by keyboard and mouse buttons', async () => {
    const { page } = vsCode();
    const frame = await open(rich);
    const follow = async (): Promise<Frame> => {
      await frame.getByRole('link', { name: 'mail[.]lookups-test-1[.]com' }).press('Enter');
      return webviewFrame(page, '.band h1:text-is("mail[.]lookups-test-1[.]com")', 6_000);
    };
    // A panel that is still taking the focus gets no key.
    const next = await follow().catch(follow);
    await next.getByRole('button', { name: /^Back to/ }).click();
    const back = await webviewFrame(page, `.band h1:text-is("${defanged(rich)}")`);
    await pressMouse(page, back, 'forward');
    await pressMouse(page, await webviewFrame(page, '.band h1:text-is("mail[.]lookups-test-1[.]com")'), 'back');
    await webviewFrame(page, `.band h1:text-is("${defanged(rich)}")`);
  });

  it('shows everything at 200 % zoom, and moves nothing if reduced motion is preferred', async () => {
    const { page } = vsCode();
    const frame = await open(rich);
    // What a browser's zoom does: half as many points each way.
    await page.setViewportSize({ width: 700, height: 500 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    try {
      await frame.getByLabel(pageStrings.filter()).waitFor();
      await until(() => frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), {
        within: 10_000,
        what: 'a page that is no wider than its panel',
      });
      assert.deepEqual(await accessibilityViolations(frame), []);
      const moving = await frame.evaluate(
        () =>
          [...document.querySelectorAll('body *')].filter((element) => {
            const { animationName, transitionDuration } = getComputedStyle(element);
            return animationName !== 'none' || transitionDuration.split(',').some((each) => parseFloat(each) > 0);
          }).length,
      );
      assert.equal(moving, 0);
      await screenshot(page, 'panel zoomed');
    } finally {
      await page.emulateMedia({ reducedMotion: null });
      await page.setViewportSize({ width: 1400, height: 1000 });
    }
  });

  it('loads a screenshot after a click that names its host, and from another host only after confirmation', async () => {
    const { page } = vsCode();
    const frame = await open(pictured);
    const card = frame.getByRole('region', { name: 'Screenshot' });
    const load = card.getByRole('button', { name: `Load from ${new URL(service.url).host}` });
    await load.waitFor();
    assert.deepEqual(
      (await cardTitles(frame)).filter((title) => /screenshot|structure/i.test(title)),
      ['Page structure', 'Screenshot'],
    );
    assert.equal(service.requestsContaining('shot.gif').length, 0);
    await load.click();
    await card.getByRole('img', { name: pageStrings.screenshotAlt() }).waitFor();
    assert.equal(service.requestsContaining('shot.gif').length, 1);

    const other = (await open(elsewhere)).getByRole('region', { name: 'Screenshot' });
    await other.getByText(strings.panel.screenshotIsElsewhere()).waitFor();
    await other.getByRole('button', { name: 'Load from shots.lookups-test-9.com' }).click();
    const question = page.locator('.monaco-dialog-box');
    await question.getByText(strings.commands.confirmScreenshot('shots.lookups-test-9.com')).waitFor();
    await clickButton(page, 'Cancel');
    await other.getByRole('button', { name: 'Load from shots.lookups-test-9.com' }).waitFor();
    assert.equal(await other.getByRole('img').count(), 0);
  });

  it('asks for confirmation before exporting TLP:RED data', async () => {
    const { page } = vsCode();
    const frame = await open(pictured);
    const hand = frame.getByRole('button', { name: 'Export…' });
    await hand.click();
    await page.locator('.monaco-dialog-box').getByText(strings.export.confirmMarked('TLP:RED')).waitFor();
    await clickButton(page, 'Cancel');
    await page.locator('.monaco-dialog-box').waitFor({ state: 'detached' });
    await hand.click();
    await clickButton(page, 'Export');
    assert.match(await quickInputText(page), /Markdown[^]*STIX 2\.1/);
    await page.keyboard.press('Escape');
  });

  it('shows the statements of each source in a separate tab', async () => {
    const { page } = vsCode();
    await (await open(pictured)).locator('.band').waitFor();
    await page.locator('.tab.active', { hasText: defanged(pictured) }).waitFor();
    await runCommand(page, 'threatLookups.setRisk');
    // Of the record in the panel that has the focus, without asking for it.
    await page.locator('.quick-input-titlebar', { hasText: `Set Risk of ${defanged(pictured)}` }).waitFor();
    await pickInQuickInput(page, /High risk/);
    await open(pictured);
    await page.locator('.tab.active', { hasText: defanged(pictured) }).waitFor();
    // The page is rendered again when it is opened again, so the newest one is searched.
    const inPanel = (selector: string): Promise<Frame> => webviewFrame(page, selector);
    await inPanel('.band:has-text("High risk")');
    const two = await inPanel('[role="tab"] ~ [role="tab"]');
    await two.getByRole('tab').first().focus();
    await page.keyboard.press('ArrowRight');
    await inPanel('.band:has-text("Low risk")');
    await inPanel('[role="tabpanel"] :text("Page structure")');
    await inPanel('[role="tab"] ~ [role="tab"][aria-selected="true"]');
  });

  it('shows a sparse record without empty cards', async () => {
    const frame = await open(sparse);
    await frame.getByText('Risk unknown').first().waitFor();
    assert.deepEqual(
      (await cardTitles(frame)).filter((title) => title !== strings.links.linkedIndicators()),
      [],
    );
    await inEveryTheme(sparse, 'sparse');
  });

  it('dims a retired record, with reason and date', async () => {
    const frame = await open(retired);
    await frame.getByText('retired: No recent activity').waitFor();
    assert.equal(await frame.locator('.band.retired').count(), 1);
    assert.match(await panelText(frame), /Retired\s+9 months ago/);
    await inEveryTheme(retired, 'retired');
  });

  it('shows a risk set by an analyst, and the calculated score', async () => {
    const frame = await open(manual);
    await frame.getByText('set manually (automatic score: high)').waitFor();
    assert.match(await panelText(frame), /No known risk/);
    await inEveryTheme(manual, 'manual');
  });

  it('shows a hostile record as plain text, and stays usable', async () => {
    const { page } = vsCode();
    const frame = await open(hostile);
    await frame.getByText('Critical risk').first().waitFor();
    const text = await panelText(frame);
    assert.ok(text.includes('<img src=x onerror=') && text.includes('[U+202E]gnp.exe[U+0000]'));
    assert.ok(!text.includes('\u202e') && !text.includes('\u0000'));
    assert.equal(await frame.locator('#root').locator('img, iframe, a, style, script, [style]').count(), 0);
    assert.ok((await frame.locator('#root *').count()) < 3000, 'only what is on the screen is in the page');
    assert.ok((await tabTitles(page)).some((title) => title.includes(defanged(hostile))));

    const grid = frame.getByRole('grid', { name: 'Page' });
    await grid.getByText('Key1', { exact: true }).click();
    // The rows beyond the first come as the end draws near.
    await until(
      async () => {
        await page.keyboard.press('End');
        return /Key(\d{5}|[2-9]\d{3})\b/.test(await grid.innerText());
      },
      { within: 20_000, what: 'rows beyond the first are never reached' },
    );
    await frame.getByLabel(pageStrings.filter()).fill('value 49999');
    await grid.getByText('Key49999', { exact: true }).waitFor({ timeout: 60_000 });
    await frame
      .getByText(/^The response contained data that isn't stored: .*properties that aren't in the API specification/)
      .waitFor();
    await frame.getByLabel(pageStrings.filter()).fill('needle in the record');
    await grid.getByText('needle in the record').waitFor();
    assert.deepEqual(await cardTitles(frame), ['Page']);
    await frame.getByLabel(pageStrings.filter()).fill('');
    await inEveryTheme(hostile, 'hostile');
  });
});
