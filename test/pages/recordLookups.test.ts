import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { accessibilityViolations, panelText } from '../harness/panels';
import { useRecordPage } from '../harness/pages/recordPage';
import { themeNames } from '../harness/pages/themes';
import { type Reply, useRecordingService } from '../harness/recordingService';
import { fullRecord } from '../harness/sampleRecords';
import { t } from '../../src/l10n';

const found = (indicator: string | undefined): Reply => ({
  body: { iid: 31, indicator, type: 'domain', risk: 'high', stamp_seen: '2025-01-02 03:04:05' },
});

describe('A lookup in the record panel', () => {
  let reply: ((indicator: string | undefined) => Reply) | undefined;
  const service = useRecordingService(({ query }) =>
    query.historical === '1' || query.get === 'links' ? 'hang' : (reply ?? found)(query.indicator),
  );
  const record = useRecordPage({ service });
  const page = () => record().panel.page;
  const host = (): string => new URL(service().url).host;
  const waitForRequests = (count: number): Promise<unknown> =>
    until(() => service().requests.length === count, { what: `${count} requests` });
  const waitForAborted = (count: number): Promise<unknown> =>
    until(() => service().abortedRequests.length === count, { what: `${count} ended requests` });
  beforeEach(() => {
    reply = undefined;
  });

  it('is offered, and not started automatically', async () => {
    const before = service().requests.length;
    await record().open('lookups-test-31.com');
    const text = await panelText(record().panel.frame);
    assert.match(text, /Not looked up yet\. Looking it up sends this domain to 127\.0\.0\.1/);
    assert.equal(service().requests.length, before);
    await page()
      .getByRole('button', { name: /^Look Up on/ })
      .click();
    await page().getByText('High risk').first().waitFor();
    assert.equal(service().requests.length, before + 1);
  });

  it('of a URL also requests its host, and shows what the service knows about it', async () => {
    const [url, known, neither] = [
      'https://lookups-test-36.com/a',
      'lookups-test-36.com',
      'https://lookups-test-37.com/a',
    ];
    reply = (indicator) =>
      indicator === known ? found(indicator) : { status: 404, body: { error: 'Indicator not found.' } };
    await record().open(url);
    const sends = t('Not looked up yet. Looking it up sends this URL and its host to {0}.', host());
    await page().getByText(sends).waitFor();
    await page()
      .getByRole('button', { name: /^Look Up on/ })
      .click();
    await page().getByText('Host lookups-test-36[.]com: High risk').waitFor();
    assert.match(await panelText(record().panel.frame), /This URL wasn't found on 127\.0\.0\.1/);
    assert.equal(service().requestsContaining(known).length, 2);
    await record().open(neither);
    await page()
      .getByRole('button', { name: /^Look Up on/ })
      .click();
    await page().getByText('Neither this URL nor its host was found on 127.0.0.1').waitFor();
  });

  it('shows which service is queried and for how long', async () => {
    reply = () => 'hang';
    await record().open('lookups-test-32.com');
    await page()
      .getByRole('button', { name: /^Look Up on/ })
      .click();
    await page().getByText(t('Waiting for {0}…', host())).waitFor();
    await page()
      .locator('.seconds', { hasText: /^[1-9]\d* seconds?$/ })
      .waitFor();
    for (const theme of themeNames) {
      await record().panel.setTheme(theme);
      assert.deepEqual(await accessibilityViolations(record().panel.frame), [], theme);
    }
  });

  it('is canceled with its request on click, and can be repeated', async () => {
    reply = () => 'hang';
    const unknown = 'lookups-test-33.com';
    await record().open(unknown);
    const [requested, aborted] = [service().requests.length, service().abortedRequests.length];
    await page()
      .getByRole('button', { name: /^Look Up on/ })
      .click();
    await waitForRequests(requested + 1);
    await page()
      .getByRole('button', { name: t('Cancel') })
      .click();
    await page().getByText(t('Canceled.')).waitFor();
    await waitForAborted(aborted + 1);
    reply = found;
    await page()
      .getByRole('button', { name: t('Try Again') })
      .click();
    await page().getByText('High risk').first().waitFor();
    assert.equal(await page().getByText(t('Canceled.')).count(), 0);
    assert.equal(service().requestsContaining(unknown).length, 2);
  });

  it('shows progress in the part of the record that it loads, and can be canceled there', async () => {
    await record().open('lookups-test-35.com');
    await page()
      .getByRole('button', { name: /^Look Up on/ })
      .click();
    await page().getByText('High risk').first().waitFor();
    for (const [button, part] of [
      [/^Compare with Previous Scans on/, page().locator('#record')],
      [/^Load from/, page().getByRole('region', { name: t('Linked indicators') })],
    ] as const) {
      const [requested, aborted] = [service().requests.length, service().abortedRequests.length];
      await page().getByRole('button', { name: button }).click();
      await waitForRequests(requested + 1);
      await part.getByText(/^Loading .*127\.0\.0\.1/).waitFor();
      await part.getByRole('button', { name: t('Cancel') }).click();
      await part.getByText(t('Canceled.')).first().waitFor();
      await waitForAborted(aborted + 1);
      await page().getByRole('button', { name: button }).waitFor();
    }
  });

  it('shows the message of the service as plain text if it fails', async () => {
    const message = 'No. [Click](command:workbench.action.quit) $(flame) <img src=x> \u202eyou';
    reply = () => ({ status: 500, body: { error: message } });
    await record().open('lookups-test-34.com');
    await page()
      .getByRole('button', { name: /^Look Up on/ })
      .click();
    await page().getByText('Service message').waitFor();
    assert.match(
      await panelText(record().panel.frame),
      /No\. \[Click\] ?\(command:workbench\.action\.quit\) \$ ?\(flame\) <img src=x> you/,
    );
    assert.equal(await page().locator('#root').locator('img, a').count(), 0);
  });
});

/** Presses a button of the mouse that Playwright does not know of, over the panel's title. */
async function pressMouse(page: Page, button: 'back' | 'forward'): Promise<void> {
  const box = await page.locator('h1').boundingBox();
  assert.ok(box !== null);
  const devtools = await page.context().newCDPSession(page);
  const at = { x: box.x + 5, y: box.y + 5, button, clickCount: 1 };
  for (const type of ['mousePressed', 'mouseReleased'] as const) {
    await devtools.send('Input.dispatchMouseEvent', { ...at, type });
  }
  await devtools.detach();
}

describe('The history of a record panel', () => {
  const rich = 'lookups-test-1.com';
  const linked = 'mail.lookups-test-1.com';
  const defanged = (text: string): string => text.replaceAll('.', '[.]');
  const service = useRecordingService(({ query }) =>
    query.indicator === rich ? { body: fullRecord(rich) } : { status: 404, body: { error: 'Indicator not found.' } },
  );
  const record = useRecordPage({ service, mode: 'onHover' });
  const page = () => record().panel.page;
  const waitForTitle = (text: string) =>
    page()
      .locator(`.band h1:text-is("${defanged(text)}")`)
      .waitFor();
  const follow = async (): Promise<void> => {
    await record().open(rich);
    await page()
      .getByRole('link', { name: defanged(linked) })
      .press('Enter');
    await waitForTitle(linked);
  };

  it('is extended by a link, and left by buttons, mouse buttons, and commands', async () => {
    await follow();
    assert.equal(record().panel.title, defanged(linked));
    await page()
      .getByRole('button', { name: /^Back to/ })
      .click();
    await waitForTitle(rich);
    await pressMouse(page(), 'forward');
    await waitForTitle(linked);
    await pressMouse(page(), 'back');
    await waitForTitle(rich);
    await record().host.command('threatLookups.recordForward');
    await waitForTitle(linked);
    await record().host.command('threatLookups.recordBack');
    await waitForTitle(rich);
    assert.equal(
      await page()
        .getByRole('button', { name: /^Back to/ })
        .count(),
      0,
    );
  });

  it('is restored with the record after a reload without a request', async () => {
    await follow();
    await page()
      .getByRole('button', { name: /^Back to/ })
      .click();
    await waitForTitle(rich);
    await record().panel.waitForState({ subject: { value: rich }, forward: [{ value: linked }] });
    const requested = service().requests.length;
    await record().panel.reloadWindow();
    await waitForTitle(rich);
    await page().getByText('High risk').first().waitFor();
    await page()
      .getByRole('button', { name: `Forward to ${defanged(linked)}` })
      .click();
    await waitForTitle(linked);
    assert.equal(service().requests.length, requested);
  });

  it('is restored at a threat that is not looked up again', async () => {
    const before = service().requests.length;
    await record().open({ kind: 'threat', source: '', name: 'Example Kit' });
    await page()
      .getByRole('button', { name: /^Look Up/ })
      .waitFor();
    const requested = service().requests.length;
    assert.equal(requested, before + 1, 'it was looked up when it was opened');
    await record().panel.waitForState({ subject: { name: 'Example Kit' } });
    await record().panel.reloadWindow();
    await page()
      .getByText(/Not looked up/)
      .waitFor();
    assert.equal(service().requests.length, requested);
  });
});
