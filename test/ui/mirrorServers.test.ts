import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { commandTitle, viewName } from '../harness/manifest';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { waitForQuickInput, scanViewText, waitOptions, waitForScanView } from '../harness/scans';
import { collectionId, fakeTaxiiServer, taxiiError } from '../harness/fakeTaxiiServer';
import { requestLogRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import {
  acceptSelection,
  clickButton,
  dialogText,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  checkInQuickInput,
  typeInQuickInput,
} from '../harness/workbench';
import { strings } from '../../src/features/mirror/strings';
import { strings as logStrings } from '../../src/features/privacy/strings';
import { pattern } from '../harness/text';

const quiet = { 'workbench.secondarySideBar.defaultVisibility': 'hidden' };
const password = 'open:sesame';
const key = 'query-test-key';

/** The text in the quick input once its question matches. */
async function boxHolds(page: Page, question: RegExp): Promise<string> {
  await waitForQuickInput(page, question);
  return page.locator('.quick-input-widget .quick-input-box input').first().inputValue();
}

/** Answers a question of the quick input, once it is the one that is meant. */
async function answer(page: Page, question: RegExp, text: string): Promise<void> {
  await waitForQuickInput(page, question);
  await typeInQuickInput(page, text);
}

async function choose(page: Page, title: string): Promise<void> {
  await waitForQuickInput(page, pattern(strings.collectionsPlaceholder()));
  await checkInQuickInput(page, new RegExp(title));
  await acceptSelection(page);
}

describe('Adding TAXII servers', () => {
  let server: RecordingService;
  let byQuery: RecordingService;
  let unlisted: RecordingService;
  let closing: RecordingService;
  let isClosed = false;
  let closed = '';
  before(async () => {
    server = await startRecordingService(
      fakeTaxiiServer({
        collections: { 'Team feed': ['lookups-test-1.com', 'lookups-test-2.com'] },
        refuse: ({ path, headers }) => {
          if (!path.startsWith('/taxii2/')) return { status: 404, body: '<!doctype html><p>Not found' };
          const fits = headers.authorization === `Basic ${Buffer.from(`reader:${password}`).toString('base64')}`;
          return fits ? undefined : taxiiError(401, 'Who are you?');
        },
      }),
    );
    byQuery = await startRecordingService(
      fakeTaxiiServer({
        collections: { 'By query': ['lookups-test-3.com'] },
        refuse: ({ query }) => (query['key'] === key ? undefined : taxiiError(401, 'No key')),
      }),
    );
    unlisted = await startRecordingService(
      fakeTaxiiServer({ collections: { Hidden: ['lookups-test-4.com', 'lookups-test-5.com'] }, lists: false }),
    );
    closing = await startRecordingService(
      fakeTaxiiServer({
        title: 'Closing time',
        collections: { Doors: ['lookups-test-6.com'], Windows: ['lookups-test-7.com'] },
        refuse: ({ path }) =>
          isClosed && path.endsWith('/objects/') ? taxiiError(403, 'We are closed on Sundays') : undefined,
      }),
    );
    const unreachable = await startRecordingService();
    closed = unreachable.url;
    await unreachable.stop();
  });
  after(async () => {
    await Promise.all([server, byQuery, unlisted, closing].map((each) => each.stop()));
  });
  const vsCode = useVsCode({ settings: quiet });
  const address = pattern(strings.addressPrompt());

  it('detects a wrong URL before prompting for secrets, and allows correcting it', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.addTaxiiServer');
    await answer(page, address, closed);
    await dialogText(page, /Can't reach 127\.0\.0\.1:\d+: connection refused/);
    await screenshot(page, 'mirror nothing answers');
    await clickButton(page, strings.steps.address());
    assert.equal(await boxHolds(page, address), closed);
    await typeInQuickInput(page, `${server.url}/nonsense`);
    assert.match(
      await dialogText(page, /No TAXII server found at 127\.0\.0\.1:\d+\/nonsense\./),
      /Checked without credentials: .*\/nonsense\/taxii2\/ and /,
    );
    await screenshot(page, 'mirror wrong address');
    await clickButton(page, 'Cancel');
    // It is still there after it was left and started again.
    await runCommand(page, 'threatLookups.addTaxiiServer');
    assert.equal(await boxHolds(page, address), `${server.url}/nonsense`);
    await typeInQuickInput(page, '', { accept: true });
    await waitForQuickInput(page, /Enter a URL/);
    assert.deepEqual(
      server.requests.filter(({ headers }) => headers.authorization !== undefined),
      [],
    );
    await page.keyboard.press('Escape');
  });

  it('signs in with user name and password, and prompts again with the previous input if they are rejected', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.addTaxiiServer');
    await answer(page, address, server.url);
    assert.match(await waitForQuickInput(page, /: Credentials/), pattern(strings.changeAddress()));
    await pickInQuickInput(page, pattern(strings.userAndPassword()));
    await answer(page, /User Name for 127/, 'reader');
    await answer(page, /Password for 127/, 'wrong');
    await dialogText(page, /rejected the user name and API key \(HTTP 401\)\. Server message: “Who are you\?”/);
    await clickButton(page, strings.steps.signIn());
    await pickInQuickInput(page, pattern(strings.userAndPassword()));
    assert.equal(await boxHolds(page, /User Name for 127/), 'reader');
    await page.keyboard.press('Enter');
    await answer(page, /Password for 127/, password);
    await choose(page, 'Team feed');
    await waitForScanView(page, /Team feed\s*just now · 2/);
    const { headers } = server.requests.at(-1) ?? {};
    assert.equal(headers?.authorization, `Basic ${Buffer.from(`reader:${password}`).toString('base64')}`);
  });

  it('puts the key into every URL if the user agrees, and never lists it', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.addTaxiiServer');
    await answer(page, address, byQuery.url);
    await waitForQuickInput(page, /: Credentials/);
    const before = byQuery.requests.length;
    await pickInQuickInput(page, pattern(strings.keyInUrl()));
    await dialogText(page, /Include the API key in the URL of each request[^]*Proxies and server logs/);
    await screenshot(page, 'mirror query key');
    await clickButton(page, strings.useForTesting());
    await answer(page, /API Key for 127/, key);
    await choose(page, 'By query');
    await waitForScanView(page, /By query\s*just now · 1/);
    const requested = byQuery.requests.slice(before);
    assert.ok(requested.some(({ path }) => path.endsWith('/objects/')));
    for (const { query, headers } of requested) {
      assert.equal(query['key'], key);
      assert.equal(query['accept'], 'application/taxii+json;version=2.1');
      assert.equal(headers.authorization, undefined);
    }
    const rows = await requestLogRows(page, /collection “By query”/);
    assert.equal(rows.join('\n').includes(key), false);
  });

  it('accepts the ID of a collection if the server lists none', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.addTaxiiServer');
    await answer(page, address, unlisted.url);
    await waitForQuickInput(page, /: Credentials/);
    await pickInQuickInput(page, pattern(strings.noCredentials()));
    await dialogText(page, /lists no collections\./);
    await clickButton(page, strings.steps.typeId());
    await waitForQuickInput(page, /Enter the ID of a collection at/);
    await typeInQuickInput(page, 'a/b', { accept: false });
    await waitForQuickInput(page, pattern(strings.badId()));
    await typeInQuickInput(page, collectionId(0));
    assert.match(await quickInputText(page), /./);
    await choose(page, collectionId(0));
    await waitForScanView(page, /00000000-00…00000000\s*just now · 2/);
    assert.match(await scanViewText(page), /Team feed[^]*By query/);
    await screenshot(page, 'mirror three servers');
  });

  it('syncs a server from its context menu, and shows an error shared by its collections once', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.addTaxiiServer');
    await answer(page, address, closing.url);
    await waitForQuickInput(page, /: Credentials/);
    await pickInQuickInput(page, pattern(strings.noCredentials()));
    await waitForQuickInput(page, pattern(strings.collectionsPlaceholder()));
    await page.locator('.quick-input-widget .quick-input-header .monaco-checkbox').first().click();
    await acceptSelection(page);
    await waitForScanView(page, /Doors\s*just now · 1[^]*Windows\s*just now · 1/);
    isClosed = true;
    // Folded, the view above leaves the room to this one.
    await page
      .locator('.sidebar .pane-header', { hasText: viewName('threatLookups.scans') })
      .first()
      .click();
    const row = page.locator('.sidebar .monaco-list-row', { hasText: 'Closing time' });
    await row.hover();
    await row.getByRole('button', { name: commandTitle('threatLookups.syncServer') }).click();
    await waitForScanView(page, /Doors\s*failed · .* old · 1[^]*Windows\s*failed/);
    // VS Code shows at most three of many notifications within a second; the list contains all of them.
    await runCommand(page, 'Notifications: Show Notifications');
    const reported = page.locator('.notifications-center .notification-list-item-message', {
      hasText: 'We are closed on Sundays',
    });
    await reported.first().waitFor();
    const shown = (await reported.first().innerText()).replaceAll('\u00a0', ' ');
    assert.match(shown, /^“Doors” and “Windows” aren't up to date: /);
    assert.equal(shown.split('We are closed').length, 2);
    const icon = page.locator('.sidebar .monaco-list-row', { hasText: 'Doors' }).locator('.codicon-sync-ignored');
    assert.equal(await icon.count(), 1);
    await screenshot(page, 'mirror failed server');
    assert.ok((await page.locator('.sidebar').innerText()).includes('“Doors” and “Windows”:'));
  });
});

