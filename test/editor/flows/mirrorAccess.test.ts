import assert from 'node:assert/strict';
import { strings } from '../../../src/features/sources/strings';
import { fakeTaxiiServer, largePage, taxiiError } from '../../harness/fakeTaxiiServer';
import { useRecordingService, type RecordedRequest, type Reply } from '../../harness/recordingService';
import { startTaxiiServer, type TaxiiServer } from '../../harness/taxiiServer';
import { pattern } from '../../harness/text';
import { eventually } from '../helpers/waiting';
import { useWindow } from '../window';
import {
  addServer,
  apiKey,
  bearerToken,
  beginAdding,
  sourcesView,
  noCredentials,
  selectCollections,
  signIn,
} from './taxii';
import { uiText, icon } from '../../../src/features/shared/ui/text';

const token = 'lookups-bearer-token.a-b_c~1';
const headerKey = 'lookups test header key';

describe('TAXII servers with special access rules', () => {
  let accepts: (headers: RecordedRequest['headers']) => boolean = () => false;
  let refusal: Reply | undefined;
  const guarded = useRecordingService(
    fakeTaxiiServer({
      collections: { Guarded: ['lookups-test-1.com'] },
      refuse: ({ headers }) => refusal ?? (accepts(headers) ? undefined : taxiiError(401, 'Who are you?')),
    }),
  );
  const large = useRecordingService(
    fakeTaxiiServer({
      title: 'Large',
      collections: { Bulky: [] },
      refuse: ({ path, query }) =>
        path.endsWith('/objects/') ? largePage(Number(query['next'] ?? 0), { pages: 5, megabytes: 4 }) : undefined,
    }),
  );
  let free: TaxiiServer;
  before(async () => {
    free = await startTaxiiServer({ count: 1, tier: 'free' });
  });
  after(() => free.stop());
  const window = useWindow({ settings: { 'threatLookups.sources.maxMegabytes': 10 } });

  it('report the plan that is required', async () => {
    await beginAdding(window(), free.url);
    await signIn(window(), apiKey(free.key));
    const denied = await window().messages.dialog(/denied access \(HTTP 403\)\. Server message: “The plan/);
    denied.click('Cancel');
  });

  it('receive a bearer token in its header, and nowhere else', async () => {
    accepts = ({ authorization }) => authorization === `Bearer ${token}`;
    await beginAdding(window(), guarded().url);
    await signIn(window(), bearerToken('wrong'));
    const rejected = await window().messages.dialog(
      /rejected the bearer token \(HTTP 401\)\. Server message: “Who are you\?”/,
    );
    rejected.click(uiText('Change Credentials…'));
    await window().choose(/: Credentials/, pattern(uiText('{0} Bearer token…', icon('key'))));
    await window().prompt(/Bearer Token for 127\.0\.0\.1/);
    const before = guarded().requests.length;
    await window().answer(/Bearer Token for/, token);
    await selectCollections(window(), /Guarded/);
    await sourcesView(window(), /Guarded\s*just now · 1/);
    const sent = guarded().requests.slice(before);
    assert.ok(sent.some(({ path }) => path.endsWith('/objects/')));
    for (const { target, body, headers } of sent) {
      const { authorization, ...others } = headers;
      assert.equal(authorization, `Bearer ${token}`);
      assert.equal(JSON.stringify([target, body, others]).includes(token), false);
    }
  });

  it('receive a key in any valid header after the credentials are changed', async () => {
    accepts = (headers) => headers['x-api-key'] === headerKey && headers.authorization === undefined;
    window().begin('threatLookups.syncAll');
    const outdated = await window().messages.notification(/Guarded.*rejected the bearer token/);
    outdated.click(uiText('Change Credentials…'));
    await window().choose(/: Credentials/, pattern(uiText('{0} API key in a header…', icon('key'))));
    const header = await window().prompt(
      pattern(uiText("Header name from the server's documentation. You'll enter its value next")),
    );
    await header.type('X-Api-Key: ');
    assert.match(
      header.text(),
      pattern(uiText('A header name can contain letters, digits, and hyphens, but no colon or spaces.')),
    );
    await header.type('Cookie');
    await header.accept();
    await window().answer(pattern(strings.reservedHeader('Cookie')), 'X-Api-Key');
    await window().prompt(/Value of X-Api-Key for 127/);
    const before = guarded().requests.length;
    await window().answer(/Value of X-Api-Key for 127/, headerKey);
    await window().messages.message(/Signed in to 127\.0\.0\.1/);
    window().begin('threatLookups.syncAll');
    await window().messages.message(/“Guarded”: nothing new\./);
    await sourcesView(window(), /Guarded\s*just now · 1/);
    const sent = guarded().requests.slice(before);
    assert.ok(sent.some(({ path }) => path.endsWith('/objects/')));
    for (const { target, headers } of sent) {
      const { 'x-api-key': key, ...others } = headers;
      assert.equal(key, headerKey);
      assert.equal(JSON.stringify([target, others]).includes(headerKey), false);
      assert.equal(JSON.stringify(headers).includes(token), false);
    }
    const rows = await window().requestLog(/collection “Guarded”/);
    for (const secret of [token, headerKey]) assert.equal(rows.join('\n').includes(secret), false);
  });

  it('are quoted when they deny access, without mention of plans', async () => {
    refusal = taxiiError(403, 'Your subscription ended yesterday');
    window().begin('threatLookups.syncAll');
    const { text } = await window().messages.notification(/ended yesterday/);
    assert.match(text, /\(HTTP 403\)\. Server message: “Your subscription ended yesterday”\./);
    assert.doesNotMatch(text, /Pro|Feed plan/);
    refusal = undefined;
  });

  it('stop at the size limit, unless the user allows more in the prompt', async () => {
    const pages = (): number => large().requestsContaining('/objects/').length;
    await addServer(window(), large().url, noCredentials, /Bulky/);
    await sourcesView(window(), /Bulky\s*needs your response/);
    const question = /“Bulky” reached its size limit of 10\.0 MB\. Increase it to 2\d\.\d MB\?/;
    const asked = await window().messages.notification(question);
    // The next page is requested while the current one is read.
    await eventually(() => pages() === 4, 'the page that is requested ahead');
    asked.click(uiText('Stop Sync'));
    await sourcesView(window(), /Bulky\s*failed · 300 so far/);
    const stopped = await window().messages.notification(
      /size limit of 10\.0 MB\. Objects received so far were saved\./,
    );
    assert.equal(pages(), 4);
    stopped.click(uiText('Try Again'));
    (await window().messages.notification(question)).click(uiText('Increase Limit'));
    await sourcesView(window(), /Bulky\s*just now · 500/);
  });
});
