import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { indexFile } from '../../../../src/core/largeFiles/indexFile';
import { LargeFile } from '../../../../src/core/largeFiles/largeFile';
import type { SectionSizes } from '../../../../src/core/largeFiles/sections';
import { decodeText } from '../../../../src/core/largeFiles/textFormat';
import { temporaryFolder } from './temporaryFolder';

type Encoding = 'utf8' | 'utf8mark' | 'utf16le' | 'utf16be';

function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf8') return Buffer.from(text);
  if (encoding === 'utf8mark') return Buffer.from(`\ufeff${text}`);
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return encoding === 'utf16be' ? bytes.swap16() : bytes;
}

/** The texts of all sections, as VS Code shows them. */
async function textsOf(file: LargeFile): Promise<readonly string[]> {
  const count = await file.sectionCount();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const bytes = await file.sectionBytes(await file.section(index));
      return bytes.toString('utf8').replace(/^\ufeff/, '');
    }),
  );
}

function addIndex(file: LargeFile, storeFolder?: string): number {
  return indexFile({ path: file.path, storeFolder }, ({ first, counts, bytes, lineFeeds }) =>
    file.index.add(first, counts, bytes, lineFeeds),
  ).readBytes;
}

const fragments = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'GET /', 'ü', '€', '😀', '\u200b', '0123456789') },
  { weight: 3, arbitrary: fc.constantFrom('\n', '\r\n', '\n\n') },
);
const texts = fc.array(fragments, { maxLength: 120 }).map((all) => all.join(''));
const encodings = fc.constantFrom<Encoding>('utf8', 'utf8mark', 'utf16le', 'utf16be');
const sizes: SectionSizes = { bytes: 32, search: 16 };

describe('Sections of a large file', () => {
  const folder = temporaryFolder();
  let files = 0;
  const open = async (bytes: Buffer, given = sizes): Promise<LargeFile> => {
    const path = join(folder(), `${++files}.log`);
    writeFileSync(path, bytes);
    return LargeFile.open(path, given);
  };

  it('are the whole file, one after the other, in every encoding', async () => {
    await fc.assert(
      fc.asyncProperty(texts, encodings, async (text, encoding) => {
        const file = await open(encoded(text, encoding));
        assert.equal((await textsOf(file)).join(''), text);
      }),
    );
  });

  it('begin and end with lines, unless a line is too long', async () => {
    const file = await open(Buffer.from(`${'x'.repeat(20)}\n`.repeat(20)), { bytes: 64, search: 32 });
    const shown = await textsOf(file);
    assert.ok(shown.length > 5);
    for (const text of shown) assert.match(text, /^(?:x{20}\n)+$/);
    const long = await open(Buffer.from(`short\n${'y'.repeat(215)}\nend\n`));
    assert.equal((await textsOf(long)).join(''), `short\n${'y'.repeat(215)}\nend\n`);
    const second = await long.section(1);
    assert.deepEqual([second.startsInLine, second.endsInLine], [true, true]);
    const last = await long.section((await long.sectionCount()) - 1);
    assert.deepEqual([last.startsInLine, last.endsInLine], [true, false]);
  });

  it('show each line and column of the file where it is', async () => {
    await fc.assert(
      fc.asyncProperty(texts, encodings, fc.nat(), fc.nat(), async (text, encoding, anyLine, anyColumn) => {
        const file = await open(encoded(text, encoding));
        addIndex(file);
        const lines = text.split('\n');
        const line = anyLine % lines.length;
        const wanted = lines[line] ?? '';
        const column = anyColumn % (wanted.length + 1);
        const found = await file.locate(line, column);
        if (line > 0 && line === lines.length - 1 && wanted === '') {
          // The empty line after the last line feed isn't a line of the file.
          assert.equal(found, undefined);
          return;
        }
        assert.ok(found);
        const shown = (await textsOf(file))[found.section]?.split('\n')[found.line] ?? '';
        if (column < wanted.length) assert.equal(shown[found.column], wanted[column]);
        const { first, last } = (await file.sectionLines(await file.section(found.section))) ?? { first: -1, last: -1 };
        assert.equal(first + found.line, line);
        assert.ok(last >= line);
        const count = await file.lineCount();
        if (text !== '') assert.equal(count, lines.length - (lines.at(-1) === '' ? 1 : 0));
      }),
    );
  });

  it('show an empty file as one empty section', async () => {
    const file = await open(Buffer.alloc(0));
    assert.deepEqual(await textsOf(file), ['']);
    addIndex(file);
    assert.deepEqual(await file.locate(0), { section: 0, line: 0, column: 0 });
    assert.equal(await file.locate(1), undefined);
  });

  it('keep the numbers of lines where VS Code would break them or take them for binary data', async () => {
    const file = await open(Buffer.from('10%\r20%\rdone\r\nnext\0line\n'), { bytes: 1024, search: 512 });
    assert.deepEqual(await textsOf(file), ['10% 20% done\r\nnext line\n']);
    const wide = await open(encoded('10%\r20%\0\r\n', 'utf16le'), { bytes: 1024, search: 512 });
    assert.deepEqual(await textsOf(wide), ['10% 20% \r\n']);
  });
});

