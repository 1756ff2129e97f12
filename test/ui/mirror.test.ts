import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import { strings } from '../../src/features/mirror/strings';
import { strings as logStrings } from '../../src/features/privacy/strings';
import { collectionId, fakeTaxiiServer } from '../harness/fakeTaxiiServer';
import { commandTitle } from '../harness/manifest';
import { accessibilityViolations } from '../harness/panels';
import { startRecordingService, type RecordingService } from '../harness/recordingService';
import { requestLogRows } from '../harness/reports';
import { waitForQuickInput, waitForScanView, waitOptions } from '../harness/scans';
import { holdLaterPages, startTaxiiServer, type TaxiiServer } from '../harness/taxiiServer';
import { pattern } from '../harness/text';
import { useVsCode } from '../harness/vsCode';
import {
  acceptSelection,
  checkInQuickInput,
  clickButton,
  dialogText,
  hoverText,
  leaveHover,
  pickInQuickInput,
  runCommand,
  screenshot,
  typeInQuickInput,
  webviewFrame,
} from '../harness/workbench';

const quiet = { 'workbench.secondarySideBar.defaultVisibility': 'hidden' };

/** Answers the prompt for credentials. */
async function answerSignIn(page: Page, key: string): Promise<void> {
  await waitForQuickInput(page, /: Credentials/);
  await pickInQuickInput(page, /API key…/);
  await waitForQuickInput(page, /Saved in your system keychain and sent only to 127\.0\.0\.1/);
  await typeInQuickInput(page, key);
}

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

describe('Local mirrors', () => {
  let server: TaxiiServer;
  before(async () => {
    server = await startTaxiiServer({ count: 2_500 });
  });
  after(() => server.stop());
  const vsCode = useVsCode({
    settings: { ...quiet, 'threatLookups.lookups': 'onHover' },
    files: { 'proxy.log': 'GET https://lookups-test-7.com/a\nlookup of lookups-test-2400.com\n' },
    openFiles: ['proxy.log'],
  });

  it('are added from the empty view, synced with progress, used by hovers, and removed after confirmation', async function () {
    this.timeout(240_000);
    const { page } = vsCode();
    await runCommand(page, 'threatLookups.showMirror');
    await page.locator('.sidebar').getByText('No local mirrors yet.').waitFor();
    await screenshot(page, 'mirror empty');
    await page
      .locator('.sidebar .monaco-text-button', { hasText: commandTitle('threatLookups.addTaxiiServer') })
      .click();
    await waitForQuickInput(page, pattern(strings.addressPrompt()));
    await typeInQuickInput(page, 'http://intel.example', { accept: false });
    await waitForQuickInput(page, /sent over http:\/\//);
    await typeInQuickInput(page, server.url);
    await answerSignIn(page, 'wrong');
    await dialogText(page, /rejected the user name and API key \(HTTP 401\)/);
    await clickButton(page, strings.steps.signIn());
    await answerSignIn(page, server.key);
    await waitForQuickInput(page, /feed\.json/);
    await acceptSelection(page);
    await waitForQuickInput(page, pattern(strings.nothingSelectedTitle()));
    await checkInQuickInput(page, /feed\.json/);
    const pages = holdLaterPages(server);
    await acceptSelection(page);
    await waitForScanView(page, /feed\.json\s*syncing · 1,000/);
    await screenshot(page, 'mirror syncing');
    pages.open();
    await waitForScanView(page, /feed\.json\s*just now · 2,500/);
    const hover = await hoverText(page, 'lookups-test-2400.com', { matching: /mirror “feed\.json”/ });
    assert.match(hover, /High risk[^]*Source\s+mirror “feed\.json”, updated (?:just now|\d+ \w+ ago)/);
    await screenshot(page, 'mirror hover');
    await leaveHover(page);
    await page.locator('.sidebar .monaco-list-row', { hasText: 'feed.json' }).click();
    const report = await webviewFrame(page, 'h1:text-is("feed.json")');
    await report.locator('.details').waitFor();
    assert.deepEqual(await accessibilityViolations(report), []);
    await screenshot(page, 'mirror report');
    await runCommand(page, 'threatLookups.removeTaxiiServer');
    await dialogText(page, /deleted from this machine: 2,500 objects, 2,500 indicators/);
    await screenshot(page, 'mirror remove');
    await clickButton(page, 'Remove');
    await page.locator('.sidebar').getByText('No local mirrors yet.').waitFor();
  });
});

describe('Syncs', () => {
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

  it('continue after a restart if they were waiting, each once', async function () {
    this.timeout(150_000);
    const objectsOf = (): readonly string[] =>
      several.requests.flatMap(({ path }) => (path.endsWith('/objects/') ? [path] : []));
    await runCommand(vsCode().page, 'threatLookups.addTaxiiServer');
    await waitForQuickInput(vsCode().page, pattern(strings.addressPrompt()));
    await typeInQuickInput(vsCode().page, several.url);
    await waitForQuickInput(vsCode().page, /: Credentials/);
    await pickInQuickInput(vsCode().page, pattern(strings.noCredentials()));
    await waitForQuickInput(vsCode().page, pattern(strings.collectionsPlaceholder()));
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
    await runCommand(page, 'threatLookups.showMirror');
    await waitForScanView(page, /One\s*just now · 1[^]*Two\s*just now · 1[^]*Three\s*just now · 1/);
    assert.deepEqual(
      objectsOf(),
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
