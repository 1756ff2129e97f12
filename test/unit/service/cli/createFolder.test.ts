import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../../../../src/service/cli/createFolder';
import { useCli } from './running';

describe('Folder of a store', () => {
  const { path, run } = useCli();

  it('is created with those above it, for this account only', () => {
    const folder = path(join('new', 'deep', 'folder'));
    createFolder(folder);
    createFolder(folder);
    assert.ok(statSync(folder).isDirectory());
    if (process.platform !== 'win32') assert.equal(statSync(path('new')).mode & 0o077, 0);
  });

  it('may be created by another process at the same time', () => {
    createFolder(path(join('shared', 'folder')), (folder) => {
      mkdirSync(folder);
      mkdirSync(folder);
    });
    assert.ok(existsSync(path(join('shared', 'folder'))));
  });

  it('is refused with the reason where no folder can be created, without trying again', () => {
    const failures = {
      ENOENT: "doesn't allow new folders",
      EACCES: 'permission denied',
      EROFS: 'read-only',
      EIO: 'EIO: x',
    };
    for (const [code, reason] of Object.entries(failures)) {
      let tries = 0;
      const create = (): void => {
        tries++;
        throw Object.assign(new Error(`${code}: x`), { code });
      };
      assert.throws(
        () => createFolder(path(join('refused', 'folder')), create),
        (error: Error) => {
          assert.ok(error.message.startsWith(`The folder ${path('refused')} can't be created: `), error.message);
          assert.ok(error.message.includes(reason), error.message);
          return true;
        },
      );
      assert.equal(tries, 1);
    }
  });

  it('is not looked for in a file', async () => {
    writeFileSync(path('list.txt'), 'login-update.example\n');
    const db = path(join('list.txt', 'deep', 'store.db'));
    for (const args of [
      ['import', '--db', db, path('list.txt')],
      ['query', '--db', db, 'risk=high'],
    ]) {
      const { code, stderr } = await run(args);
      assert.deepEqual([code, stderr], [1, `${path('list.txt')} is a file, not a folder. Check --db.\n`]);
    }
    const gate = await run(['triage', '--fail-on', 'high', '--db', db, path('list.txt')]);
    assert.equal(gate.code, 4);
    mkdirSync(path('folder'));
    const folder = await run(['query', '--db', path('folder'), 'risk=high']);
    assert.equal(folder.stderr, `${path('folder')} is a folder. Pass a store file with --db.\n`);
  });

  it('ends a command in a file system that accepts none', async function () {
    if (!existsSync('/proc/self')) this.skip();
    const { code, stderr } = await run(['import', '--db', '/proc/x/y/store.db', path('list.txt')]);
    assert.equal(code, 1);
    assert.match(stderr, /^The folder \/proc\/x can't be created: .*\. Check --db\.$/m);
  });
});
