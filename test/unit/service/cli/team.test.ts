import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { openTeamStore } from '../../../../src/service/team';
import { newDatabase } from '../../../harness/postgres';
import { withPostgres } from '../team/withPostgres';
import { useCli } from './running';

withPostgres('import into a database of PostgreSQL', () => {
  const { path, run, runProgram } = useCli();

  it('creates its tables, and updates what was imported before', async () => {
    const address = await newDatabase();
    writeFileSync(path('list.txt'), 'bad.example\nworse.example\n');
    const first = await runProgram(['import', '--db', address, path('list.txt'), '--risk', 'high']);
    assert.equal(first.code, 0, first.stderr);
    assert.equal((JSON.parse(first.stdout) as { indicators: { added: number } }).indicators.added, 2);
    const again = await run(['import', '-', '--name', 'list.txt'], {
      env: { THREAT_LOOKUPS_DB: address },
      input: 'bad.example\n',
    });
    assert.equal(again.code, 0, again.stderr);
    const store = await openTeamStore(address);
    const found = await store.byKeys(['bad.example', 'other.example']);
    assert.deepEqual(
      [...found].map(([key, { risk }]) => [key, risk]),
      [['bad.example', 'high']],
    );
    await store.close();
  });

  it('says what failed, without the password', async () => {
    const address = 'postgres://somebody:secret@127.0.0.1:1/nowhere';
    const { code, stderr } = await run(['import', '--db', address, path('list.txt')]);
    assert.equal(code, 1);
    assert.match(stderr, /^The database postgres:\/\/127\.0\.0\.1:1\/nowhere can't be used: .*ECONNREFUSED/);
    assert.doesNotMatch(stderr, /secret|somebody/);
  });

  it('is the only command that can', async () => {
    const address = 'postgres://somebody:secret@127.0.0.1:1/nowhere';
    for (const command of [
      ['query', 'ioc=*'],
      ['triage', path('list.txt')],
      ['service'],
      ['sync', '--url', 'https://x.example'],
    ]) {
      const { code, stderr } = await run([...command, '--db', address]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /^only import can use a PostgreSQL database so far/);
    }
  });
});
