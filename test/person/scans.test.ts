import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/processes.mjs';
import {
  startRecordingService,
  type RecordedRequest,
  type RecordingService,
  type Reply,
} from '../harness/recordingService';
import { useVsCode } from '../harness/vsCode';
import {
  clickButton,
  clickInHover,
  editorText,
  hoverText,
  leaveHover,
  notification,
  pickInQuickInput,
  quickInputText,
  runCommand,
  screenshot,
  setTheme,
  typeInQuickInput,
} from '../harness/workbench';

const analyze = '/api/analyze.php';
const patience = { within: 40_000 } as const;

/** A service with a scan queue: what each scan says when it is polled is the test's to say. */
class Queue {
  readonly polledAt: number[] = [];
  readonly submitted: string[] = [];
  /** What a poll of a value says, by how often it was asked. */
  say: (value: string, times: number) => object = () => ({
    status: 'processing',
    stage: 'whois',
    error: 'Processing.',
  });
  refuse: () => Reply | undefined = () => undefined;
  private readonly asked = new Map<string, number>();

  readonly reply = (request: RecordedRequest): Reply => {
    if (request.path !== analyze) return { status: 404, body: { error: 'Indicator not found.' } };
    if (request.method === 'POST') {
      const refusal = this.refuse();
      if (refusal !== undefined) return refusal;
      const { value, ioc } = request.query;
      const count = this.submitted.push(value ?? Buffer.from(ioc ?? '', 'base64').toString('utf8'));
      return { body: { qid: String(count), error: 'The request was added.' } };
    }
    this.polledAt.push(Date.now());
    const value = this.submitted[Number(request.query['qid']) - 1] ?? '';
    const times = (this.asked.get(value) ?? 0) + 1;
    this.asked.set(value, times);
    return { body: { qid: request.query['qid'], ...this.say(value, times) } };
  };

  /** The shortest time between two polls, milliseconds. */
  shortestGap(): number {
    return Math.min(...this.polledAt.slice(1).map((at, index) => at - (this.polledAt[index] ?? 0)));
  }
}

const done = (value: string, risk = 'high') => ({
  status: 'done',
  success: 'Done.',
  data: { iid: 5, indicator: value, type: 'domain', risk, riskfactors: [{ description: 'Seen in the scan', risk }] },
});

/** What the view “Scans” says, a scan a line. */
const listed = async (page: Page): Promise<string> =>
  (await page.locator('.sidebar .monaco-list-row').allInnerTexts())
    .map((row) => row.replaceAll('\u00a0', ' ').replaceAll('\n', ' '))
    .join('\n');

const untilListed = (page: Page, words: RegExp): Promise<unknown> =>
  until(async () => words.test(await listed(page)), { ...patience, what: `${String(words)} in the view “Scans”` });

/** What the quick input says once it matches: it is drawn bit by bit. */
const asks = (page: Page, words: RegExp): Promise<string> =>
  until(
    async () => {
      const text = await quickInputText(page);
      return words.test(text) ? text : undefined;
    },
    { ...patience, what: `${String(words)} in the quick input` },
  );

async function scan(page: Page, value: string, kind: string): Promise<void> {
  await runCommand(page, 'Threat Lookups: Scan Indicator');
  await typeInQuickInput(page, value);
  await asks(page, /How far may the scan go/);
  await pickInQuickInput(page, kind);
}

