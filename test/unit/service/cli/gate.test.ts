import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../../src/core/store/store';
import { extensionStore } from '../../../../src/service/cli/extensionStore';
import { runMaintenance } from '../../../../src/service/scans/maintenance';
import { hasColor } from '../../../../src/service/cli/output';
import { useCli } from './running';

describe('Triage in a pipeline', function () {
  const cli = useCli();
  let db = '';
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    cli.run(args, { env: { THREAT_LOOKUPS_DB: db, ...env } });

  before(async () => {
    db = cli.path('store.db');
    await writeFile(
      cli.path('known.csv'),
      'indicator,risk\nlogin-update.example,high\n192.0.2.7,low\nlookups-test-7.com,high\n',
    );
    await writeFile(cli.path('bad.log'), 'see login-update[.]example\n');
    await writeFile(cli.path('hunt.log'), 'see lookups-test-7[.]com and login-update.example\n');
    await writeFile(cli.path('low.log'), 'see 192.0.2.7 and lookups-test-9.com\n');
    await writeFile(cli.path('--db=other.db'), 'see login-update[.]example\n');
    await writeFile(cli.path('::error file=x::forged'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0, 1, 2, 3]));
    assert.equal((await run(['import', 'known.csv'])).code, 0);
    openStore(cli.path('unfilled.db')).close();
  });

  it('exits with 3 if an indicator has at least the risk, and prints the rows anyway', async () => {
    const reached = await run(['triage', '--fail-on', 'high', 'bad.log', 'low.log']);
    assert.deepEqual([reached.code, reached.lines.length], [3, 3]);
    assert.match(reached.stderr, /^1 indicator has at least high risk \(--fail-on\)\.$/m);
    assert.equal((await run(['triage', '--fail-on', 'critical', 'bad.log'])).code, 0);
    assert.equal((await run(['triage', '--fail-on', 'high', 'low.log'])).code, 0);
    assert.equal((await run(['triage', '--fail-on', 'high', '--', '--db=other.db'])).code, 3);
    assert.equal((await run(['triage', '--fail-on', 'high', 'bad.log', 'nowhere.log'])).code, 3);
    assert.equal((await run(['triage', '--fail-on', 'high', 'low.log', 'nowhere.log'])).code, 1);
  });

  it('exits with 3 after a service ran with a clock that was a year ahead', async () => {
    const store = cli.path('jumped.db');
    assert.equal((await run(['import', '--db', store, 'known.csv'])).code, 0);
    const wrong = openStore(store, { now: () => Date.now() + 365 * 86_400_000 });
    const { retired } = await runMaintenance(wrong);
    wrong.close();
    assert.equal(retired, 3);
    const { code, stderr } = await run(['triage', '--db', store, '--fail-on', 'high', 'bad.log']);
    assert.equal(code, 3);
    assert.match(
      stderr,
      /^This computer's clock is or was wrong: .*Check the date and time, and then reimport or resync/m,
    );
  });

  it('prints what to block or to search for, at high risk by default', async () => {
    const { code, stdout, stderr } = await run(['triage', '--format', 'kql', 'hunt.log', 'low.log']);
    assert.equal(code, 0);
    assert.match(stdout, /^let names = dynamic\(\["lookups-test-7\.com"\]\);$/m);
    assert.doesNotMatch(stdout, /192\.0\.2\.7|login-update/);
    assert.match(stderr, /^Skipped: .*2 internal or reserved/m);
    const dataset = await run(['triage', '--format', 'suricata-domains', 'hunt.log']);
    assert.equal(dataset.stdout, `${btoa('lookups-test-7.com')}\n`);
    const none = await run(['triage', '--format', 'zeek', '--min-risk', 'critical', 'hunt.log']);
    assert.deepEqual([none.code, none.stdout], [0, '']);
  });

  it('leaves out what the ignore file of the folder lists, but never for --fail-on', async () => {
    await writeFile(cli.path('.threatlookupsignore'), '# Ours\n*.lookups-test-7.com\n!x.com\nlookups-test-8.com\n');
    await writeFile(cli.path('ours.log'), 'see lookups-test-7.com and lookups-test-8.com\n');
    try {
      const { stdout, stderr } = await run(['triage', '--format', 'plain', 'ours.log']);
      assert.equal(stdout, '');
      assert.match(
        stderr,
        /^\.threatlookupsignore:3: This line has no effect\. Exceptions \(!\) aren't supported here/m,
      );
      assert.doesNotMatch(stderr, /x\.com/);
      assert.match(stderr, /^Skipped: .*1 on the ignore list|2 on the ignore list/m);
      const { code, lines } = await run(['triage', '--fail-on', 'high', 'ours.log']);
      assert.equal(code, 3);
      assert.deepEqual(
        lines.map((line) => /"status":"(\w+)"/.exec(line)?.[1]),
        ['found', 'ignored'],
      );
    } finally {
      await rm(cli.path('.threatlookupsignore'));
    }
  });

  it('exits with 4 if there was nothing to look up in', async () => {
    for (const name of ['missing.db', 'unfilled.db', 'bad.log']) {
      const { code, stdout, stderr } = await run(['triage', '--fail-on', 'high', '--db', cli.path(name), 'bad.log']);
      assert.deepEqual([code, stdout], [4, ''], stderr);
      assert.match(stderr, /not found|is empty|isn't a store/);
    }
    const { code, stderr } = await run(['triage', '--fail-on', 'high', 'bad.log'], { THREAT_LOOKUPS_DB: '' });
    assert.equal(code, 2);
    assert.match(stderr, /No store found: THREAT_LOOKUPS_DB isn't set, .* Pass --db, or create a store/);
  });

  it('exits with 4, and the reason, if nothing in the store is current', async () => {
    const other = (name: string): string => cli.path(name);
    const gate = (name: string) => run(['triage', '--fail-on', 'high', '--db', other(name), 'bad.log']);
    const target = {
      server: 'https://taxii.example/',
      root: 'https://taxii.example/api/',
      collection: 'a',
      title: 'A',
    };
    const store = openStore(other('failed.db'));
    const failed = store.mirrors.refreshList({ ...target, collection: 'list' });
    failed?.end({ kind: 'emptyList' });
    store.close();
    const list = (value: string, revoked = false) => ({
      type: 'bundle',
      id: 'bundle--7d2f7a0b-58ab-4d5c-9f5e-0d3a3b6c1a01',
      objects: [
        {
          type: 'indicator',
          spec_version: '2.1',
          id: 'indicator--7d2f7a0b-58ab-4d5c-9f5e-0d3a3b6c1a02',
          created: '2026-01-01T00:00:00.000Z',
          modified: '2026-01-01T00:00:00.000Z',
          pattern_type: 'stix',
          pattern: `[domain-name:value = '${value}']`,
          valid_from: '2026-01-01T00:00:00Z',
          revoked,
        },
      ],
    });
    await writeFile(other('retired.json'), JSON.stringify(list('login-update.example', true)));
    assert.equal((await run(['import', '--db', other('retired.db'), 'retired.json'])).code, 0);
    const sample = resolve('media/sample-data.json');
    assert.equal((await run(['import', '--db', other('sample.db'), sample])).code, 0);
    const reasons = {
      'failed.db': /no source in the store has an indicator.*\nA: The file contains no domain/,
      'retired.db': /all indicators in the store are retired/,
      'sample.db': /only sample data/,
    };
    for (const [name, reason] of Object.entries(reasons)) {
      const { code, stdout, stderr } = await gate(name);
      assert.deepEqual([code, stdout], [4, ''], `${name}: ${stderr}`);
      assert.match(stderr, reason);
      assert.match(stderr, /^Nothing was checked \(--fail-on\): /m);
      // Something current beside it is enough.
      assert.equal((await run(['import', '--db', other(name), 'known.csv'])).code, 0);
      assert.equal((await gate(name)).code, 3);
    }
  });

  it('uses the store of the extension without another one, and never upgrades it', async () => {
    const folder = 'globalStorage/threat-lookups.threat-lookups/store.sqlite';
    const places = [
      ['linux', { XDG_CONFIG_HOME: cli.path('config') }, `config/Code/User/${folder}`],
      ['darwin', { HOME: cli.path('mac') }, `mac/Library/Application Support/Code - Insiders/User/${folder}`],
      ['win32', { APPDATA: cli.path('roaming') }, `roaming/VSCodium/User/${folder}`],
    ] as const;
    for (const [platform, env, path] of places) {
      const file = join(cli.path(''), path);
      assert.equal(extensionStore({ env }, platform), undefined);
      mkdirSync(dirname(file), { recursive: true });
      await copyFile(db, file);
      assert.equal(extensionStore({ env }, platform), file);
    }
    if (process.platform !== 'linux') return;
    const env = { THREAT_LOOKUPS_DB: '', XDG_CONFIG_HOME: cli.path('config') };
    const used = await run(['triage', '--fail-on', 'high', 'bad.log'], env);
    assert.deepEqual([used.code, used.lines.length], [3, 1], used.stderr);
    assert.match(used.stderr, /^Using the VS Code extension's store: .*store\.sqlite$/m);
    assert.equal((await run(['import', 'known.csv'], env)).code, 2);
    const file = cli.path(`config/Code/User/${folder}`);
    const other = new DatabaseSync(file);
    other.exec('PRAGMA user_version = 3');
    other.close();
    const before = readFileSync(file);
    const older = await run(['triage', '--fail-on', 'high', 'bad.log'], env);
    assert.deepEqual([older.code, older.stdout], [4, ''], older.stderr);
    assert.match(older.stderr, /has an older version: .*Update the extension/);
    assert.deepEqual(readFileSync(file), before);
  });

  it('prints SARIF, annotations, STIX, and a table', async () => {
    const sarif = JSON.parse((await run(['triage', '--format', 'sarif', 'bad.log', 'low.log'])).stdout) as {
      runs: [{ results: readonly { ruleId: string }[] }];
    };
    assert.deepEqual(
      sarif.runs[0].results.map(({ ruleId }) => ruleId),
      ['indicator/high-risk', 'indicator/low-risk'],
    );
    const github = await run(['triage', '--format', 'github', '--min-risk', 'high', 'bad.log', 'low.log']);
    assert.equal(github.lines.length, 1);
    assert.match(github.stdout, /^::error file=bad\.log,line=1,col=5,title=High risk%3A login-update\[\.\]example/);
    const stix = JSON.parse((await run(['triage', '--format', 'stix', 'bad.log'])).stdout) as { type: string };
    assert.equal(stix.type, 'bundle');
    const table = await run(['triage', '--format', 'table', 'bad.log', 'low.log']);
    assert.equal(table.lines.length, 4);
    assert.match(table.stdout, /^high +login-update\[\.\]example +1 +bad\.log:1 +Listed in known\.csv$/m);
    assert.match(table.stdout, /^2 of 3 indicators found in the store; the others aren't listed$/m);
    const filtered = await run(['triage', '--format', 'table', '--min-risk', 'high', 'bad.log', 'low.log']);
    assert.match(filtered.stdout, /^1 of 3 indicators has at least high risk$/m);
    const none = await run(['triage', '--format', 'table', '--min-risk', 'critical', 'bad.log', 'low.log']);
    assert.equal(none.stdout, 'None of 3 indicators has at least critical risk\n');
    const markdown = await run(['triage', '--format', 'markdown', '--min-risk', 'high', 'bad.log']);
    assert.match(markdown.stdout, /bad\.log \(at least high risk\)/);
  });

  it('prints colors on a terminal only, unless they are forced', async () => {
    const isColored = ({ stdout }: { readonly stdout: string }): boolean => stdout.includes('\u001b[3');
    const args = ['triage', '--format', 'table', 'bad.log'];
    assert.ok(!isColored(await run(args)));
    assert.ok(isColored(await run(args, { FORCE_COLOR: '1' })));
    assert.deepEqual(
      [
        hasColor(true, {}),
        hasColor(false, {}),
        hasColor(true, { NO_COLOR: '1' }),
        hasColor(true, { NO_COLOR: '' }),
        hasColor(true, { TERM: 'dumb' }),
        hasColor(true, { FORCE_COLOR: '0' }),
        hasColor(false, { FORCE_COLOR: '1', NO_COLOR: '1' }),
      ],
      [true, false, false, true, false, false, true],
    );
  });

  it('prints one JSON document for every command with --json', async () => {
    const outputs: readonly (readonly [args: readonly string[], keys: readonly string[]])[] = [
      [
        ['triage', 'bad.log'],
        ['results', 'complete'],
      ],
      [
        ['find', 'bad.log', 'low.log'],
        ['results', 'complete'],
      ],
      [
        ['find', 'nowhere.log'],
        ['results', 'complete'],
      ],
      [
        ['query', 'risk=high'],
        ['results', 'complete'],
      ],
      [
        ['import', 'known.csv'],
        ['results', 'complete'],
      ],
      [
        ['completion', 'fish'],
        ['shell', 'script'],
      ],
      [['help'], ['commands', 'exitCodes', 'variables']],
      [
        ['triage', '--help'],
        ['name', 'help'],
      ],
      [['--version'], ['version']],
    ];
    for (const [args, keys] of outputs) {
      const { code, stdout } = await run([...args, '--json']);
      const document = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
      assert.deepEqual(Object.keys(document), keys, args.join(' '));
      assert.equal(document['complete'] ?? true, code === 0);
    }
    const found = JSON.parse((await run(['find', '--json', 'bad.log', 'low.log'])).stdout) as { results: unknown[] };
    assert.equal(found.results.length, 3);
    assert.equal((await run(['query', '--json', '--format', 'csv', 'risk=high'])).code, 2);
    assert.equal((await run(['triage', '--json', '--format', 'csv', 'bad.log'])).code, 2);
  });

  it('prints no command for a runner of workflows because of a file name', async () => {
    const { code, stderr } = await run(['triage', '::error file=x::forged', 'bad.log']);
    assert.equal(code, 1);
    assert.match(stderr, /^\[:\]:error file=x::forged: not read/m);
  });
});
