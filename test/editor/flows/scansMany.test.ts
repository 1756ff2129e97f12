import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { viewIds } from '../../../src/features/shared/ids/contributionIds';
import { useRecordingService } from '../../harness/recordingService';
import { doneResponse, ScanQueue } from '../../harness/scanQueue';
import { eventually } from '../helpers/waiting';
import { useWindow, type TestWindow } from '../window';
import { scansView } from './scanning';

const names = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, n) => `lookups-test-${first + n}.com`);

/** Selects a whole document, and starts scanning it, up to the choice of the indicators. */
async function beginScan(window: TestWindow, document: vscode.TextDocument): Promise<void> {
  const editor = await vscode.window.showTextDocument(document);
  const last = document.lineAt(document.lineCount - 1).range.end;
  editor.selection = new vscode.Selection(new vscode.Position(0, 0), last);
  await eventually(() => vscode.window.activeTextEditor === editor, 'the editor in front');
  window.begin('threatLookups.scan');
}

/** Starts scanning all indicators of a document. */
async function scanAll(window: TestWindow, document: vscode.TextDocument, question: RegExp): Promise<void> {
  await beginScan(window, document);
  await (await window.prompt(/Select the indicators to scan/)).accept();
  await window.choose(question, 'Passive Scan');
}

const closeEditors = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.closeAllEditors');

