import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { StoreError } from '../../../../src/core/store/protocol/storeError';
import { schemaVersion } from '../../../../src/core/store/sqlite/schema';
import { openStore } from '../../../../src/core/store/store';
import { runQuery } from '../../../../src/service/cli/runQuery';
import { formatStoreProblem } from '../../../../src/service/cli/formatStoreProblem';
import { fakeTaxii } from '../../core/sync/fakeTaxii';
import { makeEarlier } from '../../core/store/builders';
import { objects, type Ran, useCli } from './running';
import { type ServedRecords, servedFrom } from '../../../../src/service/servedRecords';

const csv = 'indicator,risk\nlogin-update.example,critical\n192.0.2.7,low\n';

describe('Command line with an unusable store', function () {
  const { path, run, runProgram, start } = useCli();
  let good: Buffer;

  before(async () => {
    writeFileSync(path('known.csv'), csv);
    writeFileSync(path('proxy.log'), 'CONNECT login-update.example:443\n');
    const { code, stderr } = await run(['import', '--db', path('good.db'), path('known.csv')]);
    assert.equal(code, 0, stderr);
    good = readFileSync(path('good.db'));
  });

  /** Runs each command on a store; none may succeed. */
  async function everyCommand(db: string): Promise<readonly Ran[]> {
    return Promise.all([
      run(['query', '--db', db, 'risk=critical']),
      run(['query', '--db', db, '--format', 'json', 'risk=critical']),
      run(['query', '--db', db, '--format', 'csv', 'risk=critical']),
      run(['triage', '--db', db, path('proxy.log')]),
      run(['triage', '--db', db, '--format', 'json', path('proxy.log')]),
      run(['import', '--db', db, path('known.csv')]),
      run(['sync', '--db', db, '--url', 'http://127.0.0.1:9/']),
      run(['service', '--db', db, '--port', '0']),
    ]);
  }

  function refused(ran: Ran, output: RegExp): void {
    assert.equal(ran.code, 1, ran.stderr);
    assert.equal(ran.stdout, '');
    assert.match(ran.stderr, output);
    assert.equal(ran.stderr.split('\n').length, 2, ran.stderr);
  }

  const foreign: readonly (readonly [what: string, content: () => Buffer, output: RegExp])[] = [
    ['a PDF', () => Buffer.from(`%PDF-1.7\n${'stream '.repeat(500)}`), /isn't a store\. It was left unchanged/],
    ['a text', () => Buffer.from('bad.example\n'), /isn't a store\. It was left unchanged/],
    [
      "a browser's database",
      () => browserDatabase(path('browser.db')),
      /a database of another program.*left unchanged/,
    ],
  ];
  for (const [what, content, output] of foreign) {
    it(`reports that it isn't a store, and leaves it unchanged (${what})`, async () => {
      const db = path('foreign.db');
      const bytes = content();
      writeFileSync(db, bytes);
      for (const ran of await everyCommand(db)) refused(ran, output);
      assert.deepEqual(readFileSync(db), bytes);
      assert.deepEqual(
        readdirSync(path('')).filter((name) => name.startsWith('foreign.db')),
        ['foreign.db'],
      );
    });
  }

  it('reports a corrupted store, leaves it in place, and reports it again the next time', async () => {
    const db = path('damaged.db');
    const bytes = Buffer.from(good).fill(0x5a, 4_096);
    writeFileSync(db, bytes);
    for (let time = 0; time < 2; time++)
      for (const ran of await everyCommand(db)) refused(ran, /The store .*damaged\.db is corrupted: .*left unchanged/);
    assert.deepEqual(readFileSync(db), bytes);
    assert.ok(readdirSync(path('')).every((name) => !name.includes('.corrupt-')));
  });

  it('reports corruption found only while reading', async () => {
    const db = path('deep.db');
    const store = openStore(db);
    const run0 = store.beginImport({ kind: 'import', name: 'x' });
    const long = 'x'.repeat(20_000);
    const { aRecord } = await import('../../core/store/builders');
    run0.take(
      Array.from({ length: 1_000 }, (_, n) => ({
        kind: 'indicator' as const,
        record: aRecord(`n${n}.example`, { risk: 'high', other: { long } }),
      })),
    );
    run0.finish();
    while (store.indexSome());
    store.close();
    const bytes = readFileSync(db);
    assert.ok(bytes.length > 16 * 1024 * 1024);
    // Pages of long texts, in the middle: an opening does not look at them.
    bytes.fill(0x5a, bytes.length >> 2, bytes.length - (bytes.length >> 2));
    writeFileSync(db, bytes);
    const names = path('names.log');
    writeFileSync(names, Array.from({ length: 1_000 }, (_, n) => `n${n}.example`).join('\n'));
    for (const args of [
      ['query', '--db', db, 'risk=high'],
      ['triage', '--db', db, names],
    ]) {
      const ran = await run(args);
      assert.equal(ran.code, 1, ran.stderr);
      assert.equal(ran.stdout, '');
      assert.match(ran.stderr, /is corrupted/);
    }
  });

  it('reports a missing store without creating it', async () => {
    const db = path('typo.db');
    for (const args of [
      ['query', '--db', db, 'risk=high'],
      ['triage', '--db', db, path('proxy.log')],
    ])
      refused(await run(args), /Store not found: .*typo\.db\. To create a store, run “threat-lookups import/);
    assert.equal(statSync(db, { throwIfNoEntry: false }), undefined);
  });

  it('reports an empty file and an empty database', async () => {
    const db = path('empty.db');
    writeFileSync(db, '');
    for (const args of [
      ['query', '--db', db, 'risk=high'],
      ['triage', '--db', db, path('proxy.log')],
    ])
      refused(await run(args), /empty\.db is an empty file/);
    assert.equal(statSync(db).size, 0);
    // Filling it is what an empty file may be meant for.
    assert.equal((await run(['import', '--db', db, path('known.csv')])).code, 0);
    const unfilled = path('unfilled.db');
    openStore(unfilled).close();
    const { code, stderr } = await run(['query', '--db', unfilled, 'risk=high']);
    assert.equal(code, 0);
    assert.match(stderr, /The store .* is empty\. Import or sync data first/);
  });

  it('reports a folder', async () => {
    mkdirSync(path('folder.db'));
    for (const ran of await everyCommand(path('folder.db'))) refused(ran, /folder\.db is a folder\. Pass a store file/);
    assert.deepEqual(readdirSync(path('folder.db')), []);
  });

  it('reports a newer version, and leaves it unchanged', async () => {
    const db = path('newer.db');
    writeFileSync(db, good);
    const other = new DatabaseSync(db);
    other.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
    other.close();
    const before = readFileSync(db);
    for (const ran of await everyCommand(db)) refused(ran, /was created or upgraded by a newer version/);
    assert.deepEqual(readFileSync(db), before);
  });

  it('sets a store of an earlier version aside, and names the file', async () => {
    for (const [n, args] of [
      ['query', 'risk=high'],
      ['triage', path('proxy.log')],
      ['import', path('known.csv')],
    ].entries()) {
      const db = path(`older-${n}.db`);
      writeFileSync(db, good);
      const other = new DatabaseSync(db);
      other.exec(makeEarlier);
      other.close();
      const before = readFileSync(db);
      const [name = '', ...more] = args;
      const first = await run([name, '--db', db, ...more]);
      const kept = /It was moved to (.*older-\d\.db\.outdated-\S+), and an empty store was created\. Import and sync/;
      assert.match(first.stderr, /The store .* was created by an earlier version of Threat Lookups/);
      assert.deepEqual(readFileSync(kept.exec(first.stderr)?.[1] ?? ''), before);
      const second = await run([name, '--db', db, ...more]);
      assert.doesNotMatch(second.stderr, /earlier version/);
      assert.deepEqual([first.code, second.code], [0, 0], first.stderr + second.stderr);
    }
  });

  it('reports a locked store', async () => {
    const db = path('locked.db');
    writeFileSync(db, good);
    const other = new DatabaseSync(db);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    try {
      // An import waits its turn instead.
      const requested = [
        ['query', '--db', db, 'risk=high'],
        ['triage', '--db', db, path('proxy.log')],
        ['service', '--db', db],
      ];
      for (const ran of await Promise.all(requested.map((args) => runProgram(args))))
        refused(ran, /The store .*locked\.db is locked by another process: .*Try again later/);
    } finally {
      other.close();
    }
  });

  it('reports missing permissions', async function () {
    // Root may do everything, so it runs as nobody.
    if (process.platform === 'win32') this.skip();
    const asNobody = process.getuid?.() === 0 ? { spawn: { uid: 65_534, gid: 65_534 } } : {};
    if (process.getuid?.() === 0 && spawnSync(process.execPath, ['-e', '0'], { uid: 65_534, gid: 65_534 }).status !== 0)
      this.skip();
    const db = path('secret.db');
    for (const mode of [0o000, 0o444]) {
      writeFileSync(db, good);
      chmodSync(db, mode);
      for (const args of [
        ['query', '--db', db, 'risk=high'],
        ['triage', '--db', db, path('proxy.log')],
        ['import', '--db', db, path('known.csv')],
      ])
        refused(
          await runProgram(args, asNobody),
          /secret\.db can't be opened for reading and writing: .*Check the permissions/,
        );
      rmSync(db);
    }
  });

  it('reports every problem in a clear sentence with the path', () => {
    const detail = 'disk I/O error';
    for (const kind of ['noSqlite', 'locked', 'diskFull', 'readOnly', 'networkFolder', 'failed', 'corrupt'] as const)
      assert.match(
        formatStoreProblem({ kind, detail }, '/data/a.db'),
        kind === 'noSqlite' ? /SQLite/ : /^The .*\/data\/a\.db.*disk I\/O error/,
      );
    assert.match(
      formatStoreProblem({ kind: 'corrupt', detail, movedTo: '/data/b.db' }, '/data/a.db'),
      /moved to \/data\/b\.db/,
    );
  });

  it('reports a full disk if a query needs space', async () => {
    const store = openStore(path('good.db'));
    const full: ServedRecords = {
      ...servedFrom(store),
      search: () => Promise.reject(new StoreError({ kind: 'diskFull', detail: 'database or disk is full' })),
    };
    const io = { signal: new AbortController().signal };
    try {
      await assert.rejects(
        runQuery(full, new URLSearchParams({ q: 'risk=high' }), io),
        (error) => error instanceof StoreError && error.problem.kind === 'diskFull',
      );
      const broken: ServedRecords = {
        ...servedFrom(store),
        search: () => Promise.reject(new RangeError('Invalid string length')),
      };
      await assert.rejects(
        runQuery(broken, new URLSearchParams({ q: 'risk=high' }), io),
        /The query failed: Invalid string length/,
      );
    } finally {
      store.close();
    }
  });

  it('keeps the store private, with all its files', async () => {
    if (process.platform === 'win32') return;
    const db = path('private/store.db');
    const before = process.umask(0);
    try {
      assert.equal((await run(['import', '--db', db, path('known.csv')])).code, 0);
    } finally {
      process.umask(before);
    }
    assert.equal(statSync(db).mode & 0o777, 0o600);
    assert.equal(statSync(path('private')).mode & 0o777, 0o700);
    chmodSync(db, 0o644);
    assert.equal((await run(['query', '--db', db, 'risk=high'])).code, 0);
    assert.equal(statSync(db).mode & 0o777, 0o600);
  });

  it("stops writing to the store once standard output can't be written", async function () {
    if (process.platform !== 'linux') this.skip();
    const full = openSync('/dev/full', 'w');
    const { execPath } = process;
    const { spawn } = await import('node:child_process');
    const child = spawn(execPath, [path('cli.mjs'), 'query', '--db', path('good.db'), 'type=domain or type=ip'], {
      stdio: ['ignore', full, 'pipe'],
    });
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    closeSync(full);
    assert.equal(code, 1);
    assert.match(output, /Standard output can't be written: .*ENOSPC/);
  });

  it('exits with code 1 if a signal cut its answer short', async () => {
    const child = start(['find', '-']);
    child.stdin.on('error', () => undefined).write('192.0.2.7\n'.repeat(200_000));
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const closed = once(child, 'close');
    child.stdout.once('data', () => {
      child.kill('SIGINT');
      child.stdin.end();
      child.stdout.resume();
    });
    const [code] = (await closed) as [number | null];
    assert.equal(code, 1);
    assert.match(output, /Canceled\. The output is incomplete\./);
  });
});

function browserDatabase(file: string): Buffer {
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE urls (id INTEGER PRIMARY KEY, url TEXT); INSERT INTO urls (url) VALUES ('https://a.example')");
  db.close();
  return readFileSync(file);
}

describe('Command line with unreadable files', () => {
  const { path, run, start } = useCli();
  const text = `${Array.from({ length: 5_000 }, (_, n) => `n${n}.lookups-test-3.com`).join('\n')}\n`;

  before(() => {
    writeFileSync(path('good.log'), 'see 192.0.2.7\n');
    writeFileSync(path('known.csv'), csv);
    writeFileSync(path('whole.log.gz'), gzipSync(text));
    const whole = gzipSync(text);
    writeFileSync(path('cut.log.gz'), whole.subarray(0, whole.length >> 1));
    writeFileSync(path('binary.bin'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0, 1, 2, 3]));
    mkdirSync(path('folder'));
  });

  it('finds indicators in compressed files, and in all readable files', async () => {
    const whole = await run(['find', path('whole.log.gz')]);
    assert.deepEqual([whole.code, whole.lines.length], [0, 5_000]);
    const bad = ['nowhere.log', 'folder', 'binary.bin', 'cut.log.gz'];
    for (const name of bad) {
      const { code, lines, stderr } = await run(['find', path(name), path('good.log')]);
      assert.equal(code, 1, name);
      assert.equal(objects(lines).at(-1)?.['value'], '192.0.2.7');
      assert.match(stderr, new RegExp(`${name.replace('.', '\\.')}: (?:not|partially) read`));
    }
    const cut = await run(['find', path('cut.log.gz')]);
    assert.match(cut.stderr, /partially read: The file is truncated\./);
    assert.ok(cut.lines.length < 5_000);
  });

  it('reports what failed in an import, and a file without indicators', async () => {
    for (const [name, output, count] of [
      ['cut.log.gz', /incomplete: The file is truncated\./, 2],
      ['folder', /The path is a folder, not a file\. Pass files, for example .*folder\/\*\.csv\./, 2],
      ['nowhere.log', /nowhere\.log: not imported: The file wasn't found\./, 1],
    ] as const) {
      const { code, lines, stderr } = await run(['import', '--db', path('imports.db'), path(name), path('good.log')]);
      assert.equal(code, 1, name);
      assert.match(stderr, output);
      assert.equal(lines.length, count, 'the other one is imported');
      assert.equal(objects(lines).at(-1)?.['source'], 'good.log');
    }
    writeFileSync(path('page.html'), '<html>\n<body>\n<p>Sign in</p>\n</body>\n</html>\n');
    const { code, stderr } = await run(['import', '--db', path('imports.db'), path('page.html')]);
    assert.equal(code, 1);
    assert.match(stderr, /page\.html: not imported: /);
  });

  it('reports that sample data is ignored beside other data', async () => {
    const db = path('both.db');
    await run(['import', '--db', db, resolve('media/sample-data.json')]);
    await run(['import', '--db', db, path('known.csv')]);
    const { stdout } = await run(['triage', '--db', db, '--format', 'table', resolve('media/sample.log')]);
    assert.match(
      stdout,
      /^3 of 29 indicators found in the store; the others aren't listed; 11 only in the sample data/m,
    );
  });

  it('imports sample data', async () => {
    const db = path('sample.db');
    const { code, lines, stderr } = await run(['import', '--db', db, resolve('media/sample-data.json')]);
    assert.equal(code, 0, stderr);
    const added = (objects(lines)[0]?.['indicators'] as { added: number }).added;
    assert.ok(added > 100, String(added));
    assert.ok((await run(['query', '--db', db, 'risk=critical'])).lines.length > 0);
  });

  it('reports that there may be more results than requested', async () => {
    const db = path('many.db');
    assert.equal((await run(['import', '--db', db, path('whole.log.gz')])).code, 0);
    const some = await run(['query', '--db', db, '--limit', '10', 'type=domain']);
    assert.deepEqual([some.code, some.lines.length], [0, 10]);
    assert.match(some.stderr, /Stopped at 10 results; there may be more\./);
    const all = await run(['query', '--db', db, 'type=domain']);
    assert.deepEqual([all.code, all.lines.length, all.stderr], [0, 5_000, '']);
  });

  it("starts the service although a file can't be imported", async () => {
    const child = start(['service', '--db', path('served.db'), '--import', path('nowhere.csv'), path('known.csv')]);
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const { url, key } = JSON.parse(line) as { url: string; key: string };
    assert.equal((await fetch(`${url}/api/indicator.php?indicator=192.0.2.7&key=${key}`)).status, 200);
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    assert.deepEqual(await closed, [0, null]);
    assert.match(output, /nowhere\.csv wasn't imported completely\. The service starts with the data in the store\./);
  });

  it('prints names and titles without control characters', async () => {
    const hostile = '\u001b]52;c;aGk=\u0007\u202e\u009b2J';
    const acting = /[^\P{Cc}\n]|\p{Cf}/u;
    const name = path(`a${hostile}.log`);
    writeFileSync(name, 'see 192.0.2.7\n');
    for (const args of [
      ['find', name, `${name}x`],
      ['import', '--db', path('h.db'), name, `${name}x`],
      ['triage', '--db', path('h.db'), name, `${name}x`],
      ['query', '--db', `${name}.db`, 'risk=high'],
      [hostile],
      ['find', `--${hostile}`],
    ]) {
      const { stdout, stderr } = await run(args);
      assert.notEqual(stderr, '');
      assert.doesNotMatch(stdout + stderr, acting, args.join(' '));
    }
    const server = await fakeTaxii();
    try {
      const collections = [{ id: 'a', title: `Feed ${hostile}\nAll is well`, can_read: true }];
      server.answers.set('/taxii2/api/collections/', {
        status: 200,
        body: JSON.stringify({ collections }),
        headers: {},
      });
      server.answers.set('/taxii2/api/collections/a/objects/', {
        status: 401,
        body: JSON.stringify({ title: hostile }),
      });
      const { code, stdout, stderr } = await run(['sync', '--url', server.url, '--db', path('refused.db')]);
      assert.equal(code, 1);
      assert.match(stderr, /^Feed .*: incomplete: /);
      assert.doesNotMatch(stdout + stderr, acting);
      assert.doesNotMatch(stderr, /^All is well/m);
    } finally {
      await server.close();
    }
  });
});
