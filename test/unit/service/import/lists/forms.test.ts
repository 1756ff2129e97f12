import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { isReserved } from '../../../../../src/core/indicators';
import { isForDocumentation } from '../../../../../src/core/indicators/registry/documentation';
import { listHead } from '../../../../../src/core/lists/recognize';
import { jsonShapes, textShapes } from '../../../../../src/core/lists/shapes';
import { StatementSink } from '../../../../../src/core/lists/statements';
import { InputError } from '../../../../../src/core/records/problems/inputFailure';
import type { IndicatorRecord } from '../../../../../src/core/records/record';
import { StoreReader } from '../../../../../src/core/store/reader';
import { importInto } from '../../../../../src/service/import';
import { storeFolder } from '../../../core/store/builders';
import { type Form, forms } from './forms';
import { type ReadList, readListText, valuesOf } from './reading';

const now = Date.UTC(2026, 10, 22);
const listName = ({ name = 'download' }: Form): string => name;
const titleOf = ({ shape, lines }: Form, at: number): string =>
  `${shape}, number ${at} (${(lines[0] ?? '').slice(0, 30)})`;
const joined = (parts: readonly (string | undefined)[], separator: string): string =>
  parts.filter((part) => part !== undefined && part !== '').join(separator);
const day = (at: number | undefined): string => (at === undefined ? '' : new Date(at).toISOString().slice(0, 10));

/** Describes a record in one line. */
function said({ contexts = [], other, properties, risk, ...record }: IndicatorRecord): string {
  const [context] = contexts;
  const { added, seen } = record.timestamps;
  const description = typeof other['description'] === 'string' ? other['description'] : undefined;
  const { countrycode = [], asn = [], org = [] } = properties['geo'] ?? {};
  const ports = (record.attributes['port'] ?? []).flat().join(', ');
  return joined(
    [
      joined(
        [
          context?.kind ?? record.riskWhenSeen ?? risk,
          record.riskFactors[0]?.description ?? context?.label ?? description,
        ],
        ': ',
      ),
      record.threats.map(({ name }) => name).join(', '),
      ports === '' ? '' : `port ${ports}`,
      joined([day(added), seen === undefined ? '' : `to ${day(seen)}`], ' '),
      [...countrycode, ...asn, ...org].join(', '),
    ],
    ' · ',
  );
}

describe('Every known form of lists', () => {
  const folder = storeFolder();

  it('is recognized by its rows, which arrive whole in the store, and all others are counted', async () => {
    const known = new Set([...textShapes, ...jsonShapes].map(({ id }) => id));
    assert.deepEqual(
      [...known].filter((id) => !forms.some(({ shape }) => shape === id)),
      [],
    );
    const store = folder.open(() => now);
    const reader = new StoreReader(folder.file(), { now: () => now, recheckMillis: 0 });
    for (const [at, form] of forms.entries()) {
      const title = titleOf(form, at);
      const text = form.lines.join('\n');
      const result = await importInto(store, { text, name: listName(form) }, { now: () => now });
      assert.deepEqual([result.shape, result.complete], [form.shape, true], title);
      const says: Record<string, string> = {};
      for (const value of valuesOf(await readListText(text, listName(form)))) {
        for (const each of reader.find(value))
          if (each.kind === 'known' && each.record.value === value && each.source.range === undefined)
            says[value] ??= said(each.record);
      }
      const { locations } = await readListText(text, listName(form));
      for (const [range, { country, asn, organization, city }] of locations)
        says[range] = joined([country, asn, organization, city], ', ');
      assert.deepEqual(says, form.says, title);
      const skipped = Object.fromEntries(result.skipped.map(({ reason, count }) => [reason.kind, count]));
      assert.deepEqual(skipped, form.skipped ?? {}, title);
      assert.equal(result.duplicates ?? 0, form.duplicates ?? 0, title);
      const taken = result.indicators.added + (result.ranges ?? 0) + (result.duplicates ?? 0);
      const rest = result.skipped.reduce((sum, { count }) => sum + count, 0);
      assert.equal(result.objects, taken + rest, title);
      store.removeSources('import');
    }
    reader.close();
  });

  it('is read in the same way with other line breaks, with a byte order mark, and compressed', async () => {
    for (const [at, form] of forms.entries()) {
      const text = form.lines.join('\n');
      const same = async (other: string | Uint8Array): Promise<void> => {
        assert.deepEqual(await readListText(other, listName(form)), expected, titleOf(form, at));
      };
      const expected = await readListText(text, listName(form));
      await same(`${text}\n`);
      await same(text.replaceAll('\n', '\r\n'));
      await same(text.replaceAll('\n', '\r'));
      await same(`\uFEFF${text}\r\n`);
      await same(`\n${text}\n\n`);
      await same(gzipSync(text));
    }
  });
});

