import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { fullRecord } from '../harness/sampleRecords';
import { openRecord, accessibilityViolations } from '../harness/panels';
import { pickInContextMenu, exploreRequests, openQueryFile, waitForResults } from '../harness/queries';
import {
  startRecordingService,
  type RecordedRequest,
  type RecordingService,
  type Reply,
} from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  dialogText,
  editorText,
  pickInQuickInput,
  runCommand,
  screenshot,
  setTheme,
  themes,
  loadSampleData,
} from '../harness/workbench';
import { strings as pageStrings } from '../../src/webviews/record/strings';

const rich = 'lookups-test-1.com';
const elsewhere = 'lookups-test-2.com';
const defanged = (value: string): string => value.replaceAll('.', '[.]');

const pagePath = '/indicator/?iid=70211';
const queryPath = '/explore/?q=risk%3Dhigh';
/** With an escape that must not be changed. */
const elsewherePage = 'https://pages.lookups-test-9.com/?iid=7&from=a%26b';

function answer({ path, query }: RecordedRequest, address: string): Reply {
  if (path === '/api/explore.php')
    return {
      headers: { 'content-type': 'text/csv' },
      body: [
        '# Explore results, 2026-01-04 10:00:00 UTC',
        `# Query: ${query.q ?? ''}`,
        '# Limit: 50',
        `# ${address}${queryPath}`,
        'indicator,type,risk,stamp_added,stamp_updated,stamp_seen,stamp_retired,reference,geo_org,dns_ptr',
        `${rich},domain,high,"2024-01-04 10:00:00",,"2026-01-04 10:00:00",,${address}${pagePath},Example Hosting,ptr.${rich}`,
        `${elsewhere},domain,high,,,,"2025-01-04 10:00:00",,,`,
        '',
      ].join('\n'),
    };
  if (query.indicator === rich) return { body: { ...fullRecord(rich), reference: `${address}${pagePath}` } };
  if (query.indicator === elsewhere) return { body: { ...fullRecord(elsewhere), reference: elsewherePage } };
  return { status: 404, body: { error: 'Indicator not found.' } };
}

const queryIs = (page: Page, term: string): Promise<string> =>
  until(
    async () => {
      const text = await editorText(page);
      return text.includes('New query') && text.includes(term) ? text : undefined;
    },
    { within: 20_000, what: `no query says ${term}` },
  );

const vscodeAsks = /open the external website/;