/** Whether the state that outlives a reload holds a text: the browser writes it down a moment after it was set. */
function isKept(page: Page, text: string): Promise<boolean> {
  return page.evaluate(async (sought) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('the state of the browser can not be read'));
      });
    for (const { name } of await indexedDB.databases()) {
      if (name?.startsWith('vscode-web-state-db') !== true) continue;
      const db = await done(indexedDB.open(name));
      const values = db.objectStoreNames.contains('ItemTable')
        ? await done(db.transaction('ItemTable').objectStore('ItemTable').getAll() as IDBRequest<unknown[]>)
        : [];
      db.close();
      if (values.some((value) => typeof value === 'string' && value.includes(sought))) return true;
    }
    return false;
  }, text);
}

describe('A server with several collections', () => {
  let several: RecordingService;
  let isDelayed = false;
  before(async () => {
    several = await startRecordingService(
      fakeTaxiiServer({
        title: 'One after the other',
        collections: { One: ['lookups-test-8.com'], Two: ['lookups-test-9.com'], Three: ['lookups-test-10.com'] },
        refuse: ({ path }) => (isDelayed && path.endsWith('/objects/') ? 'hang' : undefined),
      }),
    );
  });
  after(() => several.stop());
  const vsCode = useVsCode({ settings: quiet });

  it('continues waiting syncs after a restart, each once', async function () {
    this.timeout(150_000);
    const objectsOf = (from: number): readonly string[] =>
      several.requests.slice(from).flatMap(({ path }) => (path.endsWith('/objects/') ? [path] : []));
    await runCommand(vsCode().page, 'threatLookups.addTaxiiServer');
    await answer(vsCode().page, pattern(strings.addressPrompt()), several.url);
    await waitForQuickInput(vsCode().page, /: Credentials/);
    await pickInQuickInput(vsCode().page, pattern(strings.noCredentials()));
    await waitForQuickInput(vsCode().page, pattern(strings.collectionsPlaceholder()));
    await vsCode().page.locator('.quick-input-widget .quick-input-header .monaco-checkbox').first().click();
    isDelayed = true;
    await acceptSelection(vsCode().page);
    await waitForScanView(vsCode().page, /One\s*syncing[^]*Two\s*waiting[^]*Three\s*waiting/);
    await until(() => objectsOf(0).length === 1, { ...waitOptions, what: 'the request that is held up' });
    await until(() => isKept(vsCode().page, `${collectionId(2)}","full"`), {
      ...waitOptions,
      what: 'that the browser has written down what waits',
    });
    isDelayed = false;
    // A reload alone can leave the former extension host running, which then continues the syncs itself.
    await vsCode().restart();
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.showMirror');
    await waitForScanView(page, /One\s*just now · 1[^]*Two\s*just now · 1[^]*Three\s*just now · 1/);
    assert.deepEqual(
      objectsOf(0),
      [0, 0, 1, 2].map((n) => `/taxii2/api/collections/${collectionId(n)}/objects/`),
    );
    const one = pattern(logStrings.sentValue('One', { kind: 'collection', collection: collectionId(0) })).source;
    const result = logStrings.outcome({ what: [], outcome: 'interrupted' });
    const interrupted = new RegExp(`\\| ${one} \\| .* \\| ${logStrings.reasons('sync')} \\| ${result}$`);
    const rows = await requestLogRows(page, interrupted);
    const pending = logStrings.outcome({ what: [], outcome: 'pending' });
    assert.equal(rows.join('\n').includes(pending), false);
    await screenshot(page, 'mirror sent after a reload');
  });
});
