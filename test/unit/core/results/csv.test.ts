import assert from 'node:assert/strict';
import fc from 'fast-check';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import {
  cellText,
  csvCell,
  csvIncomplete,
  csvChunks,
  csvReader,
  rewriteCsv,
  isRedacted,
  readExploreCsv,
} from '../../../../src/core/results';

const at = (text: string): number => Date.parse(text);
const header = {
  generated: at('2026-03-04T05:06:07Z'),
  query: 'risk=high # all of them\nand type=domain',
  limit: 250,
  address: 'http://127.0.0.1:8089/api/explore.php?q=risk%3Dhigh',
};
const referenceOf = ({ iid }: IndicatorRecord): string => `http://127.0.0.1:8089/api/indicator.php?iid=${iid ?? 0}`;

const full: IndicatorRecord = {
  ...emptyRecord('login-update.example', 'domain'),
  iid: 7,
  risk: 'high',
  retired: true,
  timestamps: {
    added: at('2026-01-01T00:00:00Z'),
    updated: at('2026-01-02T10:00:00Z'),
    seen: at('2026-01-03T23:59:59Z'),
    retired: at('2026-02-01T00:00:00Z'),
  },
  properties: {
    geo: { city: ['REDACTED FOR PRIVACY'], country: ['Exampleland, "North"'], countrycode: ['XX'], org: ['=cmd()'] },
    dns: { ptr: ['[privacy]'] },
  },
};

const cellCharacters = [
  'a',
  ',',
  '"',
  '\n',
  '\r',
  '\t',
  ';',
  ' ',
  '#',
  "'",
  '=',
  '-',
  '＝',
  '\u00a0',
  '\u200b',
  'ü',
  '\uFEFF',
];

function cellsOf(text: string): readonly (readonly string[])[] {
  const reader = csvReader();
  return [...reader.push(text), ...reader.end().items].flatMap((item) => (item.kind === 'row' ? [item.cells] : []));
}

