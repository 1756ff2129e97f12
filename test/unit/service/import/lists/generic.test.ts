import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { InputError } from '../../../../../src/core/records/problems/inputFailure';
import { type ChosenColumns, chosenMeaningNames } from '../../../../../src/core/records/sourceDetails';
import { previewTable } from '../../../../../src/core/lists/tables/preview';
import type { ImportInput } from '../../../../../src/core/store/protocol/protocol';
import { importInto } from '../../../../../src/service/import';
import { InputReading, type UnknownTable } from '../../../../../src/service/import/readings';
import { storeFolder } from '../../../core/store/builders';
import { readListText, valuesOf } from './reading';

describe('A table of unknown form', () => {
  it('is read by the names of its columns, whatever separates them', async () => {
    const rows = [
      ['IP Address', 'Dst Port', 'First Seen', 'Malware', 'Severity', 'Ref', 'Country'],
      ['203.0.113.7', '443', '2026-02-03 04:05:06', 'Copper Kettle', 'severe', 'https://report.example/7', 'NL'],
    ];
    for (const delimiter of [',', '\t', ';', '|']) {
      for (const mark of ['', '# ']) {
        const list = await readListText(mark + rows.map((row) => row.join(delimiter)).join('\n'));
        const record = list.records.get('203.0.113.7');
        assert.equal(record?.risk, 'critical', delimiter);
        assert.deepEqual(record.attributes, { port: [['443']] });
        assert.deepEqual(
          record.threats.map(({ name }) => name),
          ['Copper Kettle'],
        );
        assert.equal(record.timestamps.added, Date.UTC(2026, 1, 3, 4, 5, 6));
        assert.deepEqual(record.other, { reference: 'https://report.example/7', Country: 'NL' });
        assert.deepEqual(valuesOf(list), ['203.0.113.7']);
      }
    }
  });

  it('is previewed with its first rows and what its columns seem to contain', () => {
    const rows = Array.from({ length: 40 }, (_, n) => `${n};host-${n}.lookups-test-1.com;note`);
    assert.deepEqual(previewTable(rows.join('\n')), {
      delimiter: ';',
      header: [],
      rows: rows.slice(0, 20).map((row) => row.split(';')),
      columns: { 1: 'value' },
      kept: [],
      isNamed: false,
    });
    const named = previewTable('# id;ioc;port;severity\n1;bad.example;443;high\n2;worse.example;80;low\n');
    assert.deepEqual(named?.header, ['id', 'ioc', 'port', 'severity']);
    assert.deepEqual(named.columns, { 1: 'value', 2: 'port', 3: 'risk' });
    assert.equal(named.isNamed, true);
    assert.deepEqual(previewTable('a;b\n1;2\n3;4\n')?.columns, {});
    assert.equal(previewTable('bad.example\nworse.example\n'), undefined);
  });

  const folder = storeFolder();

  it('reports what its columns were taken for, and the risks that it states', async () => {
    const store = folder.open();
    const text = 'domain,severity,family,odd\na.example,high,,x\nb.example,,,y\nc.example,,Copper Kettle,z\n';
    const imported = await importInto(store, { text, name: 'taken.csv' });
    const taken = [
      ['domain', 'value'],
      ['severity', 'risk'],
      ['family', 'threat'],
      ['odd', 'none'],
    ];
    assert.deepEqual(imported.taken, taken);
    assert.deepEqual(imported.risks, { high: 2, unknown: 1 });
    const { details } = store.sources.list().find(({ name }) => name === 'taken.csv') ?? {};
    assert.deepEqual(details?.taken, taken);
    assert.deepEqual(details.risks, imported.risks);
    const chosen = { 0: 'value', 1: 'none', 3: 'comment' } as const;
    const again = await importInto(store, { text, name: 'taken.csv' }, { columns: chosen });
    assert.deepEqual(
      again.taken?.map(([, meaning]) => meaning),
      ['value', 'none', 'threat', 'comment'],
    );
    const plain = await importInto(store, { text: '1;d.example\n2;e.example\n', name: 'plain.csv' });
    assert.deepEqual(plain.taken, [
      ['', 'none'],
      ['', 'value'],
    ]);
  });

  it('is read by the columns that were chosen', async () => {
    const store = folder.open();
    const text = 'first.example;bad.example;hoch;Copper Kettle;8080\nother.example;worse.example;high;;443\n';
    const columns = { 1: 'value', 2: 'risk', 3: 'threat', 4: 'port' } as const;
    const { indicators, skipped } = await importInto(store, { text, name: 'table' }, { columns });
    assert.equal(indicators.added, 2);
    assert.equal(store.byKey('first.example'), undefined);
    assert.equal(store.byKey('worse.example')?.risk, 'high');
    assert.deepEqual(store.byKey('bad.example')?.attributes, { port: [['8080']] });
    assert.deepEqual(
      skipped.map(({ reason }) => reason),
      [{ kind: 'unknownRisk', detail: 'hoch' }],
    );
  });

  it('is read by the same columns when it is imported again, and anew by others', async () => {
    const store = folder.open();
    const input = { text: 'first.example;old.example;low\n', name: 'again' };
    await importInto(store, input, { columns: { 0: 'none', 1: 'value', 2: 'risk' } });
    store.sources.change(store.sources.list()[0]?.id ?? 0, { risk: 'medium', details: { asked: true } });
    await importInto(store, { ...input, text: 'second.example;new.example;\n' });
    assert.equal(store.byKey('second.example'), undefined);
    assert.equal(store.byKey('old.example')?.risk, 'low');
    assert.equal(store.byKey('new.example')?.risk, 'medium');
    await importInto(store, input, { columns: { 0: 'value', 1: 'comment', 2: 'none' } });
    assert.equal(store.byKey('old.example'), undefined);
    assert.equal(store.byKey('new.example'), undefined);
    assert.equal(store.byKey('first.example')?.risk, 'medium');
    assert.deepEqual(
      store.sources.list().map(({ details }) => [details.asked, details.columns]),
      [[true, { 0: 'value', 1: 'comment', 2: 'none' }]],
    );
  });

  it('keeps what is there, and its columns, if other columns make nothing of the file', async () => {
    const store = folder.open();
    const input = { text: 'first.example;old.example;low\n', name: 'kept' };
    await importInto(store, input, { columns: { 1: 'value', 2: 'risk' } });
    const result = await importInto(store, input, { columns: { 8: 'value' } });
    assert.deepEqual(
      [result.indicators, result.skipped.map(({ reason }) => reason.kind)],
      [{ added: 0, updated: 0, unchanged: 0 }, ['rowWithoutIndicator']],
    );
    assert.equal(store.byKey('old.example')?.risk, 'low');
    assert.deepEqual(store.sources.list()[0]?.details.columns, { 1: 'value', 2: 'risk' });
  });

  it('is previewed from the beginning of a file, unless all of it is understood', async () => {
    const tableOf = async (input: ImportInput): Promise<UnknownTable | undefined> => {
      const reading = new InputReading(input, { now: 0 });
      await reading.open();
      await reading.close();
      return reading.table();
    };
    const kindOf = async (input: ImportInput): Promise<string | undefined> => {
      assert.equal(await tableOf(input), undefined);
      return (await new InputReading(input, { now: 0 }).begin(undefined, 1)).kind;
    };
    const previewed = async (text: string): Promise<boolean> =>
      (await tableOf({ text, name: 'list.csv' }))?.isUnderstood === false;
    assert.equal(await previewed('id;ioc;seen\n1;bad.example;2026-01-02\n'), true);
    assert.equal(await previewed('a;b\n1;2\n3;4\n'), false, 'without any indicator');
    assert.equal(await previewed('ioc;severity;geo_city\nbad.example;high;Delft\n'), false);
    const named = await tableOf({ text: 'ioc;severity\nbad.example;high\n', name: 'list.csv' });
    assert.deepEqual(named?.preview.header, ['ioc', 'severity'], 'so that a user can change its columns');
    assert.equal(await previewed('bad.example\nworse.example\n'), false);
    assert.equal(await previewed('{"type":"bundle"}'), false);
    assert.equal(await previewed('indicator,type,risk,x\nbad.example,domain,high,1\n'), false);
    const packed = await tableOf({ bytes: gzipSync('id;ioc\n1;bad.example\n'), name: 'list.csv' });
    assert.deepEqual(packed?.preview.header, ['id', 'ioc']);
    assert.equal(await kindOf({ path: `${folder.file()}.csv`, name: 'absent.csv' }), undefined);
    const places = '1.0.0.0\t1.0.0.255\t13335\tUS\tCLOUDFLARENET\n'.repeat(5);
    assert.equal(await kindOf({ text: places, name: 'ip2asn-v4.tsv' }), 'location');
    const prefix = { ip_prefix: '203.0.113.0/24', region: 'eu-west-1', service: 'EC2', network_border_group: 'x' };
    const cloud = JSON.stringify({ syncToken: '1', createDate: '2026-01-01-00-00-00', prefixes: [prefix] });
    assert.equal(await kindOf({ text: cloud, name: 'ip-ranges.json' }), 'knownServices');
    assert.equal(await kindOf({ text: '{"a":1}', name: 'other.json' }), undefined);
  });

  it('never fails otherwise, whatever is chosen', async () => {
    const cell = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('bad.example', '10.0.0.1', 'ioc', '"', '\n'));
    const meaning = fc.constantFrom(...chosenMeaningNames, 'none' as const);
    const chosen = fc.array(fc.tuple(fc.nat(6), meaning)).map((each): ChosenColumns => Object.fromEntries(each));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 }), chosen, async (rows, columns) => {
        const text = rows.map((row) => row.join(';')).join('\n');
        previewTable(text);
        const { failure, complete } = await importInto(folder.open(), { text, name: 'table' }, { columns });
        assert.ok(
          complete ||
            ['noIndicatorColumn', 'invalidJson', 'notBundle', 'truncated', 'unreadRows'].includes(failure?.kind ?? ''),
          failure?.kind,
        );
        assert.equal(folder.open().byKey('10.0.0.1'), undefined);
      }),
      { numRuns: 40, examples: [[[['{']], {}]] },
    );
  });
});

