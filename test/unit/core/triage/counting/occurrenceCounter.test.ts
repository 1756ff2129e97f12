import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { findIndicators } from '../../../../../src/core/indicators';
import { type TextRead, mergeTexts } from '../../../../../src/core/triage/found';
import { getLanguage } from '../../../../../src/core/triage/getLanguage';
import { type BlockFound, locatedSize, release } from '../../../../../src/core/triage/counting/blockFound';
import { type BlockPosition, BlockCounter, noClient } from '../../../../../src/core/triage/counting/blockCounter';
import { maxLocations } from '../../../../../src/core/triage/counting/locationStore';
import {
  NameTable,
  OccurrenceCounter,
  type CountedIndicator,
} from '../../../../../src/core/triage/counting/occurrenceCounter';
import { BinCounts, CommonBins, forEachBin, inBins } from '../../../../../src/core/triage/timeline';
import { readInto, readText } from '../../../../../src/service/triage';
import { plainCounts, withoutTimelines } from '../../../service/triage/plainCounts';

type Read = Omit<Extract<TextRead, { kind: 'read' }>, 'found'> & { readonly found: readonly CountedIndicator[] };

async function read(text: string | Uint8Array, languageId?: string): Promise<Read> {
  const input = typeof text === 'string' ? { text, name: 'a.log' } : { bytes: text, name: 'a.log' };
  const done = await readText(input, { languageId });
  assert.equal(done.kind, 'read');
  return { ...done, found: [...done.found] };
}

const words = fc.constantFrom(
  ...[
    'login-update.example',
    'hxxp://login-update[.]example/a?b=1',
    '192.0.2.7',
    'n1.lookups-test-1.com',
    '2001:db8::7',
    'http://login-update.example/a?b=1',
  ],
  // One URL between spaces and in other text.
  ...['', '.', ',', ')', "'", '\t', '"'].map((after) => `http://n1.lookups-test-1.com/a?b=1${after}`),
  ...[
    '"http://n1.lookups-test-1.com/a',
    'http://n1.lookups-test-1.com/a?b=1&#x20;',
    'http://n1.lookups-test-1.com:80/a',
  ],
  ...['GET', '200', 'a@lookups-test-2.com', 'und so weiter.', '\n', '\r\n', '😀', '"', 'const x =', '//'],
);

/** A place in a line of a part. */
function atLine(line: number, time = 0): BlockPosition {
  return { line, column: 1, time, event: line, client: noClient };
}

