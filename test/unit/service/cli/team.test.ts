import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { openTeamStore } from '../../../../src/service/team';
import { newDatabase } from '../../../harness/postgres';
import { storeFileIn } from '../../../../src/service/cli/command';
import { withPostgres } from '../team/withPostgres';
import { useCli } from './running';
import { type FakeTaxii, fakeTaxii, indicators } from '../../core/sync/fakeTaxii';
import { eventually } from '../../../editor/helpers/waiting';

withPostgres('import into a database of PostgreSQL', () => {
  const { path, run, runProgram } = useCli();

  it('creates its tables, and updates what was imported before', async () => {
    const address = await newDatabase();
    writeFileSync(path('list.txt'), 'bad.example\nworse.example\n');
    const first = await runProgram(['import', '--db', address, path('list.txt'), '--risk', 'high']);
    assert.equal(first.code, 0, first.stderr);
    const printed = JSON.parse(first.stdout) as Readonly<Record<string, unknown>>;
    assert.equal((printed['indicators'] as { added: number }).added, 2);
    assert.deepEqual([printed['unrated'], printed['risks']], [0, { high: 2 }]);
    assert.match(String(printed['store']), /^postgres:\/\//);
    assert.doesNotMatch(String(printed['store']), /@/);
    const again = await run(['import', '-', '--name', 'list.txt'], {
      env: { THREAT_LOOKUPS_DB: address },
      input: 'bad.example\n',
    });
    assert.equal(again.code, 0, again.stderr);
    assert.deepEqual((JSON.parse(again.stdout) as { risks: object }).risks, { high: 1 });
    const store = await openTeamStore(address);
    const found = await store.records.byKeys(['bad.example', 'other.example']);
    assert.deepEqual(
      found.map(({ value, risk }) => [value, risk]),
      [['bad.example', 'high']],
    );
    await store.close();
  });

  it('says what failed, without the password', async () => {
    const address = 'postgres://somebody:secret@127.0.0.1:1/nowhere';
    const { code, stderr } = await run(['import', '--db', address, path('list.txt')]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^Can't connect to the database postgres:\/\/127\.0\.0\.1:1\/nowhere: connection refused \(ECONNREFUSED\)\. Check the host/,
    );
    assert.doesNotMatch(stderr, /secret|somebody/);
  });

  it('refuses what looks like an address and is not one, in each command, without the password', async () => {
    const wrong = [
      'postgress://intel:secret@127.0.0.1/intel',
      '"postgres://intel:secret@127.0.0.1/intel"',
      "'postgres://intel:secret@127.0.0.1/intel'",
      ' postgres://intel:secret@127.0.0.1/intel',
      'postgres://intel:secret@127.0.0.1/intel ',
      'postgres:/intel:secret@127.0.0.1/intel',
      'postgres:intel:secret@127.0.0.1/intel',
      'jdbc:postgresql:secret',
      'intel:secret@127.0.0.1/intel',
      'file:/secret.db',
    ];
    const commands = [
      ['import', 'list.txt'],
      ['query', 'risk=high'],
      ['triage', 'list.txt'],
      ['sources'],
      ['service'],
      ['team', 'list'],
      ['mcp'],
      ['sync', '--url', 'https://intel.example'],
    ];
    const before = readdirSync(path('.'));
    for (const db of wrong)
      for (const [at, command] of commands.entries()) {
        if (at > 0 && db !== wrong[0]) continue;
        for (const given of [{ args: ['--db', db] }, { args: [], env: { THREAT_LOOKUPS_DB: db } }]) {
          const { code, stdout, stderr } = await run([...command, ...given.args], { env: given.env ?? {} });
          assert.equal(code, 2, db);
          assert.match(stderr, /^(?:--db|THREAT_LOOKUPS_DB) must be a (?:file or a )?database URL such as postgres:/);
          assert.doesNotMatch(stdout + stderr, /secret/);
        }
      }
    assert.deepEqual(readdirSync(path('.')), before);
    for (const db of ['C:/secret/store.db', String.raw`C:\store.db`, './a@b.db', 'store.db'])
      assert.equal(storeFileIn({ options: { db }, positionals: [] }, { env: {} }), db);
  });

  it('says how to write a password with special characters', async () => {
    for (const password of ['pa/ss', 'pa#ss', 'pa?ss', '12/34', '12#34']) {
      const { code, stderr } = await run(['import', '--db', `postgres://intel:${password}@127.0.0.1:1/intel`, 'x']);
      assert.equal(code, 1);
      assert.match(stderr, /^The database postgres:.* can't be used: its address can't be read\. .*%40 for @\.$/m);
      assert.ok(!stderr.includes(password) && !stderr.includes('34'), stderr);
    }
    for (const rest of ['pa%2Fss@127.0.0.1:1/intel', 'p@127.0.0.1:1/intel?sslmode=require', 'p@/intel?host=/none']) {
      const { stderr } = await runProgram(['import', '--db', `postgres://intel:${rest}`, 'x']);
      assert.match(stderr, /^(?:The|Can't connect to the) database postgres:.*\n$/);
    }
  });

  it('prints nothing about a file that is not there but the reason', async () => {
    const { code, stdout, stderr } = await run(['import', '--db', path('missing.db'), path('missing.txt')]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /missing\.txt/);
  });

  it('keeps a source whose removal is canceled', async () => {
    const address = await newDatabase();
    writeFileSync(path('kept.txt'), 'bad.example\n');
    assert.equal((await run(['import', path('kept.txt'), '--db', address])).code, 0);
    const store = await openTeamStore(address);
    try {
      const [{ id } = { id: 0 }] = await store.sources();
      await assert.rejects(store.removeSource(id, AbortSignal.abort()), { name: 'AbortError' });
      assert.equal((await store.sources()).length, 1);
      assert.equal(await store.removeSource(id), 1);
      assert.deepEqual(await store.sources(), []);
    } finally {
      await store.close();
    }
  });

  it('lists sources, and removes one, in a database as in a file', async () => {
    const address = await newDatabase();
    writeFileSync(path('a.txt'), 'bad.example\nworse.example\n');
    writeFileSync(path('b.txt'), 'bad.example\n');
    for (const db of [address, path('sources.db')]) {
      const lines = async (...args: readonly string[]): Promise<readonly Record<string, unknown>[]> => {
        const { code, stdout, stderr } = await run([...args, '--db', db]);
        assert.equal(code, 0, stderr);
        return stdout
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      };
      await lines('import', '--risk', 'high', path('a.txt'), path('b.txt'));
      const listed = await lines('sources');
      assert.deepEqual(
        listed.map(({ name, kind, indicators, risk }) => [name, kind, indicators, risk]),
        [
          ['a.txt', 'import', 2, 'high'],
          ['b.txt', 'import', 1, 'high'],
        ],
      );
      const [removed] = await lines('sources', 'remove', 'a.txt');
      assert.deepEqual(removed, { id: listed[0]?.['id'], name: 'a.txt', kind: 'import', removed: 2 });
      assert.deepEqual(
        (await lines('query', 'risk=high')).map(({ indicator }) => indicator),
        ['bad.example'],
      );
      await lines('sources', 'remove', '--id', String(listed[1]?.['id']));
      assert.deepEqual(await lines('sources'), []);
      for (const args of [
        ['remove'],
        ['remove', 'a', 'b'],
        ['remove', 'a', '--id', '1'],
        ['delete', 'a'],
        ['--id', '1'],
      ])
        assert.equal((await run(['sources', ...args, '--db', db])).code, 2, args.join(' '));
      const { code, stderr } = await run(['sources', 'remove', 'none.txt', '--db', db]);
      assert.equal(code, 1);
      assert.match(stderr, /^No source is named “none\.txt”|is empty/);
    }
    const { stdout } = await run(['team', 'log', '--db', address]);
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .map(({ by, action, subject, details }) => [by, action, subject, details]),
      [
        ['command line', 'source removed', 'b.txt', 'import, 1 indicator'],
        ['command line', 'source removed', 'a.txt', 'import, 2 indicators'],
        ['command line', 'source imported', 'b.txt', '1 added, 0 updated, 0 unchanged'],
        ['command line', 'source imported', 'a.txt', '2 added, 0 updated, 0 unchanged'],
      ],
    );
  });

  it('syncs collections as into a file, and without the password in what it prints', async () => {
    const server = await fakeTaxii();
    server.objects = indicators(120);
    try {
      const address = await newDatabase();
      const printed = async (db: string) => {
        const args = ['sync', '--url', server.url, '--db', db, '--key-env', 'TAXII_KEY', '--limit', '100'];
        const { code, stdout, stderr } = await run(args, { env: { TAXII_KEY: 'the-key' } });
        assert.equal(code, 0, stderr);
        assert.doesNotMatch(stdout + stderr, /the-key/);
        return { ...(JSON.parse(stdout) as object), ms: 0 };
      };
      for (const more of [0, 30]) {
        server.objects = [...server.objects, ...indicators(more, 1, 120)];
        assert.deepEqual(await printed(address), await printed(path('store.db')));
      }
      const store = await openTeamStore(address);
      assert.equal((await store.mirrors.list())[0]?.indicators, 150);
      await store.close();
    } finally {
      await server.close();
    }
  });
});

withPostgres('sync --every', () => {
  const { path, run, start } = useCli();
  let server: FakeTaxii;
  beforeEach(async () => {
    server = await fakeTaxii();
    server.objects = indicators(120);
  });
  afterEach(() => server.close());

  const pages = (): number => server.requests.filter((request) => request.includes('/objects/')).length;
  const every = (db: string): readonly string[] => [
    'sync',
    ...['--url', server.url, '--db', db, '--limit', '100', '--every', '60'],
  ];

  async function endOf(child: ChildProcessWithoutNullStreams): Promise<void> {
    child.kill('SIGTERM');
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 0);
  }

  it('syncs once in that time, by whichever process, until it ends', async () => {
    const address = await newDatabase();
    const first = start(every(address));
    const [line] = (await once(first.stdout, 'data')) as [Buffer];
    const { objects, complete } = JSON.parse(line.toString()) as Record<string, unknown>;
    assert.deepEqual({ objects, complete }, { objects: 120, complete: true });
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const isTrue = async (sql: string): Promise<boolean> => (await client.query(sql)).rows.length > 0;
    await eventually(() => isTrue('SELECT 1 FROM mirror WHERE discovered IS NOT NULL'), 'the end of the sync');
    await endOf(first);
    const second = start(every(address));
    await eventually(
      () => isTrue("SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE '%FROM mirror m%'"),
      'a look at what is due',
    );
    await endOf(second);
    await client.end();
    assert.equal(pages(), 2);
  });

  it('continues where the server has no collection for now, and prints lines only', async () => {
    server.answers.set('/taxii2/', { status: 401, body: '' });
    const child = start(every(path('store.db')));
    const [text] = (await once(child.stderr, 'data')) as [Buffer];
    assert.match(text.toString(), /401/);
    assert.equal(child.exitCode, null);
    await endOf(child);
    const { code: refused, stderr } = await run([...every(path('store.db')), '--json']);
    assert.equal(refused, 2);
    assert.match(stderr, /--every and --json can't be combined/);
  });
});

withPostgres('A team with a database of PostgreSQL', () => {
  const { path, run, start } = useCli();

  /** The JSON lines that a command prints. */
  const printed = async (address: string, ...args: readonly string[]): Promise<readonly Record<string, unknown>[]> => {
    const { code, stdout, stderr } = await run([...args, '--db', address]);
    assert.equal(code, 0, stderr);
    return stdout
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('adds people, lists and revokes their keys, and logs that', async () => {
    const address = await newDatabase();
    const [added] = await printed(address, 'team', 'add', 'Ana Example', '--days', '90');
    assert.match(String(added?.['key']), /^tl_[\w-]{32}$/);
    const [listed] = await printed(address, 'team', 'list');
    assert.ok(listed !== undefined);
    assert.equal(listed['name'], 'Ana Example');
    assert.equal(listed['keys'], 1);
    assert.equal(listed['role'], 'read');
    assert.deepEqual(await printed(address, 'team', 'role', 'ana example', '--role', 'edit'), [
      { name: 'Ana Example', role: 'edit' },
    ]);
    // Another key doesn't take a role away, nor a plan.
    const again = await run(['team', 'add', 'ana EXAMPLE', '--db', address]);
    assert.match(again.stderr, /^“Ana Example” was added before\. This is another key, with the role edit\.\n$/);
    const { key: other, ...shown } = JSON.parse(again.stdout) as Record<string, unknown>;
    assert.match(String(other), /^tl_/);
    assert.deepEqual(shown, { name: 'Ana Example', plan: 'team', role: 'edit', expires: null, keys: 2 });
    const refused = await run(['team', 'add', 'Ana Example', '--role', 'admin', '--db', address]);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /^“Ana Example” has the role edit\. To change it, run “threat-lookups team role "Ana Example" --role admin”/,
    );
    assert.equal((await printed(address, 'team', 'list'))[0]?.['role'], 'edit');
    assert.match(String(listed['expires']), /^20\d\d-/);
    assert.deepEqual(await printed(address, 'team', 'revoke', 'ana example'), [{ name: 'Ana Example', revoked: 2 }]);
    const table = await run(['team', 'list', '--db', address], { isTerminal: true, env: { NO_COLOR: '1' } });
    assert.match(table.lines[0] ?? '', /^NAME +ROLE +PLAN +KEYS +EXPIRES \(UTC\) +CREATED \(UTC\)$/);
    assert.match(table.lines[1] ?? '', /^Ana Example +edit +team +0 \(2 revoked\) +20\d\d-\d\d-\d\d \d\d:\d\d$/);
    const shownLog = await run(['team', 'log', '--db', address], { isTerminal: true, env: { NO_COLOR: '1' } });
    assert.match(shownLog.lines[1] ?? '', /^20\d\d-.* {2}command line {2}keys revoked +Ana Example +2 keys$/);
    const log = await printed(address, 'team', 'log');
    assert.deepEqual(
      log.map(({ action, subject }) => [action, subject]),
      [
        ['keys revoked', 'Ana Example'],
        ['key added', 'Ana Example'],
        ['role changed', 'Ana Example'],
        ['key added', 'Ana Example'],
      ],
    );
    assert.ok(!JSON.stringify([listed, log]).includes(String(added?.['key'])));
    const unknown = await run(['team', 'revoke', 'Nobody', '--db', address]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /^No person named “Nobody”/);
  });

  it('searches it from the command line', async () => {
    const address = await newDatabase();
    writeFileSync(path('list.csv'), 'value,risk,port\nbad.example,high,443\nworse.example,critical,80\n');
    await printed(address, 'import', path('list.csv'));
    const found = await printed(address, 'query', 'risk=high or port=80');
    assert.deepEqual(found.map(({ indicator, risk }) => [indicator, risk]).toSorted(), [
      ['bad.example', 'high'],
      ['worse.example', 'critical'],
    ]);
    const wrong = await run(['query', 'nothing=1', '--db', address]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /Unknown field: nothing/);
  });

  it('is served by several processes, until a key is revoked', async () => {
    const address = await newDatabase();
    writeFileSync(path('list.txt'), 'bad.example\n');
    await printed(address, 'import', path('list.txt'), '--risk', 'high');
    const [added] = await printed(address, 'team', 'add', 'Ana');
    const key = String(added?.['key']);
    const children = [1, 2].map(() => start(['service', '--db', address]));
    const urls = await Promise.all(children.map(urlOf));
    const statusOf = async (url: string, path: string): Promise<number> =>
      (await fetch(url + path, path.includes('key=') ? {} : { headers: { Authorization: `Bearer ${key}` } })).status;
    const lookup = (given: string): string => `/api/indicator.php?indicator=bad.example&key=${given}`;
    for (const url of urls) {
      assert.equal(await statusOf(url, '/readyz'), 200);
      assert.equal(await statusOf(url, '/metrics'), 200);
      assert.equal(await statusOf(url, lookup(key)), 200);
      assert.equal(await statusOf(url, lookup('')), 401);
    }
    await printed(address, 'team', 'revoke', 'Ana');
    for (const url of urls)
      await eventually(async () => (await statusOf(url, lookup(key))) === 401, 'the end of the key');
    for (const child of children) {
      child.kill('SIGTERM');
      const [code] = (await once(child, 'close')) as [number];
      assert.equal(code, 0);
    }
  });

  it('has keys with plans, which options of a file do not change', async () => {
    const address = 'postgres://127.0.0.1:1/nowhere';
    const cases: readonly (readonly [args: readonly string[], error: RegExp])[] = [
      [['service', '--key', 'k'], /^--key can't be used with a team database/],
      [['service', '--host', '0.0.0.0'], /^--host 0\.0\.0\.0 requires --trusted-proxy\./],
      [['service', '--host', 'intel.example'], /^--host must be an IP address/],
      [
        ['service', '--trusted-proxy', 'proxy.example'],
        /^--trusted-proxy must be the IP address of a proxy, or a network/,
      ],
      [['team'], /^Specify one of: add, list, role, revoke, log/],
      [['team', 'add'], /^Specify one name/],
      [['team', 'add', 'Ana', '--days', '0'], /^--days must be an integer from 1 to 3650/],
      [['team', 'add', 'Ana', '--role', 'owner'], /^--role must be one of: read, scan, edit, admin/],
      [['team', 'add', 'A\u202ena'], /^A name can't contain invisible characters/],
      [['team', 'role', 'Ana'], /^Specify --role/],
      [['team', 'role', 'Ana', 'admin'], /^Specify the role as “--role admin”/],
      [['service', '--trusted-proxy', '0.0.0.0/0'], /^--trusted-proxy must be .*not all IP addresses/],
      [['team', 'list', 'Ana'], /^Unexpected argument/],
    ];
    for (const [args, error] of cases) {
      const { code, stderr } = await run([...args, '--db', address]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, error);
    }
    const file = await run(['team', 'list', '--db', path('store.db')]);
    assert.match(file.stderr, /^--db must be a database URL such as postgres:/);
  });
});

/** Returns the URL that a service prints when it is ready. */
async function urlOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) return (JSON.parse(line) as { readonly url: string }).url;
  throw new Error('the service has ended');
}
