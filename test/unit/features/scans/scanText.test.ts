import assert from 'node:assert/strict';
import type { Scan, ScanProgress } from '../../../../src/core/scans/index';
import {
  riskChangeLabel,
  pauseMessage,
  scanKindOptions,
  progressMessage,
  progressLabel,
  scanIcon,
} from '../../../../src/features/scans/scanText';
import { riskLevels } from '../../../../src/core/records/risk';
import { riskStyle } from '../../../../src/core/records/labels/verdict';
import { domain } from '../../core/scans/fakes';

const now = 1_700_000_000_000;
const scan = (progress: ScanProgress, more: Partial<Scan> = {}): Scan => ({
  id: '1',
  at: now,
  changed: now,
  address: 'https://intel.example',
  host: 'intel.example',
  remote: true,
  indicator: domain(1),
  sent: domain(1),
  kind: 'passive',
  store: false,
  ...more,
  progress,
});

const all: readonly ScanProgress[] = [
  { kind: 'waiting' },
  { kind: 'waiting', retryAt: now + 40_000 },
  { kind: 'submitting' },
  { kind: 'queued' },
  { kind: 'processing', stage: 'whois' },
  { kind: 'done', risk: 'high', retired: false },
  { kind: 'notFound' },
  { kind: 'notFound', message: 'No scan has this qid.', scanUnknown: true },
  { kind: 'notFound', scanUnknown: true },
  { kind: 'failed', message: 'No answer.' },
  { kind: 'failed', noRecord: true },
  { kind: 'failed' },
  { kind: 'failed', error: { kind: 'keyRejected', detail: 'secret', hadKey: true } },
  { kind: 'unclear', error: { kind: 'serverError', detail: '', status: 502 } },
  { kind: 'blocked', why: 'ignored' },
  { kind: 'canceled', sent: true },
  { kind: 'canceled', sent: false },
  { kind: 'expired' },
];

