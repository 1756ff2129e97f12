import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { strings as logStrings } from '../../../src/features/privacy/strings';
import { viewIds } from '../../../src/features/shared/ids/contributionIds';
import { useRecordingService, type RecordedRequest } from '../../harness/recordingService';
import { doneResponse, ScanQueue } from '../../harness/scanQueue';
import { eventually } from '../helpers/waiting';
import { useWindow } from '../window';
import { beginScan, scansView, submitScan } from './scanning';

const processing = (stage: string) => () => ({ status: 'processing', stage, error: 'Processing.' });
const dontAskAgain = "Scan and Don't Ask Again This Session";

describe('Scanning on a service', () => {
  const queue = new ScanQueue();
  const service = useRecordingService(queue.reply);
  const posts = (): readonly RecordedRequest[] => service().requests.filter(({ method }) => method === 'POST');
  const window = useWindow(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
  }));
  let log: TextDocument;
  before(async () => {
    log = await window.document('proxy.log', 'GET https://lookups-test-1.com/a\n\n');
  });

  it('leads from a hover to a new verdict, with one submission and polls half a second apart', async () => {
    queue.pollResponse = (value, times) => (times < 4 ? processing('whois')() : doneResponse(value));
    await window().hover(log, 'lookups-test-1.com', /Not looked up[^]*Scan…/);
    await window().clickInHover(log, 'lookups-test-1.com', /^Scan…/);
    await window().choose(
      /Passive Scan[^]*127\.0\.0\.1:\d+ queries WHOIS and DNS[^]*visible to others\s*off/,
      'Passive Scan',
    );
    await window().messages.message(/lookups-test-1\[\.\]com\/a: High risk \(previously: not found\)/);
    assert.ok(queue.polledAt.length >= 4);
    assert.match(await window().hover(log, 'lookups-test-1.com', /High risk/), /Seen in the scan/);
    assert.deepEqual(window().messages.notifications(), [], 'a quick scan shows no notification');
    assert.equal(posts().length, 1);
    assert.deepEqual([posts()[0]?.query['probe'], posts()[0]?.query['submit']], ['0', '0']);
    assert.ok(queue.shortestGap() >= 500, `${queue.shortestGap()} ms`);
  });

  it('sends special characters as Base64, and stores only if requested', async () => {
    const before = posts().length;
    await beginScan(window(), 'https://lookups-test-2.com/a?b=1&c=%20ü');
    await window().choose(/Send the full URL\s*off\b/, /Send the full URL/);
    await window().choose(/Send the full URL\s*on\b/, /visible to others/);
    await window().choose(/visible to others\s*on\b/, 'Passive Scan');
    await eventually(() => posts().length === before + 1, 'the submission');
    const query = posts().at(-1)?.query;
    assert.equal(query?.['value'], undefined);
    assert.match(queue.submitted.at(-1) ?? '', /^https:\/\/lookups-test-2\.com\/a\?b=1&c=%20/);
    assert.equal(query?.['submit'], '1');
  });

  it('asks before an active scan, naming host and service, and sends nothing if declined', async () => {
    const before = posts().length;
    await beginScan(window(), 'lookups-test-3.com');
    // The option of the previous scan is off again.
    await window().choose(/visible to others\s*off\b[^]*Select a scan type/, 'Active Scan…');
    const question = /active scan of lookups-test-3\[\.\]com\?[^]*127\.0\.0\.1:\d+ connects to the host/;
    (await window().messages.dialog(question)).click('Cancel');
    await submitScan(window(), 'lookups-test-3.com', 'Active Scan…');
    const asked = await window().messages.dialog(question);
    assert.equal(posts().length, before);
    asked.click(dontAskAgain);
    await eventually(() => posts().length === before + 1, 'the active submission');
    assert.equal(posts().at(-1)?.query['probe'], '1');
    const questions = window().messages.dialogs().length;
    await submitScan(window(), 'lookups-test-13.com', 'Active Scan…');
    await eventually(() => posts().length === before + 2, 'a submission without a question');
    assert.equal(posts().at(-1)?.query['probe'], '1');
    assert.equal(window().messages.dialogs().length, questions);
  });

  it('asks before active scans again in the next session', async () => {
    await window.reload();
    const before = posts().length;
    await submitScan(window(), 'lookups-test-14.com', 'Active Scan…');
    (await window().messages.dialog(/active scan of lookups-test-14\[\.\]com\?/)).click('Cancel');
    assert.equal(posts().length, before);
  });

  it('shows which scans failed and which found nothing', async () => {
    queue.pollResponse = () => ({ status: 'failed', error: 'The host gave no answer.' });
    await submitScan(window(), 'lookups-test-4.com', 'Passive Scan');
    await window().messages.notification(/lookups-test-4\[\.\]com: .*The host gave no answer/);
    queue.pollResponse = () => ({ status: 'not found' });
    await submitScan(window(), 'lookups-test-5.com', 'Passive Scan');
    await window().messages.notification(/lookups-test-5\[\.\]com: .*found nothing/);
    await window().run('threatLookups.scans.focus');
    await scansView(window(), /lookups-test-5\[\.\]com\s*not found[^]*lookups-test-4\[\.\]com\s*failed/);
  });

  it('stops tracking a canceled scan, and says that the service continues it', async () => {
    queue.pollResponse = processing('dns');
    await submitScan(window(), 'lookups-test-6.com', 'Passive Scan');
    await scansView(window(), /lookups-test-6\[\.\]com\s*running: dns/);
    (await window().messages.task(/lookups-test-6\[\.\]com/)).cancel();
    await scansView(window(), /lookups-test-6\[\.\]com\s*no longer tracked/);
    await window().messages.message(/continues to process it/);
  });

  it('shows why polls are paused, and continues afterwards', async () => {
    queue.pollResponse = processing('dns');
    await submitScan(window(), 'lookups-test-15.com', 'Passive Scan');
    await scansView(window(), /lookups-test-15\[\.\]com\s*running: dns/);
    queue.error = () => ({ status: 503, body: { error: 'Down.' } });
    await scansView(window(), /lookups-test-15\[\.\]com\s*server error \(HTTP 503\) · running: dns/);
    await window().views.message(
      viewIds.scans,
      /^127\.0\.0\.1:\d+ reported a server error \(HTTP 503\)\. Service message: “Down\.”$/,
    );
    queue.error = () => ({ status: 429, headers: { 'retry-after': '2' }, body: { error: 'API rate limit exceeded.' } });
    await scansView(window(), /lookups-test-15\[\.\]com\s*rate limit reached, retrying in \d+ seconds?/);
    await window().views.message(
      viewIds.scans,
      /^Rate limit reached\. Retrying in \d+ seconds?\. Service message: “API rate limit exceeded\.”$/,
    );
    queue.error = () => undefined;
    queue.pollResponse = (value) => doneResponse(value, 'low');
    await scansView(window(), /lookups-test-15\[\.\]com\s*Low risk \(previously: not found\)/);
  });

  it('continues after a reload without a second submission', async () => {
    queue.pollResponse = processing('ssl');
    await submitScan(window(), 'lookups-test-7.com', 'Passive Scan');
    await scansView(window(), /lookups-test-7\[\.\]com\s*running: ssl/);
    const before = posts().length;
    await (await window.reload()).run('threatLookups.scans.focus');
    queue.pollResponse = (value) => doneResponse(value, 'critical');
    await scansView(window(), /lookups-test-7\[\.\]com\s*Critical risk \(previously: not found\)/);
    assert.equal(posts().length, before);
  });

  it('rejects what must not be sent, with the reason', async () => {
    const before = posts().length;
    await beginScan(window(), '10.1.2.3');
    await window().messages.notification(/Internal IP address. Never sent/);
    assert.equal(posts().length, before);
  });

  it('lists submissions in the request log, but no polls', async () => {
    const result = logStrings.outcome({ what: [], outcome: 'queued' });
    const submission = new RegExp(
      `\\| lookups-test-7\\[\\.\\]com \\| ${result} \\| .* \\| ${logStrings.reasons('scan')}$`,
    );
    const rows = await window().requestLog(submission);
    assert.equal(rows.filter((row) => row.includes('lookups-test-7[.]com')).length, 1);
  });
});

