import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { hostileAnswer, historicalAnswer, richAnswer, stampAgo } from '../harness/answers';
import { cardTitles, openRecord, panelText, seriousFindings } from '../harness/panels';
import { startRecordingService, type RecordingService, type Reply } from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import { screenshot, setTheme, tabTitles, webviewFrame } from '../harness/workbench';

const themes = ['Light Modern', 'Dark High Contrast', 'Dark Modern'];

const rich = 'lookups-test-1.com';
const sparse = 'lookups-test-21.com';
const retired = 'lookups-test-22.com';
const manual = 'lookups-test-23.com';
const hostile = 'lookups-test-24.com';

const defanged = (value: string): string => value.replaceAll('.', '[.]');

const statusSays = (page: Page, text: string): Promise<void> => page.locator('.statusbar').getByText(text).waitFor();

function answer(value: string | undefined, historical: boolean): Reply {
  switch (value) {
    case rich:
      return { body: historical ? historicalAnswer(rich) : richAnswer(rich) };
    case sparse:
      return { body: { indicator: sparse, type: 'domain', risk: 'unknown' } };
    case retired:
      return {
        body: {
          ...{ indicator: retired, type: 'domain', risk: 'medium', retired: 'No recent activity' },
          ...{ stamp_added: stampAgo(900), stamp_seen: stampAgo(400), stamp_retired: stampAgo(300) },
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
      return { body: hostileAnswer(hostile) };
    default:
      return { status: 404, body: { error: 'Indicator not found.' } };
  }
}

describe('The record panel shows', () => {
  let service: RecordingService;
  before(async () => {
    // Earlier scans are asked for by the record's number.
    service = await startRecordingService(({ query }) =>
      answer(query.iid === '70211' ? rich : query.indicator, query.historical === '1'),
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
      assert.deepEqual(await seriousFindings(frame), [], `${name} in ${theme}`);
      await page.mouse.move(2, 2);
      await screenshot(page, `panel ${name} ${theme}`);
    }
  }

  it('a rich record whole, the reasons worst first, each group under its name', async () => {
    const frame = await open(rich);
    await frame.getByText('Listed in a phishing feed').waitFor();
    const titles = await cardTitles(frame);
    for (const title of ['Why', 'When', 'Threats', 'Feeds', 'Redirects', 'Location', 'Registration', 'DNS', 'Web']) {
      assert.ok(titles.includes(title), title);
    }
    const text = await panelText(frame);
    assert.ok(text.indexOf('Listed in a phishing feed') < text.indexOf('Cheap registrar'));
    assert.match(text, /Valid for another (29|30) days/);
    assert.match(text, /443 · HTTPS/);
    assert.match(text, /Port 22\s+SSH-2\.0/);
    assert.match(text, /mail\[\.\]lookups-test-1\[\.\]com/);
    assert.doesNotMatch(text, /lookups-test-\d\.com/);
    await inEveryTheme(rich, 'rich');
  });

  it('its moments on a line, each with its words on focus', async () => {
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

  it('what is known of an indicator that the pointer rests on, without asking anybody', async () => {
    const frame = await open(rich);
    const asked = service.requests.length;
    const link = frame.getByRole('link', { name: 'ns1[.]lookups-test-5[.]com' });
    await link.hover();
    const about = frame.getByRole('tooltip');
    await about.waitFor({ state: 'visible' });
    assert.match(await about.innerText(), /Nothing known here/);
    const [linkBox, aboutBox] = [await link.boundingBox(), await about.boundingBox()];
    assert.ok(linkBox !== null && aboutBox !== null && Math.abs(aboutBox.y - linkBox.y) < 120, 'it stands beside it');
    assert.equal(service.requests.length, asked);
    await frame.locator('h1').hover();
    await about.waitFor({ state: 'hidden' });
  });

  it('what changed since earlier scans, side by side, once it was asked for', async () => {
    const frame = await open(rich);
    assert.ok(service.requests.every(({ query }) => query.historical !== '1'));
    await frame.getByRole('button', { name: /^Compare with Earlier Scans at 127\.0\.0\.1/ }).click();
    const card = frame.getByRole('region', { name: 'Earlier scans' });
    await card.getByText('198[.]51[.]100[.]99').waitFor();
    assert.deepEqual(await card.locator('thead th').allInnerTexts(), ['Property', 'Earlier', 'Now']);
    const registrar = card.getByRole('row', { name: /Registrar/ });
    assert.match(await registrar.innerText(), /Other Registrar[\s\S]*Example Registrar/);
    await inEveryTheme(rich, 'compared');
  });

  it('only what the filter keeps, and copies a card, all, or what is kept', async () => {
    const { page } = vsCode();
    const frame = await open(rich);
    const filter = frame.getByLabel('Filter this record');
    await filter.fill('ns1.lookups-test-5.com');
    await frame.getByRole('region', { name: 'Location' }).waitFor({ state: 'detached' });
    assert.deepEqual(
      (await cardTitles(frame)).filter((title) => title !== 'Earlier scans'),
      ['Registration'],
    );
    await frame.getByRole('button', { name: 'Copy Filtered' }).click();
    await statusSays(page, 'Copied what fits the filter');
    await filter.fill('');
    await frame.getByRole('button', { name: 'Copy Location' }).click();
    await statusSays(page, 'Copied Location');
    await frame.getByRole('button', { name: 'Copy All' }).click();
    await statusSays(page, 'Copied the whole record');
  });

  it('the record of an indicator in it, by keyboard, and the way back', async () => {
    const { page } = vsCode();
    const frame = await open(rich);
    await frame.getByRole('link', { name: 'mail[.]lookups-test-1[.]com' }).focus();
    await page.keyboard.press('Enter');
    const next = await webviewFrame(page, '.band h1:text-is("mail[.]lookups-test-1[.]com")');
    await next.getByRole('button', { name: /^Back to/ }).click();
    await webviewFrame(page, `.band h1:text-is("${defanged(rich)}")`);
  });

  it('a sparse record without a single empty card', async () => {
    const frame = await open(sparse);
    await frame.getByText('Risk unknown').first().waitFor();
    assert.deepEqual(
      (await cardTitles(frame)).filter((title) => title !== 'Linked indicators'),
      [],
    );
    await inEveryTheme(sparse, 'sparse');
  });

  it('a retired record dimmed, with the reason and when', async () => {
    const frame = await open(retired);
    await frame.getByText('retired: No recent activity').waitFor();
    assert.equal(await frame.locator('.band.retired').count(), 1);
    assert.match(await panelText(frame), /Retired\s+9 months ago/);
    await inEveryTheme(retired, 'retired');
  });

  it('a risk set by an analyst, and what was scored', async () => {
    const frame = await open(manual);
    await frame.getByText('set by an analyst (scored: high)').waitFor();
    assert.match(await panelText(frame), /No known risk/);
    await inEveryTheme(manual, 'manual');
  });

  it('a record that means harm as text, and stays usable', async () => {
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
        return (await grid.getByText('Key2099', { exact: true }).count()) > 0;
      },
      { within: 20_000, what: 'rows beyond the first are never reached' },
    );
    await frame.getByLabel('Filter this record').fill('value 49999');
    await grid.getByText('Key49999', { exact: true }).waitFor({ timeout: 60_000 });
    await frame.getByText(/^The source said more than is kept of an answer: .*deep/).waitFor();
    await frame.getByLabel('Filter this record').fill('needle in the record');
    await grid.getByText('needle in the record').waitFor();
    assert.deepEqual(await cardTitles(frame), ['Page']);
    await frame.getByLabel('Filter this record').fill('');
    await inEveryTheme(hostile, 'hostile');
  });
});
