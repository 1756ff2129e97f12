import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defang, findIndicators } from '../../../../src/core/indicators';
import type { FoundRows } from '../../../../src/core/records/found';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { deepText } from '../../hostileJson';
import {
  readAnswer,
  resultsJson,
  resultsMarkdown,
  resultsTable,
  stixChunks,
  threatsCsvFile,
} from '../../../../src/core/results';

const now = Date.UTC(2025, 2, 4, 9, 5, 26);
const header = { generated: now, query: 'risk=high', limit: 50, address: 'https://lookups-test-9.com' };
const record = (value: string, more: Partial<IndicatorRecord> = {}): IndicatorRecord => ({
  ...emptyRecord(value, 'domain'),
  risk: 'high',
  timestamps: { seen: now, added: now },
  ...more,
});

function stixOf(objects: readonly unknown[]): string {
  return JSON.stringify({ objects });
}

const uuid = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;
const definition = {
  type: 'extension-definition',
  spec_version: '2.1',
  id: `extension-definition--${uuid(1)}`,
  created: '2025-01-01T00:00:00.000Z',
  extension_properties: ['acme_risk', 'acme_risk_int', 'acme_retired'],
};
const indicator = {
  type: 'indicator',
  spec_version: '2.1',
  id: `indicator--${uuid(2)}`,
  created: '2025-01-01T00:00:00.000Z',
  valid_from: '2025-01-01T00:00:00.000Z',
  pattern: "[domain-name:value = 'lookups-test-1.com']",
  pattern_type: 'stix',
  acme_risk: 'critical',
  acme_retired: 1,
  extensions: { [definition.id]: { extension_type: 'toplevel-property-extension' } },
};

describe('readAnswer of STIX', () => {
  it('uses the names in the extension definition and creates a bundle', () => {
    const read = readAnswer({ format: 'stix', text: stixOf([indicator, definition]) }, 'indicators', now);
    assert.ok(read?.found.type === 'indicators');
    const [row] = read.found.rows;
    assert.deepEqual([row?.value, row?.risk, row?.retired], ['lookups-test-1.com', 'critical', true]);
    assert.deepEqual(read.warnings, []);
    const bundle = JSON.parse(read.text) as { type: string; id: string; objects: unknown[] };
    assert.equal(bundle.type, 'bundle');
    assert.match(bundle.id, /^bundle--[0-9a-f-]{36}$/);
    assert.deepEqual(bundle.objects, [indicator, definition]);
  });

  it('keeps the ID of a bundle', () => {
    const id = `bundle--${uuid(5)}`;
    const read = readAnswer(
      { format: 'stix', text: JSON.stringify({ type: 'bundle', id, objects: [] }) },
      'indicators',
      now,
    );
    assert.equal((JSON.parse(read?.text ?? '{}') as { id?: string }).id, id);
  });

  it('reports violations of the standard', () => {
    const text = stixOf([{ ...indicator, id: 'indicator--7', valid_from: undefined }, 'x']);
    const read = readAnswer({ format: 'stix', text }, 'indicators', now);
    assert.deepEqual(read?.warnings, [
      { kind: 'notObjects', count: 1 },
      { kind: 'missingId', count: 1 },
      { kind: 'missingValidFrom', count: 1 },
      { kind: 'undefinedExtension' },
      { kind: 'noRiskExtension' },
    ]);
  });

  it('skips only objects that are nested too deeply', () => {
    const deep = `{"type":"indicator","id":"indicator--${uuid(9)}","x_own":${deepText()}}`;
    const text = `{"objects":[${deep},${JSON.stringify(definition)},${JSON.stringify(indicator)}]}`;
    const read = readAnswer({ format: 'stix', text }, 'indicators', now);
    assert.deepEqual([read?.found.rows.length, read?.found.unreadable], [1, 1]);
    assert.deepEqual(read?.warnings, [{ kind: 'tooDeep', count: 1 }]);
    assert.deepEqual((JSON.parse(read.text) as { objects: unknown }).objects, [definition, indicator]);
  });

  it('keeps line and paragraph separators in text', () => {
    const description = 'one\u2028two\u2029three\nfour';
    const text = [...stixChunks(header, [record('lookups-test-1.com', { other: { description } })], 2)].join('');
    const { objects } = JSON.parse(text) as { objects: readonly { description?: string }[] };
    assert.equal(objects[2]?.description, description);
  });

  it('reads its own output unchanged', () => {
    const text = [...stixChunks(header, [record('lookups-test-1.com')])].join('');
    const read = readAnswer({ format: 'stix', text }, 'indicators', now);
    assert.deepEqual([read?.warnings, read?.found.rows.length], [[], 1]);
  });

  it('rejects an answer without a list of objects', () => {
    for (const text of ['', '{}', '[1', '"x"', '{"objects":1}', 'null']) {
      assert.equal(readAnswer({ format: 'stix', text }, 'indicators', now), undefined, text);
    }
  });
});

