import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { TextRead } from '../../../../src/core/triage/found';
import { readText, type ReadTextOptions } from '../../../../src/service/triage';
import { OpenTriages } from '../../../../src/service/triage/openTriages';
import { offlineContext } from '../../../../src/service/triage/assessor';
import { BlockCounter, noClient } from '../../../../src/core/triage/counting/blockCounter';
import { OccurrenceCounter } from '../../../../src/core/triage/counting/occurrenceCounter';
import { type BytesTask, Finder, type FinderResult } from '../../../../src/service/triage/finderTasks';
import { openStore } from '../../../../src/core/store/store';
import { locatedSize } from '../../../../src/core/triage/counting/blockFound';
import { type Finders, InlineFinders } from '../../../../src/service/triage/finders';
import { readBlocks, OrderedCounter } from '../../../../src/service/triage/readBlocks';
import { streamBlocks } from '../../../../src/service/triage/streamBlocks';
import { ThreadFinders } from '../../../../src/service/triage/threadFinders';
import { plainCounts, withoutTimelines } from './plainCounts';
import { programs } from '../../../harness/programs';

const blockBytes = 64 * 1024;
const log = Array.from(
  { length: 12_000 },
  (_, n) => `${n} GET http://n${n % 3_000}.lookups-test-1.com/ 192.0.2.${n % 200} 漢字 und so weiter.`,
).join('\r\n');
const bytes = Buffer.from(log);

function readOf(read: TextRead): Extract<TextRead, { kind: 'read' }> {
  assert.equal(read.kind, 'read');
  return read;
}

