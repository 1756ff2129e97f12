import assert from 'node:assert/strict';
import { sameRecords } from '../../core/api/noRecords';
import type { ServiceClient } from '../../../../src/core/api/client';
import type { Outcome, RequestError } from '../../../../src/core/api/requestError';
import { watchedClient } from '../../../../src/features/connection/connection';

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
          ? { ok: true, value: { format: 'json', found: { type: 'indicators', rows: [], unreadable: 0 } } }
          : answers,
      ),
    submitScan: () => Promise.resolve(answers.ok ? { ok: true, value: { qid: 1 } } : answers),
    pollScan: () => Promise.resolve(answers.ok ? { ok: true, value: { kind: 'queued' } } : answers),
    ...sameRecords(() => Promise.resolve(answers)),
    check: () => Promise.resolve(answers.ok ? { ok: true, value: { withKey: true } } : answers),
    budget: () => ({ day: 3 }),
    onBudget: (listener) => {
      listeners.push(() => listener({ day: 2 }));
      for (const listener of listeners) listener();
      return () => undefined;
    },
  };
}

async function heardFrom(answers: Outcome<undefined>): Promise<readonly (RequestError | undefined)[]> {
  const heard: (RequestError | undefined)[] = [];
  const client = watchedClient(clientThat(answers), (error) => heard.push(error));
  await client.indicator({ type: 'domain', value: 'lookups-test-2.com' });
  await client.indicatorByIid(1);
  await client.exploreIndicators(['lookups-test-2.com'], 1);
  await client.check();
  return heard;
}

describe('A watched client', () => {
  it('reports every answer as success', async () => {
    assert.deepEqual(await heardFrom({ ok: true, value: undefined }), [undefined, undefined, undefined, undefined]);
  });

  it('reports every error', async () => {
    const error: RequestError = { kind: 'certificate', detail: 'self-signed' };
    assert.deepEqual(await heardFrom({ ok: false, error }), [error, error, error, error]);
  });

  it('reports that the service answers where a key may not scan', async () => {
    const error = { kind: 'keyRejected', detail: '', hadKey: true, status: 403 } as const;
    const heard: (RequestError | undefined)[] = [];
    const client = watchedClient(clientThat({ ok: false, error }), (each) => heard.push(each));
    await client.submitScan({
      indicator: { type: 'domain', value: 'lookups-test-2.com' },
      kind: 'passive',
      store: false,
    });
    await client.indicator({ type: 'domain', value: 'lookups-test-2.com' });
    assert.deepEqual(heard, [undefined, error]);
  });

  it('reports nothing about canceled requests', async () => {
    assert.deepEqual(await heardFrom({ ok: false, error: { kind: 'canceled', detail: '' } }), []);
  });

  it('has all that the client has, also what only some have', () => {
    const refused = (): Promise<never> => Promise.reject(new Error('nothing is asked'));
    const team = { access: refused, changes: refused, change: refused };
    const client: Required<ServiceClient> = { ...clientThat({ ok: true, value: undefined }), team };
    const watched = watchedClient(client, () => undefined);
    assert.deepEqual(Object.keys(watched).toSorted(), Object.keys(client).toSorted());
    assert.equal(watched.team, team);
  });

  it('returns the answers of the client', async () => {
    const client = watchedClient(clientThat({ ok: true, value: undefined }), () => undefined);
    assert.equal(client.host, 'lookups-test-1.com');
    assert.deepEqual(client.budget(), { day: 3 });
    assert.deepEqual(await client.check(), { ok: true, value: { withKey: true } });
  });
});
