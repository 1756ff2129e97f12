import assert from 'node:assert/strict';
import { Gateway } from '../../../src/core/api';
import { createTaxiiClient, discover } from '../../../src/core/api/taxii';
import { syncCollection } from '../../../src/core/sync/sync';
import { isKnown } from '../../../src/core/records/knowledge';
import { StoreReader } from '../../../src/core/store/reader';
import { openStore } from '../../../src/core/store/store';
import { model } from '../../harness/wordings/model';
import { WordedService } from '../../harness/wordings/service';
import { wordedCollection } from '../../harness/wordings/taxii';
import { storeFolder } from '../core/store/builders';
import { forEveryWording, keyOf } from './session';

const server = 'https://lookups-test-9.com';

describe('A mirror in any wording of the server', () => {
  const folder = storeFolder();

  it('contains every indicator of a collection that discovery lists', () =>
    forEveryWording(16, async (wording, at) => {
      const service = new WordedService(wording);
      const signIn = { kind: 'basic', user: 'taxii2' } as const;
      const gateway = new Gateway({
        fetch: service.fetch,
        baseUrl: server,
        key: () => Promise.resolve('the-key'),
        now: Date.now,
        userAgent: 'tests',
        signIn,
        limits: { retryMillis: 0, holdMillis: 0 },
      });
      const client = createTaxiiClient(gateway, signIn);
      const offer = await discover(client, server);
      assert.ok(offer.ok);
      assert.deepEqual(
        offer.value.collections.map(({ id, root }) => [id, root]),
        [[wordedCollection, `${server}/taxii2/api/`]],
      );
      const file = `${folder.file()}.${wordings++}`;
      const store = openStore(file);
      const reader = new StoreReader(file);
      try {
        const target = { server, root: `${server}/taxii2/api/`, collection: wordedCollection, title: 'All' };
        const ports = { client, writer: store.mirrors.writer(), delay: () => Promise.resolve(true) };
        const synced = await syncCollection(ports, target, { limit: 200 });
        assert.ok(synced.busy !== true);
        assert.deepEqual([synced.state.error, synced.complete], [undefined, true]);
        for (const entry of [model.indicators[at], model.indicators[0], model.indicators[299]]) {
          const [stated] = reader.find(keyOf(entry?.value ?? '')).filter(isKnown);
          assert.deepEqual([stated?.record.risk, stated?.record.retired], [entry?.risk, entry?.retired], entry?.value);
        }
        const again = await syncCollection(ports, target, { limit: 200 });
        assert.ok(again.busy !== true && again.complete);
        assert.deepEqual([again.counts.added, again.state.objects], [0, synced.state.objects]);
      } finally {
        reader.close();
        store.close();
      }
    }));
});

let wordings = 0;
