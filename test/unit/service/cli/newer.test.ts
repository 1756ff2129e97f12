import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { schemaVersion } from '../../../../src/core/store/sqlite/schema';
import { fakeTaxii, indicators } from '../../core/sync/fakeTaxii';
import { useCli } from './running';

describe('A store that a newer version upgrades during a command', () => {
  const { path, run, start } = useCli();
  const said =
    /^(?:Using .*\n)?(?:list: .*\n)*The store .*\.db was created or upgraded by a newer version of Threat Lookups: .*\. Nothing more was written\. Use that version\.\n$/;

  before(async () => {
    writeFileSync(path('list.txt'), 'lookups-test-1.com\n');
    const { code, stderr } = await run(['import', '--db', path('good.db'), path('list.txt')]);
    assert.equal(code, 0, stderr);
  });

  function inStore<T>(name: string, work: (db: DatabaseSync) => T): T {
    const db = new DatabaseSync(path(name));
    db.exec('PRAGMA busy_timeout = 10000');
    try {
      return work(db);
    } finally {
      db.close();
    }
  }
  /** Changes a store like a newer version. */
  const upgrade = (name: string): void =>
    inStore(name, (db) => {
      db.exec('BEGIN IMMEDIATE; ALTER TABLE assertion RENAME COLUMN body TO packed');
      db.exec(`PRAGMA user_version = ${schemaVersion + 1}; COMMIT`);
    });
  const copy = (name: string): string => {
    copyFileSync(path('good.db'), path(name));
    return path(name);
  };
  async function endOf(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; stderr: string }> {
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stderr };
  }
  const lines = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, n) => `host${from + n}.lookups-test-3.com\n`).join('');

  it('stops an import with that reason, not with the file', async () => {
    const child = start(['import', '--db', copy('imported.db'), '--name', 'list', '-']);
    const ended = endOf(child);
    child.stdin.on('error', () => undefined).write(lines(0, 20_000));
    const stored = (db: DatabaseSync): number => Number(db.prepare('SELECT count(*) AS n FROM assertion').get()?.['n']);
    while (child.exitCode === null && inStore('imported.db', stored) <= 1)
      await new Promise((resolve) => setImmediate(resolve));
    upgrade('imported.db');
    child.stdin.end(lines(20_000, 60_000));
    const { code, stderr } = await ended;
    assert.equal(code, 1);
    assert.match(stderr, said);
  });

  it('stops a sync', async () => {
    const server = await fakeTaxii();
    try {
      server.objects = indicators(500);
      copy('synced.db');
      server.onPage = (page) => page === 3 && upgrade('synced.db');
      const { code, stderr } = await run(['sync', '--url', server.url, '--db', path('synced.db'), '--limit', '100']);
      assert.equal(code, 1);
      assert.match(stderr, said);
    } finally {
      await server.close();
    }
  });

  for (const [options, expected] of [
    [[], 1],
    [['--fail-on', 'high'], 4],
  ] as const)
    it(`stops a triage with exit code ${expected}`, async () => {
      const name = `triaged${expected}.db`;
      const child = start(['triage', '--db', copy(name), ...options, '-']);
      const ended = endOf(child);
      // The store was opened before it reads more than what fits into a pipe.
      if (!child.stdin.write(lines(0, 60_000))) await once(child.stdin, 'drain');
      upgrade(name);
      child.stdin.end();
      const { code, stderr } = await ended;
      assert.equal(code, expected);
      assert.match(stderr, said);
    });

  it('is said by a service', async () => {
    const child = start(['service', '--db', copy('served.db')]);
    const ended = endOf(child);
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const { url, key } = JSON.parse(line) as { url: string; key: string };
    const request = `${url}/api/indicator.php?indicator=lookups-test-1.com&key=${key}`;
    assert.equal((await fetch(request)).status, 200);
    upgrade('served.db');
    assert.equal((await fetch(request)).status, 500);
    child.kill('SIGTERM');
    const { stderr } = await ended;
    assert.match(stderr, /^The store .*served\.db was created or upgraded by a newer version/);
    assert.doesNotMatch(stderr, /no such column/);
  });

  it('is said to an assistant, and in the log of the MCP server', async () => {
    const args = [path('cli.mjs'), 'mcp', '--db', copy('mcp.db')];
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd: path('.'), stderr: 'pipe' });
    let log = '';
    transport.stderr?.on('data', (text: Buffer) => (log += text.toString()));
    await client.connect(transport);
    try {
      const lookUp = () => client.callTool({ name: 'lookup', arguments: { indicators: ['lookups-test-1.com'] } });
      const query = () => client.callTool({ name: 'query', arguments: { query: 'type=domain' } });
      assert.notEqual((await lookUp()).isError, true);
      upgrade('mcp.db');
      for (const answer of [await lookUp(), await query()]) {
        assert.equal(answer.isError, true);
        assert.match(JSON.stringify(answer.content), /a newer version of Threat Lookups has upgraded it/);
        assert.doesNotMatch(JSON.stringify(answer), /no such column|unknown/);
      }
      assert.match(log, /The store .*mcp\.db was created or upgraded by a newer version/);
      assert.doesNotMatch(log, /no such column/);
    } finally {
      await client.close();
    }
  });
});
