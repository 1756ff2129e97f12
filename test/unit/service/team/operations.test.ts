import assert from 'node:assert/strict';
import { createService } from '../../../../src/service';
import { withOperations } from '../../../../src/service/team/operations';
import { servedRecords, someRecord } from '../servedRecords';

describe('Operations of a team service', () => {
  let isReady = true;
  const accounts = {
    holderOf: (key: string) =>
      Promise.resolve(key === 'k' ? ({ name: 'Ana', tier: 'team', role: 'read' } as const) : undefined),
  };
  const create = (): ReturnType<typeof withOperations> =>
    withOperations(
      createService({ store: servedRecords(someRecord({ iid: 1 })), tier: 'pro', accounts, embedded: false }),
      { accounts, isReady: () => Promise.resolve(isReady), connections: () => ({ open: 3, idle: 2, waiting: 0 }) },
    );
  const get = async (service: ReturnType<typeof create>, path: string, init: RequestInit = {}) => {
    const response = await service(new Request(`http://127.0.0.1${path}`, init));
    return { status: response.status, text: await response.text() };
  };

  it('say whether the process and its database answer, without a key', async () => {
    const service = create();
    assert.deepEqual(await get(service, '/healthz'), { status: 200, text: 'ok' });
    assert.equal((await get(service, '/readyz')).status, 200);
    isReady = false;
    assert.equal((await get(service, '/readyz')).status, 503);
    assert.equal((await get(service, '/healthz')).status, 200);
    assert.equal((await get(service, '/healthz', { method: 'POST' })).status, 405);
    isReady = true;
  });

  it('count answers by address and status, and show that with a key', async () => {
    const service = create();
    for (const query of ['iid=1&key=k', 'iid=2&key=k', 'iid=1&key=wrong'])
      await get(service, `/api/indicator.php?${query}`);
    await get(service, '/made-up-1');
    await get(service, '/made-up-2?key=secret');
    await get(service, '/taxii2/any/path/');
    assert.equal((await get(service, '/metrics')).status, 401);
    assert.equal((await get(service, '/metrics', { headers: { Authorization: 'Bearer wrong' } })).status, 401);
    assert.equal((await get(service, '/metrics?key=k')).status, 200);
    const { status, text } = await get(service, '/metrics', { headers: { Authorization: 'Bearer k' } });
    assert.equal(status, 200);
    const counted = [...text.matchAll(/^threat_lookups_answers_total\{path="([^"]+)",status="(\d+)"\} (\d+)$/gm)];
    assert.deepEqual(
      counted.map(([, ...parts]) => parts.join(' ')).sort(),
      [
        '/api/indicator.php 200 1',
        '/api/indicator.php 404 1',
        '/api/indicator.php 401 1',
        '/taxii2/ 401 1',
        'other 404 2',
      ].sort(),
    );
    assert.match(text, /^threat_lookups_database_connections\{state="idle"\} 2$/m);
    assert.doesNotMatch(text, /made-up|secret/);
  });
});