describe('The index of lines', () => {
  const folder = temporaryFolder();
  const line = `${'x'.repeat(99)}\n`;
  const write = (name: string, text: string): string => {
    const path = join(folder(), name);
    writeFileSync(path, text);
    return path;
  };

  it('is stored, and extended when the file was appended to', async () => {
    const path = write('growing.log', line.repeat(5_000));
    const store = join(folder(), 'indexes');
    const first = await LargeFile.open(path);
    assert.equal(addIndex(first, store), 500_000);
    const again = await LargeFile.open(path);
    assert.equal(addIndex(again, store), 0);
    assert.equal(await again.lineCount(), 5_000);
    appendFileSync(path, 'one more\nand a part');
    assert.equal(await again.refresh(), true);
    assert.equal(await again.lineCount(), undefined);
    const read = addIndex(again, store);
    assert.ok(read > 0 && read < 100_000, `${read} bytes were read`);
    assert.equal(await again.lineCount(), 5_002);
    assert.deepEqual(await again.locate(5_001), { section: 0, line: 5_001, column: 0 });
  });

  it('is extended at the border of a block', async () => {
    const path = write('block.log', `${'x'.repeat(63)}\n`.repeat(1024));
    const store = join(folder(), 'indexes');
    const file = await LargeFile.open(path);
    addIndex(file, store);
    appendFileSync(path, 'a\nb\n');
    await file.refresh();
    assert.equal(addIndex(file, store), 4);
    assert.equal(await file.lineCount(), 1026);
    assert.deepEqual(await file.locate(1025), { section: 0, line: 1025, column: 0 });
  });

  it('is built again when the file was changed or replaced', async () => {
    const path = write('changed.log', line.repeat(5_000));
    const store = join(folder(), 'indexes');
    addIndex(await LargeFile.open(path), store);
    writeFileSync(path, `${'\n'.repeat(50)}${line.repeat(6_000)}`);
    const file = await LargeFile.open(path);
    assert.equal(addIndex(file, store), 600_050);
    assert.equal(await file.lineCount(), 6_050);
  });

  it('is made again when the file was edited in the middle and then grew', async () => {
    const storeFolder = join(folder(), 'indexes');
    const line = `${'x'.repeat(99)}\n`;
    const path = join(folder(), 'edited.log');
    writeFileSync(path, line.repeat(20_000));
    addIndex(await LargeFile.open(path), storeFolder);
    // The beginning, and the end at the size that was indexed, are the same.
    const edited = `${line.repeat(9_000)}${'\n'.repeat(100_000)}${line.repeat(12_000)}`;
    writeFileSync(path, edited);
    const again = await LargeFile.open(path);
    assert.equal(addIndex(again, storeFolder), edited.length);
    assert.equal(again.index.lineFeeds, 121_000);
  });

  it('reads any stored file as none', async () => {
    const path = write('damaged.log', line.repeat(2_000));
    const store = join(folder(), 'indexes');
    addIndex(await LargeFile.open(path), store);
    const { readdirSync, statSync, truncateSync } = await import('node:fs');
    for (const name of readdirSync(store)) truncateSync(join(store, name), statSync(join(store, name)).size - 3);
    const file = await LargeFile.open(path);
    assert.equal(addIndex(file, store), 200_000);
  });
});

describe('Decoded text', () => {
  it('is the same for both byte orders of UTF-16', () => {
    const text = 'ü€😀\n';
    const [little, big] = [encoded(text, 'utf16le'), encoded(text, 'utf16be')];
    assert.equal(decodeText(little, { encoding: 'utf16le', unit: 2, markBytes: 2 }), `\ufeff${text}`);
    assert.equal(decodeText(big, { encoding: 'utf16be', unit: 2, markBytes: 2 }), `\ufeff${text}`);
  });
});