describe('Navigation from a record', () => {
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService((request) => answer(request, service.url));
  });
  after(() => service.stop());

  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onHover' },
    files: { 'notes.txt': 'nothing\n', 'hunt.explore': '# @format csv\nrisk=high\n' },
    viewport: { width: 1400, height: 1000 },
  }));
  /** Addresses that other pages of the browser were sent to. */
  const opened: string[] = [];
  before(() => {
    vsCode().context.on('request', (request) => {
      const url = request.url();
      if (request.isNavigationRequest() && /\/(?:indicator|explore)\/\?|pages\.lookups-test-9/.test(url))
        opened.push(url);
    });
  });
  const value = (frame: Frame, text: string) => frame.locator('.with-others', { hasText: text }).first();

  it('prepares a query for others with the same value without sending it', async () => {
    const { page } = vsCode();
    const frame = await openRecord(page, rich, defanged(rich));
    await value(frame, 'Example Registrar').hover();
    const before = service.requests.length;
    await frame.getByRole('button', { name: pageStrings.findOthersWith('Registrar', 'Example Registrar') }).click();
    await queryIs(page, '++registrar="Example Registrar"');
    assert.deepEqual(exploreRequests(service), []);
    assert.equal(service.requests.length, before);
  });

  it('offers the query in the menu of every value, including threats and indicators', async () => {
    const { page } = vsCode();
    for (const [text, term] of [
      ['443 · HTTPS', 'port=443'],
      ['Salt Anchor', 'threat="Salt Anchor"'],
      [defanged('203.0.113.7'), 'a=203.0.113.7'],
    ] as const) {
      const frame = await openRecord(page, rich, defanged(rich));
      await pickInContextMenu(page, value(frame, text), 'threatLookups.findOthers');
      await queryIs(page, term);
    }
    assert.deepEqual(exploreRequests(service), []);
  });

  it('offers the query by keyboard, from the value and from its menu', async () => {
    const { page } = vsCode();
    const frame = await openRecord(page, rich, defanged(rich));
    const button = frame.getByRole('button', { name: pageStrings.findOthersWith('Technologies', 'PHP') });
    await frame.getByRole('button', { name: 'Copy Technologies' }).focus();
    await until(
      async () => {
        await page.keyboard.press('ArrowDown');
        return button.evaluate((element) => element === document.activeElement);
      },
      { within: 10_000, what: "the arrow keys don't lead to the button" },
    );
    assert.equal(await button.evaluate((element) => getComputedStyle(element).opacity), '1');
    await page.keyboard.press('Enter');
    await queryIs(page, 'technology=PHP');
    assert.deepEqual(exploreRequests(service), []);
  });

  it('looks right in every theme and width', async () => {
    const { page } = vsCode();
    await runCommand(page, 'View: Close All Editors');
    await clickButton(page, "Don't Save").catch(() => undefined);
    for (const width of [1400, 400]) {
      await page.setViewportSize({ width, height: 1000 });
      if (width < 1000) await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
      const frame = await openRecord(page, rich, defanged(rich));
      for (const theme of themes) {
        await setTheme(page, theme);
        await value(frame, 'Example Registrar').hover();
        assert.deepEqual(await accessibilityViolations(frame), [], `${theme}, ${width}`);
        await screenshot(page, `pivots ${width} ${theme}`);
      }
    }
    await page.setViewportSize({ width: 1400, height: 1000 });
    await runCommand(page, 'View: Toggle Primary Side Bar Visibility');
  });

  it('opens the page of the service after confirming its host and URL', async () => {
    const { page } = vsCode();
    const frame = await openRecord(page, rich, defanged(rich));
    const { host } = new URL(service.url);
    const button = frame.getByRole('button', { name: `Open Page on ${host}…` });
    await button.click();
    const question = await dialogText(page, /in the browser\?/);
    assert.match(question, new RegExp(`Open ${host.replaceAll('.', '\\.')} in the browser\\?`));
    assert.ok(question.includes(`${service.url}${pagePath}`), question);
    assert.doesNotMatch(question, /comes from/);
    await screenshot(page, 'pivots page question');
    await clickButton(page, 'Cancel');
    assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
    assert.deepEqual(opened, []);
    await button.click();
    await dialogText(page, /in the browser\?/);
    await clickButton(page, 'Open');
    // The browser of this VS Code reaches loopback through its server.
    assert.ok((await isOpened(page, /\/indicator\//)).endsWith(pagePath));
  });

  it('lists the page under More Actions of an indicator that has one', async () => {
    const { page } = vsCode();
    await openRecord(page, rich, defanged(rich));
    await runCommand(page, 'threatLookups.moreActions');
    await pickInQuickInput(page, /Open Reference Page…/);
    assert.ok((await dialogText(page, /in the browser\?/)).includes(`${service.url}${pagePath}`));
    await clickButton(page, 'Cancel');
  });

  it('distinguishes a page on another host before anything opens', async () => {
    const { page } = vsCode();
    const frame = await openRecord(page, elsewhere, defanged(elsewhere));
    await frame.getByRole('button', { name: 'Open Page on pages.lookups-test-9.com…' }).click();
    const question = await dialogText(page, /in the browser\?/);
    assert.match(question, /Open pages\.lookups-test-9\.com in the browser\?/);
    assert.match(question, /comes from 127\.0\.0\.1.* leads to another host/);
    assert.ok(question.includes(elsewherePage), question);
    await screenshot(page, 'pivots page elsewhere');
    await clickButton(page, 'Open');
    assert.equal(await isOpened(page, /lookups-test-9/), elsewherePage);
  });

  it('opens the pages of a row and of the query from the results', async () => {
    const { page } = vsCode();
    await openQueryFile(page, 'hunt.explore', 2);
    await runCommand(page, 'threatLookups.runQuery');
    const frame = await waitForResults(page, /2 rows/);
    await pickInContextMenu(
      page,
      frame.getByRole('row', { name: defanged(rich) }),
      'threatLookups.openResultReference',
    );
    assert.ok((await dialogText(page, /in the browser\?/)).includes(`${service.url}${pagePath}`));
    await clickButton(page, 'Cancel');
    await frame.getByRole('button', { name: `Open Query on ${new URL(service.url).host}…` }).click();
    assert.ok((await dialogText(page, /in the browser\?/)).includes(`${service.url}${queryPath}`));
    await screenshot(page, 'pivots query page');
    await clickButton(page, 'Open');
    assert.equal(new URL(await isOpened(page, /\/explore\//)).searchParams.get('q'), 'risk=high');
  });

  /** VS Code asks for confirmation of untrusted hosts. */
  async function isOpened(page: Page, at: RegExp): Promise<string> {
    const requested = page.locator('.monaco-dialog-box', { hasText: vscodeAsks });
    const found = await until(
      async () => {
        if (await requested.isVisible()) await requested.getByRole('button', { name: 'Open', exact: true }).click();
        return opened.find((url) => at.test(url));
      },
      { within: 20_000, what: `nobody opened ${String(at)}` },
    );
    for (const each of page.context().pages()) if (each !== page) await each.close();
    return found;
  }
});

describe('Navigation from a record of the sample data', () => {
  const vsCode = useVsCode(() => ({ files: { 'notes.txt': 'nothing\n' }, viewport: { width: 1400, height: 1000 } }));

  it('finds others with the same value locally', async () => {
    const { page } = vsCode();
    await loadSampleData(page);
    const frame = await openRecord(page, 'login-update.example', 'login-update[.]example');
    const button = frame.getByRole('button', { name: /^Find others with Technologies/ }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    await queryIs(page, 'technology=');
    await runCommand(page, 'threatLookups.runQuery');
    const results = await waitForResults(page, /rows?/);
    assert.match(await results.locator('tbody').innerText(), /login-update\[\.\]example/);
  });
});
