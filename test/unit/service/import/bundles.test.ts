import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { importInto } from '../../../../src/service/import';
import { storeFolder } from '../../core/store/builders';

const folderOfBundles = resolve('../shared/data/stix');

describe('Import of public bundles', () => {
  const folder = storeFolder();

  it('reads all of them, and updates instead of duplicating', async function () {
    if (!existsSync(folderOfBundles)) {
      console.warn(`      SKIPPED: ${folderOfBundles} is not here; the public bundles were not imported`);
      this.skip();
    }
    const store = folder.open();
    const files = readdirSync(folderOfBundles).filter((name) => name.endsWith('.stix2'));
    assert.ok(files.length > 0);
    for (const name of files) {
      const path = join(folderOfBundles, name);
      const account = await importInto(store, { path, name });
      assert.equal(account.format, 'stix');
      assert.equal(account.complete, true, account.failure?.kind);
      assert.equal(account.threats, 1);
      assert.ok(account.indicators.added > 5, JSON.stringify(account));
      const again = await importInto(store, { path, name });
      assert.equal(again.indicators.added, 0);
      assert.deepEqual(again.skipped, account.skipped);
      assert.equal(again.indicators.updated, 0, name);
      assert.equal(again.indicators.unchanged, account.indicators.added);
      if (process.env.SHOW) console.log(account);
    }
    const known = await store.search(
      {
        kind: 'term',
        field: 'ioc',
        operator: '=',
        value: '*',
        quoted: false,
        range: at,
        fieldRange: at,
        valueRange: at,
      },
      { limit: 10_000 },
    );
    assert.ok(known.length > 4_000);
    assert.ok(known.every((record) => record.risk === 'high' && record.threats.length > 0));
  });
});

const at = { start: 0, end: 0 };
