import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as zlib from 'node:zlib';
import * as fc from 'fast-check';
import { formatInputFailure, InputError } from '../../../../src/core/records/problems/inputFailure';
import type { ImportResult } from '../../../../src/core/store/protocol/protocol';
import { importInto } from '../../../../src/service/import';
import { openParts } from '../../../../src/service/files/parts';
import { readText } from '../../../../src/service/triage';
import { zipOf } from '../../../harness/zipFile';
import { storeFolder } from '../../core/store/builders';

const names = Array.from({ length: 40 }, (_, n) => `host-${n + 1}.lookups-test-1.com`);
const list = `${names.join('\n')}\n`;
/** `list`, compressed with bzip2. */
const bzip2 = Buffer.from(
  'QlpoOTFBWSZTWTzGEyEAANfZgAAQAAN/4ApOzgAwAKMEpTfqqPTeqjGoDQUGjRoMgNAqVRgAAGnoCjkAo5Ao1Ao1zpadu+2/GdZL' +
    'SSSS8kZJJOsve979MYxwBQ6LYoWzoUKtUKoqqqqqiuQKNwKMgUfQKEEfgjgR4I7EUEUEeiLRHgRqIoI+F3JFOFCQPMYTIQ==',
  'base64',
);

describe('Import of archives', () => {
  const folder = storeFolder();
  const take = (bytes: Uint8Array, name = 'list.txt'): Promise<ImportResult> =>
    importInto(folder.open(), { bytes, name });
  const outcome = ({ indicators, failure, complete, skipped }: ImportResult) => [
    indicators.added,
    failure?.kind ?? (complete ? 'complete' : 'canceled'),
    ...skipped.map(({ reason, count }) => `${reason.kind} ${count}`),
  ];

  it('recognizes how a file is compressed by its first bytes, whatever its name is', async () => {
    const files = {
      gzip: zlib.gzipSync(list),
      bzip2,
      zstandard: zlib.zstdCompressSync(list),
      zip: zipOf([{ name: 'list.txt', content: list }]),
      'gzip in zip': zipOf([{ name: 'list.txt.gz', content: zlib.gzipSync(list) }]),
    };
    for (const [name, bytes] of Object.entries(files)) {
      assert.deepEqual(outcome(await take(bytes, 'list.txt')), [40, 'complete'], name);
      const path = join(dirname(folder.file()), 'feed.dat');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
      assert.deepEqual(outcome(await importInto(folder.open(), { path, name: 'feed' })), [40, 'complete'], name);
      folder.open().clear(['imports']);
    }
    for (const [name, magic] of Object.entries({
      XZ: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0],
      RAR: [0x52, 0x61, 0x72, 0x21, 0x1a, 7],
    }))
      assert.deepEqual((await take(Uint8Array.from([...magic, 0, 0]))).failure, { kind: 'unsupportedArchive', name });
  });

  it('reads each list in an archive by its own format, and counts other files', async () => {
    const result = await take(
      zipOf([
        { name: 'lists/', content: '' },
        { name: 'lists/README.md', content: 'https://not-listed.lookups-test-1.com' },
        { name: 'lists/hosts', content: '0.0.0.0 a.lookups-test-2.com\n0.0.0.0 b.lookups-test-2.com\n' },
        { name: 'lists/names.txt', content: list },
        { name: 'lists/picture.bin', content: Buffer.from([0x89, 0x50, 0, 0, 0, 1, 0, 0]) },
      ]),
    );
    assert.deepEqual(outcome(result), [42, 'complete', 'archiveMember 2']);
    assert.deepEqual(result.kinds, { blocklist: 2 });
  });

  it('reads entries with names that lead out of the archive, since nothing is written under them', async () => {
    const bytes = zipOf([
      { name: '../up.log', content: 'a.lookups-test-2.com\n' },
      { name: '/var/log/absolute.log', content: 'b.lookups-test-2.com\n' },
      { name: 'C:\\logs\\drive.log', content: 'c.lookups-test-2.com\n' },
      { name: 'logs/../../../deep.log', content: 'd.lookups-test-2.com\n' },
      { name: 'logs/plain.log', content: 'e.lookups-test-2.com\n' },
      { name: '../.hidden', content: 'f.lookups-test-2.com\n' },
    ]);
    assert.deepEqual(outcome(await take(bytes)), [5, 'complete', 'archiveMember 1']);
    const read = await readText({ bytes, name: 'logs.zip' });
    assert.deepEqual([read.kind === 'read' ? read.counted : 0, read.failure], [6, undefined]);
    const names: (string | undefined)[] = [];
    for await (const { entry, opened } of openParts({ bytes, name: 'logs.zip' })) {
      names.push(entry);
      await opened?.chunks.return(undefined);
    }
    assert.deepEqual(names.slice(0, 3), ['../up.log', '/var/log/absolute.log', 'C:/logs/drive.log']);
  });

  it('are read whatever their names are, and named if they are not read, such as binary files', async () => {
    const bytes = zipOf([
      { name: 'memory.dmp', content: new Uint8Array([77, 68, 0, 0, 1, 2]) },
      { name: 'one.log', content: 'a.lookups-test-2.com\n' },
      { name: '__MACOSX/one.log', content: 'x.lookups-test-2.com\n' },
      { name: '__MACOSX/._one.log', content: Buffer.from([0, 5, 0x16, 7, 0, 2, 0, 0, 77, 97, 99]) },
      { name: '.DS_Store', content: Buffer.from('\0\0\0\x01Bud1\0\0') },
      { name: '._named-so.log', content: 'y.lookups-test-2.com\n' },
      { name: 'README.txt', content: 'b.lookups-test-2.com\n' },
      { name: 'empty.log', content: '' },
      { name: '.history', content: 'c.lookups-test-2.com\n' },
      { name: 'old.zip', content: zipOf([{ name: 'old.log', content: 'x' }]) },
    ]);
    const read = await readText({ bytes, name: 'logs.zip' });
    assert.ok(read.kind === 'read' && read.failure !== undefined);
    assert.deepEqual(
      Array.from(read.found, ({ value, locations }) => [value[0], locations[0]]),
      [
        ['a', 1],
        ['x', 3],
        ['y', 5],
        ['b', 7],
        ['c', 9],
      ],
    );
    assert.equal(
      formatInputFailure(read.failure),
      "Files in the archive that weren't read completely: memory.dmp, old.zip",
    );
    const names = ['1', '2', '3', '4', '5'];
    assert.equal(
      formatInputFailure({ kind: 'skippedFiles', names }),
      "These files and 2 more in the archive weren't read completely: 1, 2, 3",
    );
    const onlyBinary = await readText({
      bytes: zipOf([{ name: 'a.bin', content: Buffer.from('\0\x01\x02') }]),
      name: 'b.zip',
    });
    assert.deepEqual(onlyBinary, { kind: 'skipped', failure: { kind: 'skippedFiles', names: ['a.bin'] } });
  });

  it('keeps what came of a truncated archive, and says that it is incomplete', async () => {
    const long = Array.from({ length: 15_000 }, (_, n) => `h${n * 7919}.lookups-test-1.com`).join('\n');
    for (const [name, bytes] of Object.entries({
      gzip: zlib.gzipSync(long),
      zstandard: zlib.zstdCompressSync(long),
      zip: zipOf([{ name: 'list.txt', content: long }]),
    })) {
      const result = await take(bytes.subarray(0, bytes.length * 0.8), name);
      assert.ok(result.indicators.added > 4_000, `${name}: ${result.indicators.added}`);
      assert.equal(result.complete, false);
      assert.match(result.failure?.kind ?? '', /truncated|missingDirectory/);
    }
    assert.deepEqual(outcome(await take(bzip2.subarray(0, 100))), [0, 'truncated']);
  });

  it('rejects what it would be wrong about: encrypted, damaged, and empty archives', async () => {
    const encrypted = zipOf([{ name: 'a.txt', content: list, isEncrypted: true }]);
    assert.deepEqual(outcome(await take(encrypted)), [0, 'encryptedArchive']);
    assert.deepEqual(outcome(await take(zipOf([]))), [0, 'emptyArchive']);
    const larger = zipOf([{ name: 'a.txt', content: list, size: 10 }]);
    assert.deepEqual((await take(larger)).failure, { kind: 'damaged' });
    const encryptedAndNot = zipOf([
      { name: 'a.txt', content: list, isEncrypted: true },
      { name: 'b.txt', content: list },
    ]);
    assert.deepEqual(outcome(await take(encryptedAndNot)), [40, 'encryptedArchive']);
    // The checksum of the whole stream.
    const otherSum = Buffer.from(bzip2);
    otherSum[otherSum.length - 3] = (otherSum[otherSum.length - 3] ?? 0) ^ 1;
    assert.equal(outcome(await take(otherSum))[1], 'damaged');
    const flipped = Buffer.from(bzip2);
    flipped[60] = (flipped[60] ?? 0) ^ 4;
    assert.deepEqual((await take(flipped)).failure, { kind: 'damaged' });
  });

  it('stops before an archive expands far more than text does', async () => {
    const bounds = { times: 50, freeBytes: 100_000, bytes: 10_000_000 };
    /** Bytes that are read before that. */
    const readBytes = async (bytes: Uint8Array, own = bounds): Promise<number> => {
      let length = 0;
      const reading = async (): Promise<void> => {
        for await (const { opened } of openParts({ bytes, name: 'bomb' }, { bounds: own, everyFile: true }))
          for await (const chunk of opened?.chunks ?? []) length += chunk.length;
      };
      await assert.rejects(
        reading(),
        (error) => error instanceof InputError && error.failure.kind === 'expandsTooMuch',
      );
      return length;
    };
    const zeros = Buffer.alloc(5_000_000);
    const many = Array.from({ length: 500 }, (_, n) => ({ name: `${n}`, content: Buffer.alloc(90_000) }));
    for (const bytes of [
      zipOf([{ name: 'a', content: zeros }]),
      // Each of them could be read.
      zipOf(many),
      zlib.gzipSync(zlib.gzipSync(zeros)),
      zlib.zstdCompressSync(zeros),
    ])
      assert.ok((await readBytes(bytes)) < bounds.bytes);
    // 45 bytes for 5 million.
    const bomb = Buffer.from('QlpoOTFBWSZTWabi8/QAJkvAAsAACAAACCAAMMwFKaapEUbAoijxdyRThQkKbi8/QA==', 'base64');
    await readBytes(bomb, { ...bounds, bytes: 1_000_000 });
    // The unpacked size is compared with the size of its packed bytes, not with all bytes read ahead.
    const packed = zlib.gzipSync(Buffer.alloc(100_000_000, 'bomb.lookups-test-1.com\n'));
    assert.ok((await readBytes(packed, { times: 50, freeBytes: 100_000, bytes: 1e9 })) < 30_000_000);
  });

  it('counts a line that is repeated again and again without writing it each time', async () => {
    const progress: number[] = [];
    const result = await importInto(
      folder.open(),
      { text: 'a.lookups-test-1.com\n'.repeat(100_000), name: 'list.txt' },
      { onProgress: ({ taken }) => progress.push(taken) },
    );
    assert.deepEqual([result.indicators.added, result.duplicates, result.objects], [1, 99_999, 100_000]);
    assert.ok(Math.max(...progress) <= 1);
  });

  it('is incomplete in the store until it has ended', async () => {
    const store = folder.open();
    const seen: unknown[] = [];
    const look = (): void => {
      const [source] = store.sources.list();
      seen.push([source?.isImporting, source?.details.complete, source?.details.failure?.kind]);
    };
    await importInto(store, { bytes: zlib.gzipSync(list), name: 'list.txt' }, { onProgress: look });
    assert.deepEqual(seen[0], [true, false, 'interrupted']);
    seen.length = 0;
    look();
    assert.deepEqual(seen, [[undefined, true, undefined]]);
  });

  it('never fails otherwise, whatever the bytes are', async () => {
    const archives = [zlib.gzipSync(list), bzip2, zlib.zstdCompressSync(list), zipOf([{ name: 'a', content: list }])];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...archives),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
        fc.nat(),
        async (archive, changes, length) => {
          const bytes = Buffer.from(archive.subarray(0, 10 + (length % archive.length)));
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const { failure, complete } = await take(bytes);
          assert.ok(complete || failure !== undefined);
        },
      ),
      { numRuns: 150 },
    );
  });
});