describe('JSON of unknown form', () => {
  it('is read from lists of values, of objects, and of rows, and from keys', async () => {
    const forms: Readonly<Record<string, unknown>> = {
      'a list of values': ['bad.example', '203.0.113.7', 'no indicator', 5],
      'lists by keys': { updated: 'today', data: { domains: ['bad.example'], addresses: ['203.0.113.7'] } },
      'a list of objects': [{ ioc: 'bad.example', n: 1 }, { ioc: '203.0.113.7' }],
      'objects in an object': { count: 2, results: [{ value: 'bad.example' }, 'text', { value: '203.0.113.7' }] },
      'a list of rows': [
        [1, 'bad.example'],
        [2, '203.0.113.7'],
      ],
      'keys that are indicators': { 'bad.example': { malware: 'Copper Kettle' }, '203.0.113.7': {} },
    };
    for (const [name, value] of Object.entries(forms))
      assert.deepEqual(valuesOf(await readListText(JSON.stringify(value))), ['bad.example', '203.0.113.7'], name);
    const lines = await readListText(
      '{"indicator":"bad.example","risk":"high"}\nnot json\n{"indicator":"203.0.113.7"}\n',
    );
    assert.deepEqual(valuesOf(lines), ['bad.example', '203.0.113.7']);
    assert.deepEqual(lines.skipped, { notObject: ['not json'] });
  });

  it('has the risk, threat, port, and reference that its keys name', async () => {
    const row = { ip: '203.0.113.7', port: 443, severity: 'high', malware: 'Copper Kettle', tags: ['a', 'b'] };
    const record = (await readListText(JSON.stringify({ items: [row] }))).records.get('203.0.113.7');
    assert.equal(record?.risk, 'high');
    assert.deepEqual(
      [record.threats[0]?.name, record.attributes, record.other],
      ['Copper Kettle', { port: [['443']] }, { tags: 'a, b' }],
    );
  });

  it('is read to its end or rejected, whatever is in it, without private addresses', async () => {
    const leaf = fc.oneof(fc.constantFrom('bad.example', '10.0.0.1', 'ioc', '', null, 7), fc.string({ maxLength: 6 }));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('ip', 'ioc', 'data', '__proto__', 'bad.example', 'x'), tie('value'), {
          maxKeys: 4,
        }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(value, async (each) => {
        try {
          assert.ok(!valuesOf(await readListText(JSON.stringify(each))).includes('10.0.0.1'));
        } catch (error) {
          assert.ok(error instanceof InputError, String(error));
        }
      }),
      { numRuns: 300 },
    );
  });
});
