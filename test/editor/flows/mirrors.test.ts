import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { syncErrorMessage } from '../../../src/core/sync/strings';
import { strings } from '../../../src/features/sources/strings';
import { strings as logStrings } from '../../../src/features/privacy/strings';
import { strings as sourceStrings } from '../../../src/features/sources/meaning/strings';
import { panelTypes, viewIds } from '../../../src/features/shared/ids/contributionIds';
import { useRecordingService } from '../../harness/recordingService';
import { holdLaterPages, startTaxiiServer, type TaxiiServer } from '../../harness/taxiiServer';
import { pattern } from '../../harness/text';
import { eventually } from '../helpers/waiting';
import { useWindow } from '../window';
import { addServer, apiKey, sourcesView, signIn } from './taxii';
import { uiText, icon } from '../../../src/features/shared/ui/text';

const text = 'GET https://lookups-test-7.com/a\nlookup of lookups-test-2400.com\n';

/** A server with 2,500 indicators, for the tests of a `describe`. */
function useTaxiiServer(): () => TaxiiServer {
  let server: TaxiiServer | undefined;
  before(async () => {
    server = await startTaxiiServer({ count: 2_500 });
  });
  after(() => server?.stop());
  return () => {
    if (server === undefined) throw new Error('The server runs inside tests only.');
    return server;
  };
}

describe('A TAXII server', () => {
  const server = useTaxiiServer();
  const service = useRecordingService();
  const window = useWindow(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onHover' },
  }));
  let log: TextDocument;
  before(async () => {
    log = await window.document('proxy.log', text);
  });

  it('can be added with a URL and credentials, and an invalid key is rejected with a reason', async () => {
    await window().run('threatLookups.sources.focus');
    await window().views.welcome(viewIds.sources, /No sources yet\.[^]*command:threatLookups\.addTaxiiServer/);
    window().begin('threatLookups.addTaxiiServer');
    const servers = await window().prompt(pattern(uiText('Select the server that has the collections')));
    await servers.type('https://intel.example');
    await servers.pick(pattern(uiText('{0} Another Server…', icon('add'))));
    const prompt = await window().prompt(
      pattern(uiText('Base URL of the service, discovery URL (…/taxii2/), or API root')),
    );
    assert.equal(prompt.value, 'https://intel.example');
    await prompt.type('http://intel.example');
    assert.match(prompt.text(), /sent over http:\/\//);
    await window().answer(/sent over http:\/\//, server().url);
    await window().prompt(/Credentials[^]*No authentication[^]*Advanced/);
    await signIn(window(), { kind: /API key…/ });
    await window().answer(/Saved in your system keychain and sent only to 127\.0\.0\.1/, 'wrong');
    const rejected = await window().messages.dialog(/rejected the user name and API key \(HTTP 401\)/);
    rejected.click(uiText('Change Credentials…'));
    await signIn(window(), apiKey(server().key));
    await window().prompt(/feed\.json/);
    assert.equal(server().requests.filter((each) => each.includes('/objects/')).length, 0);
  });

  it('syncs with progress, answers as soon as it ends, and shows its contents', async () => {
    const pages = holdLaterPages(server());
    await (await window().prompt(/feed\.json/)).accept();
    const prompt = await window().prompt(pattern(uiText('Select at least one collection, or press Escape to cancel')));
    prompt.check(/feed\.json/);
    await prompt.accept();
    await sourcesView(window(), /feed\.json\s*syncing · 1,000/);
    await window().messages.status(/Lookups/);
    pages.open();
    await sourcesView(window(), /feed\.json\s*just now · 2,500/);
    const sent = service().requests.length;
    await window().hover(log, 'lookups-test-2400.com', /“feed\.json”/);
    assert.equal(service().requests.length, sent);
    const secrets = server().authorizations.slice(-3);
    assert.deepEqual(
      secrets,
      secrets.map(() => `Basic ${Buffer.from(`taxii2:${server().key}`).toString('base64')}`),
    );
    assert.ok(!server().requests.some((each) => each.includes(server().key)));
  });

  it('answers hovers from its mirror without a request', async () => {
    const before = service().requests.length;
    const hover = await window().hover(log, 'lookups-test-2400.com', /“feed\.json”/);
    assert.match(hover, /High risk[^]*Source\s+“feed\.json”, updated (?:just now|\d+ \w+ ago)/);
    assert.deepEqual(
      service()
        .requests.slice(before)
        .filter(({ target }) => target.includes('2400')),
      [],
    );
  });

  it('gets one request if nothing is new, and is read in full by “Full Sync”, which detects removed objects', async () => {
    const count = server().requests.length;
    window().begin('threatLookups.syncAll');
    await window().messages.message(/“feed\.json”: nothing new\./);
    assert.equal(server().requests.length - count, 1);
    await server().keepOnly(2_000);
    window().begin('threatLookups.fullSync');
    await window().messages.message(/500 removed/);
    await window().hover(log, 'lookups-test-2400.com', /retired/);
    const { item } = window().views.item(viewIds.sources, /feed\.json/);
    assert.equal(item.command?.command, 'threatLookups.showSyncReport');
    await window().run(item.command.command, ...((item.command.arguments ?? []) as readonly unknown[]));
    await window().panels.received(panelTypes.syncReport, pattern(strings.report.removedObjects(500)));
  });

  it('has its requests in the request log', async () => {
    const result = logStrings.outcome({ what: [], outcome: 'answered', requests: 3 });
    await window().requestLog(new RegExp(`\\| ${result} \\| .* \\| ${logStrings.reasons('sync')}$`));
  });

  it('is removed with its objects after confirmation', async () => {
    const removing = window().run('threatLookups.removeSource');
    await window().choose(/Remove Source/, /^127\.0\.0\.1/);
    (await window().messages.dialog(/Deletes 2,500 objects and 2,500 indicators from this machine/)).click('Remove');
    await removing;
    await window().views.welcome(viewIds.sources, /No sources yet\./);
    // The key was removed as well: the same server prompts for it again.
    window().begin('threatLookups.addTaxiiServer');
    await window().choose(
      pattern(uiText('Select the server that has the collections')),
      pattern(uiText('{0} Another Server…', icon('add'))),
    );
    await window().answer(
      pattern(uiText('Base URL of the service, discovery URL (…/taxii2/), or API root')),
      server().url,
    );
    const prompt = await window().prompt(/: Credentials/);
    assert.doesNotMatch(prompt.text(), /API key stored/);
    prompt.cancel();
  });
});

