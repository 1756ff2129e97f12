import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { strings } from '../../src/features/scans/strings';
import { waitForQuickInput, waitOptions, waitForMessage, submitScan, waitForScanView } from '../harness/scans';
import { newHost, oldHost, startFakeNetwork, type FakeNetwork } from '../harness/fakeNetwork';
import { pattern } from '../harness/text';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  clickInHover,
  hoverText,
  leaveHover,
  notification,
  pickInQuickInput,
  runCommand,
  screenshot,
  typeInQuickInput,
  webviewFrame,
} from '../harness/workbench';

const text = `lookup of ${newHost}\nlookup of ${oldHost}\n`;

describe('Scans of the local service with external lookups', () => {
  let world: FakeNetwork;
  before(async () => {
    world = await startFakeNetwork();
  });
  after(() => world.stop());
  const vsCode = useVsCode(() => ({
    settings: {
      'threatLookups.localService.enrichment': 'active',
      'threatLookups.localService.resolver': world.resolver,
    },
    files: { 'proxy.log': text },
    openFiles: ['proxy.log'],
    overlay: world.overlay,
  }));

  /** The text of the record panel, opened from the hover. */
  async function record(page: Page, value: string, words: RegExp): Promise<string> {
    await hoverText(page, value, { matching: /risk/, ...waitOptions });
    await clickInHover(page, 'Open Record');
    const panel = await webviewFrame(page, 'main');
    await panel.getByText(words).first().waitFor({ timeout: 20_000 });
    const panelText = await panel.locator('main').innerText();
    return panelText;
  }

  it('look up names and registration without connecting to the host if they are passive', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await hoverText(page, newHost, { matching: /Scan…/, ...waitOptions });
    await clickInHover(page, 'Scan…');
    await waitForQuickInput(
      page,
      /Passive Scan[^]*This machine queries WHOIS and DNS[^]*Active Scan…[^]*see your IP address/,
    );
    await screenshot(page, 'scan question that looks outside');
    await pickInQuickInput(page, 'Passive Scan');
    await waitForMessage(page, /lookups-test-1\[\.\]com: Low risk \(previously: not known\)/);
    for (const question of ['A', 'AAAA', 'MX', 'NS', 'TXT'])
      assert.ok(world.queries.dns.includes(`${question} ${newHost}`), question);
    assert.ok(world.queries.rdap.includes(`/domain/${newHost}`), world.queries.rdap.join());
    assert.equal(world.connectionCount(), 0);
    assert.deepEqual(world.queries.whois, []);
    assert.match(await hoverText(page, newHost, { matching: /Low risk/ }), /registered/i);
    const panel = await record(page, newHost, /Lookups Test Registrar/);
    assert.match(panel, /mail\[\.\]lookups-test-1/);
    await screenshot(page, 'record of a passive scan');
    await runCommand(page, 'View: Close All Editors in Group');
    await vsCode().open(['proxy.log']);
  });

  it('query WHOIS where there is no RDAP', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await submitScan(page, oldHost, 'Passive Scan');
    await waitForMessage(page, /lookups-test-5\[\.\]net: No known risk/);
    assert.deepEqual([...world.queries.whois], [oldHost, oldHost]);
    await record(page, oldHost, /Old Registrar/);
    await runCommand(page, 'View: Close All Editors in Group');
    await vsCode().open(['proxy.log']);
  });

  it('connect to the host after confirmation if they are active', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await submitScan(page, newHost, 'Active Scan…');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    assert.match(
      await dialog.innerText(),
      /Run an active scan of lookups-test-1\[\.\]com\?[^]*This machine connects to the host\. The host's owner can see your IP address\./,
    );
    assert.equal(world.connectionCount(), 0);
    await clickButton(page, 'Scan');
    await waitForMessage(page, /lookups-test-1\[\.\]com: (?:Medium|High) risk \(previously: Low risk\)/);
    assert.ok(world.connectionCount() >= 3);
    const panel = await record(page, newHost, /Sign in & go on/);
    assert.match(panel, /SSH-2\.0-Lookups/);
    assert.match(panel, /self-signed/i);
    await screenshot(page, 'record of an active scan');
  });
});

describe('A workspace that allows external lookups', () => {
  let world: FakeNetwork;
  before(async () => {
    world = await startFakeNetwork();
  });
  after(() => world.stop());
  const vsCode = useVsCode(() => ({
    files: {
      'proxy.log': text,
      '.vscode/settings.json': JSON.stringify({
        'threatLookups.localService.enrichment': 'active',
        'threatLookups.localService.resolver': world.resolver,
      }),
    },
    openFiles: ['proxy.log'],
    overlay: world.overlay,
  }));

  it('only gets scans that score stored data, without external lookups', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.scan');
    await typeInQuickInput(page, newHost);
    await waitForQuickInput(page, /on the local service[^]*Nothing is sent/);
    await screenshot(page, 'scan question local');
    await pickInQuickInput(page, 'Passive Scan');
    await runCommand(page, 'threatLookups.showScans');
    await waitForScanView(page, /lookups-test-1\[\.\]com\s*(?:Risk unknown|No known risk)/);
    assert.deepEqual([...world.queries.dns], []);
    assert.equal(world.connectionCount(), 0);
  });

  it('can scan indicators of the sample data', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.loadSample');
    await submitScan(page, 'login-update[.]example', 'Passive Scan');
    await waitForScanView(page, /login-update\[\.\]example\s*Critical risk/);
  });
});

describe('An invalid name server in the settings', () => {
  const vsCode = useVsCode({
    settings: {
      'threatLookups.localService.enrichment': 'passive',
      'threatLookups.localService.resolver': 'dns server!',
    },
    files: { 'proxy.log': text },
    openFiles: ['proxy.log'],
  });

  it('is reported at the start and before a scan, and in the settings editor', async () => {
    const { page } = vsCode();
    const message = pattern(strings.invalidResolver('dns server!', 'threatLookups.localService.resolver'));
    await notification(page, message);
    await screenshot(page, 'no name server');
    await clickButton(page, strings.changeSetting());
    await page
      .locator('.settings-editor')
      .getByText('Enter an IP address or host name')
      .first()
      .waitFor({ timeout: 20_000 });
    await screenshot(page, 'no name server in the settings');
    await leaveHover(page);
    await runCommand(page, 'threatLookups.scan');
    await typeInQuickInput(page, newHost);
    await notification(page, message);
    await runCommand(page, 'threatLookups.showScans');
    await page.getByText('No scans yet').first().waitFor();
  });
});