describe('Text of scans', () => {
  it('describes every state in a few words and in a sentence, with an icon', () => {
    for (const progress of all) {
      assert.match(progressLabel(scan(progress), now), /^[A-Za-z]/, progress.kind);
      assert.match(progressMessage(scan(progress), now), /[.)a-z]”?$/, progress.kind);
      assert.doesNotMatch(progressMessage(scan(progress), now), /secret|undefined/);
      assert.match(scanIcon(scan(progress)).icon, /^[a-z~-]+$/);
    }
  });

  it('shows the stage, and how long the rate limit lasts', () => {
    assert.equal(progressLabel(scan({ kind: 'processing', stage: 'whois' }), now), 'running: whois');
    assert.equal(
      progressLabel(scan({ kind: 'waiting', retryAt: now + 40_000 }), now),
      'rate limit reached, retrying in 40 seconds',
    );
  });

  it('shows how long a scan has been running after a minute', () => {
    const running = scan({ kind: 'processing', stage: 'dns' }, { submitted: now - 5 * 60_000 });
    assert.equal(progressLabel(running, now), 'running for 5 minutes: dns');
  });

  it('uses no icon of a risk for a scan without a result', () => {
    const risks = new Set(riskLevels.map((level) => riskStyle(level).icon as string));
    assert.equal(risks.size, riskLevels.length, 'each risk has an icon of its own');
    for (const kind of ['failed', 'unclear', 'expired'] as const)
      assert.ok(!risks.has(scanIcon({ progress: { kind } }).icon), kind);
  });

  it('shows why polling is paused, with its own icon', () => {
    const limit = { kind: 'rateLimited', detail: '', retryAt: now + 40_000 } as const;
    const error = { kind: 'serverError', detail: 'secret', status: 503 } as const;
    const paused = scan({ kind: 'queued', error: limit });
    assert.equal(progressLabel(paused, now), 'rate limit reached, retrying in 40 seconds · queued');
    assert.equal(progressLabel(paused, now + 40_000), 'rate limit reached, retrying now · queued');
    assert.equal(
      progressLabel(scan({ kind: 'processing', stage: 'whois', error: error }), now),
      'server error (HTTP 503) · running: whois',
    );
    assert.equal(scanIcon(paused).icon, 'debug-pause');
    const waiting = scan({ kind: 'waiting', retryAt: now + 90_000 });
    const others = [scan({ kind: 'queued' }), scan({ kind: 'failed', error: error })];
    assert.match(
      pauseMessage([paused, waiting, paused, ...others], now),
      /^Rate limit reached\. Retrying in 40 seconds\. Rate limit on intel\.example reached\. The next scan will be sent in 2 minutes \(\d+:\d\d\s[AP]M\)\.$/,
    );
    assert.equal(pauseMessage(others, now), '');
  });

  it('shows why a scan failed, quoting the service or naming the error', () => {
    assert.equal(progressLabel(scan({ kind: 'failed', message: 'No answer.' }), now), 'failed: “No answer.”');
    const refused = { kind: 'keyRejected', detail: 'secret', hadKey: true } as const;
    assert.equal(progressLabel(scan({ kind: 'failed', error: refused }), now), 'failed: API key rejected (HTTP 401)');
  });

  it('quotes what the service says about a failed scan', () => {
    const sentence = (progress: ScanProgress): string => progressMessage(scan(progress), now);
    assert.equal(
      sentence({ kind: 'failed', message: 'This TLD is not supported.' }),
      "intel.example couldn't complete the scan. Service message: “This TLD is not supported.”",
    );
    assert.equal(
      sentence({ kind: 'failed', noRecord: true }),
      'intel.example finished the scan but returned no record. Scan the indicator again.',
    );
    assert.equal(progressLabel(scan({ kind: 'failed', noRecord: true }), now), 'finished without a record');
    const lost = { kind: 'notFound', scanUnknown: true, message: 'Invalid qid' } as const;
    assert.equal(
      sentence(lost),
      'intel.example no longer has this scan. Scan the indicator again. Service message: “Invalid qid”.',
    );
    assert.equal(progressLabel(scan(lost), now), 'no longer available: “Invalid qid”');
    assert.match(
      sentence({ kind: 'failed', error: { kind: 'badRequest', detail: '', status: 400, serviceMessage: 'No.' } }),
      /^Submission rejected\. .*\(HTTP 400\)\. .*“No\.”$/,
    );
  });

  it('makes hidden characters visible and shortens long text', () => {
    const words = progressLabel(scan({ kind: 'processing', stage: `a\u202eb\n${'x'.repeat(500)}` }), now);
    assert.ok(words.includes('[U+202E]') && words.length < 200, words);
  });

  it('shows the risk before and after', () => {
    const done = { kind: 'done', risk: 'high', retired: false } as const;
    assert.equal(riskChangeLabel(scan(done)), 'High risk (previously: not found)');
    assert.equal(
      riskChangeLabel(scan(done, { before: { risk: 'low', retired: true } })),
      'High risk (previously: Low risk · retired)',
    );
    assert.equal(riskChangeLabel(scan(done, { before: { risk: 'high', retired: false } })), 'High risk (unchanged)');
  });

  it('says that the service continues a scan that is no longer tracked', () => {
    assert.match(progressMessage(scan({ kind: 'canceled', sent: true }), now), /intel\.example continues/);
  });

  it('says for each type of scan who is queried and who can see it', () => {
    const [passive, active] = scanKindOptions('intel.example', true, 'off');
    assert.match(passive?.detail ?? '', /intel\.example queries WHOIS and DNS/);
    assert.match(active?.detail ?? '', /connects to the host.*owner can see/);
    assert.deepEqual(
      (['off', 'passive', 'active'] as const).map((mode) => scanKindOptions('local service', false, mode).length),
      [1, 1, 2],
    );
    assert.match(scanKindOptions('local service', false, 'off')[0]?.detail ?? '', /Nothing is sent/);
  });

  it('distinguishes a reserved name from an internal address', () => {
    const ended = { kind: 'blocked', why: 'reserved' } as const;
    const ofPrinter: Scan['sent'] = { type: 'domain', value: 'printer.local' };
    const ofRouter: Scan['sent'] = { type: 'url', value: 'http://10.0.0.1/' };
    assert.equal(progressMessage(scan(ended, { sent: ofPrinter }), now), 'Reserved name. Never sent.');
    assert.equal(progressMessage(scan(ended, { sent: ofRouter }), now), 'Internal IP address. Never sent.');
  });
});