describe('A sync', () => {
  const server = useTaxiiServer();
  const window = useWindow({ settings: { 'threatLookups.lookups': 'onHover' } });

  it('ends its request when it is canceled, and keeps what it has received', async () => {
    const pages = holdLaterPages(server());
    const before = server().aborted();
    await addServer(window(), server().url, apiKey(server().key), /feed\.json/);
    await sourcesView(window(), /feed\.json\s*syncing · 1,000/);
    await eventually(() => pages.waiting() > 0, 'a request on its way');
    await window().run('threatLookups.cancelSync');
    await eventually(() => server().aborted() > before, 'the end of the request');
    await sourcesView(window(), /feed\.json\s*1,000 so far/);
    pages.open();
  });

  it('sends no requests while it is paused, until it is resumed', async () => {
    const pages = holdLaterPages(server());
    window().begin('threatLookups.syncAll');
    await sourcesView(window(), /feed\.json\s*syncing · 1,000/);
    await eventually(() => pages.waiting() > 0, 'a request on its way');
    await window().run('threatLookups.pauseSync');
    await sourcesView(window(), /feed\.json\s*paused · 1,000/);
    const requested = server().requests.length;
    pages.open();
    await sourcesView(window(), /feed\.json\s*paused · 2,000/);
    assert.equal(server().requests.length, requested);
    await window().run('threatLookups.resumeSync');
    await sourcesView(window(), /feed\.json\s*just now · 2,500/);
    assert.equal(server().requests.length, requested + 1);
  });

  it('resumes automatically after a reload', async () => {
    const pages = holdLaterPages(server());
    window().begin('threatLookups.fullSync');
    await sourcesView(window(), /feed\.json\s*syncing · 40%/);
    const before = server().requests.length;
    await window.reload();
    pages.open();
    await eventually(() => server().requests.length > before, 'the sync that goes on');
    await window().run('threatLookups.sources.focus');
    await sourcesView(window(), /feed\.json\s*just now · 2,500/);
  });

  it("doesn't start in Offline mode, and a notification says so", async () => {
    window().begin('threatLookups.changeMode');
    await window().choose(/Lookup Mode/, /^Offline/);
    await window().messages.message(/Lookup mode: Offline/);
    const before = server().requests.length;
    window().begin('threatLookups.syncAll');
    await window().messages.notification(pattern(syncErrorMessage({ kind: 'offline' })));
    assert.equal(server().requests.length, before);
  });
});

