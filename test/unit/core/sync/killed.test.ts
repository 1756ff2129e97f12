import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../../src/core/store/store';
import { collection, fakeTaxii, type FakeTaxii, indicators } from './fakeTaxii';
import { compileCache, programs } from '../../../harness/programs';

describe('Sync in a process of its own', function () {
  const running = new Set<ChildProcess>();
  let folder = '';
  let server: FakeTaxii;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sync-process-'));
    server = await fakeTaxii();
  });
  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL');
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(...more: readonly string[]): ChildProcess {
    const args = [
      programs.cli,
      'sync',
      '--url',
      server.url,
      '--db',
      join(folder, 'store.db'),
      '--key-env',
      'TAXII_KEY',
      ...more,
    ];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, TAXII_KEY: 'the-key' },
    });
    running.add(child);
    child.on('exit', () => running.delete(child));
    return child;
  }

  async function run(...more: readonly string[]) {
    const child = start(...more);
    const texts = { out: '', err: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
    const [code] = (await once(child, 'close')) as [number | null];
    const lines = texts.out.split('\n').filter((line) => line !== '');
    return { code, ...texts, lines: lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>) };
  }

  it('prints one line per collection, sends one request if nothing is new, and never shows the key', async () => {
    server.objects = indicators(250);
    const first = await run('--limit', '100');
    assert.equal(first.code, 0, first.err);
    assert.deepEqual(
      first.lines.map(({ collection: id, objects, added, complete }) => [id, objects, added, complete]),
      [[collection, 250, 250, true]],
    );
    server.requests.length = 0;
    const second = await run('--collection', collection);
    assert.deepEqual([second.lines[0]?.['requests'], second.lines[0]?.['added'], server.requests.length], [1, 0, 1]);
    for (const { out, err } of [first, second]) assert.ok(!`${out}${err}`.includes('the-key'));
  });

  it('authenticates with a bearer token or a custom header, and rejects invalid headers', async () => {
    server.objects = indicators(3);
    for (const [mode, name, value] of [
      ['bearer', 'authorization', 'Bearer the-key'],
      ['header:X-Api-Key', 'x-api-key', 'the-key'],
    ] as const) {
      server.headers.length = 0;
      const { code, out, err } = await run('--auth', mode, '--full');
      assert.equal(code, 0, err);
      assert.ok(server.headers.length > 0 && server.headers.every((headers) => headers[name] === value));
      assert.ok(!`${out}${err}`.includes('the-key'));
    }
    server.requests.length = 0;
    const refused = ['header:Host', 'header:', 'header:a b', 'header', 'token'];
    for (const mode of refused) assert.equal((await run('--auth', mode)).code, 2, mode);
    assert.equal((await run('--auth', 'bearer', '--user', 'me')).code, 2);
    assert.deepEqual(server.requests, []);
  });

  it('prints why a collection is incomplete to standard error, with code 1', async () => {
    server.answers.set(`/taxii2/api/collections/${collection}/objects/`, { status: 403, body: '{"title":"No"}' });
    const { code, err, lines } = await run();
    assert.deepEqual([code, lines[0]?.['complete']], [1, false]);
    assert.match(err, /incomplete: .*denied access to this collection \(HTTP 403\)\. Server message: “No”\./);
  });

  it('stops at the size limit with code 1, explains how to raise it, and keeps what was received', async () => {
    server.objects = indicators(6_000);
    const { code, err, lines } = await run('--limit', '1000', '--max-megabytes', '1');
    assert.deepEqual([code, lines[0]?.['complete']], [1, false]);
    assert.ok(Number(lines[0]?.['objects']) >= 1_000);
    assert.match(err, /incomplete: The collection reached its size limit of 1\.0 MB/);
    assert.match(err, /--max-megabytes/);
    const more = await run('--limit', '1000', '--max-megabytes', '100');
    assert.deepEqual([more.code, more.lines[0]?.['objects']], [0, 6_000]);
  });

  it('continues after a kill in the middle, with nothing lost', async () => {
    server.objects = indicators(3_000);
    const killed = new Promise<void>((done) => {
      server.onPage = (page) => {
        if (page !== 12) return;
        const [child] = running;
        child?.on('exit', () => done());
        child?.kill('SIGKILL');
      };
    });
    start('--limit', '100');
    await killed;
    server.onPage = () => undefined;
    // The store is whole, knows that the chain did not end, and what came is there.
    const store = openStore(join(folder, 'store.db'));
    const [left] = store.mirrors.list();
    assert.equal(left?.watermark, undefined);
    assert.ok((left?.objects ?? 0) > 0 && (left?.objects ?? 0) < 3_000, `${left?.objects ?? 0} objects`);
    const stored = left?.objects ?? 0;
    assert.equal(left?.indicators, stored);
    store.close();
    // A killed process can't release the collection, and nothing has to wait for its lease.
    const { code, lines, err } = await run('--limit', '1000');
    assert.equal(code, 0, err);
    assert.deepEqual([lines[0]?.['objects'], lines[0]?.['complete']], [3_000, true]);
  });

  it('waits for a server that goes down in the middle, and prints the next attempt to standard error', async () => {
    server.objects = indicators(450);
    server.onPage = (page) => {
      if (page !== 3) return;
      server.onPage = () => undefined;
      void server.down();
    };
    const child = start('--limit', '100');
    let reported = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      reported += text;
      if (/connection refused; next attempt in [12] s, at 20\d\d-/.test(reported))
        void server.up().catch(() => undefined);
    });
    let out = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0, reported);
    const line = JSON.parse(out) as Readonly<Record<string, unknown>>;
    assert.deepEqual([line['objects'], line['complete']], [450, true]);
  });

  it('ends at once when it is terminated during a pause', async () => {
    server.objects = indicators(150);
    await run('--limit', '100');
    await server.down();
    const child = start('--full');
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // The pauses have grown to seconds by then.
      if (/next attempt in [48] s/.test(text)) child.kill('SIGINT');
    });
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 1);
    const store = openStore(join(folder, 'store.db'));
    assert.deepEqual([store.mirrors.list()[0]?.error?.kind, store.mirrors.list()[0]?.objects], ['canceled', 150]);
    store.close();
  });
});
