import assert from 'node:assert/strict';
import { createServiceClient } from '../../../../src/core/api';
import { fakeFetch, gatewayOn, json, text } from '../api/fakes';
import { Clock, FakeQueue, openWindow, newScan, SharedStore, type Window } from './fakes';
import { plain } from '../../../harness/plain';

const second = 1_000;
const value = 'lookups-test-1.com';
const record = { iid: '7', indicator: value, type: 'domain', risk: 'high' };
const added = { qid: 31, error: 'The request was added to the queue.' };
const finished = { qid: 31, status: 'done', success: 'Done.', data: record };
const limit = { error: 'API rate limit exceeded: 10 per minute.' };

/** Responses of services to scans, one row per shape; tests run client, gateway, and engine together. */
describe('Answers of services to scans', () => {
  let clock: Clock;
  let window: Window;
  let posts: number[];
  let polls: number[];

  beforeEach(() => {
    clock = new Clock();
    [posts, polls] = [[], []];
  });
  afterEach(() => window.scans.dispose());

  /** Asks for a scan of a service that gives these answers in turn, the last one for ever. */
  async function scanned(submissions: readonly Response[], answers: readonly Response[]): Promise<void> {
    const { fetch } = fakeFetch(({ init }) => {
      const [seen, given] = init.method === 'POST' ? [posts, submissions] : [polls, answers];
      const count = seen.push(clock.now);
      return (given[Math.min(count, given.length) - 1] ?? json({})).clone();
    });
    const { gateway } = gatewayOn(fetch, { now: () => clock.now });
    window = openWindow(clock, new SharedStore(clock), new FakeQueue(clock));
    window.service = createServiceClient({ gateway });
    await window.scans.add([newScan(1)]);
    await clock.advance(300 * second);
  }
  const progress = () => window.scans.list()[0]?.progress;

  describe('to submissions', () => {
    for (const [name, body] of [
      ['a number under “error”', added],
      ['a numeric string', { qid: '31', error: 'Added.' }],
      ['an outcome key “success”', { qid: 31, success: 'Added.' }],
      ['an outcome key of any name', { qid: 31, queued: 'Added.' }],
      ['no message at all', { qid: 31 }],
      ['several qids', { success: 'Added.', sid: 4, qids: [{ indicator: value, qid: 31 }] }],
      [
        'several qids, of others too',
        {
          sid: '4',
          qids: [
            { indicator: 'x.y', qid: 9 },
            { indicator: value, qid: '31' },
          ],
        },
      ],
      ['unknown keys and markup', { qid: 31, error: '<b>Added</b>', cost: { credits: 1 }, links: [] }],
    ] as const) {
      it(`queues the scan and finishes it (${name})`, async () => {
        await scanned([json(body)], [json(finished)]);
        assert.equal(progress()?.kind, 'done');
        assert.equal(window.scans.list()[0]?.qid, 31);
        assert.equal(posts.length, 1);
      });
    }

    for (const [name, answer, pause] of [
      ['429 with Retry-After', json(limit, 429, { 'retry-after': '60' }), 60],
      ['429 without it, headers of the budget missing too', json(limit, 429), 2],
      ['429 with the headers of the budget', json(limit, 429, { 'x-requests-remaining-second': '0' }), 1],
      ['the words of a limit under 200', json(limit), 2],
      ['429 of a day, in words of its own', json({ error: 'Daily limit reached.' }, 429), 2],
      ['429 that speaks of a limit alone', json({ error: 'Limit!' }, 429, { 'retry-after': '90' }), 90],
      ['a daily limit under 403', json({ error: 'Daily limit reached.' }, 403), 2],
    ] as const) {
      it(`waits and submits once (${name})`, async () => {
        await scanned([answer, json(added)], [json(finished)]);
        assert.equal(progress()?.kind, 'done');
        assert.equal(posts.length, 2);
        assert.ok((posts[1] ?? 0) - (posts[0] ?? 0) >= pause * second, String(posts));
      });
    }

    it('keeps scans waiting during a permanent 429, and says why and until when', async () => {
      await scanned([json({ error: 'Daily limit reached.' }, 429)], [json(finished)]);
      await window.scans.add(Array.from({ length: 40 }, (_, index) => newScan(index + 2)));
      await clock.advance(300 * second);
      const all = window.scans.list().map((scan) => scan.progress);
      assert.equal(all.length, 41);
      assert.deepEqual(new Set(all.map(({ kind }) => kind)), new Set(['waiting']));
      const reported = all.find((each) => each.kind === 'waiting' && each.retryAt !== undefined);
      assert.ok(reported?.kind === 'waiting' && (reported.retryAt ?? 0) > clock.now - 300 * second);
      assert.equal(reported.serviceMessage, 'Daily limit reached.');
      assert.ok(posts.length < 12, String(posts.length));
    });

    for (const [name, answer, kind] of [
      ['404 in words', json({ error: 'This TLD is not supported.' }, 404), 'failed badRequest'],
      ['400', json({ error: 'Invalid indicator.' }, 400), 'failed badRequest'],
      ['an error alone under 200', json({ error: 'Invalid indicator.' }), 'failed badRequest'],
      ['401', json({ error: 'Invalid key.' }, 401), 'failed keyRejected'],
      ['404', text('', 404), 'failed notFound'],
      ['500', json({ error: 'Internal error.' }, 500), 'unclear serverError'],
      ['503 as a page', text('<html>', 503), 'unclear serverError'],
      ['a page under 200', text('<html>'), 'unclear notJson'],
      ['nothing', text(''), 'unclear notJson'],
      ['a message without a qid', json({ success: 'Added.' }), 'unclear badShape'],
      ['a list', json([31]), 'unclear badShape'],
    ] as const) {
      it(`ends as ${kind} and doesn't submit again (${name})`, async () => {
        await scanned([answer, json(added)], [json(finished)]);
        const end = progress();
        assert.ok(end?.kind === 'failed' || end?.kind === 'unclear', end?.kind);
        assert.equal(`${end.kind} ${String(end.error?.kind)}`, kind);
        assert.deepEqual([posts.length, polls.length], [1, 0]);
      });
    }
  });

  describe('to polls', () => {
    for (const [name, answer] of [
      [
        'processing, with a stage and an error',
        json({ qid: 31, status: 'processing', stage: 'whois', error: 'Wait.' }),
      ],
      ['the same under another HTTP status', json({ qid: 31, status: 'processing', error: 'Wait.' }, 404)],
      ['the answer to the submission once more', json(added)],
      ['a status of its own without an error', json({ qid: 31, status: 'resolving' })],
      ['429 with Retry-After', json(limit, 429, { 'retry-after': '60' })],
      ['429 without it', json(limit, 429)],
      ['500', json({ error: 'Internal error.' }, 500)],
      ['502 as a page', text('<html>', 502)],
      ['503', text('', 503)],
      ['401, since the key may come back', json({ error: 'Invalid key.' }, 401)],
      ['a page under 200', text('<html>')],
      ['a body that says nothing', json({})],
    ] as const) {
      it(`polls again after at least half a second (${name})`, async () => {
        await scanned([json(added)], [answer, json(finished)]);
        assert.equal(progress()?.kind, 'done');
        assert.deepEqual([posts.length, polls.length], [1, 2]);
        assert.ok((polls[1] ?? 0) - (polls[0] ?? 0) >= 500);
      });
    }

    it('waits for the Retry-After of a 429', async () => {
      await scanned([json(added)], [json(limit, 429, { 'retry-after': '60' }), json(finished)]);
      assert.ok((polls[1] ?? 0) - (polls[0] ?? 0) >= 60 * second);
    });

    it('increases the pauses with each error, up to a few minutes', async () => {
      await scanned([json(added)], [text('', 503)]);
      const gaps = polls.slice(1).map((at, index) => at - (polls[index] ?? 0));
      assert.ok(
        gaps.every((gap, index) => gap >= (gaps[index - 1] ?? 2 * second) && gap <= 330 * second),
        String(gaps),
      );
      const held = progress();
      assert.ok(held?.kind === 'queued' && held.error?.kind === 'serverError');
    });

    for (const [name, answer, kind, message] of [
      [
        'failed under another key',
        json({ qid: 31, status: 'failed', failure: 'No such host.' }),
        'failed',
        'No such host.',
      ],
      ['done with an error', json({ qid: 31, status: 'done', error: 'No answer.' }), 'failed', 'No answer.'],
      ['an error status with a message', json({ status: 'error', message: 'No answer.' }), 'failed', 'No answer.'],
      ['another status with an error', json({ status: 'failed', error: 'No answer.' }), 'failed', 'No answer.'],
      ['an error status with nothing to it', json({ status: 'aborted', error: '' }), 'failed', 'aborted'],
      ['done without a record', json({ status: 'done', success: 'Done.' }), 'failed', 'Done.'],
    ] as const) {
      it(`ends the scan with the message of the service (${name})`, async () => {
        await scanned([json(added)], [answer]);
        assert.deepEqual(plain(progress()), { kind, message, ...(message === 'Done.' ? { noRecord: true } : {}) });
        assert.equal(polls.length, 1);
      });
    }

    for (const [name, answer, message] of [
      ['“not found” under 404', json({ status: 'not found', error: 'No such scan.' }, 404), 'No such scan.'],
      ['the error of a miss', json({ error: 'Indicator not found.' }, 404), 'Indicator not found.'],
      ['“Invalid qid” under 404', json({ error: 'Invalid qid' }, 404), 'Invalid qid'],
      ['“Invalid qid” under 400', json({ error: 'Invalid qid' }, 400), 'Invalid qid'],
      ['another language under 410', json({ error: 'Unbekannt' }, 410), 'Unbekannt'],
    ] as const) {
      it(`ends a scan that the service doesn't know (${name})`, async () => {
        await scanned([json(added)], [answer]);
        assert.deepEqual(progress(), { kind: 'notFound', scanUnknown: true, message });
        assert.equal(polls.length, 1);
      });
    }

    it('ends a scan with the status “not found”', async () => {
      await scanned([json(added)], [json({ qid: 31, status: 'not found' })]);
      assert.deepEqual(plain(progress()), { kind: 'notFound' });
    });

    it('continues with growing pauses after a 404 page', async () => {
      await scanned([json(added)], [text('<html>', 404)]);
      const held = progress();
      assert.ok(held?.kind === 'queued' && held.error?.kind === 'notFound');
      const gaps = polls.slice(1).map((at, index) => at - (polls[index] ?? 0));
      assert.ok(gaps.length > 2 && gaps.every((gap, index) => gap >= (gaps[index - 1] ?? 2 * second)), String(gaps));
    });

    for (const [name, data, risk, retired] of [
      ['an iid as a string', record, 'high', false],
      [
        'empty lists for objects',
        { ...record, properties: [], attributes: [], redirects: [], summary: [] },
        'high',
        false,
      ],
      [
        'properties as rows',
        { ...record, properties: { dns: [{ pid: '1', name: 'a', value: ['198.51.100.1'], latest: '1' }] } },
        'high',
        false,
      ],
      [
        'flat and nested ports',
        { ...record, attributes: { port: ['443'], protocol: [['443', 'HTTPS']] } },
        'high',
        false,
      ],
      ['a risk of an unknown word', { ...record, risk: 'catastrophic' }, 'unknown', false],
      ['a reason in “retired”', { ...record, retired: 'No recent activity' }, 'high', true],
      [
        'odd stamps',
        { ...record, stamp_seen: '2019-11-10 9:05:26', stamp_added: '0000-00-00 00:00:00' },
        'high',
        false,
      ],
      ['unknown keys and markup', { ...record, extra: { a: '<script>' }, description: '<b>x</b>' }, 'high', false],
      ['no name of its own', { risk: 'low' }, 'low', false],
    ] as const) {
      it(`reads the record of a finished scan (${name})`, async () => {
        await scanned([json(added)], [json({ ...finished, data })]);
        assert.deepEqual(progress(), { kind: 'done', risk, retired });
        assert.equal(window.learnt.length, 1);
        assert.equal(window.learnt[0]?.record.value, value);
      });
    }
  });
});