describe('Explore CSV', () => {
  it('has four comment lines, the specified columns, and quoted timestamps', () => {
    const text = [...csvChunks(header, [full, emptyRecord('192.0.2.7', 'ip')], referenceOf)].join('');
    assert.deepEqual(text.split('\n'), [
      '# Explore results, 2026-03-04 05:06:07 UTC',
      '# Query: risk=high and type=domain',
      '# Limit: 250',
      '# Address: http://127.0.0.1:8089/api/explore.php?q=risk%3Dhigh',
      'indicator,type,risk,stamp_added,stamp_updated,stamp_seen,stamp_retired,reference,geo_city,geo_country,geo_countrycode,geo_org,dns_ptr',
      'login-update.example,domain,high,"2026-01-01 00:00:00","2026-01-02 10:00:00","2026-01-03 23:59:59","2026-02-01 00:00:00",http://127.0.0.1:8089/api/indicator.php?iid=7,REDACTED FOR PRIVACY,"Exampleland, ""North""",XX,\'=cmd(),[privacy]',
      '192.0.2.7,ip,unknown,,,,,http://127.0.0.1:8089/api/indicator.php?iid=0,,,,,',
      '',
    ]);
  });

  it('reports the default limit if none is set', () => {
    const { generated, query, address } = header;
    const without = { generated, query, address };
    assert.match([...csvChunks(without, [full], referenceOf)].join(''), /^# Limit: default$/m);
  });

  it('is read back as written, with redacted values', () => {
    const read = readExploreCsv([...csvChunks(header, [full], referenceOf)].join(''));
    assert.ok(read !== undefined);
    const other = { reference: 'http://127.0.0.1:8089/api/indicator.php?iid=7' };
    assert.deepEqual(read.records, [{ ...full, other }]);
    assert.equal(read.comments.length, 4);
    assert.ok(isRedacted('[privacy]') && isRedacted('REDACTED FOR PRIVACY') && !isRedacted('Privacy'));
  });

  it('accepts columns in any order and reports rows without an indicator', () => {
    const text = 'risk,note,indicator\r\nHIGH,seen,EVIL[.]example\r\nlow,,[privacy]\r\nlow,,not one\r\n';
    const read = readExploreCsv(text);
    assert.ok(read !== undefined);
    assert.deepEqual(
      read.records.map(({ value, risk, other }) => [value, risk, other]),
      [['evil.example', 'high', { note: 'seen' }]],
    );
    assert.deepEqual(read.skipped, [
      { row: 2, reason: 'redacted' },
      { row: 3, reason: 'notAnIndicator' },
    ]);
    assert.equal(readExploreCsv('a,b\n1,2\n'), undefined);
  });

  it('takes a byte order mark for one only at the beginning', () => {
    const reader = csvReader();
    const items = ['\uFEFFa,b\n', '\uFEFFc,d\n'].flatMap((chunk) => [...reader.push(chunk)]);
    assert.deepEqual(
      items.map((item) => item.kind === 'row' && item.cells),
      [
        ['a', 'b'],
        ['\uFEFFc', 'd'],
      ],
    );
  });

  it('reads any written cells, in chunks of any size', () => {
    const cell = fc.string({ unit: fc.constantFrom(...cellCharacters) });
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(rows, fc.array(fc.nat(40), { maxLength: 20 }), (cells, cuts) => {
        const text = `a,b\n${cells.map((row) => row.map(csvCell).join(',')).join('\n')}`;
        const reader = csvReader();
        const found: (readonly string[])[] = [];
        let from = 0;
        for (const cut of [...cuts, text.length]) {
          for (const item of reader.push(text.slice(from, from + cut))) if (item.kind === 'row') found.push(item.cells);
          from += cut;
        }
        for (const item of reader.end().items) if (item.kind === 'row') found.push(item.cells);
        const unescaped = found.slice(1).map((row) => row.map(cellText));
        assert.deepEqual(unescaped, cells);
      }),
    );
  });

  it('writes no cell that a spreadsheet reads as a formula, whatever precedes it', () => {
    const starts = [
      '',
      '\n',
      '\r',
      '\t',
      ' ',
      '\u00a0',
      '\u3000',
      '\u2028',
      '\u200b',
      '\uFEFF',
      '\u0000',
      '\u00ad',
      '\u3164',
    ];
    for (const start of starts) {
      for (const operator of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\u2212']) {
        const text = `${start}${operator}cmd|'/c calc'!A0`;
        const [[cell = ''] = []] = cellsOf(`${csvCell(text)},x\n`);
        assert.equal(cell, `'${text}`, JSON.stringify(text));
        assert.equal(cellText(cell), text);
      }
    }
    for (const text of ['\t1', '\r1', '\n1']) assert.ok(csvCell(text).startsWith(`"'`), JSON.stringify(text));
    for (const text of ['a-b.example', "it's", '1-2', "'quoted'", '192.0.2.7']) assert.equal(csvCell(text), text);
  });

  it('has no formula after a comma in a comment line', () => {
    const text = [...csvChunks({ ...header, query: 'risk=high or a="x,=cmd()" or b=",@x"' }, [], referenceOf)].join('');
    for (const line of text.split('\n')) assert.doesNotMatch(line, /[,;\t]["\s]*[=+@-]/);
  });

  it('is rewritten if it comes from a service: the same rows without formulas', () => {
    const text = '\uFEFF# Query: x,=cmd()\r\nindicator,note\r\na.example,"\n=cmd()"\r\nb.example,x"y,＝1+1,"open\r\n';
    assert.equal(
      rewriteCsv(text),
      `# Query: x,'=cmd()\nindicator,note\na.example,"'\n=cmd()"\nb.example,"x""y",'＝1+1,"""open"\n`,
    );
    const anything = fc.string({ unit: fc.constantFrom(...cellCharacters) });
    fc.assert(
      fc.property(anything, (any) => {
        const once = rewriteCsv(any);
        assert.equal(rewriteCsv(once), once);
        const given = cellsOf(any).map((row) => row.map(cellText));
        assert.deepEqual(
          cellsOf(once).map((row) => row.map(cellText)),
          given,
        );
        for (const cell of cellsOf(once).flat())
          assert.doesNotMatch(cell, /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u);
      }),
    );
  });

  it('may contain a timestamp of a former retirement with an explicit 0', () => {
    const retired = (flag: string): unknown =>
      readExploreCsv(`indicator,risk,retired,stamp_retired\nlookups-test-1.com,high,${flag},2020-01-01 00:00:00\n`)
        ?.records[0]?.retired;
    assert.deepEqual([retired(''), retired('1'), retired('0'), retired('no')], [true, true, false, false]);
  });

  it('notes that results may be incomplete, and is read like every CSV', () => {
    const text = [...csvChunks({ ...header, incomplete: true }, [full], referenceOf)].join('');
    assert.match(text, /^# [^\n]+\n# [^\n]+\n# [^\n]+\n# [^\n]+\n# Results may be incomplete\.\n/);
    assert.equal(readExploreCsv(text)?.records.length, 1);
    assert.equal(readExploreCsv(csvIncomplete + text)?.records.length, 1);
    assert.doesNotMatch([...csvChunks(header, [full], referenceOf)].join(''), /incomplete/);
  });

  it('marks a retired record without a date', () => {
    const undated = { ...emptyRecord('old.example', 'domain'), risk: 'high' as const, retired: true };
    const text = [...csvChunks(header, [full, undated, emptyRecord('192.0.2.7', 'ip')], () => undefined)].join('');
    assert.deepEqual(
      readExploreCsv(text)?.records.map(({ risk, retired }) => [risk, retired]),
      [
        ['high', true],
        ['high', true],
        ['unknown', false],
      ],
    );
  });

  it('loses only one line to an unclosed quote', () => {
    const reader = csvReader({ maxCell: 50 });
    const text = `a,b\n1,"open\n${'2,x\n'.repeat(40)}3,"ok"\n`;
    const items = [...reader.push(text)];
    const { items: rest, open } = reader.end();
    const rows = [...items, ...rest].flatMap((item) => (item.kind === 'row' ? [item.cells] : []));
    assert.equal(open, 1);
    assert.deepEqual(rows[1], ['1', '"open']);
    assert.deepEqual(rows.at(-1), ['3', 'ok']);
    assert.equal(rows.length, 43);
  });

  it('takes linear time for chunks of an endless row, and loses nothing', () => {
    const reader = csvReader();
    // Read again with each chunk it would outlast the patience of the run.
    for (let n = 0; n < 8_000; n++) assert.deepEqual(reader.push('"a",'.repeat(250)), []);
    const [row] = reader.end().items;
    assert.equal(row?.kind === 'row' ? row.cells.length : 0, 2_000_001);
  });

  it('takes linear time without some line endings, quotes, or commas', () => {
    const rows = cellsOf('x,y\n'.repeat(200_000));
    assert.equal(rows.length, 200_000);
    const carried = csvReader();
    let count = 0;
    for (let n = 0; n < 2_000; n++) count += carried.push('"x","y"\r'.repeat(50)).length;
    assert.equal(count + carried.end().items.length, 100_000);
  });
});
