import assert from 'node:assert/strict';
import { recordJson } from '../../../../src/core/assistant/recordAnswer';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';

const at = Date.UTC(2026, 4, 1, 12);

describe('A record for an assistant', () => {
  it('has all dates as text', () => {
    const record: IndicatorRecord = {
      ...emptyRecord('a.lookups-test-1.com', 'domain'),
      timestamps: { seen: at },
      threats: [{ name: 'Example Kit', risk: 'high', linked: at }],
      feeds: [{ name: 'Example Feed', linked: at }],
      comments: [{ text: 'seen again', added: at, updated: at + 1_000 }],
    };
    const json = recordJson(
      {
        indicator: { type: 'domain', value: record.value },
        reserved: false,
        lines: 1,
        files: 0,
        locations: [],
        status: 'found',
        known: [{ kind: 'known', detail: 'full', source: { kind: 'import', name: 'list.csv' }, asOf: at, record }],
      },
      10_000,
    );
    const dates = json.match(/\b2026-05-01 12:00:0[01]/g) ?? [];
    assert.equal(dates.length, 6, json);
    assert.doesNotMatch(json, new RegExp(String(at).slice(0, 6)));
  });

  it('names the listed name of which a name is a subdomain', () => {
    const value = 'mail.lookups-test-1.com';
    const parent = { name: 'lookups-test-1.com', risk: 'high' } as const;
    const known = {
      ...({ kind: 'known', detail: 'full', asOf: at } as const),
      source: { kind: 'import', name: 'list.csv', parent } as const,
      record: { ...emptyRecord(value, 'domain'), risk: 'medium' as const },
    };
    const indicator = { type: 'domain', value } as const;
    const found = { indicator, reserved: false, lines: 1, files: 0, locations: [] };
    const json = recordJson({ ...found, status: 'parentFound', known: [known], lead: known }, 10_000);
    const answer = JSON.parse(json) as Readonly<Record<string, unknown>>;
    assert.deepEqual([answer['status'], answer['risk']], ['parentFound', 'medium']);
    assert.match(json, /"parent":"lookups-test-1\[\.\]com"/);
    assert.match(json, /"parent":\{"name":"lookups-test-1\[\.\]com","risk":"high"\}/);
  });
});
