import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defang, findIndicators } from '../../../src/core/indicators';
import type { FoundRows } from '../../../src/core/records/found';
import { emptyRecord, type IndicatorRecord } from '../../../src/core/records/record';
import { deepText } from '../hostileJson';
import { readAnswer, resultsJson, resultsMarkdown, stixPieces, threatsCsvFile } from '../../../src/core/results';

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

describe('An answer in STIX', () => {
  it('is read with the names that its own definition gives, wherever that stands, and becomes a bundle', () => {
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

  it('keeps the id of a bundle that is one', () => {
    const id = `bundle--${uuid(5)}`;
    const read = readAnswer(
      { format: 'stix', text: JSON.stringify({ type: 'bundle', id, objects: [] }) },
      'indicators',
      now,
    );
    assert.equal((JSON.parse(read?.text ?? '{}') as { id?: string }).id, id);
  });

  it('says what does not follow the standard', () => {
    const text = stixOf([{ ...indicator, id: 'indicator--7', valid_from: undefined }, 'x']);
    const read = readAnswer({ format: 'stix', text }, 'indicators', now);
    assert.deepEqual(read?.warnings, [
      '1 entries are no objects.',
      '1 object has no id of the form type--UUID.',
      '1 object has no valid_from.',
      'An extension is used that the result does not define.',
      'No extension definition names a risk: risks are taken from STIX’s own words.',
    ]);
  });

  it('loses no more than an object that is nested too deeply', () => {
    const deep = `{"type":"indicator","id":"indicator--${uuid(9)}","x_own":${deepText()}}`;
    const text = `{"objects":[${deep},${JSON.stringify(definition)},${JSON.stringify(indicator)}]}`;
    const read = readAnswer({ format: 'stix', text }, 'indicators', now);
    assert.deepEqual([read?.found.rows.length, read?.found.left], [1, 1]);
    assert.deepEqual(read?.warnings, ['Skipped 1 object with too many levels of nesting.']);
    assert.deepEqual((JSON.parse(read.text) as { objects: unknown }).objects, [definition, indicator]);
  });

  it('keeps the separators of lines and paragraphs in a text as they are, however it is indented', () => {
    const description = 'one\u2028two\u2029three\nfour';
    const text = [...stixPieces(header, [record('lookups-test-1.com', { other: { description } })], 2)].join('');
    const { objects } = JSON.parse(text) as { objects: readonly { description?: string }[] };
    assert.equal(objects[2]?.description, description);
  });

  it('of our own writing comes back as it was', () => {
    const text = [...stixPieces(header, [record('lookups-test-1.com')])].join('');
    const read = readAnswer({ format: 'stix', text }, 'indicators', now);
    assert.deepEqual([read?.warnings, read?.found.rows.length], [[], 1]);
  });

  it('is none where there is no list of objects', () => {
    for (const text of ['', '{}', '[1', '"x"', '{"objects":1}', 'null']) {
      assert.equal(readAnswer({ format: 'stix', text }, 'indicators', now), undefined, text);
    }
  });
});

describe('An answer in CSV', () => {
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

  it('is read with comment lines, quotes and empty cells', () => {
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

  it('shows both words for what is withheld as withheld', () => {
    const read = readAnswer({ format: 'csv', text: csv }, 'indicators', now);
    const text = resultsMarkdown(header, read?.found ?? { type: 'indicators', rows: [], left: 0 }, words);
    assert.match(text, /`198\[\.\]51\[\.\]100\[\.\]7` .*\| withheld \|/);
    assert.doesNotMatch(text, /privacy/i);
  });

  it('of threats is read as it is written', () => {
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

  it('never throws, whatever comes', () => {
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

describe('Results handed on', () => {
  const found: FoundRows = {
    type: 'indicators',
    left: 0,
    rows: [
      record('lookups-test-1.com', {
        iid: 7,
        properties: { geo: { city: ['Kassel'], country: ['Germany'] } },
        threats: [{ name: 'Evil | [x](http://lookups-test-3.com)', risk: 'high' }],
      }),
    ],
  };

  it('are JSON in the names of the interface, with the query beside them', () => {
    const json = JSON.parse(resultsJson(header, found)) as { query: string; results: Record<string, unknown>[] };
    assert.equal(json.query, 'risk=high');
    assert.deepEqual(
      [json.results[0]?.indicator, json.results[0]?.iid, json.results[0]?.stamp_seen],
      ['lookups-test-1.com', 7, '2025-03-04 09:05:26'],
    );
  });

  it('are Markdown in which nothing can be clicked and no cell breaks', () => {
    const partial = { ...header, incomplete: true };
    assert.match(
      resultsMarkdown(partial, found, words),
      /\n- May be incomplete: there may be more results than these\.\n/,
    );
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