describe('Scanning a selection', () => {
  afterEach(closeEditors);
  const queue = new ScanQueue();
  const service = useRecordingService(queue.reply);
  const window = useWindow(() => ({ settings: { 'threatLookups.baseUrl': service().url } }));
  const first = names(1, 16);
  /** Submissions that the budget still has, and those that it has after each pause. */
  let [left, more] = [0, 0];
  /** Wait requested by a refusal, in seconds. */
  let retryAfter = 2;
  let list: vscode.TextDocument;
  let others: vscode.TextDocument;
  before(async () => {
    queue.submissionFailure = () => {
      if (left-- > 0) return undefined;
      left = more;
      return {
        status: 429,
        headers: { 'retry-after': String(retryAfter) },
        body: { error: 'API rate limit exceeded: wait.' },
      };
    };
    list = await window.document('list.txt', `${[...first, ...first.slice(0, 5), '10.1.2.3'].join('\n')}\n`);
    others = await window.document('more.txt', names(41, 50).join('\n'));
  });

  it('counts indicators before sending, submits each once within the budget, and shows progress', async () => {
    [left, more] = [6, 0];
    queue.pollResponse = (value) => doneResponse(value, 'low');
    await scanAll(window(), list, /Scan 16 Indicators on 127[^]*Skipped: 1 reserved\. Select a scan type/);
    // All that the budget let through are done while the others wait.
    await window().messages.task(/\b6 of 16\b/);
    await window().run('threatLookups.scans.focus');
    await window().views.message(
      viewIds.scans,
      /Rate limit on \S+ reached\. The next scan will be sent in \d+ seconds?/,
    );
    more = 10;
    await eventually(() => queue.submitted.length === 16, 'the other submissions');
    await window().messages.message(/16 of 16 scans finished/);
    assert.deepEqual([...queue.submitted].sort(), [...first].sort());
    assert.ok(queue.shortestGap() >= 500, `${queue.shortestGap()} ms`);
  });

  it('allows to deselect indicators, and lists skipped ones', async () => {
    await beginScan(window(), list);
    const prompt = await window().prompt(/Scan 16 Indicators on 127[^]*Select the indicators/);
    await prompt.type('10[.]1');
    assert.match(prompt.text(), /10\[\.\]1\[\.\]2\[\.\]3[^]*Internal IP address. Never sent/);
    await prompt.type('test-7[');
    prompt.check('lookups-test-7[.]com');
    await prompt.accept();
    (await window().prompt(/Scan 15 Indicators[^]*Select a scan type/)).cancel();
  });

  it('keeps results when it is canceled, sends no more, and says that the service continues', async () => {
    await window().run('threatLookups.clearScans');
    const sent = queue.submitted.length;
    [left, more] = [6, 0];
    // Long enough that no repeated request is on its way during the cancellation: it could count as sent.
    retryAfter = 6;
    // Four get done, two never.
    queue.pollResponse = (value) =>
      queue.submitted.indexOf(value) - sent < 4
        ? doneResponse(value, 'medium')
        : { status: 'processing', stage: 'dns', error: 'Processing.' };
    await scanAll(window(), others, /Scan 10 Indicators[^]*Select a scan type/);
    const task = await window().messages.task(/\b4 of 10\b/);
    await eventually(() => queue.submitted.length === sent + 6, 'six submissions');
    // The seventh was refused by then.
    await window().messages.status(/rate limit reached/);
    task.cancel();
    await window().messages.message(
      /4 of 10 scans finished\. 2 continue on 127\.0\.0\.1:\d+, but are no longer tracked\. 4 weren't sent\./,
    );
    const polls = queue.polledAt.length;
    await scansView(window(), /Medium risk \(previously: not found\)/);
    assert.equal(queue.submitted.length, sent + 6);
    assert.ok(queue.polledAt.length <= polls + 1, 'polling goes on');
  });

  it('asks before an active scan, sends nothing before the answer, and stops tracking every scan on cancel', async () => {
    await window().run('threatLookups.clearScans');
    const [sent, posts] = [queue.submitted.length, service().requests.filter(({ method }) => method === 'POST').length];
    [left, more] = [100, 100];
    queue.pollResponse = () => ({ status: 'processing', stage: 'dns', error: 'Processing.' });
    const three = await window.document('three.txt', names(61, 63).join('\n'));
    await beginScan(window(), three);
    await (await window().prompt(/Scan 3 Indicators on 127[^]*Select the indicators/)).accept();
    await window().choose(/Scan 3 Indicators[^]*Select a scan type/, 'Active Scan…');
    const question = await window().messages.dialog(/active scan[^]*127\.0\.0\.1:\d+ connects to/);
    assert.equal(queue.submitted.length, sent);
    question.click('Scan');
    await eventually(() => queue.submitted.length === sent + 3, 'three submissions');
    assert.deepEqual(
      service()
        .requests.filter(({ method }) => method === 'POST')
        .slice(posts)
        .map(({ query }) => query['probe']),
      ['1', '1', '1'],
    );
    await scansView(window(), /(?:[^]*running: dns){3}/);
    (await window().messages.task(/\b0 of 3\b/)).cancel();
    await window().messages.message(
      /0 of 3 scans finished\. 3 continue on 127\.0\.0\.1:\d+, but are no longer tracked\./,
    );
    await scansView(window(), /(?:[^]*no longer tracked){3}/);
  });

  it('lists failed scans with the reason, and repeats only those', async () => {
    await window().run('threatLookups.clearScans');
    const sent = queue.submitted.length;
    [left, more] = [100, 100];
    retryAfter = 2;
    const failing = new Set(['lookups-test-43.com', 'lookups-test-47.com']);
    queue.pollResponse = (value) =>
      failing.has(value) ? { status: 'failed', error: 'No name server answers.' } : doneResponse(value, 'low');
    await scanAll(window(), others, /Scan 10 Indicators[^]*Select a scan type/);
    await eventually(() => queue.submitted.length === sent + 10, 'all submissions');
    const finished = await window().messages.notification(/8 of 10 scans finished\. 2 failed\./);
    await scansView(window(), /lookups-test-43\[\.\]com\s*failed: “No name server answers\.”/);
    queue.pollResponse = (value) => doneResponse(value, 'high');
    finished.click('Repeat Failed Scans');
    await eventually(() => queue.submitted.length === sent + 12, 'two more submissions');
    assert.deepEqual(queue.submitted.slice(sent + 10).sort(), [...failing].sort());
    const rows = await scansView(
      window(),
      /lookups-test-4[37]\[\.\]com\s*High risk[^]*lookups-test-4[37]\[\.\]com\s*High risk/,
    );
    assert.doesNotMatch(rows, /failed/);
  });
});

describe('A service that rejects the key', () => {
  afterEach(closeEditors);
  const service = useRecordingService(() => ({ status: 401, body: { error: 'API key required.' } }));
  const window = useWindow(() => ({ settings: { 'threatLookups.baseUrl': service().url } }));

  it('gets one request for a selection, and the reason is shown once', async () => {
    const list = await window.document('list.txt', names(1, 5).join('\n'));
    await scanAll(window(), list, /Scan 5 Indicators[^]*Select a scan type/);
    const { text } = await window().messages.notification(
      /0 of 5 scans finished\. 5 failed\.[^]*requires an API key \(HTTP 401\)/,
    );
    assert.equal(text.split('HTTP 401').length, 2);
    assert.equal(service().requests.filter(({ method }) => method === 'POST').length, 1);
    await window().run('threatLookups.scans.focus');
    await scansView(window(), /lookups-test-1\[\.\]com\s*failed: API key required \(HTTP 401\)/);
  });
});
