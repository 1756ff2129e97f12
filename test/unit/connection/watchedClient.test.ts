import assert from 'node:assert/strict';
import { sameRecords } from '../api/noRecords';
import type { ServiceClient } from '../../../src/core/api/client';
import type { Outcome, Trouble } from '../../../src/core/api/trouble';
import { watchedClient } from '../../../src/features/connection/watchedClient';

function clientThat(answers: Outcome<undefined>): ServiceClient {
  const listeners: (() => void)[] = [];
  return {
    address: 'https://lookups-test-1.com',
    host: 'lookups-test-1.com',
    remote: true,
    indicator: () => Promise.resolve(answers),
    indicatorByIid: () => Promise.resolve(answers),
    exploreIndicators: () => Promise.resolve(answers.ok ? { ok: true, value: [] } : answers),
    explore: () =>
      Promise.resolve(
        answers.ok
          ? { ok: true, value: { format: 'json', found: { type: 'indicators', rows: [], left: 0 } } }
          : answers,
      ),
    submitScan: () => Promise.resolve(answers.ok ? { ok: true, value: { qid: 1 } } : answers),
    pollScan: () => Promise.resolve(answers.ok ? { ok: true, value: { kind: 'queued' } } : answers),
    ...sameRecords(() => Promise.resolve(answers)),
    check: () => Promise.resolve(answers.ok ? { ok: true, value: { withKey: true } } : answers),
    budget: () => ({ day: 3 }),
    onBudget: (listener) => {
      listeners.push(() => listener({ day: 2 }));
      for (const tell of listeners) tell();
      return () => undefined;
    },
  };
}

async function heardFrom(answers: Outcome<undefined>): Promise<readonly (Trouble | undefined)[]> {
  const heard: (Trouble | undefined)[] = [];
  const client = watchedClient(clientThat(answers), (trouble) => heard.push(trouble));
  await client.indicator({ type: 'domain', value: 'lookups-test-2.com' });
  await client.indicatorByIid(1);
  await client.exploreIndicators(['lookups-test-2.com'], 1);
  await client.check();
  return heard;
}

describe('A watched client', () => {
  it('tells of every answer that the service is well', async () => {
    assert.deepEqual(await heardFrom({ ok: true, value: undefined }), [undefined, undefined, undefined, undefined]);
  });

  it('tells of every trouble', async () => {
    const trouble: Trouble = { kind: 'certificate', detail: 'self-signed' };
    assert.deepEqual(await heardFrom({ ok: false, trouble }), [trouble, trouble, trouble, trouble]);
  });

  it('says nothing of the service when somebody cancelled', async () => {
    assert.deepEqual(await heardFrom({ ok: false, trouble: { kind: 'cancelled', detail: '' } }), []);
  });

  it('answers as the client does', async () => {
    const client = watchedClient(clientThat({ ok: true, value: undefined }), () => undefined);
    assert.equal(client.host, 'lookups-test-1.com');
    assert.deepEqual(client.budget(), { day: 3 });
    assert.deepEqual(await client.check(), { ok: true, value: { withKey: true } });
  });
});
