import assert from 'node:assert/strict';
import type { Indicator } from '../../../../src/core/indicators/identity/types';
import { LookupEngine } from '../../../../src/core/lookups/index';
import type { Knowledge } from '../../../../src/core/records/knowledge';
import { createOnDemandIndexing } from '../../../../src/core/store/onDemandIndexing';
import { domain, fakeService, hour, known, minute, mirror, settled, start } from './fakes';

/** A store in which some keys wait to be taken in, and lookups over it and a remote service. */
function world(waiting: readonly string[]) {
  const here = {
    upTo: 7 as number | undefined,
    jobs: [] as (readonly string[])[],
    stored: new Map<string, Knowledge[]>(),
    fails: false,
  };
  const onDemandIndexing = createOnDemandIndexing({
    lastPendingPage: () => here.upTo,
    indexKeys: async (keys) => {
      here.jobs.push(keys);
      await settled();
      if (here.fails) throw new Error('the store is in trouble');
      const found = keys.filter((key) => waiting.includes(key) && !here.stored.has(key));
      for (const value of found) here.stored.set(value, [known({ type: 'domain', value }, mirror)]);
      return found.length > 0;
    },
  });
  const service = fakeService(() => undefined);
  const lookups = new LookupEngine({
    store: {
      find: (key) => here.stored.get(key) ?? [],
      ensureIndexed: (keys) => onDemandIndexing.ensureIndexed(keys),
      keep: () => Promise.resolve(),
    },
    service: () => service.client,
    settings: () => ({ mode: 'automatic', urls: 'full', freshMillis: hour, missMillis: minute, ignore: [] }),
    now: () => start,
  });
  return { here, onDemandIndexing, service, lookups };
}

describe('Lookups while a mirror is indexed', () => {
  it("find what isn't indexed yet before a service is requested", async () => {
    const { lookups, service } = world([domain.value]);
    const { known: stated, state } = await lookups.lookUp(domain, { reason: 'hover' });
    assert.deepEqual([stated[0]?.source, state.kind], [mirror, 'settled']);
    assert.deepEqual(service.requested(), []);
  });

  it('index many visible indicators in one job, and send none of them', async () => {
    const many: readonly Indicator[] = [1, 2, 3].map((n) => ({ type: 'domain', value: `n${n}.lookups-test-2.com` }));
    const { here, lookups, service } = world(many.map(({ value }) => value));
    await lookups.lookUpVisible(many);
    assert.deepEqual(here.jobs, [many.map(({ value }) => value)]);
    assert.deepEqual(service.requested(), []);
  });

  it('notify earlier lookups once', async () => {
    const { here, lookups } = world([domain.value]);
    const changed: (string | undefined)[] = [];
    lookups.onChanged((key) => changed.push(key));
    assert.equal(lookups.local(domain, 'visible').known.length, 0);
    await settled();
    await settled();
    assert.deepEqual(changed, [domain.value]);
    assert.equal(lookups.local(domain, 'visible').known.length, 1);
    await settled();
    assert.deepEqual([changed.length, here.jobs.length], [1, 1]);
  });

  it('index again after more pages or an error, but not if nothing waits', async () => {
    const { here, onDemandIndexing } = world([]);
    assert.equal(await onDemandIndexing.ensureIndexed(['a']), false);
    assert.equal(onDemandIndexing.ensureIndexed(['a']), undefined);
    here.upTo = 8;
    here.fails = true;
    assert.equal(await onDemandIndexing.ensureIndexed(['a']), false);
    here.fails = false;
    assert.equal(await onDemandIndexing.ensureIndexed(['a']), false);
    assert.equal(onDemandIndexing.ensureIndexed(['a']), undefined);
    here.upTo = undefined;
    assert.equal(onDemandIndexing.ensureIndexed(['a', 'b']), undefined);
    assert.equal(here.jobs.length, 3);
  });

  it('stop waiting when they are canceled', async () => {
    const { lookups } = world([domain.value]);
    const controller = new AbortController();
    controller.abort();
    const { known: stated } = await lookups.lookUp(domain, { reason: 'hover', signal: controller.signal });
    assert.equal(stated.length, 0);
  });
});
