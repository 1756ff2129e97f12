import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { strings as logStrings } from '../../src/features/privacy/strings';
import { collectionId, fakeTaxiiServer } from '../harness/fakeTaxiiServer';
import { accessibilityViolations } from '../harness/panels';
import { useRecordingService } from '../harness/recordingService';
import { requestLogRows } from '../harness/reports';
import { waitForMessage, waitForQuickInput, waitForScanView, waitOptions } from '../harness/scans';
import { holdLaterPages, startTaxiiServer, type TaxiiServer } from '../harness/taxiiServer';
import { pattern } from '../harness/text';
import { useVsCode } from '../harness/vsCode';
import {
  acceptSelection,
  addTaxiiServer,
  checkInQuickInput,
  clickButton,
  clickStatusBar,
  dialogText,
  hoverText,
  leaveHover,
  notification,
  openFile,
  pickInQuickInput,
  quickInputLabels,
  runCommand,
  screenshot,
  statusBarText,
  tabTitles,
  typeInQuickInput,
  webviewFrame,
} from '../harness/workbench';
import { uiText, icon } from '../../src/features/shared/ui/text';

const miss = { status: 404, body: { error: 'Indicator not found.' } } as const;
const prefix = 'Threat Lookups: ';

/** Files in a folder that contain the text. */
function filesContaining(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'latin1').includes(text));
}

/** Every row of the open palette that is ours; VS Code renders only those on the screen. */
async function allCommands(page: Page): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let pages = 0; pages < 6; pages++) {
    for (const label of await quickInputLabels(page)) if (label.startsWith(prefix)) found.add(label);
    await page.keyboard.press('PageDown');
  }
  return found;
}

/** Adds another server than the connected service, up to the prompt for its URL. */
async function chooseOtherServer(page: Page): Promise<void> {
  await waitForQuickInput(page, pattern(uiText('Select the server that has the collections')));
  await pickInQuickInput(page, pattern(uiText('{0} Another Server…', icon('add'))));
  await waitForQuickInput(page, pattern(uiText('Base URL of the service, discovery URL (…/taxii2/), or API root')));
}

/** Answers the prompt for credentials. */
async function answerSignIn(page: Page, key: string): Promise<void> {
  await waitForQuickInput(page, /: Credentials/);
  await pickInQuickInput(page, /API key…/);
  await waitForQuickInput(page, /Saved in your system keychain and sent only to 127\.0\.0\.1/);
  await typeInQuickInput(page, key);
}

/** Whether the state that outlives a reload contains a text: the browser writes it a moment after it was set. */
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

