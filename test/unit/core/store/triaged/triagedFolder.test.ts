import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { TriagedFolder } from '../../../../../src/core/store/triaged/triagedFolder';
import { clearTriaged, triagedSummary } from '../../../../../src/core/store/triaged/triagedNames';
import { noNews } from '../../../../../src/core/triage/remembered/news';
import {
  DamagedFileError,
  formatEntry,
  formatHeader,
  readEntryLine,
  readHeader,
  type TriagedEntry,
  type TriagedFile,
} from '../../../../../src/core/triage/remembered/triagedFile';

const entry = (value: string, isRisky = false): TriagedEntry => ({
  type: 'domain',
  value,
  line: 3,
  column: 7,
  isRisky,
});
const file = (name: string, at = 1): TriagedFile => ({
  uri: `file:///logs/${name}`,
  size: 10,
  modified: 5,
  at,
  count: 1,
});

async function* parts(...all: (readonly TriagedEntry[])[]) {
  await Promise.resolve();
  yield* all;
}

describe('Remembered files of triages', () => {
  let path: string;
  let folder: TriagedFolder;
  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'triaged-')), 'triaged');
    folder = new TriagedFolder(path);
  });
  afterEach(() => rmSync(join(path, '..'), { recursive: true }));
  const entriesOf = async (of: TriagedFile): Promise<TriagedEntry[]> => {
    const all: TriagedEntry[] = [];
    for await (const part of folder.entries(of)) all.push(...part);
    return all;
  };
  const names = async (): Promise<string[]> => (await folder.list()).map(({ uri }) => uri.replace('file:///logs/', ''));
  const stored = (): string[] => readdirSync(path).filter((name) => name.endsWith('.indicators'));

  it('have the same entries when they are read again, compressed and readable only by the user', async () => {
    const entries = Array.from({ length: 20_000 }, (_, at) => entry(`n${at}.lookups-test-3.com`, at % 3 === 0));
    const log = { ...file('a.log'), count: entries.length };
    await folder.save(log, parts(entries.slice(0, 9_999), entries.slice(9_999)));
    assert.deepEqual(await folder.list(), [log]);
    assert.deepEqual(await entriesOf(log), entries);
    const [name = ''] = stored();
    const stats = statSync(join(path, name));
    assert.ok(stats.size < entries.map(formatEntry).join('').length / 4, String(stats.size));
    if (process.platform !== 'win32') assert.equal(stats.mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(path), [name]);
  });

  it('are replaced by the next triage of the same file', async () => {
    await folder.save(file('a.log', 1), parts([entry('one.lookups-test-3.com')]));
    await folder.save(file('a.log', 2), parts([entry('two.lookups-test-3.com')]));
    assert.deepEqual(await folder.list(), [file('a.log', 2)]);
    assert.deepEqual(await entriesOf(file('a.log')), [entry('two.lookups-test-3.com')]);
  });

  it('are the newest ones, up to a number and a total size', async () => {
    folder = new TriagedFolder(path, { files: 3, bytes: 2_000 });
    for (const at of [4, 1, 3, 2]) await folder.save(file(`${at}.log`, at), parts([entry('a.lookups-test-3.com')]));
    await folder.prune();
    assert.deepEqual(await names(), ['4.log', '3.log', '2.log']);
    const random = Array.from({ length: 200 }, () => entry(`${crypto.randomUUID()}.lookups-test-3.com`));
    await folder.save(file('0.log', 0), parts(random));
    await folder.prune();
    assert.deepEqual(await names(), ['4.log', '3.log', '2.log'], 'the oldest is dropped');
    await folder.save(file('3.log', 3), parts(random));
    await folder.prune();
    assert.deepEqual(await names(), ['4.log']);
  });

  it('are removed if their header is damaged, or isn’t that of their name, without the others', async () => {
    await folder.save(file('a.log', 1), parts([entry('a.lookups-test-3.com')]));
    const [good = ''] = stored();
    writeFileSync(join(path, `${'0'.repeat(32)}.indicators`), readFileSync(join(path, good)));
    writeFileSync(join(path, `${'1'.repeat(32)}.indicators`), '{"version":1}\n');
    writeFileSync(join(path, `${'2'.repeat(32)}.indicators`), Buffer.alloc(40_000, 'x'));
    assert.deepEqual(await names(), ['a.log']);
    assert.deepEqual(stored(), [good]);
  });

  it('throw if their entries are damaged', async () => {
    const log = file('a.log');
    const damages: ((file: string) => void)[] = [
      (name) => writeFileSync(name, readFileSync(name).subarray(0, -12)),
      (name) => appendFileSync(name, 'more'),
      (name) => writeFileSync(name, `${formatHeader(log)}\nnot compressed`),
      (name) => {
        const bytes = readFileSync(name);
        bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 0xff;
        writeFileSync(name, bytes);
      },
    ];
    for (const damage of damages) {
      await folder.save(log, parts([entry('a.lookups-test-3.com'), entry('b.lookups-test-3.com')]));
      damage(join(path, stored()[0] ?? ''));
      await assert.rejects(entriesOf(log), DamagedFileError, String(damage));
    }
    await assert.rejects(entriesOf(file('missing.log')), DamagedFileError);
  });

  it('are forgotten one by one, and all together', async () => {
    await folder.save(file('a.log', 1), parts([entry('a.lookups-test-3.com')]));
    await folder.save(file('b.log', 2), parts([entry('a.lookups-test-3.com')]));
    await folder.forget('file:///logs/a.log');
    assert.deepEqual(await names(), ['b.log']);
    assert.equal(triagedSummary(path).count, 1);
    assert.equal(clearTriaged(path), 1);
    assert.deepEqual([await names(), clearTriaged(path)], [[], 0]);
  });

  it('keep what checks found, and nothing if that is damaged', async () => {
    assert.deepEqual(await folder.news(), noNews);
    const row = { type: 'ip', value: '203.0.113.5', uri: 'file:///logs/a.log', line: 1, column: 2 } as const;
    const news = { sources: '7', isSeen: false, rows: [row], dropped: 3 };
    await folder.saveNews(news);
    assert.deepEqual(await folder.news(), news);
    const rows = [row, { ...row, type: 'file' }, { ...row, uri: 'no address' }, { ...row, line: -1 }, null, 'row'];
    writeFileSync(join(path, 'news.json'), JSON.stringify({ ...news, rows }));
    assert.deepEqual(await folder.news(), news);
    writeFileSync(join(path, 'news.json'), '{"rows": [');
    assert.deepEqual(await folder.news(), noNews);
  });

  it('are checked by one window at a time', async () => {
    const ran: string[] = [];
    const outer = await folder.exclusively(async () => {
      ran.push('outer');
      assert.equal(await new TriagedFolder(path).exclusively(() => Promise.reject(new Error('both'))), false);
    });
    assert.deepEqual([outer, ran], [true, ['outer']]);
    assert.equal(await folder.exclusively(() => Promise.resolve()), true);
  });
});

describe('Lines of a remembered file', () => {
  const value = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !/[\r\n]/.test(text));

  it('are read as they were written', () => {
    const types = fc.constantFrom('domain', 'ip', 'url');
    const fields = { type: types, value, line: fc.nat(), column: fc.nat(), isRisky: fc.boolean() };
    const entries = fc.record(fields, { noNullPrototype: true });
    fc.assert(
      fc.property(entries, (each) => {
        assert.deepEqual(readEntryLine(formatEntry(each).slice(0, -1)), each);
      }),
    );
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (size, at) => {
        const each = { ...file('a b%20.log', at), size };
        assert.deepEqual(readHeader(formatHeader(each)), each);
      }),
    );
  });

  it('never throw, whatever they contain', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        readEntryLine(text);
        readHeader(text);
      }),
    );
    for (const text of ['', '!x 1 1 a', '!d 1 a', '?d 1 1 a', `!d 1 1 ${'a'.repeat(30_000)}`])
      assert.equal(readEntryLine(text), undefined, text.slice(0, 20));
    for (const uri of ['', 'no scheme', 'file:///a\nb', 7])
      assert.equal(readHeader(JSON.stringify({ version: 1, ...file('a'), uri })), undefined);
  });
});
