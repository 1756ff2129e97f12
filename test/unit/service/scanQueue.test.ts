import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { parseQuery } from '../../../src/core/explore';
import type { ScanRow } from '../../../src/core/store/activity/scanQueue';
import type { Store } from '../../../src/core/store/store';
import { aRecord, addRecords, storeFolder } from '../core/store/builders';
import { noon } from './servedRecords';
import { anEnrichment, enriching, gate, scanQueues } from './scanning';

const passive = (): { mode: 'passive' } => ({ mode: 'passive' });
const domain = (value: string) => ({ type: 'domain', value }) as const;

function submit(
  store: Store,
  value: string,
  parts: { kind?: 'active' | 'passive'; store?: boolean; outside?: boolean } = {},
): number {
  const { kind = 'passive', store: stored = false, outside = true } = parts;
  const request = { indicator: domain(value), kind, store: stored, outside };
  const qid = store.scans.add(request, 1_000_000);
  assert.ok(qid !== 'full');
  return qid;
}

function messageOf(scan: ScanRow | undefined): string {
  return scan !== undefined && 'message' in scan ? scan.message : '';
}

describe('Scan queue worker', () => {
  const queueOf = scanQueues();
  const folder = storeFolder();

  it('limits concurrent lookups', async () => {
    const store = folder.open();
    let [now, max] = [0, 0];
    const enricher = enriching(async () => {
      max = Math.max(max, ++now);
      await setImmediate();
      now--;
      return anEnrichment();
    });
    const qids = Array.from({ length: 20 }, (_, n) => submit(store, `lookups-test-${n}.com`));
    const queue = queueOf({ store, enricher, settings: passive, concurrency: 3 });
    queue.start();
    await queue.idle();
    assert.equal(max, 3);
    assert.equal(enricher.requested.length, 20);
    for (const qid of qids) assert.equal(store.scans.find(qid)?.state, 'done');
  });

  it('says once that the clock was set back, and undoes what was retired by it', async () => {
    let now = noon;
    const store = folder.open(() => now);
    addRecords(store, 'list', [aRecord('a.example', { risk: 'high' })]);
    const jumps: number[] = [];
    const queue = queueOf({ store, settings: passive, now: () => now, onClockJump: (latest) => jumps.push(latest) });
    const ahead = 365 * 86_400_000;
    now = noon + ahead;
    queue.start();
    const { node } = parseQuery('retired=0');
    assert.ok(node !== undefined);
    const active = async (count: number): Promise<void> => {
      while ((await store.search(node, { limit: 10 })).length !== count) await setImmediate();
    };
    await active(0);
    queue.checkClock();
    assert.deepEqual(jumps, []);
    now = noon + 8_000;
    queue.checkClock();
    queue.checkClock();
    assert.deepEqual(jumps, [noon + ahead]);
    await active(1);
  });

  it('requeues running scans when it closes, and the next worker resumes them', async () => {
    const store = folder.open();
    const started = gate();
    const hanging = enriching((_, { signal }) => {
      started.open();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('canceled'))));
    });
    const qid = submit(store, 'lookups-test-1.com', { store: true });
    const first = queueOf({ store, enricher: hanging, settings: passive });
    first.start();
    await started.opened;
    await first.close();
    assert.equal(store.scans.find(qid)?.state, 'queued');
    const next = queueOf({ store, enricher: enriching(() => anEnrichment()), settings: passive });
    next.start();
    await next.idle();
    assert.equal(store.scans.find(qid)?.state, 'done');
    assert.equal(store.byKey('lookups-test-1.com')?.submissions, 1);
  });

  it('loses and repeats nothing when its process is killed', async () => {
    let at = noon;
    const killed = folder.open(() => at);
    const qids = Array.from({ length: 5 }, (_, n) => submit(killed, `lookups-test-${n}.com`, { store: true }));
    const claimed = killed.scans.claim(30_000, true);
    assert.equal(claimed?.qid, qids[0]);
    killed.close();

    const store = folder.open(() => at);
    const enricher = enriching(() => anEnrichment());
    const queue = queueOf({ store, enricher, settings: passive, now: () => at });
    queue.start();
    await queue.idle();
    assert.deepEqual(enricher.requested.length, 4, 'the one that was begun waits until its claim has run out');
    at += 30_001;
    queue.start();
    await queue.idle();
    assert.equal(enricher.requested.length, 5);
    for (let n = 0; n < 5; n++) assert.equal(store.byKey(`lookups-test-${n}.com`)?.submissions, 1);
  });

  it('writes nothing about a scan that another worker has claimed', () => {
    let at = noon;
    const [slow, quick] = [folder.open(() => at), folder.open(() => at)];
    const qid = submit(slow, 'lookups-test-1.com', { store: true });
    const scan = slow.scans.claim(1_000, true);
    assert.ok(scan);
    at += 1_001;
    const again = quick.scans.claim(1_000, true);
    assert.equal(again?.qid, qid);
    assert.equal(slow.scans.renew(qid, 1_000), false);
    const nothing = { ...anEnrichment(), looked: false, probed: false };
    assert.equal(slow.scans.finish(scan, nothing, 'late'), undefined);
    slow.scans.fail(qid, 'late');
    assert.equal(slow.scans.find(qid)?.state, 'processing');
    assert.ok(quick.scans.finish(again, nothing, 'done'));
    assert.equal(quick.byKey('lookups-test-1.com')?.submissions, 1);
  });

  it('shares a file with another queue, and each scan runs once', async () => {
    const [one, two] = [folder.open(), folder.open()];
    for (let n = 0; n < 40; n++) submit(one, `lookups-test-${n}.com`, { store: true });
    const enricher = enriching(async () => {
      await setImmediate();
      return anEnrichment();
    });
    const queues = [one, two].map((store) => queueOf({ store, enricher, settings: passive }));
    for (const queue of queues) queue.start();
    for (const queue of queues) await queue.idle();
    assert.equal(enricher.requested.length, 40);
    assert.equal(new Set(enricher.requested.map(({ value }) => value)).size, 40);
    for (let n = 0; n < 40; n++) assert.equal(one.byKey(`lookups-test-${n}.com`)?.submissions, 1);
  });

  it('gives up a scan that crashed its worker three times', () => {
    let at = noon;
    const store = folder.open(() => at);
    const qid = submit(store, 'lookups-test-1.com');
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.equal(store.scans.claim(1_000, true)?.qid, qid);
      at += 1_001;
    }
    assert.equal(store.scans.claim(1_000, true), undefined);
    const scan = store.scans.find(qid);
    assert.equal(scan?.state, 'failed');
    assert.match(messageOf(scan), /three times/);
  });

  it('ends a scan that takes too long, and continues with the next one', async () => {
    const store = folder.open();
    const enricher = enriching(({ value }, { signal }) =>
      value === 'lookups-test-1.com'
        ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('canceled'))))
        : anEnrichment(),
    );
    const [endless, next] = [submit(store, 'lookups-test-1.com'), submit(store, 'lookups-test-2.com')];
    const queue = queueOf({ store, enricher, settings: passive, concurrency: 1, scanMillis: 20 });
    // Nothing else keeps a test's process alive while the time limit runs.
    const alive = setInterval(() => undefined, 5);
    queue.start();
    await queue.idle();
    clearInterval(alive);
    const failed = store.scans.find(endless);
    assert.equal(failed?.state, 'failed');
    assert.match(messageOf(failed), /timed out/);
    assert.equal(store.scans.find(next)?.state, 'done');
  });

  for (const [what, value, settings, kind, modes, note] of [
    ['off', 'lookups-test-1.com', { mode: 'off' }, 'active', [], /turned off/],
    ['passive', 'lookups-test-1.com', { mode: 'passive' }, 'active', ['passive'], /active scans are turned off/],
    ['active', 'lookups-test-1.com', { mode: 'active' }, 'active', ['active'], /^The scan is done\.$/],
    ['active', 'lookups-test-1.com', { mode: 'active' }, 'passive', ['passive'], /^The scan is done\.$/],
    ['active', 'bad.example', { mode: 'active' }, 'active', [], /reserved and never looked up/],
    ['active', 'printer.local', { mode: 'active' }, 'active', [], /reserved and never looked up/],
    [
      'active',
      'x.lookups-test-1.com',
      { mode: 'active', ignore: ['*.lookups-test-1.com'] },
      'active',
      [],
      /ignore list/,
    ],
  ] as const) {
    it(`limits the ${kind} scan of ${value} if set to ${what}`, async () => {
      const store = folder.open();
      const enricher = enriching(() => anEnrichment());
      const qid = submit(store, value, { kind, outside: settings.mode !== 'off' });
      const queue = queueOf({ store, enricher, settings: () => settings });
      queue.start();
      await queue.idle();
      assert.deepEqual(
        enricher.requested.map(({ mode }) => mode),
        modes,
      );
      assert.match(messageOf(store.scans.find(qid)), note);
    });
  }

  it('lets the enricher check blocked hosts before it follows a redirect', async () => {
    const store = folder.open();
    const answers: boolean[] = [];
    const enricher = enriching((_, { isBlocked }) => {
      for (const value of ['intranet.lookups-test-2.com', 'bad.example', 'lookups-test-3.com'])
        answers.push(isBlocked?.(domain(value)) === true);
      return anEnrichment();
    });
    submit(store, 'lookups-test-1.com');
    const queue = queueOf({
      store,
      enricher,
      settings: () => ({ mode: 'active', ignore: ['*.lookups-test-2.com'] }),
    });
    queue.start();
    await queue.idle();
    assert.deepEqual(answers, [true, true, false]);
  });

  it('leaves external lookups to an allowed worker for a minute', async () => {
    let at = noon;
    const store = folder.open(() => at);
    const [first, second] = [submit(store, 'lookups-test-1.com'), submit(store, 'lookups-test-2.com')];
    const offline = queueOf({ store, settings: () => ({ mode: 'off' }), now: () => at });
    offline.start();
    await offline.idle();
    assert.equal(store.scans.find(first)?.state, 'queued');
    at += 60_000;
    offline.start();
    await offline.idle();
    for (const qid of [first, second]) assert.match(messageOf(store.scans.find(qid)), /turned off/);
  });

  it('reports failed lookups, and completes the scan', async () => {
    const store = folder.open();
    const qid = submit(store, 'lookups-test-1.com');
    const enricher = enriching(() => anEnrichment({ errors: ['WHOIS did not answer', 'y'.repeat(5_000)] }));
    const queue = queueOf({ store, enricher, settings: passive });
    queue.start();
    await queue.idle();
    const message = messageOf(store.scans.find(qid));
    assert.match(message, /Some lookups failed: WHOIS did not answer/);
    assert.ok(message.length <= 600);
  });

  it('accepts ten thousand scans, and reports when it is full', async () => {
    const store = folder.open();
    const queue = queueOf({ store });
    addRecords(store, 'list', [aRecord('n7.example', { risk: 'high' })]);
    for (let n = 0; n < 10_000; n++) submit(store, `n${n}.example`, { outside: false });
    const request = { indicator: domain('more.example'), kind: 'passive', store: false, outside: true } as const;
    assert.equal(store.scans.add(request, 10_000), 'full');
    queue.start();
    await queue.idle();
    assert.equal(store.scans.nextAt(), undefined);
    const scan = store.scans.find(8);
    assert.equal(scan?.state === 'done' && scan.record.risk, 'high');
    assert.equal(store.scans.find(10_000)?.state, 'done');
  });
});
