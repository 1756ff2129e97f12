import assert from 'node:assert/strict';
import { createEmbeddedClient, type ServiceClient } from '../../../src/core/api';
import { createService } from '../../../src/service';
import { noon, rich, servedRecords, someRecord } from './servedRecords';
import { plain } from '../../harness/plain';

describe('Client of the local service', () => {
  const sparse = someRecord({ iid: 2, risk: 'unknown' });
  let client: ServiceClient;

  before(() => {
    const service = createService({
      store: servedRecords(rich, sparse),
      tier: 'business',
      embedded: true,
      now: () => noon,
    });
    client = createEmbeddedClient({ fetch: (url, init) => service(new Request(url, init)), now: () => noon });
  });

  it('reads the served record', async () => {
    const outcome = await client.indicator({ type: 'domain', value: rich.value });
    assert.ok(outcome.ok && outcome.value !== undefined, JSON.stringify(outcome));
    // The interface has no place for the reason of a retirement, and always names three attributes.
    const { attributes, ...record } = outcome.value;
    const { attributes: known, retiredReason, ...expected } = rich;
    assert.ok(retiredReason !== undefined);
    assert.deepEqual(plain(record), plain(expected));
    for (const [name, rows] of Object.entries(known)) assert.deepEqual(attributes[name], rows);
  });

  it('reads a record with little data', async () => {
    const outcome = await client.indicatorByIid(2);
    assert.ok(outcome.ok && outcome.value !== undefined, JSON.stringify(outcome));
    const { risk, timestamps, threats, properties, other } = outcome.value;
    assert.deepEqual(
      { risk, timestamps, threats, properties, other },
      { risk: 'unknown', timestamps: {}, threats: [], properties: {}, other: {} },
    );
  });

  it('reads a miss as a miss', async () => {
    assert.deepEqual(await client.indicator({ type: 'domain', value: 'unknown.example' }), {
      ok: true,
      value: undefined,
    });
  });

  it('reads the rows of a search, retired ones with their risk', async () => {
    const outcome = await client.exploreIndicators([rich.value, sparse.value, 'unknown.example'], 10);
    assert.ok(outcome.ok, JSON.stringify(outcome));
    assert.deepEqual(
      outcome.value.map(({ iid, value, risk, retired }) => ({ iid, value, risk, retired })),
      [
        { iid: 1, value: rich.value, risk: 'high', retired: true },
        { iid: 2, value: sparse.value, risk: 'unknown', retired: false },
      ],
    );
  });

  it('checks the service successfully', async () => {
    const outcome = await client.check();
    assert.ok(outcome.ok, JSON.stringify(outcome));
  });
});
