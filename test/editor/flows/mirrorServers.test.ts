import assert from 'node:assert/strict';
import { ThemeIcon } from 'vscode';
import { viewIds } from '../../../src/features/shared/ids/contributionIds';
import { collectionId, fakeTaxiiServer, taxiiError } from '../../harness/fakeTaxiiServer';
import { startRecordingService, useRecordingService } from '../../harness/recordingService';
import { pattern } from '../../harness/text';
import { eventually } from '../helpers/waiting';
import { useWindow } from '../window';
import {
  addServer,
  beginAdding,
  mirrorElement,
  sourcesView,
  noCredentials,
  selectCollections,
  signIn,
  userAndPassword,
} from './taxii';
import { uiText, icon } from '../../../src/features/shared/ui/text';

const password = 'open:sesame';
const key = 'query-test-key';
const basic = `Basic ${Buffer.from(`reader:${password}`).toString('base64')}`;

describe('Adding TAXII servers', () => {
  const server = useRecordingService(
    fakeTaxiiServer({
      collections: { 'Team feed': ['lookups-test-1.com', 'lookups-test-2.com'] },
      refuse: ({ path, headers }) => {
        if (!path.startsWith('/taxii2/')) return { status: 404, body: '<!doctype html><p>Not found' };
        return headers.authorization === basic ? undefined : taxiiError(401, 'Who are you?');
      },
    }),
  );
  const byQuery = useRecordingService(
    fakeTaxiiServer({
      collections: { 'By query': ['lookups-test-3.com'] },
      refuse: ({ query }) => (query['key'] === key ? undefined : taxiiError(401, 'No key')),
    }),
  );
  const unlisted = useRecordingService(
    fakeTaxiiServer({ collections: { Hidden: ['lookups-test-4.com', 'lookups-test-5.com'] }, lists: false }),
  );
  let isClosed = false;
  const closing = useRecordingService(
    fakeTaxiiServer({
      title: 'Closing time',
      collections: { Doors: ['lookups-test-6.com'], Windows: ['lookups-test-7.com'] },
      refuse: ({ path }) =>
        isClosed && path.endsWith('/objects/') ? taxiiError(403, 'We are closed on Sundays') : undefined,
    }),
  );
  const window = useWindow();
  const address = pattern(uiText('Base URL of the service, discovery URL (…/taxii2/), or API root'));

  it('detects a wrong URL before prompting for secrets, and allows correcting it', async () => {
    const unreachable = await startRecordingService();
    await unreachable.stop();
    window().begin('threatLookups.addTaxiiServer');
    await window().answer(address, unreachable.url);
    const refused = await window().messages.dialog(/Can't reach 127\.0\.0\.1:\d+: connection refused/);
    refused.click(uiText('Change URL…'));
    assert.equal((await window().prompt(address)).value, unreachable.url);
    await window().answer(address, `${server().url}/nonsense`);
    const wrong = await window().messages.dialog(/No TAXII server found at 127\.0\.0\.1:\d+\/nonsense\./);
    assert.match(wrong.text, /Checked without credentials: .*\/nonsense\/taxii2\/ and /);
    wrong.click('Cancel');
    // It is still there after it was left and started again.
    window().begin('threatLookups.addTaxiiServer');
    const prompt = await window().prompt(address);
    assert.equal(prompt.value, `${server().url}/nonsense`);
    await prompt.type('');
    await prompt.accept();
    (await window().prompt(/Enter a URL/)).cancel();
    assert.deepEqual(
      server().requests.filter(({ headers }) => headers.authorization !== undefined),
      [],
    );
  });

  it('signs in with user name and password, and prompts again with the previous input if they are rejected', async () => {
    await beginAdding(window(), server().url);
    await window().prompt(pattern(uiText('{0} Change URL…', icon('arrow-left'))));
    await signIn(window(), userAndPassword('reader', 'wrong'));
    const rejected = await window().messages.dialog(
      /rejected the user name and API key \(HTTP 401\)\. Server message: “Who are you\?”/,
    );
    rejected.click(uiText('Change Credentials…'));
    await window().choose(/: Credentials/, pattern(uiText('{0} User name and password…', icon('account'))));
    const user = await window().prompt(/User Name for 127/);
    assert.equal(user.value, 'reader');
    await user.accept();
    await window().answer(/Password for 127/, password);
    await selectCollections(window(), /Team feed/);
    await sourcesView(window(), /Team feed\s*just now · 2/);
    assert.equal(server().requests.at(-1)?.headers.authorization, basic);
  });

  it('puts the key into every URL if the user agrees, and never lists it', async () => {
    await beginAdding(window(), byQuery().url);
    const before = byQuery().requests.length;
    await window().choose(/: Credentials/, pattern(uiText('{0} Advanced…', icon('settings'))));
    await window().choose(/: Credentials/, pattern(uiText('{0} API key in the URL…', icon('beaker'))));
    const warned = await window().messages.dialog(
      /Include the API key in the URL of each request[^]*Proxies and servers may log URLs/,
    );
    warned.click(uiText('Use Anyway'));
    await window().answer(/API Key for 127/, key);
    const pick = await window().prompt(pattern(uiText('Select collections to keep on this machine')));
    assert.ok(pick.isChecked(/By query/), 'the only collection is selected already');
    await pick.accept();
    await sourcesView(window(), /By query\s*just now · 1/);
    const requested = byQuery().requests.slice(before);
    assert.ok(requested.some(({ path }) => path.endsWith('/objects/')));
    for (const { query, headers } of requested) {
      assert.equal(query['key'], key);
      assert.equal(query['accept'], 'application/taxii+json;version=2.1');
      assert.equal(headers.authorization, undefined);
    }
    const rows = await window().requestLog(/collection “By query”/);
    assert.equal(rows.join('\n').includes(key), false);
  });

  it('accepts the ID of a collection if the server lists none', async () => {
    await beginAdding(window(), unlisted().url);
    await signIn(window(), noCredentials);
    const empty = await window().messages.dialog(/lists no collections\./);
    empty.click(uiText('Enter Collection ID…'));
    const prompt = await window().prompt(/Enter the ID of a collection at/);
    await prompt.type('a/b');
    assert.match(prompt.text(), pattern(uiText("An ID can't contain spaces or slashes.")));
    await prompt.type(collectionId(0));
    await prompt.accept();
    const pick = await window().prompt(pattern(uiText('Select collections to keep on this machine')));
    assert.deepEqual(pick.labels(), [collectionId(0)]);
    await pick.accept();
    const rows = await sourcesView(window(), /00000000-00…00000000\s*just now · 2/);
    assert.match(rows, /Team feed[^]*By query/);
  });

  it('syncs a server from its context menu, and shows an error shared by its collections once', async () => {
    await addServer(window(), closing().url, noCredentials);
    await sourcesView(window(), /Doors\s*just now · 1[^]*Windows\s*just now · 1/);
    isClosed = true;
    window().begin('threatLookups.sync', mirrorElement(window(), /Closing time/));
    await sourcesView(window(), /Doors\s*failed · last sync .* ago · 1[^]*Windows\s*failed/);
    const { text } = await window().messages.notification(/We are closed on Sundays/);
    assert.match(text, /^“Doors” and “Windows” aren't up to date: /);
    assert.equal(text.split('We are closed').length, 2);
    assert.deepEqual(
      window()
        .messages.notifications()
        .filter((each) => each.includes('We are closed')),
      [text],
    );
    const { item } = window().views.item(viewIds.sources, /^Doors/);
    assert.equal(item.iconPath instanceof ThemeIcon && item.iconPath.id, 'sync-ignored');
    await window().views.message(viewIds.sources, /“Doors” and “Windows”:/);
  });
});

describe('A server with several collections', () => {
  let isDelayed = false;
  const several = useRecordingService(
    fakeTaxiiServer({
      title: 'One after the other',
      collections: { One: ['lookups-test-8.com'], Two: ['lookups-test-9.com'], Three: ['lookups-test-10.com'] },
      refuse: ({ path }) => (isDelayed && path.endsWith('/objects/') ? 'hang' : undefined),
    }),
  );
  const window = useWindow();

  it('continues waiting syncs after a reload, each once', async () => {
    const requested = (): readonly string[] =>
      several().requests.flatMap(({ path }) => (path.endsWith('/objects/') ? [path] : []));
    isDelayed = true;
    await addServer(window(), several().url, noCredentials);
    await sourcesView(window(), /One\s*syncing[^]*Two\s*waiting[^]*Three\s*waiting/);
    await eventually(() => requested().length === 1, 'the request that is held up');
    isDelayed = false;
    await (await window.reload()).run('threatLookups.sources.focus');
    await sourcesView(window(), /One\s*just now · 1[^]*Two\s*just now · 1[^]*Three\s*just now · 1/);
    assert.deepEqual(
      requested(),
      [0, 0, 1, 2].map((n) => `/taxii2/api/collections/${collectionId(n)}/objects/`),
    );
  });
});