describe('A list added by URL', () => {
  const service = useRecordingService(() => ({ body: '# bad names\nlookups-test-7.com\nlookups-test-2400[.]com\n' }));
  const window = useWindow({ settings: { 'threatLookups.lookups': 'onHover' } });
  let log: TextDocument;
  before(async () => {
    log = await window.document('proxy.log', text);
  });
  const address = pattern(strings.listAddressPrompt());

  it('can be added in a few steps, and answers hovers', async () => {
    window().begin('threatLookups.addList');
    (await window().prompt(pattern(uiText('Select lists. Nothing is sent yet.')))).check(/Other URL/);
    await window().answer(address, `${service().url}/bad.txt`);
    await window().answer(pattern(uiText('Shown as the source in hovers')), 'Bad names');
    await window().choose(pattern(sourceStrings.meaningTitle('Bad names')), /High risk/);
    await sourcesView(window(), /Bad names\s*just now · 2/);
    await window().hover(log, 'lookups-test-2400.com', /High risk[^]*Listed in Bad names[^]*“Bad names”/);
    assert.equal(service().requests.length, 1);
  });

  it("is refreshed like a collection, and isn't emptied by a web page", async () => {
    service().replyWith(() => ({ body: '<!doctype html><p>Sign in', headers: { 'content-type': 'text/html' } }));
    window().begin('threatLookups.syncAll');
    const failed = await window().messages.notification(/returned a web page instead of a list/);
    await sourcesView(window(), /Bad names\s*failed · .* · 2/);
    service().replyWith(() => ({ body: 'lookups-test-7.com\n' }));
    failed.click(uiText('Try Again'));
    await window().messages.message(/“Bad names”: 1 removed\./);
    await window().hover(log, 'lookups-test-2400.com', /retired/);
  });

  it('still shows after a reload that its sync failed, until a sync succeeds', async () => {
    service().replyWith(() => ({ status: 404, body: 'nothing' }));
    window().begin('threatLookups.syncAll');
    await window().messages.notification(/has no list at this URL \(HTTP 404\)/);
    await (await window.reload()).run('threatLookups.sources.focus');
    await sourcesView(window(), /Bad names\s*failed · .* · 2/);
    await window().views.message(viewIds.sources, /“Bad names”: 127\.0\.0\.1:\d+ has no list at this URL \(HTTP 404\)/);
    service().replyWith(() => ({ body: 'lookups-test-7.com\nlookups-test-2400.com\n' }));
    window().begin('threatLookups.syncAll');
    await sourcesView(window(), /Bad names\s*just now · 2/);
  });

  it('is checked before any prompt, and prompts for credentials only if required', async () => {
    service().replyWith(({ path, headers }) => {
      if (path !== '/own.txt') return { status: 404, body: 'nothing' };
      const isSignedIn = headers['authorization'] === `Basic ${btoa('reader:lookups-test-secret')}`;
      return isSignedIn ? { body: 'lookups-test-8.com\n' } : { status: 401, body: 'sign in' };
    });
    const requested = (): number => service().requests.filter(({ path }) => path === '/own.txt').length;
    window().begin('threatLookups.addList');
    (await window().prompt(pattern(uiText('Select lists. Nothing is sent yet.')))).check(/Other URL/);
    await window().answer(address, `${service().url}/gone.txt`);
    const gone = await window().messages.dialog(/127\.0\.0\.1:\d+ has no list at this URL \(HTTP 404\)/);
    gone.click(uiText('Change URL…'));
    await window().answer(address, `${service().url}/own.txt`);
    await window().choose(/List from 127\.0\.0\.1:\d+: Credentials/, /User name and password/);
    await window().answer(/127\.0\.0\.1:\d+ requires a user name and password/, 'reader');
    await window().answer(/Password for 127\.0\.0\.1/, 'wrong');
    const rejected = await window().messages.dialog(/rejected the user name and password \(HTTP 401\)/);
    rejected.click(uiText('Change Credentials…'));
    await window().choose(/List from 127\.0\.0\.1:\d+: Credentials/, /User name and password/);
    await window().answer(/User Name for 127\.0\.0\.1/, 'reader');
    await window().answer(/Password for 127\.0\.0\.1/, 'lookups-test-secret');
    await window().answer(pattern(uiText('Shown as the source in hovers')), 'Own names');
    await window().choose(pattern(sourceStrings.meaningTitle('Own names')), /High risk/);
    await sourcesView(window(), /Own names\s*just now · 1/);
    // Nothing was requested again.
    assert.equal(requested(), 3);
    window().begin('threatLookups.syncAll');
    await eventually(() => requested() === 4, 'a sync that signs in with what was kept');
  });
});
