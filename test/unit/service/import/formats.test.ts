import assert from 'node:assert/strict';
import { constants } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import type { Statement } from '../../../../src/core/records/statement';
import type { ImportResult } from '../../../../src/core/store/protocol/protocol';
import type { Store } from '../../../../src/core/store/store';
import { StoreError } from '../../../../src/core/store/protocol/storeError';
import { importInto } from '../../../../src/service/import';
import { detectFormat } from '../../../../src/service/import/detectFormat';
import { readStix } from '../../../../src/service/import/stix';
import { storeFolder } from '../../core/store/builders';

function take(store: Store, text: string, name = 'file'): Promise<ImportResult> {
  return importInto(store, { text, name });
}

function reasons(account: ImportResult): readonly (readonly [string, number])[] {
  return account.skipped.map(({ reason, count }) => [reason.kind, count] as const);
}

describe('Format detection', () => {
  it('ignores the file name', () => {
    const formats: readonly (readonly [string, string, string?])[] = [
      ['{"type":"bundle","objects":[]}', 'stix'],
      ['\uFEFF  [\n {"type":"indicator"}]', 'stix'],
      ['# Explore\n# q\nindicator,type,risk,stamp_added\n', 'csv', ','],
      ['host;note\na.example;x\nb.example;y\n', 'csv', ';'],
      ['a.example\tx\nb.example\ty\n', 'csv', '\t'],
      ['a.example\nb[.]example\n', 'list'],
      ['http://a.example/?x=1,2\nhttp://b.example/?x=3,4\n', 'list'],
      ['[2001:db8::1]:443\n192.0.2.1\n', 'list'],
      ['', 'list'],
    ];
    for (const [text, format, delimiter] of formats) {
      const detected = detectFormat(text);
      assert.equal(detected.format, format, JSON.stringify(text));
      if (delimiter !== undefined) assert.equal(detected.delimiter, delimiter);
    }
  });

  it('ignores delimiters and line breaks in quotes, whatever separates the cells', () => {
    const text = fc.array(fc.constantFrom('a', 'seen', ';', '|', ',', '\t', '\n', ' ', '""'), { maxLength: 60 });
    fc.assert(
      fc.property(
        fc.constantFrom(',', ';', '\t', '|'),
        fc.array(text, { minLength: 1, maxLength: 8 }),
        (delimiter, notes) => {
          const rows = notes.map((note, n) => [`lookups-test-${n}.com`, `"x${note.join('')}"`, 'high']);
          for (const header of [[['domain', 'note', 'risk']], []]) {
            const table = [...header, ...rows].map((row) => row.join(delimiter)).join('\n');
            assert.deepEqual(detectFormat(`${table}\n`), { format: 'csv', delimiter });
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes commas of a sentence for those of a text, not of a table', () => {
    for (const text of [
      'Blocked bad[.]example, please check the other hosts.',
      'We saw bad[.]example, then 192.0.2.7, today.\n',
    ])
      assert.equal(detectFormat(text).format, 'list', text);
    for (const text of [
      'bad[.]example, high, seen in May\n',
      'x, bad.example, high\n',
      '1,bad.example,three words here\n',
    ])
      assert.equal(detectFormat(text).format, 'csv', text);
  });
});

describe('Import of text lists', () => {
  const folder = storeFolder();

  it('takes defanged indicators of a report, and those alone in a line', async () => {
    const store = folder.open();
    const account = await take(
      store,
      'A report on https://blog.example/kettle says:\nit spoke to bad[.]example and hxxp://worse[.]example/a daily\n- `alone.example`\n1. 192.0.2.7\nNothing else.\n',
      'report.md',
    );
    assert.equal(account.indicators.added, 4);
    for (const key of ['bad.example', 'http://worse.example/a', 'alone.example', '192.0.2.7'])
      assert.ok(store.byKey(key) !== undefined, key);
    assert.deepEqual(reasons(account), [
      ['notDefanged', 1],
      ['noIndicator', 1],
    ]);
  });

  it('keeps no source without data, and one that had data before', async () => {
    const store = folder.open();
    await take(store, 'nothing here\n', 'useless');
    assert.deepEqual(store.summary().rows, []);
    await take(store, 'bad.example\n', 'useful');
    await take(store, 'nothing any more\n', 'useful');
    assert.deepEqual(
      store.summary().rows.map(({ source, count }) => [source, count]),
      [['useful', 1]],
    );
  });

  it('takes one indicator per line, defanged or not, and skips the rest with a reason', async () => {
    const store = folder.open();
    const account = await take(
      store,
      '# made up\r\nbad[.]example\r\nhxxps://bad[.]example/a  # seen twice\n\n192[.]0[.]2[.]7\n2001:db8::7\nnot an indicator\n0.0.0.0 ads.example\n',
    );
    assert.equal(account.format, 'list');
    assert.equal(account.complete, true);
    assert.deepEqual(account.indicators, { added: 5, updated: 0, unchanged: 0 });
    assert.deepEqual(reasons(account), [['noIndicator', 1]]);
    assert.deepEqual(account.skipped[0]?.examples, ['not an indicator']);
    for (const key of ['bad.example', 'https://bad.example/a', '192.0.2.7', '2001:db8::7', 'ads.example']) {
      assert.equal(store.byKey(key)?.risk, 'unknown', key);
    }
  });

  it('skips comments and exceptions of ad blocker lists', async () => {
    const store = folder.open();
    const account = await take(
      store,
      '! made up\n||bad.example^\n@@||good.example^\n@@good-too.example\n!no.example\n',
    );
    assert.deepEqual(reasons(account), [['exception', 2]]);
    assert.equal(store.byKey('bad.example')?.risk, 'unknown');
    for (const key of ['good.example', 'good-too.example', 'no.example'])
      assert.equal(store.byKey(key), undefined, key);
  });

  it('reads UTF-16, any line breaks, and a last line without one', async () => {
    const store = folder.open();
    const text = Buffer.from('\uFEFFa.example\r\nb.example\rc.example', 'utf16le');
    const account = await importInto(store, { bytes: text, name: 'from Windows' });
    assert.equal(account.indicators.added, 3);
  });

  it('counts a repeated value once', async () => {
    const account = await take(folder.open(), 'a.example\nA.EXAMPLE.\na[.]example\n');
    assert.deepEqual([account.objects, account.indicators.added], [3, 1]);
  });
});

describe('CSV import', () => {
  const folder = storeFolder();

  it('reads the Explore CSV with its comments, quotes, hidden cells, and timestamps', async () => {
    const store = folder.open();
    const account = await take(
      store,
      [
        '# Explore results, generated 2030-01-01 10:00:00 UTC',
        '# Query: risk="high" and ioc=*.example',
        '# Limit: 250',
        '# https://lookups-test-1.com/explore?q=x',
        'indicator,type,risk,stamp_added,stamp_updated,stamp_seen,stamp_retired,reference,geo_city,geo_country,geo_countrycode,geo_org,dns_ptr',
        'bad.example,domain,high,"2029-01-02 03:04:05","2029-02-02 03:04:05","2029-03-02 03:04:05",,https://lookups-test-1.com/i?iid=4711,"REDACTED FOR PRIVACY",Netherlands,NL,"Hosting, Example",',
        '192.0.2.8,ip,low,"2029-01-02 03:04:05",,,"2029-05-02 03:04:05",https://lookups-test-1.com/i?iid=12,Delft,Netherlands,NL,,host.example',
        '[privacy],domain,low,,,,,,,,,,',
        'gone.example,domain,retired,,,,,,,,,,',
      ].join('\n'),
    );
    assert.equal(account.format, 'csv');
    assert.deepEqual(account.indicators, { added: 3, updated: 0, unchanged: 0 });
    assert.deepEqual(reasons(account), [['blockedValue', 1]]);
    const bad = store.byKey('bad.example');
    assert.equal(bad?.risk, 'high');
    assert.deepEqual(bad.timestamps, {
      added: Date.UTC(2029, 0, 2, 3, 4, 5),
      updated: Date.UTC(2029, 1, 2, 3, 4, 5),
      seen: Date.UTC(2029, 2, 2, 3, 4, 5),
    });
    assert.deepEqual(bad.properties.geo, {
      city: ['REDACTED FOR PRIVACY'],
      country: ['Netherlands'],
      countrycode: ['NL'],
      org: ['Hosting, Example'],
    });
    assert.equal(bad.iid, 1, 'the id of the service that wrote it is not ours');
    const address = store.byKey('192.0.2.8');
    assert.equal(address?.retired, true);
    assert.deepEqual(address.properties.dns, { ptr: ['host.example'] });
    assert.equal(store.byKey('gone.example')?.retired, true);
  });

  it('finds the column by its header, with risk, dates, threat, and notes', async () => {
    const store = folder.open();
    const account = await take(
      store,
      'First Seen;Malware Family;IOC;Severity;Notes\n2029-03-04;Copper Kettle;hxxp://bad[.]example/a;;"one; two"\n2029-03-05;;b.example;Suspicious;\n',
    );
    assert.equal(account.indicators.added, 2);
    const url = store.byKey('http://bad.example/a');
    assert.equal(url?.risk, 'high');
    assert.equal(url.threats[0]?.name, 'Copper Kettle');
    assert.equal(url.timestamps.added, Date.UTC(2029, 2, 4));
    assert.equal(url.other.Notes, 'one; two');
    assert.equal(store.byKey('b.example')?.risk, 'medium');
  });

  it("finds the column by its content if the header doesn't help", async () => {
    const store = folder.open();
    const account = await take(store, '17,a.example,x\n18,192.0.2.1,y\n19,none,z\n');
    assert.equal(account.indicators.added, 2);
    assert.deepEqual(reasons(account), [['noIndicator', 1]]);
    const strange = await take(store, 'nr,wohin,was\n1,c.example,x\n2,d.example,y\n', 'strange');
    assert.equal(strange.indicators.added, 2);
    assert.equal(store.byKey('c.example')?.other.was, 'x');
  });

  it('reads several columns of a row', async () => {
    const account = await take(folder.open(), 'domain,ip\na.example,192.0.2.1\nb.example,\n');
    assert.equal(account.indicators.added, 3);
  });

  it('skips rows without an indicator, and reports that no column has any', async () => {
    const store = folder.open();
    const torn = await take(store, 'ioc,note\na.example,fine\nb.example,"torn" here"\nc.example,x,y,z\n,nothing\n');
    assert.ok(torn.indicators.added >= 2);
    assert.ok(store.byKey('c.example') !== undefined);
    const none = await take(store, 'name,age\nAnna,7\nBerta,8\n', 'people');
    assert.equal(none.complete, false);
    assert.equal(none.failure?.kind, 'noIndicatorColumn');
  });
});

describe('STIX import', () => {
  const folder = storeFolder();
  const object = (n: number): string =>
    `{"type":"indicator","id":"indicator--${n}","pattern":"[domain-name:value='n${n}.example']","note":"a \\" ] } \\\\"}`;

  it('keeps an old object old for searches by date even without a sighting', async () => {
    const store = folder.open();
    const object = {
      type: 'indicator',
      id: 'indicator--1',
      created: '2024-05-01T00:00:00Z',
      modified: '2024-06-01T00:00:00Z',
      pattern: "[domain-name:value = 'a.example']",
    };
    await take(store, JSON.stringify([object]));
    assert.equal(store.byKey('a.example')?.timestamps.seen, Date.UTC(2024, 5, 1));
  });

  it('reads bundles, envelopes, and lists, with keys in any order', async () => {
    const store = folder.open();
    const texts = [
      `{"type":"bundle","objects":[${object(1)}],"id":"bundle--1"}`,
      `{"more":false,"custom":{"objects":["no"]},"objects":[${object(2)}]}`,
      `[${object(3)},\n${object(4)}]`,
    ];
    for (const [n, text] of texts.entries()) assert.equal((await take(store, text, `${n}`)).failure, undefined);
    assert.ok([1, 2, 3, 4].every((n) => store.byKey(`n${n}.example`) !== undefined));
  });

  it('skips an invalid object and reads the others', async () => {
    const account = await take(
      folder.open(),
      `{"objects":[${object(1)},{"type":"indicator",},17,"x",null,${object(2)}]}`,
    );
    assert.equal(account.indicators.added, 2);
    assert.equal(account.objects, 6);
    assert.deepEqual(reasons(account), [
      ['notObject', 3],
      ['invalidJson', 1],
    ]);
  });

  it("is incomplete if a URL in it can't be read, as a table is", async () => {
    const of = (pattern: string): object => ({ type: 'indicator', id: 'indicator--9', pattern });
    for (const unread of [
      of("[url:value = 'http://lookups-test-1.com:99999/x']"),
      of('[url:value = http://lookups-test-1.com/x]'),
      { type: 'url', id: 'url--9', value: 'http://lookups-test-1.com:99999/x' },
    ]) {
      const account = await take(folder.open(), `{"objects":[${object(1)},${JSON.stringify(unread)}]}`);
      assert.ok(folder.open().byKey('n1.example') !== undefined);
      assert.deepEqual(
        [account.complete, account.failure],
        [false, { kind: 'unreadRows', count: 1, rows: 2, lines: [] }],
      );
    }
    const other = JSON.stringify(of("[file:hashes.MD5 = '00000000000000000000000000000000']"));
    assert.equal((await take(folder.open(), `{"objects":[${object(1)},${other}]}`)).complete, true);
  });

  it('keeps what comes before the end of a truncated file, and reports it', async () => {
    const store = folder.open();
    const account = await take(store, `{"objects":[${object(1)},${object(2).slice(0, 40)}`);
    assert.equal(account.complete, false);
    assert.equal(account.failure?.kind, 'truncated');
    assert.equal(store.byKey('n1.example')?.value, 'n1.example');
  });

  it('reports that there is nothing to import', async () => {
    const store = folder.open();
    assert.equal((await take(store, '{"type":"bundle"}')).failure?.kind, 'notBundle');
    assert.equal((await take(store, '{"objects":[]} {"objects":[]}')).failure?.kind, 'trailingData');
    assert.equal((await importInto(store, { path: '/no/such/file', name: 'x' })).failure?.kind, 'missing');
  });

  it('reads the same whatever the size of the chunks', async () => {
    const store = folder.open();
    mkdirSync(dirname(folder.file()), { recursive: true });
    const path = `${folder.file()}.json`;
    const pad = 'é\\"\\\\'.repeat(50_000);
    writeFileSync(
      path,
      `{"pad":"${pad}","objects":[${Array.from({ length: 300 }, (_, n) => object(n)).join(',')},{"type":"x","pad":"${pad}"},${object(300)}]}`,
    );
    const account = await importInto(store, { path, name: 'chunks' });
    assert.equal(account.failure, undefined);
    assert.equal(account.indicators.added, 301);
  });

  it('reads more than fits into a string', async () => {
    const filler = `{"type":"note","content":"${'x'.repeat(8 * 1024 * 1024)}"},`;
    let characters = 0;
    // eslint-disable-next-line @typescript-eslint/require-await -- a stream, as a file is one
    async function* chunks(): AsyncGenerator<string> {
      yield '{"objects":[';
      for (; characters <= constants.MAX_STRING_LENGTH; characters += filler.length) yield filler;
      yield `${object(1)}]}`;
    }
    const statements: Statement[] = [];
    for await (const reading of readStix(chunks(), 0))
      statements.push(...reading.statements.filter(({ kind }) => kind !== 'object'));
    assert.ok(characters > constants.MAX_STRING_LENGTH);
    assert.equal(statements.length, 1);
  });
});

describe('Repeated import of a source', () => {
  const folder = storeFolder();

  it('updates what changed, keeps the rest, and separates sources', async () => {
    const store = folder.open();
    await take(store, 'ioc,risk\na.example,low\nb.example,low\n', 'mine.csv');
    const again = await take(store, 'ioc,risk\na.example,high\nb.example,low\nc.example,low\n', 'mine.csv');
    assert.deepEqual(again.indicators, { added: 1, updated: 1, unchanged: 1 });
    await take(store, 'a.example\n', 'other.txt');
    assert.deepEqual(
      store.summary().rows.map(({ source, count }) => [source, count]),
      [
        ['mine.csv', 3],
        ['other.txt', 1],
      ],
    );
  });

  it('rejects a source that another window is importing', async () => {
    const [one, two] = [folder.open(), folder.open()];
    const long = take(one, Array.from({ length: 3_000 }, (_, n) => `n${n}.example`).join('\n'), 'same');
    await assert.rejects(
      take(two, 'a.example', 'same'),
      (error) => error instanceof StoreError && error.problem.kind === 'locked',
    );
    await long;
    assert.equal((await take(two, 'a.example', 'same')).indicators.added, 1);
  });
});
