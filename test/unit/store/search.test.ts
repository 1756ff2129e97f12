import assert from 'node:assert/strict';
import type { QueryNode, TermOperator } from '../../../src/core/explore/ast';
import { parseQuery } from '../../../src/core/explore';
import { QueryRefused } from '../../../src/core/store/search';
import { aRecord, sayRecords, storeFolder } from './builders';

const range = { start: 0, end: 0 };

function term(field: string, value: string, operator: TermOperator = '='): QueryNode {
  return { kind: 'term', field, operator, value, quoted: false, range, fieldRange: range, valueRange: range };
}

describe('store: search', () => {
  const folder = storeFolder();

  function filled() {
    const store = folder.open();
    sayRecords(store, 'x', [
      aRecord('old.example', { risk: 'high', stamps: { seen: 10 } }),
      aRecord('new.example', { risk: 'low', stamps: { seen: 30 } }),
      aRecord('mid.example', { risk: 'high', retired: true, stamps: { seen: 20 } }),
      aRecord('same.test', { risk: 'none', stamps: { seen: 20 } }),
      aRecord('http://new.example/100%_x', { type: 'url', risk: 'medium', stamps: { seen: 5 } }),
    ]);
    return (query: string | QueryNode, limit = 100): readonly string[] => {
      const node = typeof query === 'string' ? parseQuery(query).node : query;
      assert.ok(node !== undefined);
      return store.search(node, { limit }).map(({ value }) => value);
    };
  }

  it('answers newest first, then in the order of ids, no more than the limit', () => {
    const search = filled();
    assert.deepEqual(search('ioc=*'), [
      'new.example',
      'mid.example',
      'same.test',
      'old.example',
      'http://new.example/100%_x',
    ]);
    assert.deepEqual(search('ioc=*', 2), ['new.example', 'mid.example']);
  });

  it('knows values in every spelling, wildcards, exclusion and all joints', () => {
    const search = filled();
    assert.deepEqual(search('ioc=OLD[.]example'), ['old.example']);
    assert.deepEqual(search('ioc=*.test or ioc=old.example'), ['same.test', 'old.example']);
    assert.deepEqual(search('ioc=*d.EXAMPLE'), ['mid.example', 'old.example']);
    assert.deepEqual(search('type=domain and not (risk=high or ioc!=*new*)'), ['new.example']);
    assert.deepEqual(search('risk=high and risk!=retired'), ['old.example']);
    assert.deepEqual(search('retired=1'), ['mid.example']);
    assert.deepEqual(search('ioc=none.example'), []);
  });

  it('takes the signs of LIKE and of SQL for what they are', () => {
    const search = filled();
    assert.deepEqual(search(term('ioc', 'http*100%_x')), ['http://new.example/100%_x']);
    assert.deepEqual(search(term('ioc', '*_ew*')), []);
    assert.deepEqual(search(term('ioc', "x' OR 1=1 --")), []);
    assert.deepEqual(search(term('ioc', '*\\*')), []);
  });

  it('refuses what it can’t answer, and says which field', () => {
    const search = filled();
    for (const [field, value] of [
      ['colour', 'red'],
      ['__proto__', 'x'],
      ['risk', 'terrible'],
      ['retired', 'perhaps'],
    ] as const) {
      assert.throws(
        () => search(term(field, value)),
        (error) => error instanceof QueryRefused && error.field === field,
        field,
      );
    }
    let deep = term('ioc', 'x.example');
    for (let n = 0; n < 5_000; n++) deep = { kind: 'not', operand: deep, range };
    assert.throws(() => search(deep), QueryRefused);
  });

  it('answers thousands of terms in one query', () => {
    const search = filled();
    const operands = Array.from({ length: 10_000 }, (_, n) => term('ioc', `n${n}.example`));
    assert.deepEqual(search({ kind: 'or', operands: [...operands, term('IOC', 'old.example')], range }), [
      'old.example',
    ]);
    const wild = Array.from({ length: 1_000 }, (_, n) => term('ioc', `*n${n}.example`));
    assert.deepEqual(search({ kind: 'or', operands: wild, range }), []);
    const none = Array.from({ length: 1_000 }, (_, n) => term('ioc', `n${n}.example`, '!='));
    assert.equal(search({ kind: 'and', operands: none, range }).length, 5);
    assert.throws(
      () => search({ kind: 'or', operands: Array.from({ length: 9_000 }, (_, n) => term('ioc', `*${n}`)), range }),
      QueryRefused,
    );
  });
});
