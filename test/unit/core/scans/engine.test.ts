import assert from 'node:assert/strict';
import type { RequestError } from '../../../../src/core/api/requestError';
import type { ScanState } from '../../../../src/core/records/scan';
import { Clock, domain, FakeQueue, openWindow, newScan, record, SharedStore, type Window } from './fakes';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const limit = (retryAt: number): RequestError => ({ kind: 'rateLimited', detail: '', retryAt });
const serverError: RequestError = { kind: 'serverError', detail: '', status: 500 };

describe('Scans', () => {
  let clock: Clock;
  let shared: SharedStore;
  let queue: FakeQueue;
  let a: Window;
  const windows: Window[] = [];
  const open = (name: string): Window => {
    const window = openWindow(clock, shared, queue, name);
    windows.push(window);
    return window;
  };
  const gaps = (): number[] => queue.polls.slice(1).map(({ at }, index) => at - (queue.polls[index]?.at ?? 0));
  const doneFrom = (count: number): void => {
    queue.onPoll = (qid, polls) =>
      polls >= count ? { kind: 'done', record: record(qid) } : { kind: 'processing', stage: 'whois', message: 'wait' };
  };

  beforeEach(() => {
    clock = new Clock();
    shared = new SharedStore(clock);
    queue = new FakeQueue(clock);
    a = open('a');
  });
  afterEach(() => {
    for (const { scans } of windows.splice(0)) scans.dispose();
  });

  describe('One scan', () => {
    it('is submitted once, polled until it is done, and its record is stored', async () => {
      doneFrom(4);
      const stages: string[] = [];
      a.scans.onChanged((scan) => scan && stages.push(scan.progress.kind));
      await a.scans.add([newScan(1, { before: { risk: 'low', retired: false } })]);
      await clock.advance(minute);
      assert.equal(queue.submissions.length, 1);
      assert.deepEqual(queue.submissions[0]?.request, { indicator: domain(1), kind: 'passive', store: false });
      assert.equal(queue.polls.length, 4);
      assert.deepEqual(stages, ['waiting', 'submitting', 'queued', 'processing', 'done']);
      const [scan] = a.scans.list();
      assert.deepEqual(scan?.progress, { kind: 'done', risk: 'high', retired: false });
      assert.deepEqual([scan.before?.risk, scan.qid], ['low', 1]);
      assert.equal(a.learnt[0]?.record.risk, 'high');
      assert.deepEqual(a.sent, [{ what: [domain(1).value], why: 'scan', outcome: 'queued' }]);
    });

    it('is polled less and less often', async () => {
      await a.scans.add([newScan(1)]);
      await clock.advance(2 * hour);
      assert.ok(
        gaps().every((gap, index) => gap >= 500 && gap >= (gaps()[index - 1] ?? 0) - second),
        String(gaps()),
      );
      assert.ok(Math.max(...gaps()) <= minute + second);
      assert.ok(queue.polls.length < 200, String(queue.polls.length));
    });

    it('is stored as submitting before the request is sent', async () => {
      queue.onSubmit = () => {
        assert.deepEqual(
          [...shared.scans.values()].map(({ progress }) => progress.kind),
          ['submitting'],
        );
        return undefined;
      };
      await a.scans.add([newScan(1)]);
      await clock.advance(second);
      assert.equal(queue.submissions.length, 1);
    });

    it('shows the stage, and does not fail because of a message with it', async () => {
      queue.onPoll = () => ({ kind: 'processing', stage: 'ssl', message: 'Requests are still processing.' });
      await a.scans.add([newScan(1)]);
      await clock.advance(5 * second);
      assert.deepEqual(a.scans.list()[0]?.progress, {
        kind: 'processing',
        stage: 'ssl',
        message: 'Requests are still processing.',
      });
    });

    for (const kind of ['notFound', 'failed'] as const) {
      it(`ends with ${kind}, and is no longer polled`, async () => {
        queue.onPoll = () => ({ kind, message: 'Reason of the service.' }) as ScanState;
        await a.scans.add([newScan(1)]);
        await clock.advance(hour);
        assert.deepEqual(a.scans.list()[0]?.progress, { kind, message: 'Reason of the service.' });
        assert.equal(queue.polls.length, 1);
      });
    }

    it('expires after a day', async () => {
      await a.scans.add([newScan(1)]);
      await clock.advance(25 * hour);
      const { length } = queue.polls;
      assert.deepEqual(a.progress(), { [domain(1).value]: 'expired' });
      await clock.advance(hour);
      assert.equal(queue.polls.length, length);
    });

    it('is not submitted twice while it is running, but another kind is', async () => {
      const [first] = await a.scans.add([newScan(1)]);
      await clock.advance(second);
      const [again] = await a.scans.add([newScan(1)]);
      assert.equal(again?.id, first?.id);
      await a.scans.add([newScan(1, { kind: 'active' })]);
      await clock.advance(second);
      assert.deepEqual(
        queue.submissions.map(({ request }) => request.kind),
        ['passive', 'active'],
      );
    });

    it('is not started without a service', async () => {
      a.service = undefined;
      assert.deepEqual(await a.scans.add([newScan(1)]), []);
      assert.equal(queue.submissions.length, 0);
    });

    it('of the local service is not in the request log', async () => {
      doneFrom(1);
      a.service = queue.service(false);
      a.offline = true;
      a.blocked = 'reserved';
      await a.scans.add([newScan(1)]);
      await clock.advance(second);
      assert.deepEqual(a.progress(), { [domain(1).value]: 'done' });
      assert.deepEqual(a.sent, []);
    });

    for (const why of ['offline', 'reserved', 'ignored'] as const) {
      it(`is not sent if the user's rules block it by then (${why})`, async () => {
        a.blocked = why;
        await a.scans.add([newScan(1)]);
        await clock.advance(minute);
        assert.equal(queue.submissions.length, 0);
        assert.deepEqual(a.scans.list()[0]?.progress, { kind: 'blocked', why });
      });
    }
  });

  describe('Forty scans', () => {
    const forty = Array.from({ length: 40 }, (_, n) => newScan(n + 1));

    it('are submitted once each, with at least 500 ms between polls', async () => {
      queue.answerMillis = 30;
      const requested = new Map<number, number>();
      queue.onPoll = (qid) => {
        requested.set(qid, (requested.get(qid) ?? 0) + 1);
        return (requested.get(qid) ?? 0) > 2 ? { kind: 'done', record: record(qid) } : { kind: 'processing' };
      };
      await a.scans.add(forty);
      await clock.advance(5 * minute);
      assert.deepEqual(new Set(Object.values(a.progress())), new Set(['done']));
      assert.equal(new Set(queue.submissions.map(({ request }) => request.indicator.value)).size, 40);
      assert.equal(queue.submissions.length, 40);
      assert.equal(queue.polls.length, 120);
      assert.ok(Math.min(...gaps()) >= 530, String(Math.min(...gaps())));
    });

    it('are polled less and less often without changes, and at once again after a change', async () => {
      queue.onPoll = () => ({ kind: 'processing', stage: 'dns' });
      await a.scans.add(forty.slice(0, 9));
      await clock.advance(2 * minute);
      const slow = gaps().slice(-5);
      assert.ok(Math.min(...slow) >= 1_500, String(slow));
      await clock.advance(hour);
      assert.ok(Math.max(...gaps()) <= 11 * second, String(Math.max(...gaps())));
      let stage = 0;
      queue.onPoll = () => ({ kind: 'processing', stage: `step ${++stage}` });
      await clock.advance(5 * minute);
      assert.ok(Math.min(...gaps().slice(-5)) >= 500);
    });

    it('wait for the rate limit, and are submitted once each', async () => {
      let left = 10;
      queue.onSubmit = () => (left-- > 0 ? undefined : limit(clock.now + minute));
      await a.scans.add(forty);
      await clock.advance(10 * second);
      const counts = (kind: string): number => Object.values(a.progress()).filter((each) => each === kind).length;
      assert.equal(counts('waiting'), 30);
      assert.equal(queue.submissions.length, 11);
      left = 100;
      await clock.advance(minute);
      assert.equal(counts('waiting'), 0);
      const taken = queue.submissions.filter((_, index) => index !== 10);
      assert.equal(new Set(taken.map(({ request }) => request.indicator.value)).size, 40);
      assert.equal(taken.length, 40);
    });

    it('are polled while others wait for the rate limit', async () => {
      let left = 1;
      queue.onSubmit = () => (left-- > 0 ? undefined : limit(clock.now + hour));
      doneFrom(3);
      await a.scans.add(forty);
      await clock.advance(10 * second);
      assert.equal(a.progress()[domain(1).value], 'done');
    });

    it('cause one request with a rejected API key, and can all be repeated', async () => {
      queue.onSubmit = () => ({ kind: 'keyRejected', detail: '', hadKey: true });
      await a.scans.add(forty);
      await clock.advance(minute);
      assert.equal(queue.submissions.length, 1);
      assert.deepEqual(new Set(Object.values(a.progress())), new Set(['failed']));
    });

    it('fail one by one if the service rejects one, each with its own message', async () => {
      const refusal = {
        kind: 'keyRejected',
        detail: '',
        hadKey: true,
        status: 403,
        serviceMessage: 'This domain: never.',
      } as const;
      queue.onSubmit = (_, count) => (count === 1 ? refusal : undefined);
      await a.scans.add(forty);
      await clock.advance(minute);
      assert.equal(queue.submissions.length, 40);
      assert.deepEqual(Object.values(a.progress()).filter((kind) => kind === 'failed').length, 1);
    });

    it('stop after three rejections in a row, without quoting them for the others', async () => {
      queue.onSubmit = () => ({
        kind: 'keyRejected',
        detail: '',
        hadKey: true,
        status: 403,
        serviceMessage: 'This domain: never.',
      });
      await a.scans.add(forty);
      await clock.advance(minute);
      assert.equal(queue.submissions.length, 3);
      const serviceMessage = a.scans.list().filter(({ progress }) => JSON.stringify(progress).includes('never'));
      assert.deepEqual([serviceMessage.length, new Set(Object.values(a.progress()))], [3, new Set(['failed'])]);
    });

    it('keep their results when they are canceled, and unsent ones are never sent', async () => {
      let left = 10;
      queue.onSubmit = () => (left-- > 0 ? undefined : limit(clock.now + hour));
      queue.onPoll = (qid) => (qid <= 2 ? { kind: 'done', record: record(qid) } : { kind: 'processing' });
      await a.scans.add(forty);
      await clock.advance(10 * second);
      await a.scans.cancel(a.scans.list().map(({ id }) => id));
      const { length } = queue.polls;
      await clock.advance(2 * hour);
      assert.equal(queue.polls.length, length);
      assert.equal(queue.submissions.length, 11);
      const ends = a.scans.list().map(({ progress }) => progress);
      assert.equal(ends.filter(({ kind }) => kind === 'done').length, 2);
      assert.equal(ends.filter((end) => end.kind === 'canceled' && end.sent).length, 8);
      assert.equal(ends.filter((end) => end.kind === 'canceled' && !end.sent).length, 30);
    });

    for (const { name, answer, sent } of [
      { name: 'takes', answer: undefined, sent: true },
      { name: 'refuses', answer: limit(hour), sent: false },
    ]) {
      it(`are unclear when they are canceled while submitting, until the service ${name} them`, async () => {
        let settle: (answer: RequestError | undefined) => void = () => undefined;
        queue.onSubmit = () => new Promise((resolve) => (settle = resolve));
        await a.scans.add([newScan(1)]);
        await clock.advance(second);
        await a.scans.cancel(a.scans.list().map(({ id }) => id));
        assert.deepEqual(a.progress(), { [domain(1).value]: 'unclear' });
        settle(answer);
        await clock.advance(minute);
        assert.deepEqual(a.scans.list()[0]?.progress, { kind: 'canceled', sent });
        assert.equal(queue.submissions.length, 1);
      });
    }
  });

  describe('Errors', () => {
    for (const error of [
      serverError,
      { kind: 'timeout', detail: '', afterMillis: 1 },
      { kind: 'unreachable', detail: '' },
      { kind: 'badShape', detail: '' },
    ] as const) {
      it(`of a submission that may have arrived (${error.kind}) leave it unclear, and it isn't sent again`, async () => {
        queue.onSubmit = () => error;
        await a.scans.add([newScan(1)]);
        await clock.advance(hour);
        assert.equal(queue.submissions.length, 1);
        assert.deepEqual(a.scans.list()[0]?.progress, { kind: 'unclear', error });
      });
    }

    it('three times in a row stop the rest of a selection, which can be repeated', async () => {
      queue.onSubmit = () => serverError;
      await a.scans.add(Array.from({ length: 40 }, (_, n) => newScan(n + 1)));
      await clock.advance(hour);
      assert.equal(queue.submissions.length, 3);
      const ends = Object.values(a.progress());
      assert.deepEqual(
        [ends.filter((end) => end === 'unclear').length, ends.filter((end) => end === 'failed').length],
        [3, 37],
      );
    });

    it("of one value don't affect the others", async () => {
      queue.onSubmit = (_request, count) => (count === 1 ? { kind: 'badRequest', detail: '', status: 400 } : undefined);
      await a.scans.add([newScan(1), newScan(2)]);
      await clock.advance(second);
      assert.deepEqual(a.progress(), { [domain(1).value]: 'failed', [domain(2).value]: 'processing' });
    });

    it('of polls increase the pause, and the scan continues afterwards', async () => {
      queue.onPoll = () => serverError;
      await a.scans.add([newScan(1)]);
      await clock.advance(5 * minute);
      assert.ok(queue.polls.length < 12, String(queue.polls.length));
      assert.ok(gaps().every((gap) => gap >= 2 * second));
      assert.deepEqual(a.scans.list()[0]?.progress, { kind: 'queued', error: serverError });
      queue.onPoll = () => ({ kind: 'done', record: record(1) });
      await clock.advance(2 * minute);
      assert.deepEqual(a.progress(), { [domain(1).value]: 'done' });
    });

    it('of the rate limit delay polls as long as the service says', async () => {
      queue.onPoll = (_qid, count) => (count === 1 ? limit(clock.now + 90 * second) : { kind: 'processing' });
      await a.scans.add([newScan(1), newScan(2)]);
      await clock.advance(5 * minute);
      assert.ok((gaps()[0] ?? 0) >= 90 * second);
    });

    it("of the store don't affect the scan", async () => {
      shared.broken = true;
      doneFrom(2);
      await a.scans.add([newScan(1)]);
      await clock.advance(minute);
      assert.deepEqual(a.progress(), { [domain(1).value]: 'done' });
      assert.equal(queue.submissions.length, 1);
    });
  });

  describe('Offline mode', () => {
    it('stops polls until it is turned off', async () => {
      await a.scans.add([newScan(1)]);
      await clock.advance(5 * second);
      a.offline = true;
      await clock.advance(5 * second);
      const { length } = queue.polls;
      await clock.advance(hour);
      assert.equal(queue.polls.length, length);
      a.offline = false;
      a.scans.wake();
      await clock.advance(minute);
      assert.ok(queue.polls.length > length);
    });
  });

  describe('Another service', () => {
    it('is not polled for scans of the first', async () => {
      await a.scans.add([newScan(1)]);
      await clock.advance(2 * second);
      const { length } = queue.polls;
      const first = a.service;
      a.service = queue.service(true, 'https://lookups-test-3.com');
      await clock.advance(hour);
      assert.equal(queue.polls.length, length);
      a.service = first;
      a.scans.wake();
      await clock.advance(second);
      assert.ok(queue.polls.length > length);
    });
  });

  describe('After a crash', () => {
    it('a scan that was being submitted is unclear, and is only sent again by the user', async () => {
      queue.onSubmit = () => 'hang';
      await a.scans.add([newScan(1)]);
      await clock.advance(second);
      const b = open('b');
      queue.onSubmit = () => undefined;
      await clock.advance(20 * second);
      shared.until = 0;
      await b.scans.load();
      await clock.advance(hour);
      assert.equal(queue.submissions.length, 1);
      assert.deepEqual(b.progress(), { [domain(1).value]: 'unclear' });
    });

    it('polling resumes, and unsent scans are sent once', async () => {
      let left = 1;
      queue.onSubmit = () => (left-- > 0 ? undefined : limit(clock.now + 5 * second));
      await a.scans.add([newScan(1), newScan(2)]);
      await clock.advance(2 * second);
      a.scans.dispose();
      left = 9;
      doneFrom(0);
      const b = open('b');
      await b.scans.load();
      await clock.advance(minute);
      assert.deepEqual(b.progress(), { [domain(1).value]: 'done', [domain(2).value]: 'done' });
      assert.deepEqual(
        queue.submissions.map(({ request }) => request.indicator.value),
        [domain(1).value, domain(2).value, domain(2).value],
      );
    });
  });

  describe('Two windows', () => {
    it('share the polling, and both show the result', async () => {
      const b = open('b');
      queue.onPoll = (_qid, count) => (count < 20 ? { kind: 'processing' } : { kind: 'done', record: record(1) });
      await a.scans.add([newScan(1)]);
      await b.scans.load();
      await b.scans.add([newScan(2)]);
      await clock.advance(5 * minute);
      assert.equal(queue.submissions.length, 2);
      assert.ok(Math.min(...gaps()) >= 500);
      for (const window of [a, b])
        assert.deepEqual(window.progress(), { [domain(1).value]: 'done', [domain(2).value]: 'done' });
      assert.equal(b.learnt.length, 0);
    });

    it("show each other's scans, and stop reading the store when they have ended", async () => {
      const b = open('b');
      await b.scans.load();
      doneFrom(3);
      await a.scans.add([newScan(1)]);
      await clock.advance(second);
      assert.deepEqual(b.progress(), {});
      await b.scans.refresh();
      assert.deepEqual(b.progress(), { [domain(1).value]: 'processing' });
      await clock.advance(minute);
      assert.deepEqual(b.progress(), { [domain(1).value]: 'done' });
      const { reads } = shared;
      await clock.advance(hour);
      assert.equal(shared.reads, reads);
      assert.equal(queue.submissions.length, 1);
    });

    it('can cancel scans that the other one polls', async () => {
      const b = open('b');
      await a.scans.add([newScan(1)]);
      await clock.advance(second);
      await b.scans.load();
      await b.scans.cancel(b.scans.list().map(({ id }) => id));
      await clock.advance(10 * second);
      const { length } = queue.polls;
      await clock.advance(hour);
      assert.equal(queue.polls.length, length);
      assert.deepEqual(a.progress(), { [domain(1).value]: 'canceled' });
    });

    it('take over from a window that crashed', async () => {
      const b = open('b');
      await a.scans.add([newScan(1)]);
      await clock.advance(second);
      await b.scans.load();
      a.service = undefined;
      a.scans.dispose();
      shared.holder = 'a';
      shared.until = clock.now + 10 * second;
      const { length } = queue.polls;
      await clock.advance(30 * second);
      assert.ok(queue.polls.length > length);
    });
  });

  describe('An untracked scan', () => {
    it('is tracked again by its queue id without a submission', async () => {
      await a.scans.add([newScan(1)]);
      await clock.advance(5 * second);
      await a.scans.cancel(a.scans.list().map(({ id }) => id));
      await clock.advance(minute);
      doneFrom(0);
      await a.scans.resume(a.scans.list().map(({ id }) => id));
      await clock.advance(minute);
      assert.deepEqual(a.progress(), { [domain(1).value]: 'done' });
      assert.deepEqual([queue.submissions.length, a.scans.list().length, shared.scans.size], [1, 1, 1]);
    });
  });

  describe('The list', () => {
    it('removes ended scans, but not running ones', async () => {
      queue.onPoll = (qid) => (qid === 1 ? { kind: 'done', record: record(1) } : { kind: 'processing' });
      await a.scans.add([newScan(1), newScan(2)]);
      await clock.advance(10 * second);
      await a.scans.remove(a.scans.list().map(({ id }) => id));
      assert.deepEqual(a.progress(), { [domain(2).value]: 'processing' });
      assert.equal(shared.scans.size, 1);
    });
  });
});
