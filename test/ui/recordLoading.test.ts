import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { openRecord, accessibilityViolations } from '../harness/panels';
import { startRecordingService, type RecordingService, type Reply } from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import { quickInputText, runCommand, screenshot, setTheme } from '../harness/workbench';
import { strings } from '../../src/features/records/strings';
import { strings as pageStrings } from '../../src/webviews/record/strings';

const value = 'lookups-test-31.com';
const title = 'lookups-test-31[.]com';
const record = { iid: 31, indicator: value, type: 'domain', risk: 'high', stamp_seen: '2025-01-02 03:04:05' };

describe('A record panel during a lookup', () => {
  let service: RecordingService;
  let isWell = false;
  const answer = (isPart: boolean): Reply => (isWell && !isPart ? { body: record } : 'hang');
  before(async () => {
    service = await startRecordingService(({ query }) => answer(query.historical === '1' || query.get === 'links'));
  });
  after(() => service.stop());

  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onHover' },
    files: { 'notes.txt': 'nothing\n' },
  }));
  const host = (): string => new URL(service.url).host;
  let panel: Frame;

  it('shows which service is queried and for how long', async () => {
    panel = await openRecord(vsCode().page, value, title);
    await panel.getByText(strings.panel.waitingFor(host())).waitFor();
    await panel.locator('.seconds', { hasText: /^[1-9]\d* seconds?$/ }).waitFor();
    for (const theme of ['Light Modern', 'Dark High Contrast', 'Dark Modern']) {
      await setTheme(vsCode().page, theme);
      assert.deepEqual(await accessibilityViolations(panel), [], theme);
      await screenshot(vsCode().page, `panel waits ${theme}`);
    }
  });

  it('cancels the lookup and its request on click, and offers another', async () => {
    await until(() => service.requests.length > 0, { within: 10_000, what: 'the request is there' });
    await panel.getByRole('button', { name: pageStrings.cancel() }).click();
    await panel.getByText(strings.notices.canceled()).waitFor();
    await until(() => service.abortedRequests.length === 1, { within: 5_000, what: 'the request ended' });
    await screenshot(vsCode().page, 'panel canceled');
    isWell = true;
    await panel.getByRole('button', { name: strings.notices.tryAgain() }).click();
    await panel.getByText('High risk').first().waitFor();
    assert.equal(await panel.getByText(strings.notices.canceled()).count(), 0);
    assert.equal(service.requestsContaining(value).length, 2);
  });

  it('shows progress in the part of the record that is loading, which can be canceled as well', async () => {
    for (const [button, part] of [
      [/^Compare with Previous Scans on/, panel.locator('#record')],
      [/^Load from/, panel.getByRole('region', { name: strings.links.linkedIndicators() })],
    ] as const) {
      const before = service.abortedRequests.length;
      const requested = service.requests.length;
      await panel.getByRole('button', { name: button }).click();
      await until(() => service.requests.length > requested, { within: 10_000, what: 'the request is there' });
      await part.getByText(/^Loading .*127\.0\.0\.1/).waitFor();
      await part.getByRole('button', { name: pageStrings.cancel() }).click();
      await part.getByText(strings.notices.canceled()).first().waitFor();
      await until(() => service.abortedRequests.length === before + 1, { within: 5_000, what: 'the request ended' });
      await panel.getByRole('button', { name: button }).waitFor();
    }
    await screenshot(vsCode().page, 'panel parts canceled');
  });

  it('is the default argument of commands', async () => {
    const { page } = vsCode();
    const before = service.requests.length;
    await panel.locator('h1').click();
    await runCommand(page, 'threatLookups.lookUpAgain');
    await until(() => service.requests.length === before + 1, { within: 10_000, what: 'it is asked again' });
    assert.equal(service.requests.at(-1)?.query.indicator, value);
    await panel.getByText('High risk').first().waitFor();
    await runCommand(page, 'threatLookups.copyDefanged');
    await page.locator('.statusbar').getByText(`Copied defanged: ${title}`).waitFor();
    await runCommand(page, 'threatLookups.setRisk');
    await quickInputText(page);
    await page.locator('.quick-input-widget').getByText(`Set Risk of ${title}`).waitFor();
    await page.keyboard.press('Escape');
    await runCommand(page, 'threatLookups.ignore');
    await page.locator('.quick-input-widget').getByText('Ignore Indicator').waitFor();
    assert.match(await quickInputText(page), /lookups-test-31\.com/);
    await page.keyboard.press('Escape');
  });
});