describe('readAnswer of CSV', () => {
  const csv = [
    '# Explore results, 2025-03-04 09:05:26 UTC',
    '# Query: risk=high, or "what"',
    '# Limit: 50',
    '# Address: https://lookups-test-9.com/?q=1',
    'indicator,type,risk,stamp_added,stamp_updated,stamp_seen,stamp_retired,reference,geo_city,geo_country,geo_countrycode,geo_org,dns_ptr',
    'lookups-test-1.com,domain,high,"2025-01-01 00:00:00",,"2025-03-01 10:00:00",,https://lookups-test-9.com/?iid=7,REDACTED FOR PRIVACY,Germany,DE,"Example, ""Inc""",',
    '198.51.100.7,ip,low,,,,,,[privacy],[privacy],,,',
    '',
  ].join('\n');

  it('reads comment lines, quotes, and empty cells', () => {
    const read = readAnswer({ format: 'csv', text: csv }, 'indicators', now);
    assert.ok(read?.found.type === 'indicators');
    const [first, second] = read.found.rows;
    assert.deepEqual(
      [first?.iid, first?.timestamps.updated, first?.properties.geo?.org],
      [7, undefined, ['Example, "Inc"']],
    );
    assert.equal(second?.value, '198.51.100.7');
    assert.equal(read.text, csv);
  });

  it('recognizes both markers of redacted values', () => {
    const read = readAnswer({ format: 'csv', text: csv }, 'indicators', now);
    const text = resultsMarkdown(header, read?.found ?? { type: 'indicators', rows: [], unreadable: 0 }, words);
    assert.match(text, /`198\[\.\]51\[\.\]100\[\.\]7` .*\| redacted \|/);
    assert.doesNotMatch(text, /privacy/i);
  });

  it('reads threats', () => {
    const rows = [
      { name: 'Example "Kit"', tid: 4, category: 'malware', risk: 'high' as const },
      { name: '=Formula', risk: 'unknown' as const },
    ];
    const read = readAnswer({ format: 'csv', text: threatsCsvFile(header, rows) }, 'threats', now);
    assert.ok(read?.found.type === 'threats');
    assert.deepEqual(
      read.found.rows.map(({ name, tid, category, risk }) => [name, tid, category, risk]),
      [
        ['Example "Kit"', 4, 'malware', 'high'],
        ['=Formula', undefined, undefined, 'unknown'],
      ],
    );
  });

  it('never throws', () => {
    const any = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constant(csv));
    fc.assert(
      fc.property(any, fc.constantFrom('csv' as const, 'stix' as const), (text, format) => {
        readAnswer({ format, text }, 'indicators', now);
        readAnswer({ format, text }, 'threats', now);
      }),
    );
  });
});

const words = {
  defang,
  defangText: (text: string): string =>
    findIndicators(text).reduceRight(
      (shown, { start, end, raw }) => shown.slice(0, start) + defang(raw) + shown.slice(end),
      text,
    ),
};

describe('Exported results', () => {
  const found: FoundRows = {
    type: 'indicators',
    unreadable: 0,
    rows: [
      record('lookups-test-1.com', {
        iid: 7,
        properties: { geo: { city: ['Kassel'], country: ['Germany'] } },
        threats: [{ name: 'Evil | [x](http://lookups-test-3.com)', risk: 'high' }],
      }),
    ],
  };

  it('are JSON with the names of the interface and the query', () => {
    const json = JSON.parse(resultsJson(header, found)) as { query: string; results: Record<string, unknown>[] };
    assert.equal(json.query, 'risk=high');
    assert.deepEqual(
      [json.results[0]?.indicator, json.results[0]?.iid, json.results[0]?.stamp_seen],
      ['lookups-test-1.com', 7, '2025-03-04 09:05:26'],
    );
  });

  it('are Markdown without columns that are empty, with risks in the words of the UI', () => {
    const rows = [{ ...emptyRecord('lookups-test-1.com', 'domain'), risk: 'high' as const, retired: true }];
    const table = resultsTable({ type: 'indicators', rows, unreadable: 0 }, words);
    assert.equal(
      table,
      [
        '| Risk | Indicator | Type |',
        '| --- | --- | --- |',
        '| High risk, retired | `lookups-test-1[.]com` | domain |',
        '',
      ].join('\n'),
    );
  });

  it('are Markdown without links or broken cells', () => {
    const partial = { ...header, incomplete: true };
    assert.match(resultsMarkdown(partial, found, words), /\n- Results may be incomplete\.\n/);
    assert.equal((JSON.parse(resultsJson(partial, found)) as { incomplete?: boolean }).incomplete, true);
    assert.doesNotMatch(resultsMarkdown(header, found, words) + resultsJson(header, found), /incomplete/);
    const text = resultsMarkdown({ ...header, query: 'ioc=lookups-test-1.com' }, found, words);
    assert.match(text, /Query: `ioc=lookups-test-1\[\.\]com`/);
    assert.match(text, /`lookups-test-1\[\.\]com`/);
    assert.doesNotMatch(text, /lookups-test-[13]\.com/);
    const row = text.split('\n').find((line) => line.includes('Evil')) ?? '';
    assert.equal(row.replaceAll('\\|', '').split('|').length - 2, 7);
  });
});
