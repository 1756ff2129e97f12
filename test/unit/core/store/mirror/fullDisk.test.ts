import assert from 'node:assert/strict';
import { syncCollection } from '../../../../../src/core/sync/sync';
import { openDatabase } from '../../../../../src/core/store/sqlite/database';
import { getProblem, StoreError } from '../../../../../src/core/store/protocol/storeError';
import { createMirrors } from '../../../../../src/core/store/mirror';
import type { Connection } from '../../../../../src/core/store/sqlite/sqlite';
import { storeFolder } from '../builders';
import { collection, fakeTaxii, indicators } from '../../sync/fakeTaxii';
import { clientOf } from '../../sync/mirroring';

describe('Sync onto a full disk', () => {
  const folder = storeFolder();

  it('reports it, keeps mirrored objects intact, and continues when there is space again', async () => {
    const { connection } = openDatabase(folder.file(), Date.now);
    const withConnection = <T>(work: (connection: Connection) => T): T => {
      try {
        return work(connection);
      } catch (error) {
        throw new StoreError(getProblem(error));
      }
    };
    const mirrors = createMirrors({ withConnection });
    const server = await fakeTaxii();
    const writer = mirrors.writer();
    const sync = () =>
      syncCollection(
        { client: clientOf(server.url), writer },
        { server: server.url, root: `${server.url}/taxii2/api/`, collection, title: 'Team feed' },
        { limit: 100 },
      );
    try {
      server.objects = indicators(100);
      await sync();
      const [before] = mirrors.list();
      const used = connection.get('PRAGMA page_count')?.['page_count'];
      assert.ok(typeof used === 'number');
      connection.get(`PRAGMA max_page_count = ${used + 20}`);
      server.objects = indicators(2_000);
      await assert.rejects(sync(), (error: unknown) => getProblem(error).kind === 'diskFull');
      const [during] = mirrors.list();
      assert.equal(during?.watermark, before?.watermark);
      assert.ok((during?.objects ?? 0) >= 100);
      assert.deepEqual(connection.get('PRAGMA integrity_check')?.['integrity_check'], 'ok');
      connection.get('PRAGMA max_page_count = 1000000');
      const synced = await sync();
      assert.ok(synced.busy === undefined && synced.complete, 'the run before still holds the collection');
      assert.deepEqual([synced.state.objects, synced.state.indicators], [2_000, 2_000]);
    } finally {
      await server.close();
      connection.close();
    }
  });
});
