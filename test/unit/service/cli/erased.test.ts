import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beside } from '../../core/store/builders';
import { remains } from '../../../../src/core/store/sqlite/upkeep';
import { useCli } from './running';

const count = 400;

describe('What commands delete', () => {
  const { path, run } = useCli();

  /** How many of the marked values are in any file of a store. */
  const found = (name: string, mark: string): number => {
    const files = readdirSync(path('')).filter((each) => each.startsWith(name));
    const texts = files.map((each) => readFileSync(path(each), 'latin1')).join('');
    return new Set(texts.match(new RegExp(`${mark}\\d{5}`, 'g'))).size;
  };
  const values = (mark: string): string[] =>
    Array.from({ length: count }, (_, n) => `${mark}${String(n).padStart(5, '0')}.lookups-test-1.com`);
  const importTable = (db: string, mark: string, [value, risk]: readonly number[] = [1, 2]) => {
    const columns = ['--column', `value=${value}`, '--column', `risk=${risk}`];
    writeFileSync(
      path(`${mark}.csv`),
      values(mark)
        .map((each) => (value === 1 ? `${each},high` : `high,${each}`))
        .join('\n'),
    );
    return run(['import', '--db', path(db), '--name', 'table', ...columns, path(`${mark}.csv`)]);
  };
  /** Removes everything as a version that overwrote nothing, and notes that it has to be erased. */
  const remove = (db: string): void => {
    const store = beside(path(db));
    store.exec('PRAGMA secure_delete = OFF; PRAGMA foreign_keys = ON');
    store.exec('DELETE FROM assertion; DELETE FROM indicator; DELETE FROM facet');
    store.exec(`INSERT OR REPLACE INTO upkeep (name, value) VALUES ('wipe', ${remains.records})`);
    store.close();
  };

  before(() => {
    writeFileSync(path('other.txt'), 'lookups-test-2.com\n');
  });

  it('is in no file of the store after the command, which replaced what a source contains', async () => {
    assert.equal((await importTable('replaced.db', 'qzfirst')).code, 0);
    assert.equal(found('replaced.db', 'qzfirst'), count);
    const { code, stderr } = await importTable('replaced.db', 'qzsecond', [2, 1]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual([found('replaced.db', 'qzfirst'), found('replaced.db', 'qzsecond')], [0, count]);
    const { stdout } = await run(['query', '--db', path('replaced.db'), 'ioc=*qzsecond00007*']);
    assert.match(stdout, /qzsecond00007/);
  });

  it('is erased by the next command if another one left it', async () => {
    assert.equal((await importTable('left.db', 'qzfirst')).code, 0);
    remove('left.db');
    assert.ok(found('left.db', 'qzfirst') > 0);
    const { code, stderr } = await run(['import', '--db', path('left.db'), path('other.txt')]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(found('left.db', 'qzfirst'), 0);
  });

  it('is reported, and erased later, while another program uses the store', async () => {
    assert.equal((await importTable('busy.db', 'qzfirst')).code, 0);
    remove('busy.db');
    const reading = new DatabaseSync(path('busy.db'), { readOnly: true });
    reading.exec('BEGIN; SELECT count(*) FROM source');
    const busy = await run(['import', '--db', path('busy.db'), path('other.txt')]);
    reading.close();
    assert.equal(busy.code, 0);
    assert.match(busy.stderr, /^Deleted data is still in the store .*busy\.db: another program is using it\..*\n$/);
    assert.equal((await run(['import', '--db', path('busy.db'), path('other.txt')])).stderr, '');
    assert.equal(found('busy.db', 'qzfirst'), 0);
  });
});
