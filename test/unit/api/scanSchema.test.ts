import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readPoll, readSubmission } from '../../../src/core/api/schemas/scan';

const asked = { type: 'domain', value: 'lookups-test-2.com' } as const;
const record = { iid: '7', indicator: 'lookups-test-2.com', type: 'domain', risk: 'high' };
const quiet = (): void => undefined;
const submission = (body: unknown) => readSubmission(body, asked, quiet);
const poll = (body: unknown) => readPoll(body, asked, quiet);

describe('the answer to a submission', () => {
  it('gives the qid as a number or a string, whatever the outcome key is called', () => {
    assert.deepEqual(submission({ qid: 12, error: 'Request added to queue.' }), {
      qid: 12,
      message: 'Request added to queue.',
    });
    assert.deepEqual(submission({ qid: '12', success: 'Added.' }), { qid: 12, message: 'Added.' });
    assert.deepEqual(submission({ QID: 12, outcome: 'Added.' }), { qid: 12, message: 'Added.' });
    assert.deepEqual(submission({ qid: 0 }), { qid: 0 });
  });

  it('gives the own qid of several in the alternative shape', () => {
    const qids = [
      { indicator: 'lookups-test-9.com', qid: 1 },
      { indicator: 'LOOKUPS-TEST-2.com.', qid: '2' },
    ];
    assert.deepEqual(submission({ success: 'Added.', sid: 5, qids }), { qid: 2, message: 'Added.' });
    assert.equal(submission({ sid: 5, qids: qids.slice(0, 1) })?.qid, 1);
    assert.equal(submission({ sid: 5, qids: { indicator: 'x', qid: 4 } })?.qid, 4);
    assert.equal(submission({ sid: 5, qids: ['8'] })?.qid, 8);
  });

  it('is none without a qid', () => {
    for (const body of [{}, [], null, 'x', { sid: 5 }, { success: 'Added.', qids: [] }, { qid: 'many' }, { qid: -1 }])
      assert.equal(submission(body), undefined, JSON.stringify(body));
  });
});

describe('the answer to a poll', () => {
  it('is no failure while it says “processing”, although it has an error', () => {
    const body = { qid: 12, status: 'processing', stage: 'whois', error: 'Still processing.' };
    assert.deepEqual(poll(body), { kind: 'processing', stage: 'whois', message: 'Still processing.' });
    assert.deepEqual(poll({ status: 'Processing' }), { kind: 'processing' });
  });

  it('gives the record once it is done', () => {
    const state = poll({ qid: 12, status: 'done', success: 'Finished.', data: record });
    assert.ok(state?.kind === 'done');
    assert.deepEqual([state.record.iid, state.record.risk, state.message], [7, 'high', 'Finished.']);
  });

  it('reads properties of a record in the form of rows', () => {
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

  it('goes on where an unknown status comes without an error, and where the body is that of a submission', () => {
    assert.deepEqual(poll({ qid: 1, status: 'enriching' }), { kind: 'processing', stage: 'enriching' });
    assert.deepEqual(poll({ qid: 1, error: 'Request added.' }), { kind: 'queued', message: 'Request added.' });
  });

  it('is none for what says nothing of a scan', () => {
    for (const body of [{}, [], null, 'done', { error: 'API rate limit not found.' }, { error: 'Bad key.' }])
      assert.equal(poll(body), undefined, JSON.stringify(body));
  });

  it('is read or refused, never thrown at', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (data, other) => {
        poll({ qid: 1, status: 'done', data });
        poll({ status: other, stage: data, error: data });
        submission({ qid: other, qids: data });
      }),
    );
  });
});