describe('Scanning at a service', () => {
  const queue = new Queue();
  let service: RecordingService;
  before(async () => {
    service = await startRecordingService(queue.reply);
  });
  after(() => service.stop());
  const posts = (): readonly RecordedRequest[] => service.requests.filter(({ method }) => method === 'POST');

  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url, 'threatLookups.lookups': 'onDemand' },
    files: { 'proxy.log': 'GET https://lookups-test-1.com/a\n\n', 'empty.log': '\n' },
    openFiles: ['proxy.log'],
  }));

  it('leads from a hover to a changed verdict, submitted once and polled half a second apart', async () => {
    const { page } = vsCode();
    queue.say = (value, times) =>
      times < 4 ? { status: 'processing', stage: 'whois', error: 'Processing.' } : done(value);
    await hoverText(page, 'lookups-test-1.com', { matching: /Not looked up[^]*Scan…/ });
    await clickInHover(page, 'Scan…');
    await asks(page, /Passive scan[^]*127\.0\.0\.1:\d+ looks up WHOIS and DNS[^]*so that others can find it\s*off/);
    await screenshot(page, 'scan question');
    await pickInQuickInput(page, 'Passive scan');
    await until(() => queue.polledAt.length >= 4, { ...patience, what: 'four polls' });
    assert.match(await hoverText(page, 'lookups-test-1.com', { matching: /High risk/ }), /Seen in the scan/);
    assert.equal(posts().length, 1);
    assert.deepEqual([posts()[0]?.query['probe'], posts()[0]?.query['submit']], ['0', '0']);
    assert.ok(queue.shortestGap() >= 490, `${queue.shortestGap()} ms`);
  });

  it('sends special characters as Base64, and stores only when that was switched on', async () => {
    const { page } = vsCode();
    await runCommand(page, 'Threat Lookups: Scan Indicator');
    await typeInQuickInput(page, 'https://lookups-test-2.com/a?b=1&c=%20ü');
    await pickInQuickInput(page, /Send the whole URL/);
    await asks(page, /Send the whole URL\s*on\b/);
    await pickInQuickInput(page, /Store it/);
    await asks(page, /Store it, so that others can find it\s*on\b/);
    await pickInQuickInput(page, 'Passive scan');
    await until(() => posts().length === 2, { ...patience, what: 'the second submission' });
    const query = posts()[1]?.query;
    assert.equal(query?.['value'], undefined);
    assert.match(queue.submitted[1] ?? '', /^https:\/\/lookups-test-2\.com\/a\?b=1&c=%20/);
    assert.equal(query?.['submit'], '1');
  });

  it('asks before an active scan, naming host and service, and sends nothing when that is declined', async () => {
    const { page } = vsCode();
    const before = posts().length;
    await scan(page, 'lookups-test-3.com', 'Active scan…');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    assert.match(
      await dialog.innerText(),
      /lookups-test-3\[\.\]com actively\?[^]*127\.0\.0\.1:\d+ connects to the host/,
    );
    await screenshot(page, 'active scan asks');
    await clickButton(page, 'Cancel');
    await scan(page, 'lookups-test-3.com', 'Active scan…');
    await dialog.waitFor();
    await clickButton(page, 'Scan');
    await until(() => posts().length === before + 1, { ...patience, what: 'the active submission' });
    assert.equal(posts().at(-1)?.query['probe'], '1');
  });

  it('tells what failed and what was not found', async () => {
    const { page } = vsCode();
    queue.say = () => ({ status: 'failed', error: 'The host gave no answer.' });
    await scan(page, 'lookups-test-4.com', 'Passive scan');
    await notification(page, /lookups-test-4\[\.\]com: .*The host gave no answer/);
    queue.say = () => ({ status: 'not found' });
    await scan(page, 'lookups-test-5.com', 'Passive scan');
    await notification(page, /lookups-test-5\[\.\]com: .*does not know this scan/);
    await runCommand(page, 'Threat Lookups: Show Scans');
    await untilListed(page, /lookups-test-5\[\.\]com\s*not found[^]*lookups-test-4\[\.\]com\s*failed/);
  });

  it('stops following a scan that is cancelled, and says that the service goes on', async () => {
    const { page } = vsCode();
    queue.say = () => ({ status: 'processing', stage: 'dns', error: 'Processing.' });
    await scan(page, 'lookups-test-6.com', 'Passive scan');
    await untilListed(page, /lookups-test-6\[\.\]com\s*running: dns/);
    await screenshot(page, 'scan runs');
    await clickButton(page, 'Cancel');
    await untilListed(page, /lookups-test-6\[\.\]com\s*no longer followed/);
    const status = page.locator('.statusbar');
    await until(async () => /goes on with it/.test(await status.innerText()), { ...patience, what: 'the word on it' });
  });

  it('goes on after the window was reloaded in the middle, without a second submission', async () => {
    const running = vsCode();
    const { page } = running;
    queue.say = () => ({ status: 'processing', stage: 'ssl', error: 'Processing.' });
    await scan(page, 'lookups-test-7.com', 'Passive scan');
    await untilListed(page, /lookups-test-7\[\.\]com\s*running: ssl/);
    const before = posts().length;
    await running.reload();
    queue.say = (value) => done(value, 'critical');
    await runCommand(page, 'Threat Lookups: Show Scans');
    await untilListed(page, /lookups-test-7\[\.\]com\s*Critical risk \(before: not known\)/);
    assert.equal(posts().length, before);
  });

  it('refuses what must not leave, with the reason', async () => {
    const { page } = vsCode();
    const before = posts().length;
    await runCommand(page, 'Threat Lookups: Scan Indicator');
    await typeInQuickInput(page, '10.1.2.3');
    await notification(page, /Internal address: never sent/);
    assert.equal(posts().length, before);
  });

  it('lists submissions among what was sent, and no polls', async () => {
    const { page } = vsCode();
    await runCommand(page, 'Threat Lookups: Show What Was Sent');
    await until(async () => /lookups-test-7\[\.\]com/.test(await editorText(page)), { ...patience, what: 'the list' });
    const text = await editorText(page);
    assert.match(text, /scan\s+in the queue\s+lookups-test-7\[\.\]com/);
    assert.equal(text.split('lookups-test-7[.]com').length, 2);
    await runCommand(page, 'View: Close Editor');
  });

  it('looks its part in light and dark', async () => {
    const { page } = vsCode();
    await untilListed(page, /lookups-test-7/);
    await setTheme(page, 'Light Modern');
    await screenshot(page, 'scans light');
    await setTheme(page, 'Dark Modern');
    await page.locator('.monaco-workbench.vs-dark').waitFor();
    await screenshot(page, 'scans dark');
  });
});