describe('A new window', () => {
  const rightKey = 'right-key-7f3a';
  const service = useRecordingService(({ query }) =>
    query['key'] === rightKey
      ? { ...miss, headers: { 'x-requests-remaining-day': '38' } }
      : { status: 401, body: { error: 'Invalid key.' } },
  );
  let server: TaxiiServer;
  before(async () => {
    server = await startTaxiiServer({ count: 2_500 });
  });
  after(() => server.stop());
  let isDelayed = false;
  const several = useRecordingService(
    fakeTaxiiServer({
      title: 'One after the other',
      collections: { One: ['lookups-test-8.com'], Two: ['lookups-test-9.com'], Three: ['lookups-test-10.com'] },
      refuse: ({ path }) => (isDelayed && path.endsWith('/objects/') ? 'hang' : undefined),
    }),
  );

  const vsCode = useVsCode({
    files: { 'proxy.log': 'GET https://lookups-test-7.com/a\nlookup of lookups-test-2400.com\n' },
  });
  const status = (page: Page, words: RegExp): Promise<unknown> =>
    until(async () => words.test(await statusBarText(page)), {
      what: `${String(words)} in the status bar`,
    });

  it('offers at most 18 commands in its palette on the first day with a log open', async () => {
    const { page } = vsCode();
    await openFile(page, 'proxy.log');
    // The palette gets its commands when it opens: those of an extension that is still starting are missing.
    await until(
      async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('F1');
        await typeInQuickInput(page, `>${prefix}`, { accept: false });
        return (await quickInputLabels(page)).some((label) => label.startsWith(prefix));
      },
      { what: 'the palette offers no command' },
    );
    await screenshot(page, 'palette of the first day');
    // VS Code adds one for each view.
    const commands = [...(await allCommands(page))].filter((label) => !label.startsWith(`${prefix}Focus on `));
    assert.ok(commands.length >= 12 && commands.length <= 18, commands.join('\n'));
  });

  it('prompts for the base URL, key, and lookup mode, and shows the result in the status bar', async () => {
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.connect');
    await typeInQuickInput(page, 'http://lookups-test-1.com', { accept: false });
    await waitForQuickInput(page, /Use https/);
    await typeInQuickInput(page, `${service().url}/api/`, { accept: false });
    await waitForQuickInput(page, /The base URL is http:\/\/127\.0\.0\.1:\d+\./);
    await screenshot(page, 'base URL shortened');
    assert.equal(service().requests.length, 0);
    await page.keyboard.press('Enter');
    await waitForQuickInput(page, /API Key for/);
    await typeInQuickInput(page, 'wrong-key');
    assert.match(await notification(page, /rejected the API key/), /\(HTTP 401\)/);
    await status(page, /Lookups: API key rejected/);
    assert.equal(await page.locator('.quick-input-widget:visible').count(), 0);
    await runCommand(page, 'threatLookups.setKey');
    await waitForQuickInput(page, /API Key for/);
    await typeInQuickInput(page, rightKey);
    await waitForMessage(page, /Connected to /);
    await waitForQuickInput(page, /Select Lookup Mode/);
    await screenshot(page, 'choose lookup mode');
    await pickInQuickInput(page, 'On hover');
    await status(page, /on hover · 38 left today/);
    await clickStatusBar(page);
    await waitForQuickInput(page, /on hover[^]*API key saved/);
    await screenshot(page, 'menu');
    await page.keyboard.press('Escape');
  });

  it('adds a mirror from the empty view, syncs it with progress, uses it in hovers, and removes it after confirmation', async function () {
    this.timeout(240_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.sources.focus');
    await page.locator('.sidebar').getByText('No sources yet.').waitFor();
    await screenshot(page, 'mirror empty');
    await page.locator('.sidebar a', { hasText: 'add a TAXII server' }).click();
    await chooseOtherServer(page);
    await typeInQuickInput(page, 'http://intel.example', { accept: false });
    await waitForQuickInput(page, /sent over http:\/\//);
    await typeInQuickInput(page, server.url);
    await answerSignIn(page, 'wrong');
    await dialogText(page, /rejected the user name and API key \(HTTP 401\)/);
    await clickButton(page, uiText('Change Credentials…'));
    await answerSignIn(page, server.key);
    await waitForQuickInput(page, /feed\.json/);
    await acceptSelection(page);
    await waitForQuickInput(page, pattern(uiText('Select at least one collection, or press Escape to cancel')));
    await checkInQuickInput(page, /feed\.json/);
    const pages = holdLaterPages(server);
    await acceptSelection(page);
    await waitForScanView(page, /feed\.json\s*syncing · 1,000/);
    await screenshot(page, 'mirror syncing');
    pages.open();
    await waitForScanView(page, /feed\.json\s*just now · 2,500/);
    await openFile(page, 'proxy.log');
    const hover = await hoverText(page, 'lookups-test-2400.com', { matching: /“feed\.json”/ });
    assert.match(hover, /High risk[^]*Source\s+“feed\.json”, updated (?:just now|\d+ \w+ ago)/);
    await screenshot(page, 'mirror hover');
    await leaveHover(page);
    await page.locator('.sidebar .monaco-list-row', { hasText: 'feed.json' }).click();
    const report = await webviewFrame(page, 'h1:text-is("feed.json")');
    await report.locator('.details', { hasText: '2,500 added' }).waitFor();
    assert.deepEqual(await accessibilityViolations(report), []);
    await screenshot(page, 'mirror report');
    await runCommand(page, 'threatLookups.removeSource');
    await pickInQuickInput(page, /^127\.0\.0\.1/);
    await dialogText(page, /Deletes 2,500 objects and 2,500 indicators from this machine/);
    await screenshot(page, 'mirror remove');
    await clickButton(page, 'Remove');
    await page.locator('.sidebar').getByText('No sources yet.').waitFor();
  });

  it('continues waiting syncs after a restart, each once, and keeps the key in the keychain only', async function () {
    this.timeout(150_000);
    const objectsOf = (): readonly string[] =>
      several().requests.flatMap(({ path }) => (path.endsWith('/objects/') ? [path] : []));
    await addTaxiiServer(vsCode().page);
    await chooseOtherServer(vsCode().page);
    await typeInQuickInput(vsCode().page, several().url);
    await waitForQuickInput(vsCode().page, /: Credentials/);
    await pickInQuickInput(vsCode().page, pattern(uiText('{0} No authentication', icon('unlock'))));
    await waitForQuickInput(vsCode().page, pattern(uiText('Select collections to keep on this machine')));
    await vsCode().page.locator('.quick-input-widget .quick-input-header .monaco-checkbox').first().click();
    isDelayed = true;
    await acceptSelection(vsCode().page);
    await waitForScanView(vsCode().page, /One\s*syncing[^]*Two\s*waiting[^]*Three\s*waiting/);
    await until(() => objectsOf().length === 1, { ...waitOptions, what: 'the request that is held up' });
    await until(() => isKept(vsCode().page, `${collectionId(2)}","full"`), {
      ...waitOptions,
      what: 'that the browser has written down what waits',
    });
    isDelayed = false;
    // A reload alone can leave the former extension host running, which then continues the syncs itself.
    await vsCode().restart();
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.sources.focus');
    await waitForScanView(page, /One\s*just now · 1[^]*Two\s*just now · 1[^]*Three\s*just now · 1/);
    assert.deepEqual(
      objectsOf(),
      [0, 0, 1, 2].map((n) => `/taxii2/api/collections/${collectionId(n)}/objects/`),
    );
    const before = service().requests.length;
    await runCommand(page, 'threatLookups.checkConnection');
    await until(() => service().requests.length > before, { what: 'a request' });
    assert.equal(service().requests.at(-1)?.query['key'], rightKey);
    assert.deepEqual(filesContaining(vsCode().dataDir, rightKey), []);
    const one = pattern(logStrings.sentValue('One', { kind: 'collection', collection: collectionId(0) })).source;
    const result = logStrings.outcome({ what: [], outcome: 'interrupted' });
    const interrupted = new RegExp(`\\| ${one} \\| ${result} \\| .* \\| ${logStrings.reasons('sync')}$`);
    const rows = await requestLogRows(page, interrupted);
    const pending = logStrings.outcome({ what: [], outcome: 'pending' });
    assert.equal(rows.join('\n').includes(pending), false);
    await screenshot(page, 'mirror sent after a reload');
  });

  it('reports a store of a newer version with a button that opens the page of the extension', async () => {
    const { page, dataDir } = vsCode();
    const storage = join(dataDir, 'User', 'globalStorage', 'threat-lookups.threat-lookups');
    const db = new DatabaseSync(join(storage, 'store.sqlite'), { timeout: 10_000 });
    db.exec('PRAGMA user_version = 9999');
    db.close();
    await openFile(page, 'proxy.log');
    const text = await hoverText(page, 'lookups-test-7.com', { matching: /newer version/ });
    assert.match(text, /can't be read.*Update…/s);
    await leaveHover(page);
    await status(page, /update needed/);
    await clickStatusBar(page);
    await waitForQuickInput(page, /Update Extension/);
    await page.keyboard.press('Escape');
    await notification(page, /created or upgraded by a newer version of Threat Lookups.*Update the extension/);
    await screenshot(page, 'store of a newer version');
    await clickButton(page, 'Update…');
    await until(async () => (await tabTitles(page)).some((title) => title.includes('Threat Lookups')), {
      what: 'the page of the extension',
    });
  });
});
