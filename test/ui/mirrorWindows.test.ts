import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { startFakeClock, type FakeClock } from '../harness/fakeClock';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import {
  waitForQuickInput,
  scanViewText,
  waitOptions,
  waitForMessage,
  waitForScanView,
  waitForTooltip,
} from '../harness/scans';
import { fakeTaxiiServer } from '../harness/fakeTaxiiServer';
import { holdLaterPages, startTaxiiServer, type TaxiiServer } from '../harness/taxiiServer';
import { useVsCode } from '../harness/vsCode';
import {
  acceptSelection,
  hoverText,
  leaveHover,
  notificationTexts,
  pickInQuickInput,
  runCommand,
  screenshot,
  checkInQuickInput,
  typeInQuickInput,
  workbenchReady,
} from '../harness/workbench';
import { strings } from '../../src/features/mirror/strings';
import { pattern } from '../harness/text';

const quiet = { 'workbench.secondarySideBar.defaultVisibility': 'hidden' };

async function addServer(page: Page, address: string, signIn: RegExp, key?: string): Promise<void> {
  await runCommand(page, 'threatLookups.addTaxiiServer');
  await waitForQuickInput(page, pattern(strings.addressPrompt()));
  await typeInQuickInput(page, address);
  await waitForQuickInput(page, /: Credentials/);
  await pickInQuickInput(page, signIn);
  if (key !== undefined) {
    await waitForQuickInput(page, /API Key for/);
    await typeInQuickInput(page, key);
  }
  await waitForQuickInput(page, pattern(strings.collectionsPlaceholder()));
  await checkInQuickInput(page, /feed/);
  await acceptSelection(page);
}

describe('Two windows that share a mirror', () => {
  let server: TaxiiServer;
  before(async () => {
    server = await startTaxiiServer({ count: 2_500 });
  });
  after(() => server.stop());
  const vsCode = useVsCode({
    settings: { ...quiet, 'threatLookups.lookups': 'onHover' },
    files: { 'proxy.log': 'lookup of lookups-test-2400.com\n' },
    openFiles: ['proxy.log'],
  });

  async function openSecond(): Promise<Page> {
    const second = await vsCode().context.newPage();
    await second.goto(vsCode().page.url());
    await workbenchReady(second, { editor: true });
    await second.bringToFront();
    await runCommand(second, 'threatLookups.showMirror');
    return second;
  }

  it('sync it once, and the other window shows that and uses the result', async function () {
    this.timeout(150_000);
    const { page: first } = vsCode();
    const pages = holdLaterPages(server);
    await addServer(first, server.url, /API key…/, server.key);
    await waitForScanView(first, /feed\.json\s*syncing · 1,000/);
    await until(() => Promise.resolve(pages.waiting() > 0), { ...waitOptions, what: 'a page that is held up' });
    const second = await openSecond();
    await waitForScanView(second, /feed\.json\s*(?:other window|1,000 so far)/);
    await runCommand(second, 'threatLookups.syncMirror');
    await waitForScanView(second, /feed\.json\s*other window/);
    await screenshot(second, 'mirror of another window');
    const count = server.requests.length;
    pages.open();
    await waitForScanView(second, /feed\.json\s*just now · 2,500/);
    await hoverText(second, 'lookups-test-2400.com', { matching: /High risk[^]*mirror “feed\.json”/, ...waitOptions });
    await leaveHover(second);
    await first.bringToFront();
    await waitForScanView(first, /feed\.json\s*just now · 2,500/);
    // The last page, and the confirming request of the second window.
    assert.ok(server.requests.length - count <= 2, server.requests.slice(count).join('\n'));
    await second.close();
  });

  it('run a full sync after the sync of the other window, and show that it waits', async function () {
    this.timeout(150_000);
    const { page: first } = vsCode();
    const pages = holdLaterPages(server);
    const from = server.requests.length;
    await runCommand(first, 'threatLookups.resyncMirror');
    await until(() => Promise.resolve(pages.waiting() > 0), { ...waitOptions, what: 'a page that is held up' });
    const second = await openSecond();
    await runCommand(second, 'threatLookups.resyncMirror');
    await waitForScanView(second, /feed\.json\s*waiting/);
    await waitForTooltip(second, 'feed.json', strings.waitingForOtherWindow());
    await screenshot(second, 'mirror waits for another window');
    const whole = (): number =>
      server.requests.slice(from).filter((each) => /objects\/\?(?!.*(?:added_after|next)=)/.test(each)).length;
    assert.equal(whole(), 1);
    pages.open();
    await until(() => Promise.resolve(whole() === 2), { ...waitOptions, what: 'the run of the second window' });
    await waitForMessage(second, /“feed\.json”: nothing new\./);
    await waitForScanView(second, /feed\.json\s*just now · 2,500/);
    await second.close();
    await first.bringToFront();
  });
});

describe('Automatic syncs', () => {
  let service: RecordingService;
  let clock: FakeClock;
  before(async () => {
    service = await startRecordingService(fakeTaxiiServer({ collections: { 'Team feed': ['lookups-test-1.com'] } }));
    clock = await startFakeClock();
  });
  after(async () => {
    clock.stop();
    await service.stop();
  });
  const vsCode = useVsCode(() => ({
    settings: { ...quiet, 'threatLookups.mirror.syncIntervalMinutes': 5 },
    overlay: clock.overlay,
  }));
  const minute = 60_000;
  const syncs = (): number => service.requestsContaining('/objects/').length;

  it('run after the interval without notifications, while ages advance', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    await addServer(page, service.url, pattern(strings.noCredentials()));
    await waitForScanView(page, /Team feed\s*just now · 1/);
    assert.equal(syncs(), 1);
    clock.advance(3 * minute);
    await waitForScanView(page, /Team feed\s*3 minutes ago · 1/);
    assert.equal(syncs(), 1);
    await until(async () => (await notificationTexts(page)).length === 0, { ...waitOptions, what: 'no toast' });
    clock.advance(3 * minute);
    await until(() => Promise.resolve(syncs() === 2), { ...waitOptions, what: 'the sync of its own' });
    assert.deepEqual(await notificationTexts(page), []);
    assert.match(await scanViewText(page), /Team feed/);
  });

  it("don't run in Offline mode, which the status bar shows", async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.changeMode');
    await pickInQuickInput(page, /^Offline/);
    await waitForMessage(page, /Threats: offline/);
    const before = syncs();
    clock.advance(60 * minute);
    // The view has looked at the clock by then, and so has what would sync.
    await waitForScanView(page, /Team feed\s*1 hour ago · 1/);
    assert.equal(syncs(), before);
  });
});
