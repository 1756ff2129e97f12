import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { testedCli, unpacked } from '../../scripts/lib/paths.mjs';
import type { ImportInput, ImportResult } from '../../src/core/store/protocol/protocol';
import { workerJobs } from '../../src/features/shared/commands/workerJobs';
import { StoreWorkerThread } from '../../src/core/store/protocol/workerClient';
import { zipOf, type ZipEntry } from '../harness/zipFile';

const list = 'a.lookups-test-1.com\nb.lookups-test-1.com\n';
/** `list`, compressed with bzip2. */
const bzip2 = Buffer.from(
  'QlpoOTFBWSZTWdEpWRsAAAZZgAAQAAMgADoOzgAgACCqoBtT1MyhTAATSVKeIjDCGGnDclpa1NJW/F3JFOFCQ0SlZGw=',
  'base64',
);

// Bundling can change how packages are imported, which tests of the source don't notice.
describe('The packaged worker and command line', () => {
  let folder: string;
  let thread: StoreWorkerThread;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'threat-lookups-packaged-'));
    thread = new StoreWorkerThread({
      workerFile: join(unpacked, 'dist', 'worker.mjs'),
      storeFile: join(folder, 'store.sqlite'),
      onProblem: (problem) => assert.fail(JSON.stringify(problem)),
    });
  });

  afterEach(async () => {
    await thread.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Imports bytes in memory, as of a download, and as a file; both must end the same way. */
  async function outcome(bytes: Uint8Array, name: string): Promise<readonly unknown[]> {
    const path = join(folder, 'input.dat');
    writeFileSync(path, bytes);
    const take = async (input: ImportInput): Promise<readonly unknown[]> => {
      const { indicators, failure, complete }: ImportResult = await workerJobs(thread.run).import({ input });
      return [indicators.added, failure?.kind ?? complete];
    };
    const downloaded = await take({ bytes, name: `download of ${name}` });
    assert.deepEqual(await take({ path, name: `file of ${name}` }), downloaded, name);
    return downloaded;
  }

  const zip = (...entries: readonly ZipEntry[]): Buffer => zipOf(entries);

  it('read every kind of compressed file, and lists in archives', async () => {
    const files = {
      gzip: gzipSync(list),
      bzip2,
      zstandard: zstdCompressSync(list),
      zip: zip({ name: 'list.txt', content: list }),
      'gzip in zip': zip({ name: 'list.txt.gz', content: gzipSync(list) }),
      'two lists': zip(
        { name: 'a.txt', content: 'a.lookups-test-1.com' },
        { name: 'b.txt', content: 'b.lookups-test-1.com' },
      ),
    };
    for (const [name, bytes] of Object.entries(files)) assert.deepEqual(await outcome(bytes, name), [2, true], name);
  });

  it('reject archives that are encrypted or expand too much', async () => {
    // Comments, which are read fast.
    const repeated = Buffer.alloc(70_000_000, `${'# '.repeat(499)}\n`);
    const files = {
      encryptedArchive: zip({ name: 'list.txt', content: list, isEncrypted: true }),
      expandsTooMuch: zip({ name: 'list.txt', content: repeated }),
    };
    for (const [kind, bytes] of Object.entries(files)) assert.deepEqual(await outcome(bytes, kind), [0, kind], kind);
  });

  it('read files of an archive whose paths are outside of it, and write none', async () => {
    assert.deepEqual(await outcome(zip({ name: '../../list.txt', content: list }), 'outside'), [2, true]);
    for (const place of [folder, join(folder, '..'), join(folder, '..', '..'), process.cwd()]) {
      assert.deepEqual(
        readdirSync(place).filter((name) => name === 'list.txt'),
        [],
      );
    }
  });

  it('import an archive in the terminal', async () => {
    const file = join(folder, 'list.zip');
    writeFileSync(file, zip({ name: 'list.txt', content: list }));
    const { stdout } = await promisify(execFile)(process.execPath, [
      testedCli,
      'import',
      file,
      '--db',
      join(folder, 'terminal.sqlite'),
    ]);
    assert.match(stdout, /"indicators":\{"added":2,.*"complete":true/);
  });
});
