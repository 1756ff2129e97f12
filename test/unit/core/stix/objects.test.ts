import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { SkippedItem, Statement } from '../../../../src/core/records/statement';
import { readBundle } from '../../../../src/core/stix/objects';
import { OwnProperties } from '../../../../src/core/stix/ownProperties';

const now = Date.UTC(2030, 0, 1);

function read(...objects: readonly unknown[]): { statements: readonly Statement[]; skipped: readonly SkippedItem[] } {
  const bundle = readBundle(now);
  const readings = [...objects.map((object) => bundle.read(object)), bundle.end()];
  const statements = readings.flatMap((reading) => reading.statements).filter(({ kind }) => kind !== 'object');
  return { statements, skipped: readings.flatMap(({ skipped }) => skipped) };
}

const indicator = (more: object = {}) => ({
  type: 'indicator',
  id: 'indicator--1',
  created: '2029-05-01T10:00:00.123456Z',
  modified: '2029-06-01T10:00:00Z',
  valid_from: '2029-05-01T10:00:00Z',
  pattern: "[domain-name:value='a.example']",
  pattern_type: 'stix',
  ...more,
});

function recordOf(...objects: readonly unknown[]) {
  const [first] = read(...objects).statements.filter((statements) => statements.kind === 'indicator');
  assert.ok(first !== undefined);
  return first.record;
}

describe('STIX indicators', () => {
  it('rates plain STIX by its indicator types, with a reason', () => {
    const risks = (types: readonly string[], more: object = {}) =>
      recordOf(indicator({ indicator_types: types, ...more })).risk;
    assert.equal(risks(['malicious-activity']), 'high');
    assert.equal(risks(['benign', 'anomalous-activity']), 'medium');
    assert.equal(risks(['benign']), 'none');
    assert.equal(risks([]), 'unknown');
    assert.equal(risks(['constructor', 'something-else']), 'unknown');
    assert.equal(risks(['malicious-activity'], { confidence: 15 }), 'medium');
    assert.equal(recordOf(indicator({ labels: ['malicious-activity'] })).risk, 'high', 'STIX 2.0');
    assert.deepEqual(recordOf(indicator({ indicator_types: ['malicious-activity'] })).riskFactors, [
      { description: 'Labeled as malicious activity', risk: 'high' },
    ]);
  });

  it('keeps timestamps and other properties', () => {
    const { timestamps, other } = recordOf(
      indicator({ name: 'A name', confidence: 80, valid_until: '2031-01-01T00:00:00Z' }),
    );
    assert.deepEqual(timestamps, {
      added: Date.UTC(2029, 4, 1, 10, 0, 0, 123),
      updated: Date.UTC(2029, 5, 1, 10),
    });
    assert.equal(other.name, 'A name');
    assert.equal(other.confidence, 80);
    assert.equal(other.id, 'indicator--1');
  });

  it('only counts observations as sightings', () => {
    const seen = (more: object) => recordOf({ type: 'ipv4-addr', value: '192.0.2.1', ...more }).timestamps.seen;
    assert.equal(seen({ created: '2029-05-01T10:00:00Z', modified: '2029-06-01T10:00:00Z' }), undefined);
    assert.equal(seen({ last_observed: '2029-07-01T00:00:00Z' }), Date.UTC(2029, 6, 1));
    assert.equal(seen({ last_observed: '2031-07-01T00:00:00Z' }), undefined, 'not in the future');
  });

  it('takes the timestamp of a retirement as retired without a flag, but not with an explicit 0', () => {
    const own = new OwnProperties();
    const id = 'extension-definition--1';
    own.learn({ id, type: 'extension-definition', extension_properties: ['acme_risk', 'acme_retired'] });
    const at = { acme_risk: 'high', acme_retired_timestamp: '2020-11-01T00:00:00.000Z', extensions: { [id]: {} } };
    const retired = (flag: object): unknown => own.read({ type: 'indicator', ...at, ...flag }).retired;
    assert.deepEqual([retired({}), retired({ acme_retired: null }), retired({ acme_retired: '' })], [true, true, true]);
    assert.deepEqual([retired({ acme_retired: 0 }), retired({ acme_retired: false })], [false, false]);
  });

  it('takes revoked and expired indicators as retired', () => {
    assert.equal(recordOf(indicator()).retired, false);
    const revoked = recordOf(indicator({ revoked: true }));
    assert.deepEqual([revoked.retired, revoked.retiredReason], [true, 'Revoked']);
    const expired = recordOf(indicator({ valid_until: '2029-12-01T00:00:00Z' }));
    assert.deepEqual([expired.retired, expired.timestamps.retired], [true, Date.UTC(2029, 11, 1)]);
  });

  it("reads a service's own properties by the prefix of its extension definition, whatever it is and whenever it arrives", () => {
    const id = 'extension-definition--7';
    const extension = {
      type: 'extension-definition',
      id,
      extension_properties: [
        'acme_risk',
        'acme_risk_int',
        'acme_retired',
        'acme_retired_timestamp',
        'acme_retired_reason',
      ],
    };
    const own = indicator({
      acme_risk: 'very low',
      acme_retired: 1,
      acme_retired_timestamp: '2029-11-01T00:00:00Z',
      acme_retired_reason: 'No recent activity',
      indicator_types: ['malicious-activity'],
      extensions: { [id]: { extension_type: 'toplevel-property-extension' } },
    });
    for (const record of [recordOf(extension, own), recordOf(own, extension)]) {
      assert.deepEqual(
        [record.risk, record.retired, record.retiredReason, record.timestamps.retired],
        ['very low', true, 'No recent activity', Date.UTC(2029, 10, 1)],
      );
      assert.deepEqual(record.riskFactors, []);
    }
    assert.equal(recordOf(own).risk, 'high', 'without the definition they mean nothing');
    assert.equal(recordOf(extension, { ...own, acme_risk: undefined, acme_risk_int: 4 }).risk, 'critical');
  });

  it('reads every value of a pattern, and observables in any place', () => {
    const { statements } = read(
      indicator({ pattern: "[domain-name:value IN ('a.example','b.example')]" }),
      { type: 'ipv4-addr', id: 'ipv4-addr--1', value: '192.0.2.1' },
      {
        type: 'observed-data',
        id: 'observed-data--1',
        last_observed: '2029-07-01T00:00:00Z',
        objects: { 0: { type: 'url', value: 'http://c.example/' }, 1: { type: 'file', name: 'x' } },
      },
    );
    assert.deepEqual(
      statements.map((each) =>
        each.kind === 'indicator' ? [each.record.value, each.foreignId, each.record.risk] : each.kind,
      ),
      [
        ['a.example', 'indicator--1', 'unknown'],
        ['b.example', 'indicator--1', 'unknown'],
        ['192.0.2.1', 'ipv4-addr--1', 'unknown'],
        ['http://c.example/', 'observed-data--1', 'unknown'],
      ],
    );
  });
});

