import assert from 'node:assert/strict';
import { viewIds } from '../../../src/features/shared/ids/contributionIds';
import { fakeTaxiiServer } from '../../harness/fakeTaxiiServer';
import { useRecordingService } from '../../harness/recordingService';
import { holdLaterPages, startTaxiiServer, type TaxiiServer } from '../../harness/taxiiServer';
import { pattern } from '../../harness/text';
import { eventually } from '../helpers/waiting';
import { useWindow } from '../window';
import { TestClock } from '../window/clock';
import { addServer, apiKey, sourcesView, noCredentials } from './taxii';
import { t } from '../../../src/l10n';

describe('Two windows that share a mirror', () => {
  let server: TaxiiServer;
  before(async () => {
    server = await startTaxiiServer({ count: 2_500 });
  });
  after(() => server.stop());
  const window = useWindow({ settings: { 'threatLookups.lookups': 'onHover' } });

  it('sync it once, and the other window shows that and uses the result', async () => {
    const first = window();
    const pages = holdLaterPages(server);
    await addServer(first, server.url, apiKey(server.key), /feed\.json/);
    await sourcesView(first, /feed\.json\s*syncing · 1,000/);
    await eventually(() => pages.waiting() > 0, 'a page that is held up');
    const second = window.openAnother();
    await second.run('threatLookups.sources.focus');
    await sourcesView(second, /feed\.json\s*(?:other window|1,000 so far)/);
    second.begin('threatLookups.syncAll');
    await sourcesView(second, /feed\.json\s*other window/);
    const count = server.requests.length;
    pages.open();
    await sourcesView(second, /feed\.json\s*just now · 2,500/);
    const log = await window.document('proxy.log', 'lookup of lookups-test-2400.com\n');
    await second.hover(log, 'lookups-test-2400.com', /High risk[^]*“feed\.json”/);
    await sourcesView(first, /feed\.json\s*just now · 2,500/);
    await second.messages.message(/“feed\.json”: /);
    // The last page, and the confirming request of the second window.
    assert.ok(server.requests.length - count <= 2, server.requests.slice(count).join('\n'));
    await second.close();
  });

  it('run a full sync after the sync of the other window, and show that it waits', async () => {
    const first = window();
    const pages = holdLaterPages(server);
    const from = server.requests.length;
    first.begin('threatLookups.fullSync');
    await eventually(() => pages.waiting() > 0, 'a page that is held up');
    const second = window.openAnother();
    await second.run('threatLookups.sources.focus');
    await sourcesView(second, /feed\.json/);
    second.begin('threatLookups.fullSync');
    await sourcesView(second, /feed\.json\s*waiting/);
    const { item } = second.views.item(viewIds.sources, /feed\.json/);
    assert.ok(typeof item.tooltip === 'string');
    assert.match(item.tooltip, pattern(t('Waiting for another window to finish syncing')));
    const whole = (): number =>
      server.requests.slice(from).filter((each) => /objects\/\?(?!.*(?:added_after|next)=)/.test(each)).length;
    assert.equal(whole(), 1);
    pages.open();
    await eventually(() => whole() === 2, 'the run of the second window');
    await second.messages.message(/“feed\.json”: nothing new\./);
    await sourcesView(second, /feed\.json\s*just now · 2,500/);
    await second.close();
  });
});

describe('Automatic syncs', () => {
  const service = useRecordingService(fakeTaxiiServer({ collections: { 'Team feed': ['lookups-test-1.com'] } }));
  const clock = new TestClock();
  const window = useWindow({ settings: { 'threatLookups.sources.syncIntervalMinutes': 5 }, clock });
  const minute = 60_000;
  const syncs = (): number => service().requestsContaining('/objects/').length;

  it('run after the interval without notifications, while ages advance', async () => {
    await addServer(window(), service().url, noCredentials, /Team feed/);
    await sourcesView(window(), /Team feed\s*just now · 1/);
    assert.equal(syncs(), 1);
    clock.advance(3 * minute);
    await sourcesView(window(), /Team feed\s*3 minutes ago · 1/);
    assert.equal(syncs(), 1);
    const before = window().messages.notifications().length;
    clock.advance(3 * minute);
    await eventually(() => syncs() === 2, 'the automatic sync');
    // The next one only runs once this one has ended.
    clock.advance(6 * minute);
    await eventually(() => syncs() === 3, 'the next automatic sync');
    assert.equal(window().messages.notifications().length, before);
  });

  it("don't run in Offline mode, which the status bar shows", async () => {
    window().begin('threatLookups.changeMode');
    await window().choose(/Lookup Mode/, /^Offline/);
    await window().messages.status(/Lookups: offline/);
    const before = syncs();
    clock.advance(60 * minute);
    // The view has looked at the clock by then, and so has what would sync.
    await sourcesView(window(), /Team feed\s*1 hour ago · 1/);
    assert.equal(syncs(), before);
  });
});
