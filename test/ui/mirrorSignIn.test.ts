import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import {
  type RecordedRequest,
  type Reply,
  startRecordingService,
  type RecordingService,
} from '../harness/recordingService';
import { waitForQuickInput, waitOptions, waitForMessage, waitForScanView } from '../harness/scans';
import { largePage, fakeTaxiiServer, taxiiError } from '../harness/fakeTaxiiServer';
import { startTaxiiServer, type TaxiiServer } from '../harness/taxiiServer';
import { requestLogRows } from '../harness/reports';
import { useVsCode } from '../harness/vsCode';
import {
  acceptSelection,
  clickButton,
  dialogText,
  notification,
  pickInQuickInput,
  runCommand,
  screenshot,
  checkInQuickInput,
  typeInQuickInput,
} from '../harness/workbench';
import { strings } from '../../src/features/mirror/strings';
import { pattern } from '../harness/text';

const token = 'lookups-bearer-token.a-b_c~1';
const headerKey = 'lookups test header key';

async function begin(page: Page, url: string): Promise<void> {
  await runCommand(page, 'threatLookups.addTaxiiServer');
  await waitForQuickInput(page, pattern(strings.addressPrompt()));
  await typeInQuickInput(page, url);
  await waitForQuickInput(page, /: Credentials/);
}

async function choose(page: Page, title: string): Promise<void> {
  await waitForQuickInput(page, pattern(strings.collectionsPlaceholder()));
  await checkInQuickInput(page, new RegExp(title));
  await acceptSelection(page);
}

