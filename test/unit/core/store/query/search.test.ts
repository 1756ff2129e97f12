import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { QueryNode, TermOperator } from '../../../../../src/core/explore/syntax/ast';
import { parseQuery } from '../../../../../src/core/explore';
import { exactTerm } from '../../../../../src/core/explore/queries/exactTerms';
import { QueryRejectedError } from '../../../../../src/core/store/query/queryRejected';
import { ensureSchema } from '../../../../../src/core/store/sqlite/schema';
import { Connection } from '../../../../../src/core/store/sqlite/sqlite';
import { aRecord, addRecords, storeFolder } from '../builders';

const range = { start: 0, end: 0 };

function term(field: string, value: string, operator: TermOperator = '='): QueryNode {
  return { kind: 'term', field, operator, value, quoted: false, range, fieldRange: range, valueRange: range };
}

describe('Search in the store', () => {
  const folder = storeFolder();

  function filled() {
    const store = folder.open();
    addRecords(store, 'x', [
      aRecord('old.example', { risk: 'high', timestamps: { seen: 10 } }),
      aRecord('new.example', { risk: 'low', timestamps: { seen: 30 } }),
      aRecord('mid.example', { risk: 'high', retired: true, timestamps: { seen: 20 } }),
      aRecord('same.test', { risk: 'none', timestamps: { seen: 20 } }),
      aRecord('http://new.example/100%_x', { type: 'url', risk: 'medium', timestamps: { seen: 5 } }),
    ]);
    return async (query: string | QueryNode, limit = 100): Promise<readonly string[]> => {
      const node = typeof query === 'string' ? parseQuery(query).node : query;
      assert.ok(node !== undefined);
      return (await store.search(node, { limit })).map(({ value }) => value);
    };
  }

  it('returns results newest first, then by ID, up to the limit', async () => {
    const search = filled();
    assert.deepEqual(await search('ioc=*'), [
      'new.example',
      'mid.example',
      'same.test',
      'old.example',
      'http://new.example/100%_x',
    ]);
    assert.deepEqual(await search('ioc=*', 2), ['new.example', 'mid.example']);
  });

  it('supports all spellings, wildcards, exclusions, and operators', async () => {
    const search = filled();
    assert.deepEqual(await search('ioc=OLD[.]example'), ['old.example']);
    assert.deepEqual(await search('ioc=*.test or ioc=old.example'), ['same.test', 'old.example']);
    assert.deepEqual(await search('ioc=*d.EXAMPLE'), ['mid.example', 'old.example']);
    assert.deepEqual(await search('type=domain and not (risk=high or ioc!=*new*)'), ['new.example']);
    assert.deepEqual(await search('risk=high and risk!=retired'), ['old.example']);
    assert.deepEqual(await search('retired=1'), ['mid.example']);
    assert.deepEqual(await search('ioc=none.example'), []);
  });

  it('finds what sources with a name list, beside properties of this name', async () => {
    const store = folder.open();
    addRecords(store, 'vendor report.csv', [aRecord('only-vendor.example'), aRecord('in-both.example')]);
    addRecords(store, 'Vendor "list"', [aRecord('in-both.example'), aRecord('only-list.example')]);
    addRecords(store, 'x', [aRecord('stated.example', { properties: { custom: { source: ['vendor report.csv'] } } })]);
    const search = async (query: string): Promise<readonly string[]> => {
      const { node } = parseQuery(query);
      assert.ok(node !== undefined);
      return (await store.search(node, { limit: 10 })).map(({ value }) => value).toSorted();
    };
    assert.deepEqual(await search('source="Vendor report.csv"'), [
      'in-both.example',
      'only-vendor.example',
      'stated.example',
    ]);
    assert.deepEqual(await search('source="vendor \\"list\\""'), ['in-both.example', 'only-list.example']);
    assert.deepEqual(await search('source=vendor*'), [
      'in-both.example',
      'only-list.example',
      'only-vendor.example',
      'stated.example',
    ]);
    assert.deepEqual(await search('source=vendor* and source!="vendor report.csv"'), ['only-list.example']);
    assert.deepEqual(await search('source=unknown or source=x'), ['stated.example']);
    assert.deepEqual(await search('source=unknown'), []);
    assert.deepEqual(store.unusedFields(['source', 'other']), ['other']);
  });

  it('treats LIKE and SQL characters as text', async () => {
    const search = filled();
    assert.deepEqual(await search(term('ioc', 'http*100%_x')), ['http://new.example/100%_x']);
    assert.deepEqual(await search(term('ioc', '*_ew*')), []);
    assert.deepEqual(await search(term('ioc', "x' OR 1=1 --")), []);
    assert.deepEqual(await search(term('ioc', '*\\*')), []);
  });

  it('finds exactly the value of a prepared query', async () => {
    const values = ['nginx', 'C:\\x', 'a "b" c', 'x or y', '(1)', 'and', '100%_x', '# x', 'ünï'];
    const store = folder.open();
    addRecords(
      store,
      'x',
      values.map((value, at) =>
        aRecord(`lookups-test-${at}.com`, {
          attributes: { technology: [[value, 'a name']] },
          properties: { whois: { '++registrar': [value] }, custom: { '++odd key': [value] } },
          threats: [{ name: value, risk: 'low' }],
          feeds: [{ name: value }],
        }),
      ),
    );
    const fields = [
      { of: 'threat' } as const,
      { of: 'feed' } as const,
      { of: 'attribute', key: 'technology' } as const,
      ...['++registrar', '++odd key'].map((key) => ({ of: 'property', key }) as const),
    ];
    for (const field of fields)
      for (const [at, value] of values.entries()) {
        const { node } = parseQuery(exactTerm(field, value) ?? '');
        assert.ok(node !== undefined);
        const found = await store.search(node, { limit: 100 });
        assert.deepEqual(
          found.map((record) => record.value),
          [`lookups-test-${at}.com`],
        );
      }
  });

  it('rejects unsupported queries and names the field', async () => {
    const search = filled();
    for (const [field, value] of [
      ['colour', 'red'],
      ['__proto__', 'x'],
      ['risk', 'terrible'],
      ['type', 'foo'],
      ['type', 'ipv6'],
      ['type', 'x*'],
      ['retired', 'perhaps'],
      ['seen', '31 February'],
    ] as const) {
      await assert.rejects(
        search(term(field, value)),
        (error) => error instanceof QueryRejectedError && error.field === field,
        field,
      );
    }
    let deep = term('ioc', 'x.example');
    for (let n = 0; n < 5_000; n++) deep = { kind: 'not', operand: deep, range };
    await assert.rejects(search(deep), QueryRejectedError);
  });

  it('supports thousands of terms in one query', async () => {
    const search = filled();
    const operands = Array.from({ length: 10_000 }, (_, n) => term('ioc', `n${n}.example`));
    assert.deepEqual(await search({ kind: 'or', operands: [...operands, term('IOC', 'old.example')], range }), [
      'old.example',
    ]);
    const wild = Array.from({ length: 1_000 }, (_, n) => term('ioc', `*n${n}.example`));
    assert.deepEqual(await search({ kind: 'or', operands: wild, range }), []);
    const none = Array.from({ length: 1_000 }, (_, n) => term('ioc', `n${n}.example`, '!='));
    assert.equal((await search({ kind: 'and', operands: none, range })).length, 5);
    const many = Array.from({ length: 10_000 }, (_, n) => term('ioc', `*z${n}`));
    assert.deepEqual(await search({ kind: 'or', operands: [...many, term('ioc', 'old*')], range }), ['old.example']);
    const pairs = Array.from({ length: 5_000 }, (_, n): QueryNode => ({
      kind: 'and',
      operands: [term('risk', 'high'), term('ioc', n === 4_000 ? 'old.example' : `n${n}.example`)],
      range,
    }));
    assert.deepEqual(await search({ kind: 'or', operands: pairs, range }), ['old.example']);
    const mixed = ['port', 'threat', '++registrar', 'seen'].flatMap((field) =>
      Array.from({ length: 2_500 }, (_, n) => term(field, String(n + 3_000))),
    );
    assert.deepEqual(await search({ kind: 'or', operands: [...mixed, term('ioc', 'old.example')], range }), [
      'old.example',
    ]);
  });

  it('reads the indicators once for hundreds of alternatives that no index answers', async () => {
    const search = filled();
    const repeated = (count: number, textOf: (n: string) => string): string =>
      Array.from({ length: count }, (_, n) => textOf(String(n).padStart(3, '0'))).join(' or ');
    const queries = [
      repeated(200, (n) => `seen=*-${n}*0`),
      repeated(200, (n) => `seen=2010-01-*${n}*0`),
      repeated(200, (n) => `added!=2010-01-*${n}*0 and not seen=*`),
      repeated(200, (n) => `added=3${n}-01`),
      repeated(200, (n) => `added=${1_000 + Number(n)}*`),
      repeated(200, (n) => `(seen=*-${n}*0 and ioc=*${n.slice(1)}*z)`),
    ];
    const read = mock.method(Connection.prototype, 'rows');
    try {
      for (const query of queries) {
        read.mock.resetCalls();
        assert.deepEqual(await search(query), []);
        assert.ok(read.mock.callCount() <= 12, `${read.mock.callCount()} times: ${query.slice(0, 60)}`);
      }
    } finally {
      read.mock.restore();
    }
  });

  it('does not find removed data, and finds new data', async () => {
    const store = folder.open();
    const found = async (query: string): Promise<number> => {
      const { node } = parseQuery(query);
      assert.ok(node !== undefined);
      return (await store.search(node, { limit: 5 })).length;
    };
    const record = aRecord('gone.example', { properties: { geo: { city: ['Example City'] } } });
    for (const name of ['gone.example', 'back.example']) {
      addRecords(store, 'x', [{ ...record, value: name }]);
      assert.equal(await found('city=*city'), 1);
      assert.equal(await found(`ioc=*${name}*`), 1);
      store.clear(['imports']);
      assert.equal(await found('city="Example City" or ioc=*.example'), 0);
    }
  });

  it('builds the indexes of a store filled with very many rows, even after an interruption', async () => {
    const records = Array.from({ length: 100_002 }, (_, n) =>
      aRecord(`host${n}.example`, { risk: n % 2 === 0 ? 'high' : 'low', timestamps: { seen: n % 1_000, added: n } }),
    );
    const store = folder.open();
    addRecords(store, 'many.csv', records);
    // The first portions, and no more.
    assert.ok(store.indexSome());
    assert.ok(store.indexSome());
    store.close();
    const again = folder.open();
    const found = async (query: string): Promise<readonly string[]> => {
      const { node } = parseQuery(query);
      assert.ok(node !== undefined);
      return (await again.search(node, { limit: 2 })).map(({ value }) => value);
    };
    assert.deepEqual(await found('risk=low'), ['host999.example', 'host1999.example']);
    assert.deepEqual(await found('type=domain'), ['host999.example', 'host1999.example']);
    const other = Connection.open(folder.file(), { readOnly: true, busyMillis: 100 });
    const made = other.all(
      "SELECT name, sql FROM sqlite_schema WHERE name LIKE 'indicator\\_%' ESCAPE '\\' AND type = 'index'",
    );
    other.close();
    const plain = Connection.open(':memory:', { readOnly: false, busyMillis: 100 });
    ensureSchema(plain);
    const wanted = plain.all(
      "SELECT name, sql FROM sqlite_schema WHERE name LIKE 'indicator\\_%' ESCAPE '\\' AND type = 'index'",
    );
    plain.close();
    const reported = (rows: typeof made) => rows.map((row) => JSON.stringify(row)).toSorted();
    assert.deepEqual(reported(made), reported(wanted));
  });

  it('can be canceled midway, and lets other work through before', async () => {
    const store = folder.open();
    addRecords(
      store,
      'many.csv',
      Array.from({ length: 12_000 }, (_, n) => aRecord(`host${n}.example`)),
    );
    const pairs = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `ioc=*q${letter}* or ioc=*z${letter}*`);
    const { node } = parseQuery(pairs.join(' or '));
    assert.ok(node !== undefined);
    assert.equal((await store.search(node, { limit: 5 })).length, 0);
    const controller = new AbortController();
    const search = store.search(node, { limit: 5, signal: controller.signal });
    let turns = 0;
    const timer = setInterval(() => {
      turns++;
      controller.abort(new Error('enough'));
    }, 1);
    await assert.rejects(search, /enough/);
    clearInterval(timer);
    assert.ok(turns > 0);
  });

  it('supports wildcards without FTS5', async () => {
    const without = mock.method(Connection.prototype, 'exec', function (this: Connection, sql: string) {
      if (sql.includes('fts5')) throw new Error('no such module: fts5');
      this.db.exec(sql);
    });
    try {
      const search = filled();
      assert.deepEqual(await search('ioc=*new.example*'), ['new.example', 'http://new.example/100%_x']);
      const store = folder.open();
      addRecords(store, 'y', [aRecord('kit.example', { threats: [{ name: 'Example Kit', risk: 'high' }] })]);
      const { node } = parseQuery('threat=*ample*');
      assert.ok(node !== undefined);
      assert.equal((await store.search(node, { limit: 5 }))[0]?.value, 'kit.example');
      assert.equal(store.clear(['imports']), 6);
    } finally {
      without.mock.restore();
    }
  });
});