/** Returns statements that no list may contain, even if it is damaged. */
function falsehoods({ records, locations }: ReadList): readonly string[] {
  const publisher =
    /^https?:\/\/(?:urlhaus\.abuse\.ch\/url|www\.phishtank\.com\/phish_detail|twitter\.com|blog\.example)\//;
  return [...records.values()]
    .filter(({ type, value }) => {
      const first = { type, value: type === 'ip' ? value.replace(/\/\d+$/, '') : value };
      return (isReserved(first) && !isForDocumentation(first)) || publisher.test(value);
    })
    .map(({ value }) => value)
    .concat([...locations.keys()].filter((range) => !/^[\da-f.:]+(?:-[\da-f.:]+|\/\d+)?$/i.test(range)));
}

const form = fc.constantFrom(...forms);

describe('A known form of lists with any other text in it', () => {
  it('is read to its end or rejected as input, and nothing in it becomes false', async () => {
    const noise = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('"', ',', '\t', '(', '|', '\n', '#', '{"', '\\', '\0'),
    );
    await fc.assert(
      fc.asyncProperty(form, fc.array(fc.tuple(fc.nat(), noise), { maxLength: 4 }), async (given, changes) => {
        // Noise in the header changes what a list is; here it is in the last row.
        const others = given.lines.slice(0, -1);
        let row = given.lines.at(-1) ?? '';
        for (const [place, added] of changes) {
          const at = place % (row.length + 1);
          row = row.slice(0, at) + added + row.slice(at);
        }
        try {
          const list = await readListText([...others, row].join('\n'), listName(given));
          if (others.length > 0) assert.deepEqual(falsehoods(list), []);
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
        }
      }),
      { numRuns: 600 },
    );
  });

  it('finds its header above a row that is commented out and torn', async () => {
    const { lines } = forms.find(({ shape }) => shape === 'urlhaus') ?? assert.fail();
    const torn = (lines.at(-1) ?? '').replace('"malware_download"', '\n$&');
    assert.deepEqual(valuesOf(await readListText([...lines.slice(0, -1), `#${torn}`].join('\n'), 'download')), []);
  });

  it('takes no more from a line than it has words, whatever came before it', () => {
    const shapes = textShapes.filter((shape) => shape.cut === 'lines');
    const ownLines = fc.constantFrom(...forms.flatMap(({ lines }) => lines));
    const anyLine = fc.oneof(
      ownLines,
      fc.tuple(ownLines, ownLines).map(([a, b]) => a.slice(0, a.length / 2) + b),
    );
    fc.assert(
      fc.property(fc.constantFrom(...shapes), fc.array(anyLine, { maxLength: 12 }), (shape, lines) => {
        const sink = new StatementSink(shape);
        const read = shape.reader(listHead(lines.join('\n'), '', true), sink);
        for (const line of lines) {
          read(line);
          assert.ok(sink.flush().objects <= line.split(/[\s/<>]/).length, `${shape.id}: ${line}`);
        }
      }),
      { numRuns: 500 },
    );
  });
});