describe('TAXII servers with special access rules', () => {
  let ways: RecordingService;
  let large: RecordingService;
  let free: TaxiiServer;
  let accepts: (headers: RecordedRequest['headers']) => boolean = () => false;
  let refusal: Reply | undefined;
  before(async () => {
    ways = await startRecordingService(
      fakeTaxiiServer({
        collections: { Guarded: ['lookups-test-1.com'] },
        refuse: ({ headers }) => refusal ?? (accepts(headers) ? undefined : taxiiError(401, 'Who are you?')),
      }),
    );
    large = await startRecordingService(
      fakeTaxiiServer({
        title: 'Large',
        collections: { Bulky: [] },
        refuse: ({ path, query }) =>
          path.endsWith('/objects/') ? largePage(Number(query['next'] ?? 0), { pages: 5, megabytes: 4 }) : undefined,
      }),
    );
    free = await startTaxiiServer({ count: 1, tier: 'free' });
  });
  after(async () => {
    await Promise.all([ways, large, free].map((each) => each.stop()));
  });
  const vsCode = useVsCode({
    settings: { 'workbench.secondarySideBar.defaultVisibility': 'hidden', 'threatLookups.mirror.maxMegabytes': 10 },
  });

  it('report the plan that is required', async function () {
    this.timeout(60_000);
    const { page } = vsCode();
    await begin(page, free.url);
    await pickInQuickInput(page, /API key…/);
    await waitForQuickInput(page, /API Key for/);
    await typeInQuickInput(page, free.key);
    await dialogText(page, /denied access \(HTTP 403\)\. Server message: “The plan/);
    await screenshot(page, 'mirror plan');
    await clickButton(page, 'Cancel');
  });

  it('receive a bearer token in its header, and nowhere else', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    accepts = ({ authorization }) => authorization === `Bearer ${token}`;
    await begin(page, ways.url);
    await screenshot(page, 'sign-in ways');
    await pickInQuickInput(page, pattern(strings.bearerToken()));
    await waitForQuickInput(page, /Bearer Token for 127\.0\.0\.1/);
    await screenshot(page, 'sign-in bearer');
    await typeInQuickInput(page, 'wrong');
    await dialogText(page, /rejected the bearer token \(HTTP 401\)\. Server message: “Who are you\?”/);
    await screenshot(page, 'sign-in bearer refused');
    await clickButton(page, strings.steps.signIn());
    await waitForQuickInput(page, /: Credentials/);
    await pickInQuickInput(page, pattern(strings.bearerToken()));
    await waitForQuickInput(page, /Bearer Token for/);
    const before = ways.requests.length;
    await typeInQuickInput(page, token);
    await choose(page, 'Guarded');
    await waitForScanView(page, /Guarded\s*just now · 1/);
    const sent = ways.requests.slice(before);
    assert.ok(sent.some(({ path }) => path.endsWith('/objects/')));
    for (const { target, body, headers } of sent) {
      const { authorization, ...others } = headers;
      assert.equal(authorization, `Bearer ${token}`);
      assert.equal(JSON.stringify([target, body, others]).includes(token), false);
    }
  });

  it('receive a key in any valid header after the credentials are changed', async function () {
    this.timeout(90_000);
    const { page } = vsCode();
    accepts = (headers) => headers['x-api-key'] === headerKey && headers.authorization === undefined;
    await runCommand(page, 'threatLookups.syncMirror');
    await notification(page, /Guarded.*rejected the bearer token/);
    await screenshot(page, 'sign-in outdated');
    await clickButton(page, strings.changeCredentials());
    await waitForQuickInput(page, /: Credentials/);
    await pickInQuickInput(page, pattern(strings.keyInHeader()));
    await waitForQuickInput(page, pattern(strings.headerPrompt()));
    await typeInQuickInput(page, 'X-Api-Key: ', { accept: false });
    await waitForQuickInput(page, pattern(strings.badHeader()));
    await screenshot(page, 'sign-in header syntax');
    await typeInQuickInput(page, 'Cookie');
    await waitForQuickInput(page, pattern(strings.reservedHeader('Cookie')));
    await screenshot(page, 'sign-in header taken');
    await typeInQuickInput(page, 'X-Api-Key');
    await waitForQuickInput(page, /Value of X-Api-Key for 127/);
    await screenshot(page, 'sign-in header value');
    const before = ways.requests.length;
    await typeInQuickInput(page, headerKey);
    await waitForMessage(page, /Signed in to 127\.0\.0\.1/);
    await screenshot(page, 'sign-in changed');
    await runCommand(page, 'threatLookups.syncMirror');
    await waitForScanView(page, /Guarded\s*just now · 1/);
    for (const { target, headers } of ways.requests.slice(before)) {
      const { 'x-api-key': key, ...others } = headers;
      assert.equal(key, headerKey);
      assert.equal(JSON.stringify([target, others]).includes(headerKey), false);
      assert.equal(JSON.stringify(headers).includes(token), false);
    }
    const rows = await requestLogRows(page, /collection “Guarded”/);
    for (const secret of [token, headerKey]) assert.equal(rows.join('\n').includes(secret), false);
  });

  it('are quoted when they deny access, without mention of plans', async function () {
    this.timeout(60_000);
    const { page } = vsCode();
    refusal = taxiiError(403, 'Your subscription ended yesterday');
    await runCommand(page, 'threatLookups.syncMirror');
    const words = await notification(page, /ended yesterday/);
    await screenshot(page, 'sign-in 403');
    assert.match(words, /\(HTTP 403\)\. Server message: “Your subscription ended yesterday”\./);
    assert.doesNotMatch(words, /Pro|Feed plan/);
    refusal = undefined;
  });

  it('stop at the size limit, unless the user allows more in the prompt', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    const pages = (): number => large.requestsContaining('/objects/').length;
    await begin(page, large.url);
    await pickInQuickInput(page, pattern(strings.noCredentials()));
    await choose(page, 'Bulky');
    await waitForScanView(page, /Bulky\s*needs your response/);
    await notification(page, /“Bulky” reached its size limit of 10\.0 MB\. Increase it to 2\d\.\d MB\?/);
    await screenshot(page, 'growth question');
    // The next page is requested while the current one is read.
    await until(() => Promise.resolve(pages() === 4), { ...waitOptions, what: 'the page that is asked for ahead' });
    await clickButton(page, strings.stopSync());
    await waitForScanView(page, /Bulky\s*failed · 300 so far/);
    await notification(page, /size limit of 10\.0 MB\. Objects received so far were saved\./);
    await screenshot(page, 'growth stopped');
    assert.equal(pages(), 4);
    await clickButton(page, strings.steps.again());
    await notification(page, /Increase it to 2\d\.\d MB\?/);
    await clickButton(page, strings.increaseLimit());
    await waitForScanView(page, /Bulky\s*just now · 500/);
    await screenshot(page, 'growth allowed');
  });
});