describe('STIX threats, feeds, and relationships', () => {
  it('reads named threats, and relationships in both directions', () => {
    const { statements } = read(
      { type: 'malware', id: 'malware--1', name: 'Copper Kettle', aliases: ['Kettle'] },
      { type: 'report', id: 'report--1', name: 'A report', object_refs: ['indicator--1', 'malware--1'] },
      { type: 'relationship', relationship_type: 'indicates', source_ref: 'indicator--1', target_ref: 'malware--1' },
      { type: 'relationship', relationship_type: 'communicates-with', source_ref: 'malware--1', target_ref: 'url--1' },
    );
    assert.deepEqual(
      statements.filter(({ kind }) => kind === 'threat').map((threat) => ('name' in threat ? threat.name : '')),
      ['Copper Kettle', 'A report'],
    );
    assert.deepEqual(
      statements.filter((each) => each.kind === 'relation').map(({ from, to }) => [from, to]),
      [
        ['indicator--1', 'report--1'],
        ['indicator--1', 'malware--1'],
        ['url--1', 'malware--1'],
      ],
    );
  });

  it('reads the creator of an indicator as a feed, and no other identity', () => {
    const maker = { type: 'identity', id: 'identity--1', name: 'A Lab', identity_class: 'organization' };
    const victim = { type: 'identity', id: 'identity--2', name: 'Somebody else' };
    for (const order of [
      [maker, victim, indicator({ created_by_ref: 'identity--1' })],
      [indicator({ created_by_ref: 'identity--1' }), victim, maker],
    ]) {
      const feeds = read(...order).statements.filter((statements) => statements.kind === 'feed');
      assert.deepEqual(
        feeds.map(({ name }) => name),
        ['A Lab'],
      );
    }
  });

  it("skips what it can't use with a reason, and continues", () => {
    const { statements, skipped } = read(
      null,
      7,
      [],
      {},
      { type: 'indicator', id: 'indicator--2' },
      indicator({ pattern: 'rule x {}', pattern_type: 'yara' }),
      { type: 'attack-pattern', name: 'T0' },
      { type: 'malware', id: 'malware--2' },
      { type: 'relationship', source_ref: 'a--1' },
      indicator(),
    );
    assert.equal(statements.length, 1);
    assert.deepEqual(
      skipped.map(({ reason: { kind, detail } }) => (detail === undefined ? kind : `${kind}: ${detail}`)),
      [
        'notObject',
        'notObject',
        'notObject',
        'noType',
        'noPattern',
        'patternLanguage: yara',
        'noNameOrId',
        'noName: malware',
        'noEnds',
      ],
    );
  });

  it('never throws, whatever the fields contain', () => {
    const types = fc.constantFrom(
      'indicator',
      'relationship',
      'identity',
      'malware',
      'extension-definition',
      'url',
      'x',
    );
    const keys = fc.constantFrom(
      'id',
      'pattern',
      'value',
      'name',
      'source_ref',
      'target_ref',
      'extensions',
      'object_refs',
      'objects',
      'labels',
      'valid_until',
      'revoked',
      'created',
      'created_by_ref',
      'confidence',
      '__proto__',
      'extension_properties',
    );
    fc.assert(
      fc.property(
        types,
        fc.dictionary(keys, fc.oneof(fc.jsonValue(), fc.constant("[url:value='http://a.example/']"))),
        (type, rest) => {
          read({ ...rest, type });
        },
      ),
    );
  });
});
