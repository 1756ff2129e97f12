import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { startOwnClock, type OwnClock } from '../harness/ownClock';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { asks, listed, patience, said, untilListed, untilTooltip } from '../harness/scans';
import { fakeTaxiiServer } from '../harness/fakeTaxiiServer';
import { gate, startTaxiiServer, type TaxiiServer } from '../harness/taxiiServer';
import { useVsCode } from '../harness/vsCode';
import {
  acceptTicked,
  hoverText,
  leaveHover,
  notificationTexts,
  pickInQuickInput,
  runCommand,
  screenshot,
  tickInQuickInput,
  typeInQuickInput,
  workbenchReady,
} from '../harness/workbench';

const quiet = { 'workbench.secondarySideBar.defaultVisibility': 'hidden' };

async function addServer(page: Page, address: string, signIn: RegExp, key?: string): Promise<void> {
  await runCommand(page, 'Threat Lookups: Add TAXII Server…');
  await asks(page, /The service, its discovery/);
  await typeInQuickInput(page, address);
  await asks(page, /Sign-In/);
  await pickInQuickInput(page, signIn);
  if (key !== undefined) {
    await asks(page, /API Key for/);
    await typeInQuickInput(page, key);
  }
  await asks(page, /Which to mirror on this machine/);
  await tickInQuickInput(page, /feed/);
  await acceptTicked(page);
}

describe('Two windows with one mirror', () => {
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
    await runCommand(second, 'Threat Lookups: Show Mirror');
    return second;
  }

  it('sync it once: one does, the other says so, and shows and uses what came', async function () {
    this.timeout(150_000);
    const { page: first } = vsCode();
    const pages = gate();
    let asked = 0;
    server.beforePage = async (signal) => {
      if (++asked > 1) await pages.wait(signal);
    };
    await addServer(first, server.url, /API key…/, server.key);
    await untilListed(first, /feed\.json\s*syncing · 1,000/);
    await until(() => Promise.resolve(pages.waiting() > 0), { ...patience, what: 'a page that is held up' });
    const second = await openSecond();
    await untilListed(second, /feed\.json\s*(?:other window|1,000 so far)/);
    await runCommand(second, 'Threat Lookups: Sync Mirror');
    await untilListed(second, /feed\.json\s*other window/);
    await screenshot(second, 'mirror of another window');
    const count = server.requests.length;
    pages.open();
    await untilListed(second, /feed\.json\s*just now · 2,500/);
    await hoverText(second, 'lookups-test-2400.com', { matching: /High risk[^]*mirror “feed\.json”/, ...patience });
    await leaveHover(second);
    await first.bringToFront();
    await untilListed(first, /feed\.json\s*just now · 2,500/);
    // The last page, and what the second window asked to be sure of.
    assert.ok(server.requests.length - count <= 2, server.requests.slice(count).join('\n'));
    await second.close();
  });

  it('resync it whole where that is wanted while the other window syncs it: one waits, says so, and does it then', async function () {
    this.timeout(150_000);
    const { page: first } = vsCode();
    const pages = gate();
    let asked = 0;
    server.beforePage = async (signal) => {
      if (++asked > 1) await pages.wait(signal);
    };
    const from = server.requests.length;
    await runCommand(first, 'Threat Lookups: Resync Whole Collection');
    await until(() => Promise.resolve(pages.waiting() > 0), { ...patience, what: 'a page that is held up' });
    const second = await openSecond();
    await runCommand(second, 'Threat Lookups: Resync Whole Collection');
    await untilListed(second, /feed\.json\s*waits/);
    await untilTooltip(second, 'feed.json', 'Waiting for another window to finish syncing it.');
    await screenshot(second, 'mirror waits for another window');
    const whole = (): number =>
      server.requests.slice(from).filter((each) => /objects\/\?(?!.*(?:added_after|next)=)/.test(each)).length;
    assert.equal(whole(), 1);
    pages.open();
    await until(() => Promise.resolve(whole() === 2), { ...patience, what: 'the run of the second window' });
    await said(second, /“feed\.json”: nothing new\./);
    await untilListed(second, /feed\.json\s*just now · 2,500/);
    await second.close();
    await first.bringToFront();
  });
});

describe('Syncs by themselves', () => {
  let service: RecordingService;
  let clock: OwnClock;
  before(async () => {
    service = await startRecordingService(fakeTaxiiServer({ collections: { 'Team feed': ['lookups-test-1.com'] } }));
    clock = await startOwnClock();
  });
  after(async () => {
    clock.stop();
    await service.stop();
  });
  const vsCode = useVsCode(() => ({
    settings: { ...quiet, 'threatLookups.mirror.everyMinutes': 5 },
    overlay: clock.overlay,
  }));
  const minute = 60_000;
  const syncs = (): number => service.asked('/objects/').length;

  it('are done after the interval, without a word, while ages move on', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    await addServer(page, service.url, /No sign-in/);
    await untilListed(page, /Team feed\s*just now · 1/);
    assert.equal(syncs(), 1);
    clock.forward(3 * minute);
    await untilListed(page, /Team feed\s*3 min ago · 1/);
    assert.equal(syncs(), 1);
    await until(async () => (await notificationTexts(page)).length === 0, { ...patience, what: 'no toast' });
    clock.forward(3 * minute);
    await until(() => Promise.resolve(syncs() === 2), { ...patience, what: 'the sync of its own' });
    assert.deepEqual(await notificationTexts(page), []);
    assert.match(await listed(page), /Team feed/);
  });

  it('are not done in mode offline, which the status bar says', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    await runCommand(page, 'Threat Lookups: Change Lookup Mode…');
    await pickInQuickInput(page, /^Offline/);
    await said(page, /Threats: offline/);
    const before = syncs();
    clock.forward(60 * minute);
    // The view has looked at the clock by then, and so has what would sync.
    await untilListed(page, /Team feed\s*1 h ago · 1/);
    assert.equal(syncs(), before);
  });
});
