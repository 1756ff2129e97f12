import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { accessibilityViolations } from '../harness/panels';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import {
  clickInHover,
  hoverText,
  openFile,
  runCommand,
  screenshot,
  setTheme,
  webviewFrame,
} from '../harness/workbench';
import { strings as pageStrings } from '../../src/webviews/record/strings';

const value = 'lookups-test-1.com';
const hostile = '<img src=x onerror="document.title=\'run\'"> $(flame) [a](command:x) `b` \u202egnp.exe';

/** A full record with every kind of thing in it, and text that means harm. */
const answer = {
  iid: 7,
  indicator: value,
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
    { rfid: 2, description: hostile, risk: 'critical' },
  ],
  threats: [{ tid: 3, name: 'Example Kit', category: 'phishing', risk: 'high', stamp_linked: '2025-01-02 03:04:05' }],
  feeds: [{ fid: 4, name: 'Phish List', organization: 'Example Org', category: 'phishing', pricing: 'free' }],
  redirects: { from: [{ id: '9', indicator: 'http://short.example/x' }], to: [] },
  properties: {
    geo: { countrycode: 'NL', city: [] },
    whois: { '++registrar': 'Example Registrar', '++privacy': '1' },
    meta: { '++title': hostile },
    cookies: {},
  },
  attributes: { port: [['443', 'HTTPS']] },
  future_key: { a: 1 },
};

describe('The record panel', () => {
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService(() => ({ body: answer }));
  });
  after(() => service.stop());

  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onDemand' },
    files: { 'proxy.log': `GET ${value} 200\n` },
  }));
  const band = (): Promise<Frame> => webviewFrame(vsCode().page, '.band');

  it('opens from the hover, offers the lookup, and sends nothing automatically', async () => {
    const { page } = vsCode();
    // A file named in the address would keep VS Code from bringing its editors back later.
    await openFile(page, 'proxy.log');
    await hoverText(page, value, { matching: /Not looked up/ });
    await clickInHover(page, 'Open Record');
    const frame = await band();
    assert.match(
      await frame.locator('body').innerText(),
      /Not looked up yet\. Looking it up sends this domain to 127\.0\.0\.1/,
    );
    assert.equal(service.requestsContaining(value).length, 0);
  });

  it('shows the full record after the lookup was clicked', async () => {
    const frame = await band();
    await frame.getByRole('button', { name: /^Look Up on/ }).click();
    await frame.getByText('High risk').first().waitFor();
    assert.equal(service.requestsContaining(value).length, 1);
    const text = (await frame.locator('body').innerText()).replaceAll('\u00a0', ' ');
    for (const words of [
      /set manually \(automatic score: medium\)/,
      /retired/,
      /lookups-test-1\[\.\]com/,
      /Example Kit · phishing/,
      /Phish List · Example Org · phishing · free/,
      /hxxp:\/\/short\[\.\]example\/x/,
      /Registrar\s+Example Registrar/,
      /Privacy service\s+Yes/,
      /443 · HTTPS/,
      /future_key/,
    ]) {
      assert.match(text, words);
    }
    assert.doesNotMatch(text, /Cookies|City/);
    assert.ok(text.indexOf('Critical risk') < text.indexOf('Cheap registrar'), 'the worst reason stands first');
  });

  it('shows hostile content as plain text', async () => {
    const frame = await band();
    const text = await frame.locator('body').innerText();
    assert.ok(text.includes('<img src=x onerror='));
    assert.ok(text.includes('[U+202E]gnp.exe') && !text.includes('\u202e'));
    assert.equal(await frame.locator('#root').locator('img, iframe, a, [style]').count(), 0);
  });

  it('filters all cards by text', async () => {
    const frame = await band();
    const cards = (): Promise<readonly string[]> => frame.locator('.card h2').allInnerTexts();
    const filter = frame.getByLabel(pageStrings.filter());
    await filter.fill('example kit');
    await frame.getByRole('region', { name: 'Feeds' }).waitFor({ state: 'detached' });
    assert.deepEqual(await cards(), ['Threats']);
    await filter.fill('nowhere');
    await frame.getByText(pageStrings.nothingMatches('nowhere')).waitFor();
    assert.deepEqual(await cards(), []);
    await filter.fill('');
    await frame.getByRole('region', { name: 'Feeds' }).waitFor();
  });

  it('shows timestamps in UTC on focus, and the raw record on request', async () => {
    const frame = await band();
    await frame.locator('time').first().focus();
    const shown = await frame.evaluate(() => {
      const { activeElement } = document;
      return activeElement === null ? '' : getComputedStyle(activeElement, '::after').content;
    });
    assert.match(shown, /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
    await frame.getByText(pageStrings.rawJson()).click();
    assert.match(await frame.locator('pre').innerText(), /"risk": "high"/);
  });

  it('is legible and accessible in every theme', async () => {
    const { page } = vsCode();
    for (const theme of ['Light Modern', 'Dark High Contrast', 'Light High Contrast', 'Dark Modern']) {
      await setTheme(page, theme);
      const frame = await band();
      assert.deepEqual(await accessibilityViolations(frame), [], theme);
      await screenshot(page, `record ${theme}`);
    }
  });

  it('is restored after a reload without a request', async () => {
    const { page } = vsCode();
    const requested = service.requestsContaining(value).length;
    const left = page.waitForEvent('load');
    await runCommand(page, 'Developer: Reload Window');
    await left;
    const tab = page.locator('.tab', { hasText: 'lookups-test-1[.]com' });
    await tab.click();
    const frame = await band();
    await frame.getByText('High risk').first().waitFor();
    assert.equal(service.requestsContaining(value).length, requested);
  });
});
