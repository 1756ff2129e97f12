import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fakeTaxii } from '../../core/sync/fakeTaxii';
import { objects, useCli } from './running';

describe('Command line', () => {
  let folder = '';
  let list = '';
  let db = '';

  const cli = useCli();
  before(async () => {
    folder = cli.path('');
    list = cli.path('list.txt');
    await writeFile(list, 'login-update.example\n192.0.2.7\nhxxp://login-update[.]example/a\nnot an indicator\n');
    db = cli.path('store.db');
  });

  const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => cli.start(args, { env });
  const run = (args: readonly string[], input = '') => cli.run(args, { input });

  /** Waits for the one line that a service prints when it is ready. */
  async function ready(child: ChildProcessWithoutNullStreams): Promise<{ readonly url: string; readonly key: string }> {
    for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>)
      return JSON.parse(chunk) as { url: string; key: string };
    return assert.fail('the service ended before it was ready');
  }

  async function ended(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals) {
    const exit = once(child, 'exit');
    child.kill(signal);
    return (await exit) as [number | null, NodeJS.Signals | null];
  }

  describe('usage', () => {
    const commands = ['service', 'find', 'import', 'query', 'triage', 'sync', 'completion'];
    it('lists the commands', async () => {
      const { code, stdout } = await run(['--help']);
      assert.equal(code, 0);
      for (const name of commands) assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
    });

    for (const name of commands)
      it(`explains ${name}`, async () => {
        const { code, stdout } = await run([name, '--help']);
        assert.equal(code, 0);
        assert.match(stdout, new RegExp(`^Usage: threat-lookups ${name} `));
      });

    const mistakes: readonly (readonly [args: readonly string[], output: RegExp])[] = [
      [[], /^Usage: threat-lookups <command>/],
      [['fly'], /^Unknown command “fly”/],
      [['--verison'], /^Unknown option --verison\. Did you mean --version\?\nSee threat-lookups --help\.$/m],
      [['--db=x.db', 'find'], /^Specify a command before --db\.$/m],
      [['completion'], /^Specify a shell: bash, zsh, fish\.$/m],
      [['completion', 'tcsh'], /^Unknown shell “tcsh”\. Specify one of: bash, zsh, fish\.$/m],
      [['sources', 'delete', '--db', 'x.db'], /^Unknown action “delete”\. Specify “remove”/],
      [['sources', '--id', '1', '--db', 'x.db'], /^--id requires “remove”\.$/m],
      [['team', 'delete', '--db', 'postgres://x/y'], /^Unknown action “delete”\. Specify one of: add, /],
      [
        ['find', '--language', 'klingon', 'a'],
        /^Unknown language “klingon”\. Use a VS Code language ID, such as log, /,
      ],
      [['find'], /^Specify a file/],
      [['find', '--colour', 'red'], /^Unknown option --colour\.\nSee threat-lookups find --help\.$/m],
      [['find', '--jsno'], /^Unknown option --jsno\. Did you mean --json\?$/m],
      [['help', 'qurey'], /^Unknown command “qurey”\. Did you mean query\?$/m],
      [['sync', '--key', 'x'], /^Unknown option --key\. Use --key-env or --key-stdin\.$/m],
      [['team', 'add', 'x', '--days', '-1'], /^--days doesn't accept a value that starts with “-”\.$/m],
      [['sources', 'remove', '--id', '0', '--db', 'x.db'], /^--id must be an integer of 1 or more\.$/m],
      [['query', '--db', 'x.db', ' '], /^Specify one query in quotes, for example/],
      [
        ['query', '--db', 'x.db', 'a-site.com'],
        /^Query, character 1: Expected name=value\. To find this indicator, use ioc=a-site\.com\.$/m,
      ],
      [['service', '--db', 'x.db', '--resolver', 'a b'], /^--resolver must be HOST or HOST:PORT, for example/],
      [['triage', '--min-risk'], /^--min-risk requires a value\./],
      [['find', '--json=1', 'a'], /^--json doesn't take a value\./],
      [['triage', '--by', 'file', '--db', 'x.db', 'a'], /^--by must be client\./],
      [['service'], /--db is required/],
      [['service', '--db', 'x.db', '--port', '70000'], /--port must be an integer from 0 to 65535/],
      [['service', '--db', 'x.db', '--plan', 'gold'], /--plan must be one of: visitor, free/],
      [['service', '--db', 'x.db', '--key', 'a', '--key-env', 'B'], /^Specify either --key or --key-env/],
      [
        ['service', '--db', 'x.db', '--key-env', 'NO_SUCH_KEY'],
        /^Environment variable NO_SUCH_KEY is empty or not set/,
      ],
      [['service', '--db', 'x.db', 'stray'], /^Unexpected argument “stray”/],
      [['import', '--db', 'x.db'], /^Specify a file to import/],
      [['import', '--db', 'x.db', '--format', 'xml', 'a'], /--format must be one of: stix, csv, list/],
      [['import', '--db', 'x.db', '--risk', 'awful', 'a'], /--risk must be one of: critical, high, /],
      [['query', '--db', 'x.db'], /^Specify one query in quotes, for example/],
      [['triage', 'a.log'], /^No store found: /],
      [['triage', '--db', 'x.db'], /^Specify a file/],
      [
        ['triage', '--db', 'x.db', '--format', 'xml', 'a.log'],
        /--format must be one of: table, jsonl, json, csv, markdown, stix, sarif, github, plain, /,
      ],
      [
        ['query', '--db', 'x.db', '--format', 'stix', '--type', 'threats', 'a=b'],
        /^--format stix requires --type indicators\./,
      ],
      [
        ['sync', '--db', 'x.db', '--url', 'https://u:p@intel.example'],
        /^--url can't contain .* Use --user with --key-env/,
      ],
      [['sync', '--db', 'x.db', '--url', 'http://intel.example'], /^--url: Anyone .* or pass --allow-http\.\nSee /],
      [['sync', '--db', 'x.db', '--url', 'intel.example'], /Did you mean .*\?\nSee threat-lookups sync --help\.$/m],
      [['query', '--db', 'x.db', '--limit', '0', 'risk=high'], /--limit must be an integer from 1/],
    ];
    for (const [args, output] of mistakes) {
      it(`answers “${args.join(' ')}” with code 2 and nothing on standard output`, async () => {
        const { code, stdout, stderr } = await run(args);
        assert.equal(code, 2);
        assert.equal(stdout, '');
        assert.match(stderr, output);
      });
    }
  });

  describe('find', () => {
    it('accepts the languages that are known', async () => {
      for (const language of ['typescript', 'log', 'html', 'yaml', 'ocaml'])
        assert.equal((await run(['find', '--language', language, list])).stderr, '');
    });

    const text = 'first line\n  see login-update[.]example, or\r\n192.0.2.7';

    it('prints the location of each indicator', async () => {
      const { code, lines } = await run(['find', '-'], text);
      assert.equal(code, 0);
      assert.deepEqual(objects(lines), [
        {
          file: '-',
          line: 2,
          column: 7,
          start: 17,
          end: 39,
          raw: 'login-update[.]example',
          value: 'login-update.example',
          type: 'domain',
          defanged: true,
          reserved: true,
        },
        {
          file: '-',
          line: 3,
          column: 1,
          start: 45,
          end: 54,
          raw: '192.0.2.7',
          value: '192.0.2.7',
          type: 'ip',
          defanged: false,
          reserved: true,
        },
      ]);
    });

    it('reads files, including UTF-16', async () => {
      const path = join(folder, 'wide.log');
      await writeFile(path, Buffer.from(`\ufeff${text}`, 'utf16le'));
      const { lines } = await run(['find', path]);
      assert.deepEqual(
        objects(lines).map(({ value, start }) => [value, start]),
        [
          ['login-update.example', 17],
          ['192.0.2.7', 45],
        ],
      );
    });

    it('reports unreadable files with code 1', async () => {
      const { code, stdout, stderr } = await run(['find', join(folder, 'nowhere.log')]);
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.match(stderr, /nowhere\.log: not read: The file wasn't found\./);
    });

    it('exits quietly if the reader stops', async () => {
      const child = start(['find', '-']);
      child.stdin.on('error', () => undefined).end('192.0.2.7\n'.repeat(200_000));
      child.stdout.destroy();
      let output = '';
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
      const [code] = (await once(child, 'exit')) as [number | null];
      assert.equal(output, '');
      assert.equal(code, 0);
    });
  });

  describe('triage', () => {
    const text = 'GET http://n1.lookups-test-3.com/\n192.0.2.7 192.0.2.7\nsee login-update[.]example\n';
    let log = '';
    let store = '';
    before(async () => {
      log = join(folder, 'proxy.log');
      store = join(folder, 'triage.db');
      await writeFile(log, text);
      const csv = join(folder, 'known.csv');
      await writeFile(csv, 'indicator,risk\nlogin-update.example,critical\n192.0.2.7,low\n');
      assert.equal((await run(['import', '--db', store, csv])).code, 0);
    });

    it('prints one line per indicator, highest risk first', async () => {
      const { code, lines, stderr } = await run(['triage', log, '--db', store]);
      assert.equal(code, 0, stderr);
      const [worst, next, url, host] = objects(lines);
      assert.equal(lines.length, 4);
      assert.deepEqual(
        [worst?.value, worst?.type, worst?.defanged, worst?.lines, worst?.risk, worst?.retired, worst?.known],
        ['login-update.example', 'domain', 'login-update[.]example', 1, 'critical', false, true],
      );
      assert.deepEqual(worst?.first, { file: log, line: 3, column: 5 });
      assert.deepEqual(
        (worst.sources as readonly { readonly name: string }[]).map(({ name }) => name),
        ['known.csv'],
      );
      assert.deepEqual([next?.value, next?.lines, next?.risk], ['192.0.2.7', 1, 'low']);
      assert.deepEqual([url?.value, url?.known, url?.status], ['http://n1.lookups-test-3.com/', false, 'notLookedUp']);
      const inUrl = { file: log, line: 1, column: 12 };
      assert.deepEqual([host?.value, host?.lines, host?.first], ['n1.lookups-test-3.com', 1, inUrl]);
    });

    it('prints the requested format, of several files and of standard input', async () => {
      const json = await run(['triage', '--db', store, '--format', 'json', log, '-'], 'seen 192.0.2.7');
      const { results } = JSON.parse(json.stdout) as { results: readonly Record<string, unknown>[] };
      assert.deepEqual(
        results.map(({ value, lines, files }) => [value, lines, files]),
        [
          ['login-update.example', 1, 1],
          ['192.0.2.7', 2, 2],
          ['http://n1.lookups-test-3.com/', 1, 1],
          ['n1.lookups-test-3.com', 1, 1],
        ],
      );
      const csv = (await run(['triage', '--db', store, '--format', 'csv', log])).lines;
      assert.match(csv[0] ?? '', /^indicator,defanged,type,risk,retired,status,lines,files,first,/);
      assert.match(csv[1] ?? '', /^login-update\.example,login-update\[\.\]example,domain,critical,no,found,1,1,/);
      const markdown = (await run(['triage', '--db', store, '--format', 'markdown', log])).stdout;
      assert.match(markdown, /\| Critical risk \| `login-update\[\.\]example` \| domain \| 1 \|/);
      assert.doesNotMatch(markdown, /login-update\.example/);
    });

    it('reads large files in threads of the same program', async () => {
      const large = join(folder, 'large.log');
      const requests = Array.from(
        { length: 20_000 },
        (_, n) => `GET http://n${n % 700}.lookups-test-3.com/ 192.0.2.7\n`,
      );
      await writeFile(large, requests.join(''));
      const { code, lines, stderr } = await run(['triage', '--db', store, large]);
      assert.equal(code, 0, stderr);
      // Each host, and the URL on it.
      assert.equal(lines.length, 1_401);
      const [known] = objects(lines);
      assert.deepEqual([known?.value, known?.lines, known?.risk], ['192.0.2.7', 20_000, 'low']);
    });

    it('reports unreadable files with code 1, and prints the rest', async () => {
      const { code, lines, stderr } = await run(['triage', '--db', store, join(folder, 'nowhere.log'), log]);
      assert.equal(code, 1);
      assert.equal(lines.length, 4);
      assert.match(stderr, /nowhere\.log: not read: The file wasn't found\./);
      const none = await run(['triage', '--db', join(folder, 'no.db'), log]);
      assert.equal(none.code, 1);
      assert.match(none.stderr, /Store not found: .* To create a store, run “threat-lookups import --db /);
    });
  });

  describe('import and query', () => {
    it('rates entries without a risk as it is told, also those of an earlier import', async () => {
      const store = join(folder, 'rated.db');
      const team = join(folder, 'team.txt');
      const found = async (): Promise<readonly unknown[]> => {
        const { lines } = await run(['query', '--db', store, 'risk=high']);
        return objects(lines).map(({ indicator }) => indicator);
      };
      await writeFile(team, 'first.example\n');
      assert.equal((await run(['import', '--db', store, team])).code, 0);
      assert.deepEqual(await found(), []);
      await writeFile(team, 'second.example\n');
      assert.equal((await run(['import', '--db', store, '--risk', 'high', team])).code, 0);
      assert.deepEqual((await found()).toSorted(), ['first.example', 'second.example']);
      assert.equal((await run(['import', '--db', store, team])).code, 0);
      assert.equal((await found()).length, 2);
      assert.equal((await run(['import', '--db', store, '--risk', 'listed', team])).code, 0);
      assert.deepEqual(await found(), []);
    });

    it('is incomplete if a row has a value that is not read', async () => {
      const table = join(folder, 'unread.csv');
      await writeFile(table, 'type,value\ndomain,lookups-test-1.com\nurl,http://lookups-test-2..com/\n');
      const { code, stdout, stderr } = await run(['import', '--db', join(folder, 'unread.db'), '--json', table]);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /unread\.csv: 1 added, .*; incomplete: 1 of 2 rows has a value that wasn't read \(line 3\)\./,
      );
      assert.equal((JSON.parse(stdout) as { readonly complete: boolean }).complete, false);
    });

    it('reports imported and skipped entries, then finds them', async () => {
      const imported = await run(['import', '--db', db, list]);
      assert.equal(imported.code, 0, imported.stderr);
      const [account] = objects(imported.lines);
      assert.equal(imported.lines.length, 1);
      assert.equal(account?.format, 'list');
      assert.equal((account.indicators as { added: number }).added, 3);

      const found = await run(['query', '--db', db, 'ioc=login-update.example or ioc=192.0.2.7']);
      assert.equal(found.code, 0, found.stderr);
      assert.deepEqual(
        objects(found.lines)
          .map(({ indicator }) => indicator)
          .sort(),
        ['192.0.2.7', 'login-update.example'],
      );
      const one = await run(['query', '--db', db, '--limit', '1', 'type=domain or type=ip']);
      assert.equal(one.lines.length, 1);
    });

    it('prints the answer of the service in the requested format', async () => {
      const requested = async (...more: readonly string[]) =>
        run(['query', '--db', db, ...more, 'ioc=login-update.example']);
      const json = JSON.parse((await requested('--format', 'json')).stdout) as {
        results: readonly { indicator: string }[];
      };
      assert.deepEqual(
        json.results.map(({ indicator }) => indicator),
        ['login-update.example'],
      );
      const csv = (await requested('--format', 'csv', '--limit', '3')).lines;
      assert.deepEqual(csv.slice(1, 3), ['# Query: ioc=login-update.example', '# Limit: 3']);
      assert.match(csv[5] ?? '', /^login-update\.example,domain,/);
      const stix = JSON.parse((await requested('--format', 'stix')).stdout) as { objects: readonly { type: string }[] };
      assert.deepEqual(
        stix.objects.map(({ type }) => type),
        ['identity', 'extension-definition', 'indicator'],
      );
      assert.deepEqual(JSON.parse((await requested('--format', 'json', '--type', 'threats')).stdout), { results: [] });
      const wrong = await requested('--format', 'xml');
      assert.equal(wrong.code, 2);
      assert.match(wrong.stderr, /--format must be one of: json, csv, stix/);
    });

    it('reports an invalid query with code 2', async () => {
      const { code, stderr } = await run(['query', '--db', db, 'risk=high and']);
      assert.equal(code, 2);
      assert.match(stderr, /character 11: Term expected after “and”/);
      const date = await run(['query', '--db', db, 'risk=high and seen=2026-13-01']);
      assert.equal(date.code, 2);
      assert.match(date.stderr, /character 20: Invalid date “2026-13-01”/);
    });

    it('warns about what the editor warns about, and refuses what is an error there', async () => {
      const empty = await run(['query', '--db', db, 'type=""']);
      assert.deepEqual([empty.code, empty.stdout], [2, '']);
      assert.match(empty.stderr, /^Query, character 6: The value of “type” is empty\./);
      const quoted = await run(['query', '--db', db, '--type', 'threats', 'threat=“kit”']);
      assert.equal(quoted.code, 0, quoted.stderr);
      assert.match(quoted.stderr, /^Query, character 8: Use straight double quotes\./);
      assert.doesNotMatch((await run(['query', '--db', db, 'risk=high'])).stderr, /Query/);
    });

    it('refuses a field that is probably mistyped, with the position and a suggestion', async () => {
      for (const query of ['domain=lookups-test-1.com', 'risk=high or riks=high', 'indicator=lookups-test-1.com']) {
        const { code, stdout, stderr } = await run(['query', '--db', db, '--json', query]);
        assert.deepEqual([code, stdout], [2, '']);
        assert.match(stderr, /^Query, character \d+: Unknown field “\w+”\. Did you mean “\w+”\?/);
      }
      assert.match(
        (await run(['query', '--db', db, 'ioc==a-site.com'])).stderr,
        /^Query, character 4: Use a single “=”/,
      );
      assert.equal((await run(['query', '--db', db, 'registrar=none'])).code, 0);
    });

    it('reports how many entries of a file were skipped', async () => {
      const mixed = join(folder, 'mixed.txt');
      await writeFile(mixed, 'lookups-test-1.com\nnot one\n');
      const { code, stderr } = await run(['import', '--db', join(folder, 'mixed.db'), mixed]);
      assert.equal(code, 0);
      assert.match(stderr, /mixed\.txt: 1 entry was skipped; see “skipped” for why\.$/m);
    });

    it('reports an unknown risk of an entry apart from skipped entries', async () => {
      const table = join(folder, 'risks.csv');
      await writeFile(table, 'indicator,risk\nlookups-test-1.com,extreme\n');
      const { code, lines } = await run(['import', '--db', join(folder, 'risks.db'), table]);
      assert.equal(code, 0);
      const [account] = objects(lines);
      assert.deepEqual(account?.['skipped'], []);
      assert.match(JSON.stringify(account['unknownRisks']), /extreme/);
    });

    it('creates no store when querying a missing one', async () => {
      const { code, stderr } = await run(['query', '--db', join(folder, 'none.db'), 'risk=high']);
      assert.equal(code, 1);
      assert.match(stderr, /Store not found: .* To create a store, run “threat-lookups import --db /);
    });

    it('exits with code 1 for a missing file', async () => {
      const { code, stdout, stderr } = await run(['import', '--db', db, join(folder, 'nowhere.txt')]);
      assert.equal(code, 1, stdout + stderr);
    });
  });

  describe('sync', () => {
    it('reports an error of all collections once, with their number', async () => {
      const server = await fakeTaxii();
      try {
        const ids = ['a', 'b', 'c'];
        const collections = ids.map((id) => ({ id, title: `Feed ${id}`, can_read: true }));
        const api = '/taxii2/api/collections/';
        server.answers.set(api, { status: 200, body: JSON.stringify({ collections }), headers: {} });
        for (const id of ids)
          server.answers.set(`${api}${id}/objects/`, { status: 401, body: '{"title":"Wrong key"}' });
        const { code, stderr, lines } = await run(['sync', '--url', server.url, '--db', join(folder, 'refused.db')]);
        assert.equal(code, 1);
        assert.equal(lines.length, 3);
        assert.equal(stderr.split('HTTP 401').length, 2, stderr);
        assert.match(
          stderr,
          /Feed a: incomplete: .* Pass the key with --key-env or --key-stdin\.\nSame error for 2 more: Feed b, Feed c\./,
        );
      } finally {
        await server.close();
      }
    });

    it('stores no collection that the server does not list, and says what to check', async () => {
      const server = await fakeTaxii();
      const store = join(folder, 'unlisted.db');
      try {
        const collections = [{ id: 'a', title: 'Feed a', can_read: true }];
        server.answers.set('/taxii2/api/collections/', {
          status: 200,
          body: JSON.stringify({ collections }),
          headers: {},
        });
        const { code, stderr } = await run(['sync', '--url', server.url, '--db', store, '--collection', 'b']);
        assert.equal(code, 1);
        assert.match(stderr, /^b: not listed by .*\. Check --collection, or omit it/m);
        assert.equal((await run(['sources', '--db', store])).lines.length, 0);
      } finally {
        await server.close();
      }
      const gone = await run(['sync', '--url', server.url, '--db', join(folder, 'gone.db')]);
      assert.equal(gone.code, 1);
      assert.match(gone.stderr, /connection refused\. Check --url and your network or proxy\.$/m);
    });
  });

  describe('service', () => {
    it('imports first, prints its URL, answers with its key, and exits cleanly on SIGTERM', async () => {
      const args = ['service', '--port', '0', '--db', join(folder, 'served.db'), '--key', 'test-key', '--plan', 'pro'];
      const child = start([...args, '--import', list]);
      const { url, key } = await ready(child);
      assert.equal(key, 'test-key');
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
      const found = await fetch(`${url}/api/indicator.php?indicator=login-update.example&key=${key}`);
      assert.equal(found.status, 200);
      assert.equal(((await found.json()) as { indicator: string }).indicator, 'login-update.example');
      assert.equal((await fetch(`${url}/api/indicator.php?iid=1&key=other`)).status, 401);
      assert.deepEqual(await ended(child, 'SIGTERM'), [0, null]);
    });

    it('imports sample data, and starts in spite of unreadable files', async () => {
      const broken = join(folder, 'broken.json');
      await writeFile(broken, '{"type":"bundle","objects":[{"type":"indica');
      const binary = join(folder, 'binary.csv');
      await writeFile(
        binary,
        Uint8Array.from({ length: 5_000 }, (_, index) => (index * 37) % 256),
      );
      const bad = [broken, binary, folder, join(folder, 'nowhere.txt')];
      const args = ['service', '--db', join(folder, 'mixed.db'), '--key', 'test-key', '--import'];
      const child = start([...args, ...bad, join(process.cwd(), 'media', 'sample-data.json'), list]);
      let stderr = '';
      child.stderr.on('data', (chunk) => (stderr += String(chunk)));
      const { url, key } = await ready(child);
      for (const path of bad) assert.ok(stderr.includes(path), `${path}\n${stderr}`);
      const requested = `${url}/api/explore.php?key=${key}&limit=250&q=${encodeURIComponent('risk=*')}`;
      const { results } = (await (await fetch(requested)).json()) as { results: readonly { indicator: string }[] };
      const there = new Set(results.map(({ indicator }) => indicator));
      assert.ok(there.size > 50, `${there.size} indicators`);
      assert.ok(there.has('login-update.example'));
      assert.deepEqual(await ended(child, 'SIGTERM'), [0, null]);
    });

    it('reads its key from a variable, or creates one', async () => {
      const fromEnv = start(['service', '--db', db, '--key-env', 'TEST_SERVICE_KEY'], { TEST_SERVICE_KEY: 'from-env' });
      assert.equal((await ready(fromEnv)).key, 'from-env');
      assert.deepEqual(await ended(fromEnv, 'SIGINT'), [0, null]);
      const made = start(['service', '--db', db]);
      assert.match((await ready(made)).key, /^[0-9a-f]{48}$/);
      assert.deepEqual(await ended(made, 'SIGTERM'), [0, null]);
    });

    it('reports a port in use', async () => {
      const first = start(['service', '--db', db]);
      const { port } = new URL((await ready(first)).url);
      const second = await run(['service', '--db', db, '--port', port]);
      assert.equal(second.code, 1);
      assert.match(second.stderr, new RegExp(`Port ${port} is already in use`));
      await ended(first, 'SIGTERM');
    });
  });
});