describe('A counter of the occurrences in a text', () => {
  it('returns every name as it was, also while it counts, in a text of several alphabets', async () => {
    const name = (at: number): string =>
      `http://n${at}.${'a-rather-long-label-of-a-name.'.repeat(6)}lookups-test-1.com/${at % 1500 === 700 ? 'bücher' : ''}`;
    const names = Array.from({ length: 5_000 }, (_, at) => name(at));
    const counter = new OccurrenceCounter();
    const read = (): readonly string[] => Array.from({ length: counter.size }, (_, at) => counter.nameOf(at).value);
    const wanted = plainCounts(Buffer.from(names.join('\n'))).found.map(({ value }) => value);
    let parts = 0;
    await readInto(
      counter,
      { text: names.join('\n'), name: 'a.log' },
      {
        blockBytes: 96 * 1024,
        onProgress: () => {
          parts++;
          assert.deepEqual(read(), wanted.slice(0, counter.size));
        },
      },
    );
    assert.ok(parts > 3);
    assert.deepEqual(read(), wanted);
    assert.ok(wanted.some((value) => /ü/.test(value)));
  });

  it('visits what its timelines count', async () => {
    const line = fc.record({ name: fc.constantFrom('n1', 'n2', 'n3'), step: fc.nat(40_000), isTimed: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 300 }), fc.boolean(), async (lines, hasTimes) => {
        let at = Date.UTC(2025, 2, 4);
        const texts = lines.map(({ name, step, isTimed }, index) => {
          at += step * 1000;
          const isStamped = hasTimes && (isTimed || index % 3 > 0);
          return `${isStamped ? new Date(at).toISOString() : ' more:'} ${name}.lookups-test-1.com`;
        });
        const counter = new OccurrenceCounter();
        await readInto(counter, { text: texts.join('\n'), name: 'a.log' }, { blockBytes: 4_096 });
        for (let entry = 0; entry < counter.size; entry++) {
          const timeline = counter.timelineOf(entry);
          assert.deepEqual(counter.spanOf(entry), timeline && { from: timeline.from, to: timeline.to });
          const [direct, made] = [new CommonBins(), new CommonBins()];
          counter.forEachPosition(entry, direct.include);
          direct.end();
          forEachBin(timeline, made.include);
          made.end();
          const bins = made.bins();
          assert.deepEqual(direct.bins(), bins);
          if (bins === undefined || timeline === undefined) continue;
          const counts = new BinCounts(bins);
          counter.forEachPosition(entry, counts.add);
          const numbers: number[] = [];
          counts.take((number) => numbers.push(number));
          assert.deepEqual(numbers, inBins(timeline, bins));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('counts the lines of what `findIndicators` finds, and of the hosts of URLs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 400 }),
        fc.constantFrom(undefined, 'typescript'),
        async (parts, language) => {
          const text = parts.join(' ');
          const { found, counted } = await read(text, language);
          const expected = plainCounts(Buffer.from(text), language);
          assert.equal(counted, expected.counted);
          assert.deepEqual(withoutTimelines(found), expected.found);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('counts the same in a text of several chunks, in UTF-16, and compressed', async () => {
    const text = Array.from(
      { length: 9_000 },
      (_, n) => `${n} GET http://n${n % 500}.lookups-test-1.com/ 192.0.2.${n % 9}`,
    ).join('\n');
    const plain = await read(text);
    assert.equal(plain.found.length, 1_009);
    assert.equal(plain.counted, 27_000);
    assert.equal(plain.lines, 9_000);
    const expected = withoutTimelines(plain.found);
    assert.deepEqual(withoutTimelines((await read(new Uint8Array(gzipSync(text)))).found), expected);
    const wide = await read(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')));
    assert.deepEqual(withoutTimelines(wide.found), expected);
  });

  it('stores the first locations in ascending order', async () => {
    const { found } = await read('192.0.2.7\n'.repeat(maxLocations + 20));
    const lines = found[0]?.locations.filter((_, at) => at % 2 === 0) ?? [];
    assert.deepEqual(
      lines,
      Array.from({ length: maxLocations }, (_, at) => at + 1),
    );
    assert.equal(found[0]?.count, maxLocations + 20);
  });

  it('has timelines of logs after January 2038', async () => {
    const start = Date.UTC(2044, 1, 29) / 1000;
    const lines = Array.from({ length: 100 }, (_, at) => `${new Date((start + at) * 1000).toISOString()} 192.0.2.7\n`);
    const { found, timelineUnit } = await read(lines.join(''));
    const { scale = 0, first = 0, counts = [] } = found[0]?.timeline ?? {};
    assert.equal(timelineUnit, 'seconds');
    assert.ok(first * 2 ** scale <= start && (first + 1) * 2 ** scale > start, `${first} ${scale}`);
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      100,
    );
  });

  it('has the first and the last time of each indicator to the second, in any order of lines, and else its lines', async () => {
    const start = Date.UTC(2026, 4, 1) / 1000;
    const seconds = fc.oneof(fc.nat(100), fc.nat(90_000), fc.nat(40_000_000));
    const lines = fc.array(fc.tuple(fc.constantFrom('192.0.2.7', '192.0.2.8', '192.0.2.9'), seconds), {
      minLength: 1,
      maxLength: 900,
    });
    await fc.assert(
      fc.asyncProperty(lines, fc.boolean(), fc.boolean(), async (all, isSorted, isTimed) => {
        const log = isSorted ? all.toSorted(([, a], [, b]) => a - b) : all;
        const written = log.map(([value, at]) => {
          const time = new Date((start + at) * 1000).toISOString().slice(0, 19);
          return `${isTimed ? `${time} ` : ''}GET ${value} ${'x'.repeat(100)}\n`;
        });
        const { found } = await read(written.join(''));
        for (const { value, timeline } of found) {
          const own = log.flatMap(([each, at], line) => (each === value ? [isTimed ? start + at : line + 1] : []));
          assert.deepEqual([timeline?.from, timeline?.to], [Math.min(...own), Math.max(...own)]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('lists indicators beyond the limit that are known, at most as many again', () => {
    const asked: string[] = [];
    const counter = new OccurrenceCounter(2, (indicators) => {
      asked.push(...indicators.map(({ value }) => value));
      return indicators.map(({ value }) => /^n[789]/.test(value));
    });
    const [part, table] = [new BlockCounter(), new NameTable()];
    const add = (text: string): void => {
      for (const found of findIndicators(text)) part.add(found, atLine(0));
      counter.add(part.take({ bytes: text.length, lineEnds: 1, eventEnds: 1, tail: 0 }), table);
    };
    const values = (): readonly string[] => Array.from(counter.list(), ({ value, count }) => `${value} ${count}`);
    add('n1.lookups-test-1.com n2.lookups-test-1.com');
    // Nobody is asked before the limit is reached.
    assert.deepEqual(asked, []);
    add('n3.lookups-test-1.com n7.lookups-test-1.com n1.lookups-test-1.com');
    add('n7.lookups-test-1.com n3.lookups-test-1.com n8.lookups-test-1.com n9.lookups-test-1.com');
    assert.deepEqual(values(), [
      'n1.lookups-test-1.com 2',
      'n2.lookups-test-1.com 1',
      'n7.lookups-test-1.com 2',
      'n8.lookups-test-1.com 1',
    ]);
    assert.deepEqual([counter.counted, counter.unlisted], [9, 3]);
    // Each once.
    assert.equal(new Set(asked).size, asked.length);
  });

  it("counts but doesn't list indicators beyond the limit", () => {
    const counter = new OccurrenceCounter(2);
    const part = new BlockCounter();
    for (const found of findIndicators('192.0.2.1 192.0.2.2 192.0.2.3 192.0.2.1 192.0.2.3')) part.add(found, atLine(0));
    const found = part.take({ bytes: 49, lineEnds: 0, eventEnds: 0, tail: 49 });
    counter.add(found, new NameTable());
    assert.deepEqual([counter.size, counter.counted, counter.unlisted], [2, 3, 1]);
  });

  it('keeps the clients of known indicators beyond the limit of pairs', async () => {
    const line = (name: string, client: number): string =>
      `1764063965.000 5 10.0.0.${client} TCP_MISS/200 9 GET http://${name}/ - DIRECT/- -\n`;
    const clients = Array.from({ length: 20 }, (_, at) => at + 1);
    const texts = ['a.lookups-test-1.com', 'known.lookups-test-1.com', 'b.lookups-test-1.com'].flatMap((name) =>
      clients.map((client) => line(name, client)),
    );
    const isKnown = ({ value }: { readonly value: string }): boolean => value.includes('known');
    const counter = new OccurrenceCounter(undefined, (indicators) => indicators.map(isKnown), 60);
    assert.equal(await readInto(counter, { text: texts.join(''), name: 'access.log' }, { blockBytes: 400 }), undefined);
    const hosts = [...counter.list()].filter(({ type }) => type === 'domain');
    assert.deepEqual(
      hosts.map(({ value, clients }) => [value.split('.')[0], clients?.count ?? 0, clients?.isMore ?? true]),
      [
        ['a', 20, false],
        ['known', 20, false],
        ['b', 0, true],
      ],
    );
  });

  it('counts what needs no location any more, in groups as long as they may be', () => {
    const part = new BlockCounter(Infinity);
    const [one, other] = findIndicators('192.0.2.1 192.0.2.2');
    assert.ok(one !== undefined && other !== undefined);
    const taken = (): BlockFound => part.take({ bytes: 1, lineEnds: 0, eventEnds: 0, tail: 1, isTimed: true });
    for (let at = 0; at < 30; at++) part.add(one, atLine(at, 1_000 + at));
    const all = taken();
    assert.equal(all.located.length, 30 * locatedSize);
    part.limit({ locations: 10, binSeconds: 100 });
    for (let at = 0; at < 12; at++) {
      part.add(one, atLine(at, 2_000));
      part.add(other, atLine(at, 2_050));
    }
    part.add(one, atLine(20, 2_500));
    const fewer = taken();
    const more = [
      [0, 0, 12, 2_000, 2_000, 11, 11],
      [1, 0, 2, 2_050, 2_050, 11, 11],
      [0, 1, 1, 2_500, 2_500, 20, 20],
    ];
    assert.deepEqual([fewer.located.length, [...fewer.more]], [10 * locatedSize, more.flat()]);
    assert.deepEqual([...fewer.groups], [0, 2_000, 20, 2_500]);
    const counter = new OccurrenceCounter();
    const table = new NameTable();
    for (const found of [all, fewer]) counter.add(found, table);
    assert.deepEqual(
      Array.from(counter.list(), ({ value, count, timeline }) => [
        value,
        count,
        timeline?.counts.reduce((sum, each) => sum + each),
      ]),
      [
        ['192.0.2.1', 43, 43],
        ['192.0.2.2', 12, 12],
      ],
    );
  });

  it('needs no memory of a part after it was freed', () => {
    const part = new BlockCounter();
    for (const each of findIndicators('192.0.2.1 192.0.2.2')) part.add(each, atLine(0));
    const found = part.take({ bytes: 1, lineEnds: 0, eventEnds: 0, tail: 1 });
    assert.ok(found.names.byteLength > 0);
    release(found);
    for (const each of [found.names, found.kinds, found.located, found.more, found.groups])
      assert.equal(each.byteLength, 0);
  });

  it('needs longer groups for a longer timeline', () => {
    const counter = new OccurrenceCounter();
    const table = new NameTable();
    assert.deepEqual(counter.need, { binSeconds: 1, locations: maxLocations });
    const addresses = findIndicators('192.0.2.1 192.0.2.2 192.0.2.3 192.0.2.4');
    const part = new BlockCounter();
    for (let at = 0; at < 30; at++)
      for (const each of addresses) part.add(each, atLine(at, 1_700_000_000 + 1_000 * at));
    counter.add(part.take({ bytes: 1, lineEnds: 30, eventEnds: 30, tail: 0, isTimed: true }), table);
    for (let at = 0; at < 60; at++)
      for (const each of addresses) part.add(each, atLine(at, 1_700_030_000 + 1_000 * at));
    counter.add(part.take({ bytes: 1, lineEnds: 60, eventEnds: 60, tail: 0, isTimed: true }), table);
    assert.deepEqual(counter.need, { binSeconds: 1_024, locations: maxLocations });
  });

  it('skips binary, corrupted, and missing files with the reason', async () => {
    const reasons = await Promise.all([
      readText({ bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), name: 'p.png' }),
      readText({ path: '/nowhere/at/all.log', name: 'all.log' }),
      readText({ bytes: new Uint8Array(gzipSync('192.0.2.7')).slice(0, 10), name: 'cut.gz' }),
      readText({ path: '/', name: 'root' }),
    ]);
    assert.deepEqual(
      reasons.map((each) => (each.kind === 'skipped' ? each.failure.kind : each.kind)),
      ['binary', 'missing', 'truncated', 'folder'],
    );
    assert.deepEqual((await read('')).found, []);
  });

  it('counts the part before the end of a truncated compressed text', async () => {
    const lines = Array.from({ length: 4_000 }, (_, n) => `${n} GET http://n${n}.lookups-test-1.com/${n ** 3}`);
    const whole = gzipSync(lines.join('\n'));
    for (const share of [0.1, 0.5, 0.9]) {
      const cut = await read(new Uint8Array(whole).slice(0, whole.length * share));
      assert.deepEqual(cut.failure, { kind: 'truncated' });
      assert.ok(cut.found.length > 2 * lines.length * share * 0.7, `${cut.found.length} before ${share}`);
      assert.ok(2 * cut.lines >= cut.found.length && cut.lines < lines.length);
    }
  });

  it('counts lines as an editor does, without an empty last line', async () => {
    const texts = ['', 'a', 'a\n', 'a\nb', 'a\r\nb\r\n', '\n\n'];
    assert.deepEqual(await Promise.all(texts.map(async (text) => (await read(text)).lines)), [0, 1, 1, 2, 2, 2]);
  });

  it('returns what was read when it is canceled', async () => {
    const ending = new AbortController();
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let n = 0; ; n++) {
        if (n === 200) ending.abort();
        yield Buffer.from(`${'x'.repeat(4_000)} n${n}.lookups-test-1.com\n`.repeat(8));
        await Promise.resolve();
      }
    }
    const done = await readText(endless(), { signal: ending.signal });
    assert.equal(done.kind, 'read');
    assert.deepEqual(done.failure, { kind: 'canceled' });
    assert.ok([...done.found].length > 0);
  });
});

describe('Several texts', () => {
  it('are merged: lines, files, and first locations', async () => {
    const texts = [
      await read('192.0.2.7 192.0.2.8'),
      { kind: 'skipped', failure: { kind: 'binary' } } as const,
      await read('a\n192.0.2.7'),
    ];
    const [seven, eight] = mergeTexts(texts);
    assert.deepEqual(
      [seven?.lines, seven?.files, [...(seven?.locations ?? [])]],
      [
        2,
        2,
        [
          { file: 0, line: 1, column: 1 },
          { file: 2, line: 2, column: 1 },
        ],
      ],
    );
    assert.deepEqual(
      [seven?.locations.length, seven?.locations.at(1)?.line, seven?.locations.at(2)],
      [2, 2, undefined],
    );
    assert.deepEqual([eight?.lines, eight?.files], [1, 1]);
  });

  it('keep the first locations of all, in the order of the files', async () => {
    const half = Math.floor(maxLocations / 2) + 2;
    const text = await read('192.0.2.7\n'.repeat(half));
    const [found] = mergeTexts([text, text, text]);
    const locations = [...(found?.locations ?? [])];
    assert.equal(found?.lines, 3 * half);
    assert.deepEqual([found.locations.length, locations.length], [maxLocations, maxLocations]);
    assert.deepEqual(
      locations.map((_, at) => found.locations.at(at)),
      locations,
    );
    assert.deepEqual(locations[half], { file: 1, line: 1, column: 1 });
  });
});

describe('Language of a file that is not open', () => {
  it('is detected by its name', () => {
    const names = ['app.JS', 'proxy.log', 'x.php.gz', 'README', 'a/b.d.ts', 'rule.yml', 'a.py.zst'];
    assert.deepEqual(names.map(getLanguage), [
      'javascript',
      undefined,
      'php',
      undefined,
      'typescript',
      'yaml',
      'python',
    ]);
  });
});
