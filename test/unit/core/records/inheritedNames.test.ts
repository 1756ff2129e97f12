import assert from 'node:assert/strict';
import { findIndicators } from '../../../../src/core/indicators';
import { readIndicator } from '../../../../src/core/api/schemas/indicator';
import type { Known } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { groupedProperties, groupAndKey } from '../../../../src/core/results/readCsv';
import { parsePattern } from '../../../../src/core/stix/pattern';
import { mergeMentions } from '../../../../src/core/store/statements/mergeMentions';
import type { Triaged } from '../../../../src/core/triage/assess';
import { mergeTexts } from '../../../../src/core/triage/found';
import { BlockCounter, noClient } from '../../../../src/core/triage/counting/blockCounter';
import { NameTable, OccurrenceCounter } from '../../../../src/core/triage/counting/occurrenceCounter';
import { formatReasons, triageObject } from '../../../../src/core/triage/triageExport';
import { formatPropertyValue, keyLabel } from '../../../../src/core/records/labels/propertyLabels';
import { wireProperties } from '../../../../src/service/wire/properties';
import { propertyRows } from '../../../../src/service/endpoints/indicator';

const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

/** An object with exactly these keys, as data of a service or a file has them. */
function named<T>(value: T): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

function recordWith(more: Partial<IndicatorRecord>): IndicatorRecord {
  return { ...emptyRecord('a.example', 'domain'), ...more };
}

describe('Names in data that every object inherits', () => {
  it('can be groups and keys of properties', () => {
    const properties = named(named(['x']));
    assert.deepEqual(Object.keys(wireProperties(properties)).sort(), [...names].sort());
    for (const name of names) {
      assert.equal(formatPropertyValue(name, name, '1'), '1');
      assert.equal(typeof keyLabel(name, 'x'), 'string');
      const found = [{ group: name, name, value: 'old', firstSeen: 0, lastSeen: 0 }];
      const rows = propertyRows(recordWith({}), found);
      assert.deepEqual(
        Object.entries(rows).map(([group, all]) => [group, all.map(({ value, latest }) => [value, latest])]),
        [[name, [['old', 0]]]],
      );
      const inGroup = propertyRows(recordWith({ properties: { dns: {} } }), [
        { group: 'dns', name, value: 'old', firstSeen: 0, lastSeen: 0 },
      ]);
      assert.equal(inGroup['dns']?.[0]?.value, 'old');
    }
  });

  it('can be keys of an answer and columns of a table', () => {
    const geo = { constructor: ['x'], ToString: 'y', toSTRING: 'z' };
    const read = readIndicator(
      { indicator: 'a.example', type: 'domain', properties: { geo } },
      undefined,
      () => undefined,
    );
    assert.match(JSON.stringify(read), /"constructor":\["x"\]/);
    const property = groupAndKey('dns___proto__');
    assert.ok(property);
    const grouped = groupedProperties([{ ...property, cell: '1.1.1.1' }]);
    assert.deepEqual(Object.entries(grouped['dns'] ?? {}), [['__proto__', ['1.1.1.1']]]);
  });

  it('can be attributes of one of two mentions', () => {
    const merged = mergeMentions(recordWith({ attributes: named([['1']]) }), recordWith({ attributes: {} }));
    assert.deepEqual(Object.keys(merged.attributes).sort(), [...names].sort());
    assert.deepEqual(Object.values(merged.attributes), Array(names.length).fill([['1']]));
  });

  it('are not operators of patterns', () => {
    for (const name of names)
      assert.ok(parsePattern(`[domain-name:value ${name} 'a.example']`).errors.length > 0, name);
  });

  it('can be hosts, lists, reasons, and threats in a triage', () => {
    const part = new BlockCounter();
    const text = 'GET http://__proto__.test/constructor __proto__.test constructor.com';
    for (const occurrence of findIndicators(text, {}))
      part.add(occurrence, { line: 0, column: occurrence.start + 1, time: 0, event: 0, client: noClient });
    const block = part.take({ bytes: text.length, lineEnds: 0, eventEnds: 0, tail: text.length });
    const counter = new OccurrenceCounter();
    counter.add(block, new NameTable());
    const read = { kind: 'read', bytes: 1, lines: 1, counted: 3, unlisted: 0, found: [...counter.list()] } as const;
    const found = mergeTexts([read, read]);
    assert.ok(found.some(({ indicator, files }) => indicator.value === 'constructor.com' && files === 2));
    for (const each of found) {
      const known: Known = {
        kind: 'known',
        source: { kind: 'mirror', name: '__proto__' },
        asOf: 0,
        detail: 'full',
        record: recordWith({
          riskFactors: names.map((name) => ({ description: name, risk: 'high' })),
          threats: names.map((name) => ({ name, risk: 'high' })),
          risk: 'high',
        }),
      };
      const row: Triaged = { ...each, status: 'found', known: [known], lead: known };
      const tools = { defang: (value: string) => value, defangText: (value: string) => value, fileOf: () => '' };
      assert.deepEqual(triageObject(row, tools).threats, names);
      assert.deepEqual(
        triageObject(row, tools).reasons.map(({ description }) => description),
        names,
      );
      assert.equal(formatReasons(row).length, 5);
    }
  });
});