describe('Forty scans at once', () => {
  const queue = new Queue();
  let service: RecordingService;
  let left = 12;
  before(async () => {
    queue.say = (value) => done(value, 'low');
    // Twelve requests, then a second's pause, as a service with a budget does it.
    queue.refuse = () => {
      if (left-- > 0) return undefined;
      left = 12;
      return { status: 429, headers: { 'retry-after': '1' }, body: { error: 'API rate limit exceeded: wait.' } };
    };
    service = await startRecordingService(queue.reply);
  });
  after(() => service.stop());

  const names = Array.from({ length: 40 }, (_, n) => `lookups-test-${n + 1}.com`);
  const vsCode = useVsCode(() => ({
    settings: { 'threatLookups.baseUrl': service.url },
    files: { 'list.txt': `${[...names, ...names.slice(0, 5), '10.1.2.3'].join('\n')}\n` },
    openFiles: ['list.txt'],
  }));

  it('are counted before they go, go within the budget, each once, and end', async function () {
    this.timeout(120_000);
    const { page } = vsCode();
    await hoverText(page, 'lookups-test-2.com', patience);
    await leaveHover(page);
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+a');
    // Escape, which `runCommand` begins with, would undo the selection.
    await page.keyboard.press('F1');
    await typeInQuickInput(page, '>Threat Lookups: Scan Indicator');
    await asks(page, /Scan 40 Indicators at 127[^]*Left out: 1 internal/);
    await pickInQuickInput(page, 'Passive scan');
    await until(async () => /\d+ of 40/.test(await page.locator('.notifications-toasts').innerText()), {
      ...patience,
      what: 'the progress',
    });
    await screenshot(page, 'forty scans');
    await until(async () => /40 of 40 scans are done/.test(await page.locator('.notifications-toasts').innerText()), {
      within: 90_000,
      what: 'the end',
    });
    assert.deepEqual([...queue.submitted].sort(), [...names].sort());
    assert.ok(queue.shortestGap() >= 490, `${queue.shortestGap()} ms`);
  });
});

describe('Scanning without a service', () => {
  const vsCode = useVsCode({
    files: { 'proxy.log': 'GET https://login-update.example/a\n' },
    openFiles: ['proxy.log'],
  });

  it('scores an indicator from what this machine knows', async () => {
    const { page } = vsCode();
    await runCommand(page, 'Threat Lookups: Load Sample Data');
    await hoverText(page, 'login-update.example', { matching: /risk/, ...patience });
    await runCommand(page, 'Threat Lookups: Scan Indicator');
    await typeInQuickInput(page, 'login-update[.]example');
    await asks(page, /at the local service[^]*Nothing is sent/);
    await screenshot(page, 'scan question local');
    await pickInQuickInput(page, 'Passive scan');
    await runCommand(page, 'Threat Lookups: Show Scans');
    await untilListed(page, /login-update\[\.\]example\s*\w+ risk/);
  });
});
