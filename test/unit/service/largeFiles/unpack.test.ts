import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { InputError } from '../../../../src/core/records/problems/inputFailure';
import { getArchiveFiles } from '../../../../src/service/files/parts';
import { unpack } from '../../../../src/service/largeFiles/unpack';
import { temporaryFolder } from '../../core/largeFiles/temporaryFolder';
import { zipOf } from '../../../harness/zipFile';

describe('A compressed large log', () => {
  const folder = temporaryFolder();
  const write = (name: string, content: Uint8Array | string): string => {
    const path = join(folder(), name);
    writeFileSync(path, content);
    return path;
  };
  const unpacked = async (path: string, { entry, maxBytes = 1e9 }: { entry?: string; maxBytes?: number } = {}) => {
    const target = join(folder(), 'target.log');
    const result = await unpack({ path, entry, target, maxBytes }, () => undefined);
    return { ...result, text: readFileSync(target, 'utf8'), mode: statSync(target).mode };
  };
  const text = 'line of a log\n'.repeat(50_000);

  it('is written to a file that only the user can read', async () => {
    const { text: found, written, isCapped, mode } = await unpacked(write('a.gz', gzipSync(text)));
    assert.equal(found, text);
    assert.deepEqual([written, isCapped], [text.length, false]);
    if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600);
  });

  it('is cut at the maximum size', async () => {
    const result = await unpacked(write('a.gz', gzipSync(text)), { maxBytes: 1_000 });
    assert.deepEqual([result.text, result.isCapped], [text.slice(0, 1_000), true]);
  });

  it('is written as far as it can be read, with the reason', async () => {
    const packed = gzipSync(Array.from({ length: 200_000 }, (_, n) => `${n * 7919}\n`).join(''));
    const result = await unpacked(write('a.gz', packed.subarray(0, packed.length / 2)));
    assert.ok(result.written > 100_000);
    assert.deepEqual(result.failure, { kind: 'truncated' });
  });

  it('may be one of the files in an archive, or all of them as triage reads them', async () => {
    const path = write(
      'logs.zip',
      zipOf([
        { name: 'one.log', content: 'first\n' },
        { name: 'README.txt', content: 'about\n' },
        { name: 'folder/two.log', content: 'second\n' },
        { name: 'secret.log', content: 'third\n', isEncrypted: true },
      ]),
    );
    const readable = ['one.log', 'README.txt', 'folder/two.log'];
    assert.deepEqual(await getArchiveFiles(path), readable);
    assert.deepEqual(await getArchiveFiles(path, true), [...readable, 'secret.log']);
    assert.equal((await unpacked(path, { entry: 'folder/two.log' })).text, 'second\n');
    const all = join(folder(), 'all.log');
    await unpack({ path, target: all, maxBytes: 1e9 }, () => undefined);
    assert.equal(readFileSync(all, 'utf8'), 'first\n\nabout\n\nsecond\n\n');
    await assert.rejects(
      unpack({ path, entry: 'none.log', target: join(folder(), 'none'), maxBytes: 1e9 }, () => undefined),
      (error) => error instanceof InputError && error.failure.kind === 'missing',
    );
    assert.equal(await getArchiveFiles(write('plain.gz', gzipSync(text))), undefined);
  });
});
