import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isPollAnswer, readPoll, readSubmission } from '../../../../src/core/api/schemas/scan';
import { plain } from '../../../harness/plain';

const requested = { type: 'domain', value: 'lookups-test-2.com' } as const;
const record = { iid: '7', indicator: 'lookups-test-2.com', type: 'domain', risk: 'high' };
const quiet = (): void => undefined;
const submission = (body: unknown) => plain(readSubmission(body, requested, quiet));
const poll = (body: unknown) => plain(readPoll(body, requested, quiet));

/** Keys that hold something else than the outcome. */
const fixedKeys = new Set(
  'qid qids queue_id queueid scan_id scanid request_id id sid status state stage progress data result record indicator type key code'.split(
    ' ',
  ),
);

describe('Response to a submission', () => {
  it('has the qid as a number or a string, whatever the outcome key', () => {
    assert.deepEqual(submission({ qid: 12, error: 'Request added to queue.' }), {
      qid: 12,
      message: 'Request added to queue.',
    });
    assert.deepEqual(submission({ qid: '12', success: 'Added.' }), { qid: 12, message: 'Added.' });
    assert.deepEqual(submission({ QID: 12, outcome: 'Added.' }), { qid: 12, message: 'Added.' });
    assert.deepEqual(submission({ qid: 0 }), { qid: 0 });
  });

  it('has the right qid of several in the alternative shape', () => {
    const qids = [
      { indicator: 'lookups-test-9.com', qid: 1 },
      { indicator: 'LOOKUPS-TEST-2.com.', qid: '2' },
    ];
    assert.deepEqual(submission({ success: 'Added.', sid: 5, qids }), { qid: 2, message: 'Added.' });
    assert.equal(submission({ sid: 5, qids: qids.slice(0, 1) })?.qid, 1);
    assert.equal(submission({ sid: 5, qids: { indicator: 'x', qid: 4 } })?.qid, 4);
    assert.equal(submission({ sid: 5, qids: ['8'] })?.qid, 8);
  });

  it('has the ID under another name, or nested', () => {
    for (const body of [
      { sid: 5 },
      { sid: '5', success: 'Added.' },
      { id: 5 },
      { queue_id: '5' },
      { scan_id: 5, sid: 9 },
      { data: { qid: 5 } },
      { result: { qid: '5' }, status: 'ok' },
      { qids: [{ qid: 5 }] },
      { qids: [5], sid: 9 },
      { qids: { 'lookups-test-9.com': 4, 'lookups-test-2.com': '5' } },
    ])
      assert.equal(submission(body)?.qid, 5, JSON.stringify(body));
  });

  it('is rejected without a qid', () => {
    for (const body of [
      {},
      [],
      null,
      'x',
      { sid: 5, qids: [] },
      { sid: 'x' },
      { success: 'Added.', qids: [] },
      { qid: 'many' },
      { qid: -1 },
    ])
      assert.equal(submission(body), undefined, JSON.stringify(body));
  });
});

