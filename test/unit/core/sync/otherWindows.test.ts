import assert from 'node:assert/strict';
import { StoreReader } from '../../../../src/core/store/reader';
import { fakeTaxii, indicators } from './fakeTaxii';
import { mirroring } from './mirroring';

describe('Version of the mirrors, for other windows', () => {
  it('changes after each sync, successful or not, and stays the same otherwise', async () => {
    const server = await fakeTaxii();
    let now = Date.UTC(2026, 0, 1);
    const mirror = await mirroring(server, () => now);
    const reader = new StoreReader(mirror.file, { recheckMillis: 0 });
    try {
      assert.equal(reader.mirrorsVersion(), '');
      server.objects = [...indicators(3)];
      await mirror.sync();
      const first = reader.mirrorsVersion();
      assert.notEqual(first, '');
      assert.equal(reader.mirrorsVersion(), first);
      now += 60_000;
      await mirror.sync();
      const second = reader.mirrorsVersion();
      assert.notEqual(second, first);
      await server.close();
      await mirror.sync({ signal: AbortSignal.abort() });
      assert.notEqual(reader.mirrorsVersion(), second);
    } finally {
      reader.close();
      await mirror.close();
    }
    assert.equal(new StoreReader('/nowhere/store.db').mirrorsVersion(), '');
  });
});
