import assert from 'node:assert/strict';
import { defang } from '../../../../src/core/indicators';
import {
  exportCsv,
  type Exported,
  exportJson,
  exportMarkdown,
  otherStatement,
} from '../../../../src/core/export/records';
import { creditLine } from '../../../../src/core/records/labels/credit';
import type { Known } from '../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../src/core/records/record';
import { csvChunks, resultsJson, resultsMarkdown, stixLines, stixChunks } from '../../../../src/core/results';
import { readBundle } from '../../../../src/core/stix/objects';
import {
  triageCsv,
  triageCsvChunks,
  triageDocument,
  triageJsonChunks,
  triageMarkdown,
  triageObject,
} from '../../../../src/core/triage/triageExport';
import type { Triaged } from '../../../../src/core/triage/assess';

const noon = Date.UTC(2026, 5, 1, 12);
const [credit, other] = ['List by A, CC BY 4.0 (https://a.example/terms)', 'B | C'];
const credited: IndicatorRecord = { ...emptyRecord('evil.example', 'domain'), credits: [credit] };
const plain = emptyRecord('other.example', 'domain');
const header = { generated: noon, query: '', address: 'local' };
const tools = { defang, defangText: (text: string) => text };

async function last(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text = chunk;
  return text;
}

interface Marked {
  readonly type: string;
  readonly id: string;
  readonly object_marking_refs?: readonly string[];
  readonly definition?: unknown;
}

describe('Credit lines', () => {
  it('consist of name, license, and terms', () => {
    const terms = 'https://a.example/terms';
    assert.equal(creditLine({ credit: 'List by A', license: 'CC BY 4.0; credit A', terms }), credit);
    assert.equal(creditLine({ credit: 'B', license: 'Free; credit B', terms: undefined }), 'B');
    assert.equal(creditLine({ credit: ` C\n${terms} `, terms }), `C ${terms}`);
    assert.equal(creditLine({ credit: '', license: 'CC BY 4.0', terms }), undefined);
  });

  it('are a column of CSV files if a license asks for one', () => {
    const [head, first, second] = [...csvChunks(header, [credited, plain], () => undefined)].slice(1);
    assert.match(head ?? '', /,source_credit\n$/);
    assert.match(first ?? '', /,"List by A, CC BY 4\.0 \(https:\/\/a\.example\/terms\)"\n$/);
    assert.match(second ?? '', /,\n$/);
    assert.doesNotMatch(
      exportCsv(plain, () => undefined),
      /source_credit/,
    );
  });

  it('are statement markings in STIX, each once and before its first indicator', () => {
    const records = [credited, plain, { ...credited, value: 'third.example' }];
    const { objects } = JSON.parse([...stixChunks(header, records)].join('')) as {
      readonly objects: readonly Marked[];
    };
    const [, , marking, first, second, third] = objects;
    assert.equal(objects.length, 6);
    assert.deepEqual(marking?.definition, { statement: credit });
    assert.deepEqual(first?.object_marking_refs, [marking.id]);
    assert.equal(second?.object_marking_refs, undefined);
    assert.deepEqual(third?.object_marking_refs, [marking.id]);
    assert.equal([...stixLines(header, records)].join('').split('\n').length, 7);
    // The export is read again with its credit as a marking.
    const bundle = readBundle(noon);
    const kinds = objects.flatMap((object) => bundle.read({ ...object }).statements.map(({ kind }) => kind));
    assert.ok(kinds.includes('indicator'), kinds.join());
  });

  it('are in JSON and Markdown files', () => {
    const found = {
      type: 'indicators',
      rows: [credited, { ...plain, credits: [other, credit] }],
      unreadable: 0,
    } as const;
    assert.deepEqual((JSON.parse(resultsJson(header, found)) as typeof credited).credits, [credit, other]);
    assert.match(resultsMarkdown(header, found, tools), /\n\nSource credits: `List by A.*` · `B \| C`\n$/);
    assert.doesNotMatch(resultsMarkdown(header, { ...found, rows: [plain] }, tools), /credits/);
  });

  it('are in exported records, also those of the other sources', () => {
    const source = { kind: 'mirror', name: 'List' } as const;
    const known: Known = { kind: 'known', source, asOf: noon, detail: 'full', record: { ...plain, credits: [other] } };
    const exported: Exported = {
      kind: 'indicator',
      record: credited,
      source,
      asOf: noon,
      otherSources: [otherStatement(known)],
    };
    assert.match(exportMarkdown(exported, tools), /\n\nSource credits: `List by A.*` · `B \| C`\n$/);
    const { record, otherSources } = JSON.parse(exportJson(exported)) as Extract<Exported, { kind: 'indicator' }>;
    assert.deepEqual([record.credits, otherSources?.[0]?.credits], [[credit], [other]]);
  });

  it('are in every format of a triage, also those of the location, whole or in chunks', async () => {
    const known: Known = {
      kind: 'known',
      source: { kind: 'mirror', name: 'List' },
      asOf: noon,
      detail: 'full',
      record: credited,
    };
    const row: Triaged = {
      indicator: credited,
      reserved: false,
      lines: 1,
      files: 1,
      locations: [],
      status: 'found',
      known: [known],
      lead: known,
      place: { country: 'DE', isAdded: true, sources: [{ name: 'Places', asOf: noon, credits: [other] }] },
    };
    const none: Triaged = { ...row, known: [], status: 'notLookedUp' };
    const formatters = { ...tools, fileOf: () => '' };
    assert.deepEqual(triageObject(row, formatters).credits, [credit, other]);
    assert.deepEqual(triageDocument([row, row], formatters).credits, [credit, other]);
    for (const parts of [[], [[]], [[row], [none, row]]]) {
      async function* given(): AsyncGenerator<readonly Triaged[]> {
        yield* await Promise.resolve(parts);
      }
      const joined = async (chunks: AsyncIterable<string>): Promise<string> => {
        let text = '';
        for await (const chunk of chunks) text += chunk;
        return text;
      };
      const rows = parts.flat();
      assert.equal(await joined(triageCsvChunks(given(), formatters)), triageCsv(rows, formatters));
      const json = JSON.parse(await joined(triageJsonChunks(given(), formatters))) as unknown;
      assert.deepEqual(json, JSON.parse(JSON.stringify(triageDocument(rows, formatters))));
    }
    const unread = { ...none, unread: 'busy' as const };
    async function* partly(): AsyncGenerator<readonly Triaged[]> {
      yield* await Promise.resolve([[unread]]);
    }
    const end = await last(triageJsonChunks(partly(), formatters));
    assert.match(end, /"incomplete": \{\n {4}"localStore": "busy"\n {2}\}\n\}\n$/);
    assert.match(triageCsv([row], formatters), /,source_credit,note,tags,team\n.*,"List by A, .*; B \| C",,,\n$/);
    assert.match(triageMarkdown('x', [row], formatters, noon), /\n\nSource credits: `List by A.*` · `B \| C`\n$/);
    const { place, lead, ...bare } = none;
    assert.ok(place !== undefined && lead !== undefined);
    assert.doesNotMatch(triageMarkdown('x', [bare], formatters, noon), /credits/);
    assert.equal(triageDocument([bare], formatters).credits, undefined);
  });
});