describe('Response to a poll', () => {
  it("isn't a failure while it is “processing”, although it has an error", () => {
    const body = { qid: 12, status: 'processing', stage: 'whois', error: 'Still processing.' };
    assert.deepEqual(poll(body), { kind: 'processing', stage: 'whois', message: 'Still processing.' });
    assert.deepEqual(poll({ status: 'Processing' }), { kind: 'processing' });
  });

  it('has the record once it is done', () => {
    const state = poll({ qid: 12, status: 'done', success: 'Finished.', data: record });
    assert.ok(state?.kind === 'done');
    assert.deepEqual([state.record.iid, state.record.risk, state.message], [7, 'high', 'Finished.']);
  });

  it('has properties of a record in the form of rows', () => {
    const properties = { geo: [{ pid: 1, name: 'country', value: 'Nowhere', latest: 1 }] };
    const state = poll({ status: 'done', data: { ...record, properties } });
    assert.ok(state?.kind === 'done');
    assert.deepEqual(state.record.properties['geo']?.['country'], ['Nowhere']);
  });

  it('ends with “not found”, as a status or as an error body', () => {
    for (const body of [
      { status: 'not found' },
      { status: 'not_found', error: 'x' },
      { error: 'Queue ID not found.' },
      { error: 'No scan has this qid.' },
    ])
      assert.equal(poll(body)?.kind, 'notFound', JSON.stringify(body));
  });

  it('is a failed scan for any other status with an error', () => {
    assert.deepEqual(poll({ status: 'failed', error: 'No answer from the host.' }), {
      kind: 'failed',
      message: 'No answer from the host.',
    });
    assert.equal(poll({ status: 'aborted', error: '' })?.kind, 'failed');
    assert.equal(poll({ status: 'done', success: 'Done.' })?.kind, 'failed');
  });

  it('continues where an unknown status comes without an error, and where the body is that of a submission', () => {
    assert.deepEqual(poll({ qid: 1, status: 'enriching' }), { kind: 'processing', stage: 'enriching' });
    assert.deepEqual(poll({ qid: 1, error: 'Request added.' }), { kind: 'queued', message: 'Request added.' });
  });

  it('is a failed scan under any outcome key, with its message', () => {
    const message = 'The host did not answer.';
    for (const body of [
      { status: 'failed', failure: message },
      { status: 'failed', result: message },
      { status: 'error', message },
      { status: 'FAILED', error: { message } },
      { status: 'Failed.', errors: [message] },
      { status: 'done', error: message },
      { status: 'completed', failure: message },
      { status: 'timed_out', reason: message },
      { status: 'kaputt', grund: message },
      { state: 'failed', failure: message },
      { failure: message },
    ])
      assert.deepEqual(poll({ qid: 1, ...body }), { kind: 'failed', message }, JSON.stringify(body));
  });

  it('is done with a record, whatever the words', () => {
    for (const body of [
      { status: 'Done', success: 'ok', data: record },
      { status: 'completed', success: true, data: record },
      { status: 'finished', data: record },
      { status: 'complete', result: record },
      { status: 'fertig', ergebnis: 'alles gut', data: record },
      { status: 200, success: 'Finished.', data: record },
      { success: 'Finished.', data: record },
      { status: 'ok', message: 'Scan finished', record },
    ]) {
      const state = poll({ qid: 1, ...body });
      assert.ok(state?.kind === 'done' && state.record.iid === 7, JSON.stringify(body));
    }
  });

  it('continues with words of waiting, under any key', () => {
    for (const status of ['queued', 'Pending', 'waiting', 'in_queue', 'scheduled']) {
      assert.equal(poll({ qid: 1, status, note: 'Wait.' })?.kind, 'queued', status);
    }
    for (const status of ['running', 'In progress', 'in-progress', 'scanning', 'started', 'ANALYZING']) {
      assert.equal(poll({ qid: 1, status, error: 'Wait.' })?.kind, 'processing', status);
    }
    assert.equal(poll({ qid: 1, status: 'ok', message: 'Your request is still being processed.' })?.kind, 'processing');
    assert.equal(poll({ qid: 1, info: 'Still in the queue' })?.kind, 'queued');
  });

  it('ends a scan that the service no longer knows, by HTTP status or words', () => {
    for (const [body, status] of [
      [{ error: 'Invalid qid' }, 404],
      [{ error: 'Invalid qid' }, 400],
      [{ error: 'Invalid qid' }, 200],
      [{ error: 'weg' }, 404],
      [{ error: { message: 'weg' } }, 410],
      [{ status: 'error', message: 'x', error: 'Bad qid.' }, 400],
      [{ qid: 1, error: 'Unknown scan' }, 200],
    ] as const) {
      const state = readPoll(body, requested, quiet, status);
      assert.ok(state?.kind === 'notFound' && state.scanUnknown === true, JSON.stringify(body));
      assert.equal(typeof state.message, 'string');
      assert.ok(isPollAnswer(body, status));
    }
  });

  it("leaves to the HTTP status what isn't about the scan", () => {
    for (const [body, status] of [
      [{ status: 'error', message: 'Daily limit reached.' }, 200],
      [{ status: 'error', message: 'x' }, 500],
      [{ status: 'failed', error: 'x' }, 503],
      [{ error: 'Invalid API key' }, 404],
      [{ error: 'Invalid API key' }, 400],
      [{ error: 'Unknown endpoint' }, 404],
      [{ message: 'Not Found' }, 404],
      [{ status: 'processing', error: 'x' }, 429],
      [{ status: 'done', error: 'x' }, 401],
    ] as const)
      assert.equal(isPollAnswer(body, status), false, `${status} ${JSON.stringify(body)}`);
  });

  it('is read by its meaning, whatever the outcome key and the spelling of the status', () => {
    const keys = fc.stringMatching(/^[a-z][a-z_]{2,11}$/).filter((key) => !fixedKeys.has(key));
    const spelled = (...words: string[]) =>
      fc
        .tuple(fc.constantFrom(...words), fc.boolean(), fc.constantFrom('_', '-', ' '))
        .map(([word, isLoud, gap]) => (isLoud ? word.toUpperCase() : word).replaceAll(' ', gap));
    const sentence = 'Name servers refused to answer.';
    fc.assert(
      fc.property(
        keys,
        spelled('failed', 'error', 'aborted', 'rejected', 'timed out', 'canceled', 'scan failed'),
        (key, status) => {
          const body = { qid: 1, status, [key]: sentence };
          assert.deepEqual(poll(body), { kind: 'failed', message: sentence });
          assert.ok(isPollAnswer(body, 200));
        },
      ),
    );
    fc.assert(
      fc.property(keys, spelled('done', 'completed', 'finished', 'complete', 'success', 'ok'), (key, status) => {
        const body = { qid: 1, status, [key]: 'All is well', data: record };
        assert.equal(poll(body)?.kind, 'done');
        assert.ok(isPollAnswer(body, 200));
      }),
    );
    fc.assert(
      fc.property(keys, spelled('queued', 'pending', 'running', 'in progress', 'processing'), (key, status) => {
        const state = poll({ qid: 1, status, [key]: sentence });
        assert.ok(state?.kind === 'queued' || state?.kind === 'processing');
      }),
    );
    // A word without a known meaning: the sentence decides, and the user sees it.
    const unknown = fc.stringMatching(/^[xyz]{3,9}$/);
    fc.assert(
      fc.property(keys, unknown, (key, status) => {
        assert.deepEqual(poll({ qid: 1, status, [key]: sentence }), { kind: 'failed', message: sentence });
        assert.equal(poll({ qid: 1, status, [key]: sentence, data: record })?.kind, 'done');
        assert.equal(poll({ qid: 1, status })?.kind, 'processing');
      }),
    );
  });

  it('has failed where a flag or a word beside the status means so, with the reason wherever it is', () => {
    for (const [body, message] of [
      [{ status: 'done', success: false, data: { error: 'DNS timeout' } }, 'DNS timeout'],
      [{ status: 'done', outcome: 'error', reason: 'Rejected by policy' }, 'Rejected by policy'],
      [{ status: 'completed', success: 'false', data: null }, undefined],
      [{ status: 'done', data: { message: 'No route to the host.' } }, 'No route to the host.'],
      [{ success: 0, message: 'Rejected.' }, 'Rejected.'],
    ] as const)
      assert.deepEqual(poll({ qid: 1, ...body }), { kind: 'failed', ...(message === undefined ? {} : { message }) });
    assert.equal(poll({ qid: 1, status: 'done', success: true, data: record })?.kind, 'done');
    assert.equal(poll({ qid: 1, success: false, error: 'Still processing.' })?.kind, 'queued');
  });

  it("is undefined for what isn't about a scan", () => {
    for (const body of [{}, [], null, 'done', { error: 'API rate limit not found.' }, { error: 'Bad key.' }])
      assert.equal(poll(body), undefined, JSON.stringify(body));
  });

  it('is read or rejected, never an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (data, other) => {
        poll({ qid: 1, status: 'done', data });
        poll({ status: other, stage: data, error: data });
        submission({ qid: other, qids: data });
      }),
    );
  });
});