describe('Threads of a triage', function () {
  let folder = '';
  const path = (name: string): string => join(folder, name);
  const opened: ThreadFinders[] = [];
  /** Threads that run `code` with the message before each task. */
  const threads = (code = ''): ThreadFinders => {
    const file = path(`finder-${opened.length}.cjs`);
    const before = `require('node:worker_threads').parentPort.on('message', ({ task = {} }) => { ${code} });`;
    writeFileSync(file, `${before}\nrequire(${JSON.stringify(programs.finder)});`);
    const finders = new ThreadFinders({ file, threads: 2 });
    opened.push(finders);
    return finders;
  };
  const read = async (name: string, options: ReadTextOptions = {}): Promise<Extract<TextRead, { kind: 'read' }>> =>
    readOf(await readText({ path: path(name), name }, { blockBytes, ...options }));

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'threat-lookups-threads-'));
  });
  beforeEach(() => writeFileSync(path('a.log'), bytes));
  afterEach(() => Promise.all(opened.splice(0).map((finders) => finders.close())));
  after(() => rmSync(folder, { recursive: true }));

  it('find the same as a search of the whole text, in several files at once', async () => {
    const finders = threads();
    const code = `// see http://a-site.com/\n${'const x = response.data;\n'.repeat(20_000)}// 192.0.2.1`;
    writeFileSync(path('a.ts'), code);
    writeFileSync(path('a.log.gz'), gzipSync(bytes));
    const [plain, compressed, source] = await Promise.all([
      read('a.log', { finders }),
      read('a.log.gz', { finders }),
      read('a.ts', { finders, languageId: 'typescript' }),
    ]);
    const expected = plainCounts(bytes);
    for (const { found, lines, counted } of [plain, compressed])
      assert.deepEqual({ found: withoutTimelines(found), lines, counted }, expected);
    assert.deepEqual(withoutTimelines(source.found), plainCounts(Buffer.from(code), 'typescript').found);
    assert.equal(source.lines, 20_002);
  });

  it('that end are replaced', async () => {
    const finders = threads(
      `const { existsSync, writeFileSync } = require('node:fs');
       if (task.index === 2 && !existsSync(__filename + '.ended')) { writeFileSync(__filename + '.ended', ''); process.exit(1); }`,
    );
    const { found, failure } = await read('a.log', { finders });
    assert.equal(failure, undefined);
    assert.deepEqual(withoutTimelines(found), plainCounts(bytes).found);
  });

  it('find what a store lists, asked anew for each text', async () => {
    const store = openStore(path('listed.db'));
    writeFileSync(path('script.log'), `ran evil-thing.sh\n${'x\n'.repeat(200_000)}ran evil-thing.sh\n`);
    const inThreads = new ThreadFinders({ file: programs.finder, storeFile: path('listed.db'), threads: 2 });
    opened.push(inThreads);
    const values = async (finders: Finders): Promise<readonly (readonly [string, number])[]> => {
      const { found } = await read('script.log', { finders });
      return [...found].map(({ value, count }) => [value, count] as const);
    };
    for (const finders of [inThreads, new InlineFinders(path('listed.db'))]) {
      assert.deepEqual(await values(finders), []);
      store.overrides.setRisk({ type: 'domain', value: 'evil-thing.sh' }, 'high');
      assert.deepEqual(await values(finders), [['evil-thing.sh', 2]]);
      store.overrides.setRisk({ type: 'domain', value: 'evil-thing.sh' }, 'low');
    }
    store.close();
    assert.deepEqual(await values(new InlineFinders(path('missing.db'))), []);
  });

  it('that get a part of another one, which ended, return its first locations, whatever they searched before', async () => {
    const finder = new Finder();
    const { need } = new OccurrenceCounter();
    const task = (text: string): BytesTask => {
      const own = Buffer.from(text);
      return { kind: 'bytes', text: 1, encoding: 'utf-8', need, block: { bytes: own, from: 0, to: own.length } };
    };
    await finder.run(task('192.0.2.7\n'.repeat(60)));
    assert.equal((await finder.run(task('192.0.2.7'))).found.located.length, 0);
    const { found } = await finder.run({ ...task('192.0.2.7'), isAgain: true });
    assert.deepEqual([Buffer.from(found.names).toString(), found.located.length], ['192.0.2.7\n', locatedSize]);
    assert.equal((await finder.run(task('192.0.2.7'))).found.names.length, 0);
  });

  it('may return a part of another one after later parts', () => {
    const finder = new BlockCounter();
    const part = (...values: readonly string[]): FinderResult => {
      for (const value of values)
        finder.add(
          { type: 'ip', value, raw: value, reserved: true },
          { line: 0, column: 1, time: 0, event: 0, client: noClient },
        );
      return { found: finder.take({ bytes: 1, lineEnds: 1, eventEnds: 1, tail: 0 }), isMixed: false };
    };
    const counter = new OccurrenceCounter();
    const ordered = new OrderedCounter(counter, () => undefined);
    ordered.add(0, 1, part('192.0.2.1', '192.0.2.2'));
    ordered.add(2, 1, part('192.0.2.2', '192.0.2.3', '192.0.2.1'));
    finder.startTable();
    ordered.add(1, 1, part('192.0.2.4', '192.0.2.3'));
    ordered.add(3, 1, part('192.0.2.3', '192.0.2.5'));
    assert.deepEqual(
      Array.from(counter.list(), ({ value, count, locations }) => [value, count, locations[0]]),
      [
        ['192.0.2.1', 2, 1],
        ['192.0.2.2', 2, 1],
        ['192.0.2.4', 1, 2],
        ['192.0.2.3', 3, 2],
        ['192.0.2.5', 1, 4],
      ],
    );
  });

  it('that always end at a part of a file keep the indicators before it, with the reason', async () => {
    const result = await read('a.log', { finders: threads('if (task.index === 3) process.exit(1);') });
    assert.equal(result.failure?.kind, 'unreadable');
    assert.ok(result.bytes > 2 * blockBytes && result.bytes <= 3 * blockBytes, `${result.bytes}`);
    const expected = plainCounts(bytes.subarray(0, result.bytes));
    assert.deepEqual(withoutTimelines(result.found), expected.found);
  });

  it('that are busy are ended when reading is canceled, and the indicators so far are kept', async () => {
    const canceling = new AbortController();
    const finders = threads('if (task.index === 2) for (;;);');
    const result = await read('a.log', {
      finders,
      signal: canceling.signal,
      onProgress: () => canceling.abort(),
    });
    assert.deepEqual(result.failure, { kind: 'canceled' });
    assert.ok([...result.found].length > 0 && result.bytes < bytes.length);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(finders.count, 0);
  });

  it('cancel reading a stream that gives nothing more', async () => {
    const canceling = new AbortController();
    async function* stalled(): AsyncGenerator<Uint8Array> {
      yield bytes;
      setImmediate(() => canceling.abort());
      await new Promise(() => undefined);
    }
    const result = await readText(stalled(), { finders: threads(), signal: canceling.signal, blockBytes });
    assert.deepEqual(readOf(result).failure, { kind: 'canceled' });
  });

  /** A reading without a store, whose texts are searched in threads. */
  function openReading(): ReturnType<OpenTriages['of']> {
    const readings = new OpenTriages(path('none.sqlite'), threads());
    const rows = { files: ['a.log'], hasOneFile: true, isFolding: true, entries: [] };
    readings.begin('one', { assessing: offlineContext(), rows });
    return readings.of('one');
  }

  it('have rows while a text is read, and all of them at its end', async () => {
    const reading = openReading();
    const early: number[] = [];
    const { signal } = new AbortController();
    const input = { path: path('a.log'), name: 'a.log' };
    const read = await reading.read(0, input, { onProgress: () => early.push(reading.state().rows) });
    assert.equal(read.kind, 'read');
    assert.ok(early.some((rows) => rows > 0));
    const { rows } = await reading.finish(signal, () => undefined);
    const found = reading
      .rows({ numbers: [...Array(rows).keys()] })
      .map(([, { indicator, reserved, lines: count, locations }]) => {
        return {
          ...indicator,
          reserved,
          count,
          locations: [...locations].flatMap(({ line, column }) => [line, column]),
        };
      });
    assert.deepEqual(found, plainCounts(bytes).found);
    reading.close();
  });

  it('find the first lines of a row in order of time, whatever the order of the texts', async () => {
    const reading = openReading();
    const texts = [
      [
        'later.log',
        '2026-01-02T10:00:05Z 192.0.2.1 lookups-test-1.com\n  lookups-test-1.com again\n2026-01-02T10:00:09Z lookups-test-1.com\n',
      ],
      ['earlier.log', '2026-01-02T10:00:01Z lookups-test-1.com\n2026-01-02T10:00:07Z lookups-test-1.com\n'],
      ['notes.txt', 'http://lookups-test-2.com/?q=lookups-test-1.com\nlookups-test-1.com was seen\n'],
    ] as const;
    for (const [number, [name, text]] of texts.entries()) {
      writeFileSync(path(name), text);
      await reading.read(number, { path: path(name), name }, {});
    }
    const { signal } = new AbortController();
    const { rows } = await reading.finish(signal, () => undefined);
    const row = [...Array(rows).keys()].find(
      (each) => reading.rows({ numbers: [each] })[0]?.[1].indicator.value === 'lookups-test-1.com',
    );
    assert.ok(row !== undefined);
    const locations = async (limit: number, order: 'time' | 'text' = 'time'): Promise<string[]> =>
      (await reading.lines(row, limit, order, signal)).lines.map(({ file, line }) => `${file}:${line}`);
    assert.deepEqual(await locations(10), ['1:1', '0:1', '0:2', '1:2', '0:3', '2:2']);
    assert.deepEqual(await locations(2), ['1:1', '0:1']);
    assert.deepEqual(await locations(4, 'text'), ['1:1', '1:2', '0:1', '0:2']);
    reading.close();
  });

  it('are not read from a pipe, to which nobody may write', async function () {
    if (process.platform === 'win32') return this.skip();
    execFileSync('mkfifo', [path('pipe.log')]);
    const read = await openReading().read(0, { path: path('pipe.log'), name: 'pipe.log' }, {});
    assert.deepEqual(read, { kind: 'skipped', failure: { kind: 'notFile' } });
  });

  it('free the blocks of a stream once they were searched', async () => {
    const blocks: Uint8Array[] = [];
    const begun = new InlineFinders().begin();
    const counter = new OccurrenceCounter();
    async function* tasks(): AsyncGenerator<BytesTask, undefined> {
      const stream = Readable.from([bytes]) as AsyncIterable<Uint8Array>;
      for await (const block of streamBlocks(stream, 'utf-8', blockBytes)) {
        blocks.push(block.bytes);
        yield { kind: 'bytes', text: begun.text, encoding: 'utf-8', block, need: counter.need };
      }
      return undefined;
    }
    const reading = { ...begun, counter, canceled: new Promise<never>(() => undefined), onAdded: () => undefined };
    await readBlocks(tasks(), reading);
    assert.deepEqual(withoutTimelines(counter.list()), plainCounts(bytes).found);
    assert.ok(blocks.length > 3);
    for (const block of blocks) assert.equal(block.byteLength, 0);
  });

  describe('A file', () => {
    /** Reads the file and changes it once the first part is read. */
    async function changedBy(change: () => void): Promise<Extract<TextRead, { kind: 'read' }>> {
      let isChanged = false;
      return read('a.log', {
        onProgress: () => {
          if (isChanged) return;
          isChanged = true;
          change();
        },
      });
    }

    it('that gets shorter while it is read counts up to there', async () => {
      const { failure, found } = await changedBy(() => truncateSync(path('a.log'), 3 * blockBytes));
      assert.deepEqual(failure, { kind: 'changed' });
      assert.ok([...found].length > 0);
    });

    it('that gets longer is read as it was at the beginning', async () => {
      const { failure, found } = await changedBy(() => appendFileSync(path('a.log'), '\nnew.lookups-test-9.com'));
      assert.equal(failure, undefined);
      assert.deepEqual(withoutTimelines(found), plainCounts(bytes).found);
    });

    it('that is deleted is read to its end', async () => {
      const { failure, found } = await changedBy(() => unlinkSync(path('a.log')));
      assert.equal(failure, undefined);
      assert.deepEqual(withoutTimelines(found), plainCounts(bytes).found);
    });
  });
});