describe('Scans of two windows', () => {
  const queue = new ScanQueue();
  const service = useRecordingService(queue.reply);
  const window = useWindow(() => ({
    settings: { 'threatLookups.baseUrl': service().url, 'threatLookups.lookups': 'onDemand' },
  }));

  it('are shown in both, with their results, and share the polling', async () => {
    const [first, second] = [window(), window.openAnother()];
    const log = await window.document('proxy.log', 'GET https://lookups-test-9.com/a\n');
    // The shared parts of the extension are loaded there, and nothing has been scanned yet.
    await second.hover(log, 'lookups-test-9.com', /Not looked up/);
    await submitScan(first, 'lookups-test-1.com', 'Passive Scan');
    await second.views.badge(viewIds.scans, 1);
    await second.run('threatLookups.scans.focus');
    await scansView(second, /lookups-test-1\[\.\]com\s*running: whois/);
    const third = window.openAnother();
    await third.hover(log, 'lookups-test-9.com', /Not looked up/);
    await third.views.badge(viewIds.scans, 1);
    queue.pollResponse = (value) => doneResponse(value);
    for (const each of [first, second, third]) await each.views.badge(viewIds.scans, 0);
    await scansView(second, /lookups-test-1\[\.\]com\s*High risk \(previously: not found\)/);
    assert.equal(queue.submitted.length, 1);
    assert.ok(queue.shortestGap() >= 500, `${queue.shortestGap()} ms`);
  });
});
