import assert from 'node:assert/strict';
import fc from 'fast-check';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { readBundle } from '../../../../src/core/stix/objects';
import { parsePattern } from '../../../../src/core/stix/pattern';
import { stixLines, stixPattern, stixChunks } from '../../../../src/core/results';

const noon = Date.parse('2026-03-04T12:00:00Z');
const header = { generated: noon, query: 'risk=high', limit: 10, address: 'http://127.0.0.1:8089/' };

interface Bundle {
  readonly type: string;
  readonly id: string;
  readonly objects: readonly Readonly<Record<string, unknown>>[];
}

function bundle(...records: readonly IndicatorRecord[]): Bundle {
  return JSON.parse([...stixChunks(header, records)].join('')) as Bundle;
}

const record: IndicatorRecord = {
  ...emptyRecord('login-update.example', 'domain'),
  risk: 'critical',
  retired: true,
  retiredReason: 'Sinkholed',
  timestamps: { added: noon - 5_000, updated: noon - 1_000, retired: noon - 500 },
  riskFactors: [{ description: 'Found in a feed', risk: 'high' }],
};

describe('Explore STIX', () => {
  it('has labels for what lists say that an indicator is', () => {
    const contexts = [
      { kind: 'knownServices', category: 'cloud', label: 'AWS' },
      { kind: 'location', category: 'other', label: '' },
    ] as const;
    const [, , indicator] = bundle({ ...record, contexts }).objects;
    assert.deepEqual(indicator?.['labels'], ['cloud: AWS']);
    const [, , plain = {}] = bundle(record).objects;
    assert.equal('labels' in plain, false);
  });

  it('contains an identity, an extension definition, and one indicator per record with every specified field', () => {
    const { objects, id, type } = bundle(record);
    const [identity = {}, extension = {}, indicator = {}] = objects;
    assert.equal(type, 'bundle');
    assert.match(id, /^bundle--[0-9a-f-]{36}$/);
    assert.deepEqual(
      Object.keys(identity).sort(),
      'contact_information created description id identity_class lang modified name sectors spec_version type'.split(
        ' ',
      ),
    );
    assert.deepEqual(
      Object.keys(extension).sort(),
      'created created_by_ref description extension_properties extension_types id modified name schema spec_version type version'.split(
        ' ',
      ),
    );
    assert.deepEqual(extension['extension_types'], ['toplevel-property-extension']);
    assert.deepEqual(extension['extension_properties'], [
      'service_risk',
      'service_risk_int',
      'service_retired',
      'service_retired_timestamp',
      'service_retired_reason',
      'service_record',
      'service_observed',
    ]);
    assert.deepEqual(indicator, {
      type: 'indicator',
      spec_version: '2.1',
      id: indicator['id'],
      created: '2026-03-04T11:59:55.000Z',
      modified: '2026-03-04T11:59:59.500Z',
      created_by_ref: identity['id'],
      name: 'login-update.example',
      description: 'Domain login-update.example: risk critical. Found in a feed',
      indicator_types: ['malicious-activity'],
      pattern: "[domain-name:value = 'login-update.example']",
      pattern_type: 'stix',
      valid_from: '2026-03-04T11:59:55.000Z',
      valid_until: '2026-03-04T11:59:59.500Z',
      revoked: true,
      service_risk: 'critical',
      service_risk_int: 4,
      service_retired: 1,
      service_retired_timestamp: '2026-03-04T11:59:59.500Z',
      service_retired_reason: 'Sinkholed',
      service_record: {
        version: 1,
        added: '2026-03-04T11:59:55.000Z',
        updated: '2026-03-04T11:59:59.000Z',
        reasons: [{ description: 'Found in a feed', risk: 'high' }],
      },
      extensions: { [String(extension['id'])]: { extension_type: 'toplevel-property-extension' } },
      lang: 'en',
    });
  });

  it('derives IDs from content', () => {
    const other = { ...record, value: 'other.example' };
    assert.equal(bundle(record).objects[2]?.['id'], bundle(other, record).objects[3]?.['id']);
    assert.notEqual(bundle(record).objects[2]?.['id'], bundle(other).objects[2]?.['id']);
  });

  it('has one object for an indicator in two rows, the first one', () => {
    const { objects } = bundle(record, { ...record, risk: 'low' }, emptyRecord('status.example', 'domain'));
    assert.equal(new Set(objects.map(({ id }) => id)).size, objects.length);
    assert.equal(JSON.stringify(objects.find(({ name }) => name === record.value)).includes('critical'), true);
    const lines = [...stixLines(header, [record, record])].join('').trim().split('\n');
    assert.equal(lines.length, 3);
  });

  it('is read back by the import with value, type, risk, retirement, and times', () => {
    const reader = readBundle(noon);
    const statement = bundle(record, { ...record, retired: false, value: '2001:db8::1', type: 'ip', timestamps: {} })
      .objects.flatMap((object) => reader.read(object).statements)
      .flatMap((each) => (each.kind === 'indicator' ? [each.record] : []));
    assert.deepEqual(
      statement.map(({ value, type, risk, retired, timestamps }) => [value, type, risk, retired, timestamps.updated]),
      [
        ['login-update.example', 'domain', 'critical', true, noon - 1_000],
        ['2001:db8::1', 'ip', 'critical', false, undefined],
      ],
    );
  });

  it('marks retirement in standard STIX properties as well', () => {
    const timestamp = fc.option(fc.integer({ min: noon - 10_000, max: noon + 10_000 }), { nil: undefined });
    const iso = (at: number | undefined): string | undefined =>
      at === undefined ? undefined : new Date(at).toISOString();
    const anyRecord = fc
      .record({
        retired: fc.boolean(),
        added: timestamp,
        updated: timestamp,
        seen: timestamp,
        at: timestamp,
        from: timestamp,
        until: timestamp,
      })
      .map(({ retired, at, from, until, ...timestamps }): IndicatorRecord => ({
        ...emptyRecord('login-update.example', 'domain'),
        retired,
        timestamps: Object.fromEntries(
          Object.entries({ ...timestamps, retired: retired ? at : undefined }).filter(
            ([, value]) => value !== undefined,
          ),
        ),
        other: { valid_from: iso(from), valid_until: iso(until) },
      }));
    fc.assert(
      fc.property(anyRecord, (each) => {
        const [, , indicator = {}] = bundle(each).objects;
        const { valid_from: from, valid_until: until, revoked, created, modified } = indicator;
        assert.ok(typeof from === 'string');
        assert.ok(until === undefined || (typeof until === 'string' && until > from));
        assert.ok(revoked === undefined || revoked === true);
        assert.ok(String(modified) >= String(created));
        // As any other program reads it: without the extension.
        const plain = Object.fromEntries(
          Object.entries(indicator).filter(([name]) => !name.startsWith('service_') && name !== 'extensions'),
        );
        const read = (now: number): readonly boolean[] =>
          readBundle(now)
            .read(plain)
            .statements.flatMap((statement) => (statement.kind === 'indicator' ? [statement.record.retired] : []));
        const ends = Date.parse(String(each.other['valid_until']));
        assert.deepEqual(read(noon), [each.retired || ends <= noon]);
        if (!Number.isNaN(ends)) assert.deepEqual(read(Math.max(ends, noon)), [true]);
      }),
    );
  });

  it('writes a pattern that matches only the value', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', "'", '\\', '[', ']', '%', '/', '=', '?', '&') }), (value) => {
        const { comparisons, errors } = parsePattern(stixPattern(value, 'url'));
        assert.deepEqual(errors, []);
        assert.deepEqual(
          comparisons.map(({ objectType, values }) => [objectType, values]),
          [['url', [value]]],
        );
      }),
    );
  });

  it('is indented on request', () => {
    const text = [...stixChunks(header, [record], 4)].join('');
    assert.equal(text, JSON.stringify(JSON.parse(text), undefined, 4));
  });
});
