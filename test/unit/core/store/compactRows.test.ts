import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { getBody, storedBody } from '../../../../src/core/store/sqlite/bodyTemplates';
import { ensureSchema } from '../../../../src/core/store/sqlite/schema';
import { Connection } from '../../../../src/core/store/sqlite/sqlite';
import { aRecord, addRecords, storeFolder } from './builders';

function opened(): Connection {
  const connection = Connection.open(':memory:', { readOnly: false, busyMillis: 0 });
  ensureSchema(connection);
  return connection;
}

const other = (n: number) => ({ status: 'online', reference: `https://lists.example/entry/${3_000_000 + n}/` });

describe('Stored bodies', () => {
  it('are the same after they were stored, whatever numbers are in them', () => {
    const connection = opened();
    const number = fc.constantFrom(
      '7',
      '099999999',
      '1740000000000',
      '123456',
      '1740000000123',
      '9'.repeat(40),
      '1e300',
    );
    const text = fc.constantFrom('"a":', '"tags":"elf, mips"', ',', ' ', '{"risk":"high"', '\\u0001', '000', '-', '.5');
    const body = fc
      .array(fc.oneof(number, text), { minLength: 4, maxLength: 12 })
      .map((parts) => `{${parts.join('')}"`);
    connection.transaction(() => {
      fc.assert(
        fc.property(body, (each) => {
          for (let time = 0; time < 3; time++) assert.equal(getBody(connection, storedBody(connection, each)), each);
        }),
      );
    });
    connection.close();
  });

  it('are read correctly after a failed transaction', () => {
    const connection = opened();
    const body = (n: number, status: string): string =>
      JSON.stringify({ risk: 'high', other: { ...other(n), status } });
    const storeTwice = (status: string): string =>
      connection.transaction(() => [1, 2, 3].map((n) => storedBody(connection, body(n, status))).at(-1) ?? '');
    assert.throws(() =>
      connection.transaction(() => {
        for (const n of [1, 2, 3])
          assert.equal(getBody(connection, storedBody(connection, body(n, 'a'))), body(n, 'a'));
        throw new Error('interrupted');
      }),
    );
    const stored = storeTwice('b');
    assert.doesNotMatch(stored, /\{/);
    assert.equal(getBody(connection, stored), body(3, 'b'));
    connection.close();
  });
});

describe('Rows of lists', () => {
  const folder = storeFolder();

  it('are short, read like others, and leave nothing behind', () => {
    const store = folder.open(() => 1_700_000_000_000);
    const records = Array.from({ length: 3_000 }, (_, n) => aRecord(`n${n}.lookups-test-1.com`, { other: other(n) }));
    addRecords(store, 'list', records);
    assert.deepEqual(store.byKey('n2999.lookups-test-1.com')?.other, other(2_999));
    const file = new DatabaseSync(folder.file(), { readOnly: true });
    const one = (sql: string): unknown => Object.values(file.prepare(sql).get() ?? {})[0];
    assert.equal(one('SELECT count(*) FROM body_template'), 1);
    assert.ok(Number(one('SELECT avg(length(body)) FROM assertion')) < 20);
    assert.equal(one('SELECT max(length(own_value)) FROM indicator'), 0);
    assert.equal(one('SELECT count(*) FROM indicator WHERE value = key'), 3_000);
    store.removeSources('import');
    assert.equal(one('SELECT count(*) FROM body_template'), 0);
    file.close();
  });
});
